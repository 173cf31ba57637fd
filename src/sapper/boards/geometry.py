"""Where the cells of a board lie in the plane, and what shape they have.

Lengths are in cells: a square has side 1. The layers of a box stand side by side, a board whose
edges meet has its opposite edge once more beyond each edge, and a graph is discs and lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, prod, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.boards.boards import Board

Point = tuple[float, float]

MAX_CELLS = 2_500
"""Boards of more cells are too large to take in."""

MAX_NODES = 150
"""The same for graphs, whose lines soon hide each other."""

MAX_LENGTH = 120
"""A picture is at most so many cells wide and high."""

_HEXAGON = 1.08
"""The width of a hexagon that has about the area of a square of side 1."""

_TRIANGLE = 1.75
"""The side of a triangle that has room for a number."""

_GAP = 0.8
_CAPTION = 0.8
_BELOW = 0.66
"""From the middle of a node to its name."""

_ASPECT = 2.5
"""How wide the layers of a box may stand for their height."""


@dataclass(frozen=True, slots=True)
class Outline:
    """The shape of a cell around its middle."""

    shape: str
    """``square``, ``disc`` or ``polygon``."""

    corners: tuple[Point, ...]
    """Its corners; those of a disc are not asked for."""

    middle: float = 0.0
    """How far below the middle of its height its text stands."""

    room: float = 0.62
    """The height of a line of text that fits."""


@dataclass(frozen=True, slots=True)
class Label:
    """A text beside the cells."""

    at: Point
    """Where it is."""

    text: str
    """What it says."""

    anchor: str = "middle"
    """Which end of it is there: ``start``, ``middle`` or ``end``."""

    tag: bool = False
    """Whether it stands among lines, on a ground of its own."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """A board in the plane."""

    width: float
    """The width of it all."""

    height: float
    """The height of it all."""

    middles: list[Point]
    """By cell: where its middle is."""

    outlines: list[Outline]
    """By cell: its shape."""

    labels: list[Label]
    """Numbers of rows and columns, names of layers and nodes."""

    panels: list[tuple[float, float, float, float]]
    """Left, top, width and height of each block of squares."""

    repeats: list[tuple[int, Point]]
    """Cells that are shown once more beyond the edge, and where."""

    lines: list[tuple[int, int]]
    """Pairs of cells that a line joins."""


SQUARE = Outline("square", ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)))
DISC = Outline("disc", (), room=0.58)


def geometry(board: Board) -> Geometry | None:
    """Return where the cells lie; None where the board is too large to take in.

    >>> from sapper.boards import grid
    >>> found = geometry(grid(2, 3))
    >>> found.width, found.height, found.middles[4], geometry(grid(99, 99))
    (3.5, 2.6, (2.0, 2.1), None)
    """
    kind = board.described
    if board.size > (MAX_CELLS if kind is not None else MAX_NODES):
        return None
    if kind is None:
        found = _graph(board)
    elif len(board.shape) != 2:
        found = _layers(board)
    elif kind.tiling == "hexagons":
        found = _hexagons(board)
    elif kind.tiling == "triangles":
        found = _triangles(board)
    else:
        found = _squares(board, kind.wraps)
    return found if max(found.width, found.height) <= MAX_LENGTH else None


# -- flat boards --------------------------------------------------------------------------------


def _ruled(
    size: Point,
    middles: list[Point],
    outlines: list[Outline],
    columns: list[float],
    rows: list[float],
) -> Geometry:
    """Add the numbers of rows and columns to cells, which move to make room for them."""
    left, top = _margin(len(rows)), 0.6
    labels = [Label((left + at, top - 0.3), str(index)) for index, at in enumerate(columns)]
    labels += [Label((left - 0.22, top + at), str(index), "end") for index, at in enumerate(rows)]
    width, height = size
    moved = [(left + x, top + y) for x, y in middles]
    return Geometry(left + width, top + height, moved, outlines, labels, [], [], [])


def _margin(rows: int) -> float:
    return 0.25 + 0.25 * len(str(rows - 1)) if rows > 0 else 0.0


def _squares(board: Board, wraps: bool) -> Geometry:
    rows, columns = board.shape
    ring = 1 if wraps else 0
    made = _ruled(
        (columns + 2 * ring, rows + 2 * ring),
        [(c + ring + 0.5, r + ring + 0.5) for r in range(rows) for c in range(columns)],
        [SQUARE] * board.size,
        [c + ring + 0.5 for c in range(columns)],
        [r + ring + 0.5 for r in range(rows)],
    )
    left, top = made.middles[0][0] - 0.5, made.middles[0][1] - 0.5
    made.panels.append((left, top, columns, rows))
    if wraps:
        made.repeats.extend(
            (r % rows * columns + c % columns, (left + c + 0.5, top + r + 0.5))
            for r in range(-1, rows + 1)
            for c in range(-1, columns + 1)
            if not (0 <= r < rows and 0 <= c < columns)
        )
    return made


def _hexagons(board: Board) -> Geometry:
    rows, columns = board.shape
    side = _HEXAGON / sqrt(3)
    half, pitch = _HEXAGON / 2, 1.5 * side
    outline = Outline(
        "polygon",
        (
            (0, -side),
            (half, -side / 2),
            (half, side / 2),
            (0, side),
            (-half, side / 2),
            (-half, -side / 2),
        ),
        room=0.6,
    )
    return _ruled(
        (_HEXAGON * columns + (half if rows > 1 else 0), 2 * side + pitch * (rows - 1)),
        [
            (_HEXAGON * (c + 0.5) + half * (r % 2), side + pitch * r)
            for r in range(rows)
            for c in range(columns)
        ],
        [outline] * board.size,
        [_HEXAGON * (c + 0.5) for c in range(columns)],
        [side + pitch * r for r in range(rows)],
    )


def _triangles(board: Board) -> Geometry:
    rows, columns = board.shape
    half, height = _TRIANGLE / 2, _TRIANGLE * sqrt(3) / 2
    up = Outline(
        "polygon", ((0, -height / 2), (half, height / 2), (-half, height / 2)), height / 6, 0.56
    )
    down = Outline(
        "polygon", ((0, height / 2), (-half, -height / 2), (half, -height / 2)), -height / 6, 0.56
    )
    return _ruled(
        (half * (columns + 1), height * rows),
        [(half * (c + 1), height * (r + 0.5)) for r in range(rows) for c in range(columns)],
        [(up, down)[(r + c) % 2] for r in range(rows) for c in range(columns)],
        [half * (c + 1) for c in range(columns)],
        [height * (r + 0.5) for r in range(rows)],
    )


# -- boxes --------------------------------------------------------------------------------------


def _layers(board: Board) -> Geometry:
    """The last two dimensions are rows and columns, all before them number the layers.

    With four dimensions or more a row of layers is one run of the third-last.
    """
    rows, columns = board.shape[-2:] if len(board.shape) > 1 else (1, board.shape[0])
    leading = board.shape[:-2]
    if not leading:
        return _line(columns)
    layers = prod(leading)
    abreast = leading[-1] if len(leading) > 1 else _abreast(layers, rows, columns)
    across, down = columns + _GAP, rows + _CAPTION + _GAP / 2
    corners = [
        (layer % abreast * across, layer // abreast * down + _CAPTION) for layer in range(layers)
    ]
    names = [board.coordinates(layer * rows * columns)[:-2] for layer in range(layers)]
    return Geometry(
        abreast * across - _GAP,
        ceil(layers / abreast) * down - _GAP / 2,
        [
            (left + c + 0.5, top + r + 0.5)
            for left, top in corners
            for r in range(rows)
            for c in range(columns)
        ],
        [SQUARE] * board.size,
        [
            Label((left, top - 0.35), "layer " + ", ".join(map(str, name)), "start")
            for (left, top), name in zip(corners, names, strict=True)
        ],
        [(left, top, columns, rows) for left, top in corners],
        [],
        [],
    )


def _line(length: int) -> Geometry:
    middles = [(at + 0.5, 0.5) for at in range(length)]
    made = _ruled((length, 1), middles, [SQUARE] * length, [at + 0.5 for at in range(length)], [])
    made.panels.append((0, made.middles[0][1] - 0.5, length, 1))
    return made


def _abreast(layers: int, rows: int, columns: int) -> int:
    return min(layers, ceil(sqrt(layers * _ASPECT * rows / columns)))


# -- graphs -------------------------------------------------------------------------------------


def _graph(board: Board) -> Geometry:
    from sapper.boards.graph_places import graph_places

    names = [_shortened(board.name(cell)) for cell in range(board.size)]
    places, (width, height) = graph_places(board, [tag_width(name) / 2 for name in names])
    labels = [
        Label((x, y + _BELOW), name, tag=True) for (x, y), name in zip(places, names, strict=True)
    ]
    return Geometry(width, height, places, [DISC] * board.size, labels, [], [], board.edges())


def tag_width(name: str) -> float:
    """Return about how wide the tag with the name of a node is."""
    return 0.25 * len(name) + 0.2


def _shortened(name: str, longest: int = 12) -> str:
    return name if len(name) <= longest else name[: longest - 1] + "…"
