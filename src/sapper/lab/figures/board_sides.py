"""The colour and the marker of square boards by their side, the same in all panels of a figure.

The colour is a perceptually uniform scale (viridis, without its palest part) over the logarithm of
the side, so the order of the boards is visible with any colour vision and in grey; adjacent sides
also have different markers.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Any

from sapper.boards import parse_spec
from sapper.lab.figures.style import INK, Series

if TYPE_CHECKING:
    from collections.abc import Iterable

    from matplotlib.figure import Figure

_MARKERS = ("o", "s", "^", "D", "v", "P")
_DARKEST, _PALEST = 0.0, 0.95


@dataclass(frozen=True, slots=True)
class SideLooks:
    """The appearance of each board of a figure, and the entries of its legend."""

    sides: tuple[int, ...]
    """All sides, ascending."""

    @classmethod
    def of(cls, boards: Iterable[str]) -> SideLooks:
        """Return the looks of square boards, such as ``torus:50x50``."""
        return cls(tuple(sorted({side_of(board) for board in boards})))

    def look(self, board: str) -> Series:
        """Return the appearance of a board."""
        from matplotlib import colormaps
        from matplotlib.colors import to_hex

        side = side_of(board)
        first, last = log(self.sides[0]), log(self.sides[-1])
        share = (log(side) - first) / (last - first) if last > first else 0.0
        color = to_hex(colormaps["viridis"](_DARKEST + share * (_PALEST - _DARKEST)))
        return Series(color, _MARKERS[self.sides.index(side) % len(_MARKERS)], "-")

    def legend(self, figure: Figure, title: str = "side") -> None:
        """Draw the legend of all sides to the right of the panels, so that it hides no data."""
        from matplotlib.lines import Line2D

        handles = []
        for side in self.sides:
            look = self.look(f"{side}x{side}")
            handles.append(Line2D([], [], ls="none", label=f"{side:,}", **marked(look)))
        figure.legend(handles=handles, loc="outside right upper", title=title)


def marked(look: Series) -> dict[str, Any]:
    """Return the arguments of a marker with a thin dark edge, which makes pale colours visible."""
    return {"marker": look.marker, "color": look.color, "mec": INK, "mew": 0.4}


def side_of(board: str) -> int:
    """Return the side of a square board.

    >>> side_of("torus:50x50"), is_square("hex:50x50"), is_square("5x6")
    (50, False, False)
    """
    return parse_spec(board).shape[0]


def is_square(board: str) -> bool:
    """Return whether a board is a square or a square torus."""
    spec = parse_spec(board)
    return spec.kind in ("grid", "torus") and len(spec.shape) == 2 and len(set(spec.shape)) == 1
