"""Mine probabilities at a constant density, and their error.

The combinatorics note, section 2.1, "Approximate solution": on a very large board the density ρ of
the remaining mines does not depend on the clues, so an arrangement of M mines has the weight
(ρ / (1 - ρ))^M and the components are independent. Its section "Refinements" uses falling
factorials as weights, which is exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sapper.analysis import analyze
from sapper.errors import PositionError
from sapper.positions import Position
from sapper.theory.configurations import configurations

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class DensityApproximation:
    """The mine probabilities of a position at a constant density, and the exact ones."""

    position: Position
    """The position."""

    density: Fraction
    """The density used."""

    approximate: Mapping[int, Fraction]
    """P(a mine) at that density, keyed by covered cell."""

    exact: Mapping[int, Fraction]
    """P(a mine) under the number of mines, keyed by covered cell."""

    @property
    def errors(self) -> dict[int, Fraction]:
        """The absolute difference of the two, keyed by covered cell."""
        return {cell: abs(self.approximate[cell] - p) for cell, p in self.exact.items()}

    @property
    def largest_error(self) -> Fraction:
        """The largest absolute difference."""
        return max(self.errors.values())

    @property
    def mean_error(self) -> Fraction:
        """The mean absolute difference over all covered cells."""
        return sum(self.errors.values(), Fraction()) / len(self.exact)

    @property
    def worst(self) -> int:
        """The first cell with the largest difference."""
        errors = self.errors
        return max(errors, key=lambda cell: errors[cell])

    def summary(self) -> str:
        """Return the main facts in two lines."""
        where = self.position.board.name(self.worst)
        return (
            f"density {float(self.density):.6g} on {len(self.exact)} covered cells\n"
            f"largest error {float(self.largest_error):.3g} at {where}, "
            f"mean {float(self.mean_error):.3g}"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return everything with fractions as text."""
        place = self.position.board.coordinates
        return {
            "density": str(self.density),
            "largest_error": str(self.largest_error),
            "mean_error": str(self.mean_error),
            "cells": [
                {
                    "cell": list(place(cell)),
                    "approximate": str(self.approximate[cell]),
                    "exact": str(exact),
                }
                for cell, exact in self.exact.items()
            ],
        }


def remaining_density(position: Position) -> Fraction:
    r"""Return the unflagged mines divided by the unflagged covered cells.

    >>> import sapper
    >>> remaining_density(sapper.parse("##F\n#1#", mines=2))
    Fraction(1, 4)
    """
    position = position.without_window()
    if position.mines is None:
        raise PositionError(
            f"the approximation needs the number of mines, which is unknown in {position!r}"
        )
    flags = len(position.flags)
    free = len(position.covered) - flags
    if not free:
        raise PositionError(f"no covered cell without a flag in position\n{position}")
    return Fraction(position.mines - flags, free)


def density_approximation(
    position: Position, density: Fraction | None = None
) -> DensityApproximation:
    r"""Return the mine probabilities of a position at a constant density, and the exact ones.

    ``density`` defaults to ``remaining_density``, as in the note.

    >>> import sapper
    >>> found = density_approximation(sapper.parse("####\n#12#\n####\n####", mines=4))
    >>> found.density, found.approximate[0], found.exact[0], found.largest_error
    (Fraction(2, 7), Fraction(1, 13), Fraction(1, 9), Fraction(11, 84))
    """
    if position.max_per_cell > 1:
        limit = position.max_per_cell
        raise PositionError(f"a constant density needs at most one mine per cell, not {limit}")
    exact = _by_cell(position)
    chance = remaining_density(position) if density is None else density
    if not 0 < chance < 1:
        raise PositionError(f"a density is between 0 and 1, not {chance}")
    endless = Position.from_states(position.board, position.states, density=chance)
    return DensityApproximation(position, chance, _by_cell(endless), exact)


def refined_probability(position: Position) -> dict[int, Fraction]:
    r"""Return P(a mine) for every frontier cell by the note's "Refinements" (2.2 and 2.3), exactly.

    The formula does not cover cells next to no clue. Cost: exponential in the number of groups.

    >>> import sapper
    >>> refined_probability(sapper.parse("####\n#12#\n####\n####", mines=4))[0]
    Fraction(1, 9)
    """
    found = configurations(position)
    chances = found.mine_probability(found.refined())
    return dict(
        sorted(
            (cell, chance)
            for group, chance in zip(found.groups, chances, strict=True)
            for cell in group.cells
        )
    )


def _by_cell(position: Position) -> dict[int, Fraction]:
    return {cell: p for cell, p in enumerate(analyze(position).exact()) if p is not None}
