"""Pictures of boards as SVG, for notebooks.

The caller (a position, an analysis or a game) gives the look of every cell, and this module draws
the cells at their places. Every cell is a group with its index as ``data-cell`` and a tooltip. A
picture has no script, style sheet, id or external reference, so several fit on one page.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, hypot
from typing import TYPE_CHECKING

from sapper.boards.geometry import geometry, tag_width
from sapper.boards.marks import cross, dot, flag, mine, number, path, tick
from sapper.boards.palette import (
    BEST,
    INK,
    MINED,
    NEAR,
    OPEN,
    OPEN_EDGE,
    OUTSIDE,
    SAFE,
    TILE,
    TILE_EDGE,
)
from sapper.formatting import escaped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.boards.boards import Board
    from sapper.boards.geometry import Geometry, Label, Outline, Point

UNIT = 28
"""The side of a square in pixels."""

_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif"
_EDGE = 2
_SMALL = 11.5
_CAPTION_LINE = 20
_ROUND = 0.09


@dataclass(frozen=True, slots=True)
class Look:
    """The appearance of one cell."""

    fill: str = TILE
    """The background colour."""

    raised: bool = True
    """Whether it is drawn as a raised tile; open cells are flat."""

    text: str = ""
    """A clue, a percentage or a number of mines."""

    ink: str = INK
    """The colour of the text, and of a mine."""

    large: bool = False
    """Whether the text is in the large font of clues."""

    mark: str = ""
    """The central mark: ``flag``, ``mine``, ``wrong`` (a crossed-out flag), ``dot`` or empty."""

    corner: str = ""
    """The small mark in the upper right corner: ``safe``, ``mine``, ``flag`` or empty."""

    framed: bool = False
    """Whether it is highlighted by a frame."""


@dataclass(frozen=True, slots=True)
class Picture:
    """The content of a picture of a board."""

    looks: Sequence[Look]
    """The look of each cell."""

    tips: Sequence[str]
    """The tooltip of each cell."""

    caption: str
    """The line below the board, which is also the title of the picture."""


def board_svg(board: Board) -> str | None:
    """Return an SVG of an empty board with the neighbours of its middle cell highlighted.

    The result is None if the board is too large to draw.

    >>> from sapper.boards import torus
    >>> board_svg(torus(3, 3)).startswith("<svg "), board_svg(torus(99, 99))
    (True, None)
    """
    where = geometry(board)
    if where is None:
        return None
    looks = [Look()] * board.size
    caption = f"{board.spec}: {_counted(board.size, 'cell')}"
    if board.described is None:
        caption = f"{_counted(board.size, 'node')}, {_counted(len(board.targets) // 2, 'edge')}"
    elif board.degree(board.middle):
        around = board.neighbors(board.middle)
        for cell in around:
            looks[cell] = Look(NEAR)
        looks[board.middle] = Look(mark="dot")
        caption += f"; {board.name(board.middle)} has {_counted(len(around), 'neighbour')}"
    tips = [board.name(cell) for cell in range(board.size)]
    return draw(where, Picture(looks, tips, caption))


def draw(where: Geometry, picture: Picture) -> str:
    """Return the SVG of a picture of a board."""
    bodies = _bodies(where, picture.looks)
    parts = [*_lines(where), *_panels(where, bodies)]
    for cell, (at, tip) in enumerate(zip(where.middles, picture.tips, strict=True)):
        parts.append(
            f'<g data-cell="{cell}" transform="translate({_place(at, where.outlines[cell])})">'
            f"<title>{escaped(tip)}</title>{bodies[cell]}</g>"
        )
    parts += map(_label, where.labels)
    return _framed(where, picture.caption, parts)


def _label(label: Label) -> str:
    x, y = map(_pixels, label.at)
    ground, ink = "", OUTSIDE
    if label.tag:
        width, ink = tag_width(label.text) * UNIT, INK
        ground = (
            f'<rect x="{number(x - width / 2)}" y="{number(y - 6.5)}" width="{number(width)}" '
            f'height="14" rx="4" fill="{OPEN}" fill-opacity="0.88"/>'
        )
    return (
        f'{ground}<text x="{number(x)}" y="{number(y + 4)}" text-anchor="{label.anchor}" '
        f'font-size="{_SMALL}" fill="{ink}">{escaped(label.text)}</text>'
    )


def _framed(where: Geometry, caption: str, parts: list[str]) -> str:
    """Assemble the parts and the caption of a picture."""
    width = max(_pixels(where.width) + _EDGE, len(caption) * _SMALL * 0.55 + 2 * _EDGE)
    height = _pixels(where.height) + _EDGE + _CAPTION_LINE
    size = f"{floor(width) + 1} {floor(height) + 1}"
    across, down = size.split()
    title = escaped(caption)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{across}" height="{down}" '
            f'viewBox="0 0 {size}" role="img" font-family="{_FONT}" text-anchor="middle" '
            f'style="max-width:100%;height:auto">',
            f"<title>{title}</title>",
            *parts,
            f'<text x="{_EDGE}" y="{number(height - 5)}" text-anchor="start" '
            f'font-size="{_SMALL}" fill="{OUTSIDE}">{title}</text>',
            "</svg>",
        ]
    )


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'s' * (count != 1)}"


# -- background ---------------------------------------------------------------------------------


def _lines(where: Geometry) -> list[str]:
    """Draw the edges of a graph."""
    if not where.lines:
        return []
    data = "".join(
        path("M", *map(_pixels, where.middles[a]), "L", *map(_pixels, where.middles[b]))
        for a, b in where.lines
    )
    return [f'<path d="{data}" fill="none" stroke="{OUTSIDE}" stroke-width="1.5"/>']


def _panels(where: Geometry, bodies: list[str]) -> list[str]:
    """Draw the background of squares and, on a torus, the repeated cells beyond the edges.

    A dashed line separates repeated squares; hexagons have no straight edge.
    """
    parts = []
    if where.repeats:
        repeated = "".join(
            f'<g transform="translate({_place(at, where.outlines[cell])})">{bodies[cell]}</g>'
            for cell, at in where.repeats
        )
        parts.append(f'<g opacity="0.3">{repeated}</g>')
    for left, top, width, height in where.panels:
        at = (floor(_pixels(left) + 0.5), floor(_pixels(top) + 0.5))
        parts.append(
            f'<rect x="{at[0] - 1}" y="{at[1] - 1}" width="{number(width * UNIT + 1)}" '
            f'height="{number(height * UNIT + 1)}" fill="{OPEN_EDGE}"/>'
        )
        if where.repeats:
            parts.append(
                f'<rect x="{at[0] - 2}" y="{at[1] - 2}" width="{number(width * UNIT + 3)}" '
                f'height="{number(height * UNIT + 3)}" fill="none" stroke="{OUTSIDE}" '
                f'stroke-width="2" stroke-dasharray="6 4"/>'
            )
    return parts


# -- cells --------------------------------------------------------------------------------------


def _bodies(where: Geometry, looks: Sequence[Look]) -> list[str]:
    """Draw every cell around its middle; cells with equal outlines and looks share the drawing."""
    drawn: dict[tuple[Outline, Look], str] = {}
    bodies = []
    for outline, look in zip(where.outlines, looks, strict=True):
        if (outline, look) not in drawn:
            drawn[outline, look] = _body(outline, look)
        bodies.append(drawn[outline, look])
    return bodies


def _body(outline: Outline, look: Look) -> str:
    edge = TILE_EDGE if look.raised else OPEN_EDGE
    if outline.shape == "disc":
        edge = OUTSIDE
    elif outline.shape == "square" and not look.raised:
        edge = "none"  # the background is visible between the cells
    body = _shape(outline, look.raised, f'fill="{look.fill}" stroke="{edge}"')
    middle, size = outline.middle * UNIT, outline.room * UNIT
    if look.framed:
        frame = f'fill="none" stroke="{BEST}" stroke-width="2.5"'
        body += _shape(outline, True, frame, inset=1.25)
    if look.mark in ("flag", "wrong"):
        body += flag(0, middle, 0.92 * size)
    if look.mark == "wrong":
        body += cross(0, middle, size, look.ink)
    if look.mark == "mine":
        body += mine(0, middle, size, look.ink)
    if look.mark == "dot":
        body += dot(0, middle, size, look.ink)
    if look.text:
        body += _text(look, middle + (0.1 * size if look.corner else 0.0), size)
    return body + _corner(look, middle, size)


def _text(look: Look, middle: float, size: float) -> str:
    length = len(look.text)
    if look.large:
        height = size * (1.0 if length < 3 else 2.4 / length)
    else:
        height = size * 0.64 * (1.0 if length < 3 else 0.92)
    ink = look.fill if look.mark == "mine" else look.ink
    return (
        f'<text y="{number(middle + 0.36 * height)}" font-size="{number(height)}" '
        f'font-weight="{700 if look.large else 600}" fill="{ink}">{escaped(look.text)}</text>'
    )


def _corner(look: Look, middle: float, size: float) -> str:
    small, x, y = 0.34 * size, 0.5 * size, middle - 0.48 * size
    if look.corner == "safe":
        return tick(x, y, small, SAFE)
    if look.corner == "mine":
        return mine(x, y, 1.2 * small, MINED)
    return flag(x, y, 1.5 * small) if look.corner == "flag" else ""


def _shape(outline: Outline, raised: bool, style: str, inset: float = 0.0) -> str:
    """Draw the outline of a cell; a tile is slightly smaller than an open cell."""
    if outline.shape == "disc":
        return f'<circle r="{number(0.5 * UNIT - 0.5 - inset)}" {style}/>'
    if outline.shape == "square":
        # On integer pixels, with a line of one pixel between cells.
        start, side, round_by = -UNIT / 2 + 0.5 + inset, UNIT - 2 - 2 * inset, 3
        if not raised:
            start, side, round_by = -UNIT / 2, UNIT - 1, 0
        return (
            f'<rect x="{number(start)}" y="{number(start)}" width="{number(side)}" '
            f'height="{number(side)}" rx="{round_by}" {style}/>'
        )
    ground = ""
    if raised and not inset:
        ground = f'<path d="{_rounded(_inner(outline, 0), 0)}" fill="{OPEN_EDGE}"/>'
    gap = (1.0 if raised else 0.0) + inset
    return ground + f'<path d="{_rounded(_inner(outline, gap), _ROUND * UNIT * raised)}" {style}/>'


def _inner(outline: Outline, gap: float) -> list[Point]:
    """Return the corners in pixels after every side has moved inwards by ``gap`` pixels."""
    corners = [(x * UNIT, y * UNIT) for x, y in outline.corners]
    middle = outline.middle * UNIT
    (ax, ay), (bx, by) = corners[0], corners[1]
    side = hypot((ax + bx) / 2, (ay + by) / 2 - middle)  # distance of a side from the middle
    shrink = 1 - gap / side
    return [(x * shrink, middle + (y - middle) * shrink) for x, y in corners]


def _rounded(corners: list[Point], radius: float) -> str:
    """Return the path data of a polygon with rounded corners."""
    data = ""
    for index, corner in enumerate(corners):
        before = _towards(corner, corners[index - 1], radius)
        after = _towards(corner, corners[(index + 1) % len(corners)], radius)
        data += path("L" if data else "M", *before, "Q", *corner, *after)
    return data + "z"


def _towards(start: Point, end: Point, length: float) -> Point:
    share = length / hypot(end[0] - start[0], end[1] - start[1])
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


# -- lengths ------------------------------------------------------------------------------------


def _pixels(length: float) -> float:
    return length * UNIT + _EDGE


def _place(at: Point, outline: Outline) -> str:
    x, y = _pixels(at[0]), _pixels(at[1])
    if outline.shape == "square":
        x, y = floor(x + 0.5), floor(y + 0.5)
    return f"{number(x)} {number(y)}"
