"""The guessing algorithm of Chong et al. 2024, section 4, in exact fractions.

A configuration divides the exposed cells, which are covered and next to a clue, into mines and safe
cells so that every clue is satisfied. Its weight is the number of ways to place the remaining mines
on the floating cells, which are next to no clue (proposition 4). The safety of a cell is the
probability that it is safe: for an exposed cell a share of the weights (4.10), for a floating cell
one minus the expected number of floating mines per floating cell (4.22). The algorithm opens a cell
of the highest safety.

Flags are the known mines of the paper. The paper calls the algorithm when its inferrer finds
nothing more; the result is the same without it, because a cell that is certain has a safety of 0 or
1. The number of configurations grows exponentially with the exposed cells; ``sapper.analyze``
computes the same probabilities without listing them. ``get_configurations`` finds the same
configurations by the recursion of figure 4.4.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, islice, product
from math import comb
from typing import TYPE_CHECKING, Any

from sapper.analysis import analyze
from sapper.errors import PositionError, TooHardError
from sapper.theory.configurations import configurations

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sapper.positions import Position

MOST_LISTED = 100_000
"""Default limit on the number of configurations of ``guess``."""

_MOST_SHOWN = 10
_FLAT = 2


@dataclass(frozen=True, slots=True)
class Guess:
    """The configurations of a position with their weights, and the safety of every cell."""

    position: Position
    """The position."""

    exposed: tuple[int, ...]
    """The covered cells next to a clue, without flagged ones."""

    floating: tuple[int, ...]
    """The covered cells next to no clue, without flagged ones."""

    configurations: tuple[tuple[int, ...], ...]
    """The proper configurations in increasing order, each as its mined exposed cells."""

    weights: tuple[int, ...]
    """The number of layouts of each configuration."""

    safety: Mapping[int, Fraction]
    """P(the cell is safe), for every exposed and every floating cell."""

    @property
    def layouts(self) -> int:
        """The number of layouts of the position, which is the sum of the weights (4.8)."""
        return sum(self.weights)

    @property
    def best(self) -> tuple[int, ...]:
        """All cells of the highest safety; the paper opens one of them at random."""
        highest = max(self.safety.values(), default=None)
        return tuple(cell for cell, safety in self.safety.items() if safety == highest)

    def summary(self) -> str:
        """Return the configurations, the safety of every cell in percent, and the safest cells."""
        name = self.position.board.name
        count = len(self.configurations)
        lines = [f"configurations: {count:,}, layouts: {self.layouts:,}"]
        lines += [
            f"  weight {weight:,}: {', '.join(map(name, mined)) or 'no mine'}"
            for mined, weight in islice(
                zip(self.configurations, self.weights, strict=True), _MOST_SHOWN
            )
        ]
        if count > _MOST_SHOWN:
            lines.append(f"  and {count - _MOST_SHOWN:,} more")
        lines.append("safety in %")
        lines += self._map()
        lines.append(f"safest: {', '.join(map(name, self.best)) or 'none'}")
        return "\n".join(lines)

    def _map(self) -> list[str]:
        """Return the safety as rows of the board, or as a list on boards of other dimensions."""
        board, position = self.position.board, self.position
        if len(board.shape) != _FLAT:
            return [
                f"  {board.name(cell)}: {100 * float(safety):.4g}"
                for cell, safety in self.safety.items()
            ]
        flags = set(position.flags)
        shown = [
            f"{100 * float(self.safety[cell]):.1f}"
            if cell in self.safety
            else "F"
            if cell in flags
            else "-"
            for cell in range(board.size)
        ]
        rows, columns = board.shape
        return [
            " ".join(f"{text:>6}" for text in shown[row * columns : (row + 1) * columns])
            for row in range(rows)
        ]

    def svg(self) -> str | None:
        """Return a picture like figure 4.2: the safety of every cell in percent, the safest framed.

        None if the board is too large or has no plane drawing.
        """
        from sapper.theory.safety_map import safety_svg

        return safety_svg(self)

    def _repr_html_(self) -> str | None:
        """Return the picture, for a notebook."""
        return self.svg()

    def to_dict(self) -> dict[str, Any]:
        """Return everything as JSON values, with large integers and fractions as text."""
        place, exposed = self.position.board.coordinates, set(self.exposed)
        return {
            "layouts": str(self.layouts),
            "configurations": [
                {"mines": [list(place(cell)) for cell in mined], "weight": str(weight)}
                for mined, weight in zip(self.configurations, self.weights, strict=True)
            ],
            "safety": [
                {
                    "cell": list(place(cell)),
                    "index": cell,
                    "exposed": cell in exposed,
                    "safety": float(safety),
                    "exact": str(safety),
                }
                for cell, safety in self.safety.items()
            ],
            "best": [list(place(cell)) for cell in self.best],
        }


def guess(position: Position, *, most: int = MOST_LISTED) -> Guess:
    r"""List the configurations and weights of a position, and compute the safety of its cells.

    Needs the number of mines and at most one mine per cell. TooHardError if there are more than
    ``most`` configurations, ContradictionError if there is none.

    >>> import sapper
    >>> found = guess(sapper.parse("#1###", mines=2))
    >>> found.configurations, found.weights
    (((0,), (2,)), (2, 2))
    >>> {cell: str(safety) for cell, safety in found.safety.items()}
    {0: '1/2', 2: '1/2', 3: '1/2', 4: '1/2'}
    """
    position = position.without_window()
    if position.max_per_cell > 1:
        raise PositionError(
            f"the guessing algorithm needs at most one mine per cell, not {position.max_per_cell}"
        )
    if position.mines is None:
        raise PositionError("the guessing algorithm needs the number of mines")
    flags = set(position.flags)
    exposed = tuple(cell for cell in position.frontier if cell not in flags)
    floating = tuple(cell for cell in position.floating if cell not in flags)
    left = position.mines - len(flags)
    analyze(position)  # a contradiction is found before the enumeration, with its cause
    listed = _mined_sets(position, left, len(floating), most)
    weights = tuple(comb(len(floating), left - len(mined)) for mined in listed)
    total = sum(weights)
    mined_weight = dict.fromkeys(exposed, 0)
    for mined, weight in zip(listed, weights, strict=True):
        for cell in mined:
            mined_weight[cell] += weight
    safety = {cell: 1 - Fraction(weight, total) for cell, weight in mined_weight.items()}  # (4.10)
    if floating:  # proposition 6 and (4.22)
        floating_mines = left - sum((1 - safety[cell] for cell in exposed), Fraction())
        safety |= dict.fromkeys(floating, 1 - floating_mines / len(floating))
    in_order = {cell: safety[cell] for cell in sorted(safety)}
    return Guess(position, exposed, floating, tuple(listed), weights, in_order)


def _mined_sets(position: Position, left: int, floating: int, most: int) -> list[tuple[int, ...]]:
    """Return the mined exposed cells of every configuration, in increasing order."""
    found = configurations(position, most=most)
    plain = [g for g, group in enumerate(found.groups) if not group.flagged]
    listed: list[tuple[int, ...]] = []
    for each in found.listed:
        mines = [each.group_mines[g] for g in plain]
        if not 0 <= left - sum(mines) <= floating:
            continue
        if len(listed) + each.weight > most:
            raise TooHardError(f"too hard: more than {most:,} configurations", budget=most)
        chosen = [
            combinations(found.groups[g].cells, held) for g, held in zip(plain, mines, strict=True)
        ]
        listed += [tuple(sorted(chain.from_iterable(cells))) for cells in product(*chosen)]
    return sorted(listed)
