"""Games for a claim: how many an effort allows, and comparison with published shares and means.

A published figure is an interval: the 95 % interval of its games if their number is known, else all
values that round to it. It agrees with ours if the two intervals overlap.
"""

from __future__ import annotations

from decimal import Decimal
from math import sqrt
from typing import TYPE_CHECKING

from sapper import defaults
from sapper.games import simulate
from sapper.intervals import Z95, wilson
from sapper.papers.claims import Finding

if TYPE_CHECKING:
    from sapper.games import SimulationResult
    from sapper.papers.claims import Effort
    from sapper.types import FirstClickRule, StrategyLike


def play(
    effort: Effort,
    spec: str,
    strategy: StrategyLike,
    quick: int,
    full: int,
    *,
    first: FirstClickRule = defaults.FIRST,
    start: int | tuple[int, int] | None = None,
    records: bool = False,
) -> SimulationResult:
    """Play the games of a claim; an interruption raises KeyboardInterrupt."""
    games = effort.games(quick, full)
    result = simulate(spec, strategy, games, effort.seed, first, start, records=records)
    if result.interrupted:
        raise KeyboardInterrupt
    return result


def percent_of(
    result: SimulationResult, published: str, games: int | None = None, *, note: str = ""
) -> Finding:
    """Compare a win rate with a percentage, printed with its number of games or without.

    >>> from sapper.games import simulate
    >>> found = percent_of(simulate("4x4/15", games=100), "100")
    >>> found.ours, found.agrees
    ('100.00 % [96.30, 100.00], 100 games', True)
    """
    least, most = _rounding(published)
    if games is not None:
        least, most = (
            100 * bound for bound in wilson(round(float(published) * games / 100), games)
        )
    low, high = (100 * bound for bound in result.interval)
    shown = f"{100 * result.win_rate:.2f} % [{low:.2f}, {high:.2f}], {result.games:,} games"
    return Finding(shown, least <= high and low <= most, note)


def mean_of(
    mean: float, spread: float, games: int, published: str, published_games: int, *, note: str = ""
) -> Finding:
    """Compare a mean over games, and its standard deviation, with a published mean.

    The error of the published mean follows from its games and the spread of ours.

    >>> mean_of(2.128, 1.8, 10_000, "2.26", 100).agrees, mean_of(3.2, 1.8, 10_000, "2.26", 100).ours
    (True, '3.200 [3.165, 3.235], 10,000 games')
    """
    error = Z95 * spread / sqrt(games)
    least, most = _rounding(published)
    reach = Z95 * spread / sqrt(published_games)
    shown = f"{mean:.3f} [{mean - error:.3f}, {mean + error:.3f}], {games:,} games"
    return Finding(shown, least - reach <= mean + error and mean - error <= most + reach, note)


def _rounding(published: str) -> tuple[float, float]:
    """Return the interval of the numbers that round to a printed one."""
    printed = Decimal(published)
    exponent = printed.as_tuple().exponent
    assert isinstance(exponent, int)
    half = Decimal(5).scaleb(exponent - 1)
    return float(printed - half), float(printed + half)
