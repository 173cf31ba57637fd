"""The colours of pictures of boards: those of the light theme of the page.

Cells have their own background, so a picture suits light and dark pages; text and lines outside the
cells have a colour that is legible on both. Clues have their usual colours with more different
lightness. Mine probabilities run from blue over sand to vermilion; ``INK`` is legible on all of
them.
"""

from __future__ import annotations

INK = "#1b2127"
"""Text on cells."""

OUTSIDE = "#77818a"
"""Text and lines outside the cells."""

OPEN = "#fcfbf8"
"""An open cell."""

OPEN_EDGE = "#dedacd"
"""The line between open cells."""

TILE = "#c9d3d8"
"""A covered cell."""

TILE_EDGE = "#a5b2b9"
"""The edge of a covered cell."""

NEAR = "#9fc3cc"
"""A highlighted neighbour."""

BEST = "#0f5c6e"
"""The frame of the best cell."""

LOST = "#c23a22"
"""The mine that ended a game."""

LOST_INK = "#ffffff"
"""Marks on the mine that ended a game."""

FLAG = "#b8321b"
"""The cloth of a flag."""

POLE = "#2a323a"
"""The pole of a flag."""

SAFE = "#0a5a35"
"""The mark of a cell that is certainly safe."""

MINED = "#8c1c0c"
"""The mark of a cell that is certainly a mine."""

CLUES = (
    "#8b867a",
    "#2438e1",
    "#1c670b",
    "#c20112",
    "#212889",
    "#550c12",
    "#087c90",
    "#090605",
    "#615a5c",
)
"""The colour of each clue value; values above 8 have the last colour."""

_RISKS = ((165, 212, 234), (241, 230, 189), (240, 162, 135))
_SHADES = 24


def clue_color(clue: int) -> str:
    """Return the colour of a clue value."""
    return CLUES[min(clue, len(CLUES) - 1)]


def risk_color(probability: float) -> str:
    """Return the colour of a mine probability; the ends of the scale are reserved for 0 and 1.

    >>> risk_color(0.0), risk_color(0.5), risk_color(1.0)
    ('#a5d4ea', '#f1e6bd', '#f0a287')
    """
    shade = 0 if probability <= 0 else _SHADES
    if 0 < probability < 1:
        shade = 1 + min(_SHADES - 2, int(probability * (_SHADES - 1)))
    along = 2 * shade / _SHADES
    low = min(1, int(along))
    part = along - low
    mixed = (round(a + part * (b - a)) for a, b in zip(_RISKS[low], _RISKS[low + 1], strict=True))
    return "#" + "".join(f"{channel:02x}" for channel in mixed)
