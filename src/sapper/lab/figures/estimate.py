"""A critical density for a figure: a board, a value and its interval."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from sapper.boards import parse_spec
from sapper.lab.sweeps.densities import BoardDensity

if TYPE_CHECKING:
    from sapper.lab.study import StudyRow

    Found: TypeAlias = BoardDensity | StudyRow


@dataclass(frozen=True, slots=True)
class Estimate:
    """One critical density."""

    board: str
    """The spec of the board."""

    value: float | None
    """The critical density, in mines per cell; None if it is undefined."""

    interval: tuple[float, float] | None
    """Its 95 % interval; None without one."""

    @classmethod
    def of(cls, found: Found) -> Estimate:
        """Return the estimate of a result of ``sapper density`` or a row of the study."""
        if isinstance(found, BoardDensity):
            return cls(found.board, found.critical.value, found.critical.interval)
        if found.low is None or found.high is None:
            return cls(found.board, found.value, None)
        return cls(found.board, found.value, (found.low, found.high))

    @property
    def sides(self) -> tuple[int, int] | None:
        """The sides of a grid, the shorter first; None for boards of any other kind.

        >>> Estimate("5x3", 0.24, None).sides, Estimate("hex:5x5", 0.3, None).sides
        ((3, 5), None)
        """
        spec = parse_spec(self.board)
        if spec.kind != "grid" or len(spec.shape) != 2:
            return None
        low, high = sorted(spec.shape)
        return low, high
