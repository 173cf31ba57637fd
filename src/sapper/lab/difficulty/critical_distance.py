"""The distance of a density from the critical density of its board (Chong et al. 2024, 10.1).

The paper calls large boards trivial below the critical density, near-impossible above it, and worth
playing near it. A quick sweep under the same first-click rule estimates it by maximum likelihood:
the number of mines increases in even steps, with a fixed number of games each, until no game is
won.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sapper import defaults
from sapper.games import simulate
from sapper.lab.difficulty.reasoning import PLAYER
from sapper.lab.fits.curve import Curve, UndefinedError
from sapper.lab.fits.definitions import critical_density

if TYPE_CHECKING:
    from sapper.games import Deal
    from sapper.games.counts import Counts

MOST_CELLS = 2_500
"""Upper limit on the cells of a swept board; a larger sweep would take longer than the rating."""

SWEEP_GAMES = 500
"""Games per number of mines."""

QUICK_POINTS = 64
"""Upper limit on the numbers of mines."""


@dataclass(frozen=True, slots=True)
class CriticalDistance:
    """A density compared with the critical one."""

    density: float
    """The density, in mines per cell."""

    critical_density: float | None
    """The critical density of the board, by maximum likelihood; None if it is undefined."""

    interval: tuple[float, float] | None
    """Its 95 % interval; None without one."""

    why: str
    """The reason why it is undefined; otherwise empty."""

    games: int
    """The number of games of the sweep."""

    @property
    def distance(self) -> float | None:
        """The density minus the critical density; None if that is undefined."""
        return None if self.critical_density is None else self.density - self.critical_density

    @property
    def side(self) -> str | None:
        """``below`` or ``above``, or ``near`` if the interval contains the density."""
        if self.interval is None:
            return None
        low, high = self.interval
        return "below" if self.density < low else "above" if self.density > high else "near"

    def summary(self) -> str:
        """Return the distance in a line."""
        if self.critical_density is None or self.interval is None:
            return f"density {self.density:.3f}; no critical density: {self.why}"
        low, high = self.interval
        return (
            f"density {self.density:.3f}, {self.side} the critical density of about "
            f"{self.critical_density:.3f} (95 %: {low:.3f} to {high:.3f}), {self.distance:+.3f}"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the distance as plain values."""
        return {
            "density": self.density,
            "critical_density": self.critical_density,
            "interval": None if self.interval is None else list(self.interval),
            "distance": self.distance,
            "side": self.side,
            "why": self.why,
            "games": self.games,
        }


def critical_distance(deal: Deal, *, seed: int = defaults.SEED) -> CriticalDistance:
    """Compare the density of a deal with the critical density of its board and first click.

    >>> from sapper.games import Deal
    >>> found = critical_distance(Deal.read("6x6/3", first="open"))
    >>> found.side, round(found.density, 3)
    ('below', 0.083)
    """
    density = deal.mines / deal.board.size
    if deal.board.size > MOST_CELLS:
        why = f"{deal.board.spec} has more than {MOST_CELLS:,} cells, too many for a quick sweep"
        return CriticalDistance(density, None, None, why, 0)
    try:
        curve = win_curve(deal, seed=seed)
    except UndefinedError as error:
        return CriticalDistance(density, None, None, str(error), 0)
    found = critical_density(curve, "likelihood")
    why = found.why if found.value is None else ""
    return CriticalDistance(density, found.value, found.interval, why, int(curve.games.sum()))


def win_curve(deal: Deal, *, seed: int = defaults.SEED, games: int = SWEEP_GAMES) -> Curve:
    """Return the win-rate curve of ``pseq`` on a board, from one mine up until no game is won.

    >>> from sapper.games import Deal
    >>> win_curve(Deal.read("4x4/1", first="open", start=5), games=50).mines
    array([1, 2, 3, 4, 5, 6, 7])
    """
    if deal.room < 1:
        raise UndefinedError(
            f"{deal.board.spec} has no cell for a mine under the first-click rule {deal.first!r}"
        )
    numbers: list[int] = []
    counts: list[Counts] = []
    for number in quick_numbers(deal):
        result = simulate(deal.board, PLAYER, games, seed, deal.first, deal.start, mines=number)
        if result.interrupted:
            raise KeyboardInterrupt
        numbers.append(number)
        counts.append(result.counts)
        if not result.wins:
            break
    return Curve.of(deal.board.size, numbers, counts, deal.board.spec, most_mines=deal.room)


def quick_numbers(deal: Deal) -> list[int]:
    """Return numbers of mines from 1 to the largest possible, in even steps.

    >>> from sapper.games import Deal
    >>> quick_numbers(Deal.read("16x30/99"))[:4]
    [1, 9, 17, 25]
    """
    step = -(-deal.room // QUICK_POINTS)
    return list(range(1, deal.room + 1, step))
