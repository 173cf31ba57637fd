"""The places and shapes of the cells of a board in the plane.

The unit of length is the side of a square cell. The layers of a box are placed side by side, a
torus repeats the opposite edge beyond each edge, and a graph is drawn as discs and lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, prod, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sapper.boards.boards import Board

Point = tuple[float, float]

MAX_CELLS = 2_500
"""The largest number of cells of a board that is drawn."""

MAX_NODES = 150
"""The largest number of nodes of a graph that is drawn."""

MAX_LENGTH = 120
"""The largest width and height of a picture."""

_HEXAGON = 1.08
"""The width of a hexagon, which has about the area of a square of side 1."""

_TRIANGLE = 1.75
"""The side of a triangle, which has room for a number."""

_GAP = 0.8
_CAPTION = 0.8
_BELOW = 0.66
"""The distance from the middle of a node to its name."""

_ASPECT = 2.5
"""The target ratio of width to height of the layers of a box."""


@dataclass(frozen=True, slots=True)
class Outline:
    """The shape of a cell around its middle."""

    shape: str
    """``square``, ``disc`` or ``polygon``."""

    corners: tuple[Point, ...]
    """Its corners, relative to the middle; empty for a disc."""

    middle: float = 0.0
    """The offset of its text downwards from the middle of its height."""

    room: float = 0.62
    """The height of a line of text that fits into the cell."""


@dataclass(frozen=True, slots=True)
class Label:
    """A text outside the cells."""

    at: Point
    """Its place: x and y from the upper left corner."""

    text: str
    """The text."""

    anchor: str = "middle"
    """The part of the text that is at the place: ``start``, ``middle`` or ``end``."""

    tag: bool = False
    """Whether it has its own background, because lines may be behind it."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """The geometry of a board in the plane."""

    width: float
    """The total width."""

    height: float
    """The total height."""

    middles: list[Point]
    """The middle of each cell."""

    outlines: list[Outline]
    """The shape of each cell."""

    labels: list[Label]
    """Numbers of rows and columns, and names of layers and nodes."""

    panels: list[tuple[float, float, float, float]]
    """Left, top, width and height of each block of squares."""

    repeats: list[tuple[int, Point]]
    """Cells that are repeated beyond an edge, and the places of their copies."""

    lines: list[tuple[int, int]]
    """Pairs of cells that are joined by a line."""


SQUARE = Outline("square", ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)))
DISC = Outline("disc", (), room=0.58)


def geometry(board: Board) -> Geometry | None:
    """Return the geometry of a board; None if the board is too large to draw.

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
        found = _hexagons(board, kind.wraps)
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
    """Add the numbers of rows and columns, and move the cells to make room for them."""
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
        made.repeats.extend(_copies(rows, columns, lambda r, c: (left + c + 0.5, top + r + 0.5)))
    return made


def _copies(
    rows: int, columns: int, place: Callable[[int, int], Point]
) -> Iterator[tuple[int, Point]]:
    """Yield the cells that are repeated around a flat board whose edges are joined."""
    for row in range(-1, rows + 1):
        for column in range(-1, columns + 1):
            if not (0 <= row < rows and 0 <= column < columns):
                yield row % rows * columns + column % columns, place(row, column)


def _hexagons(board: Board, wraps: bool) -> Geometry:
    rows, columns = board.shape
    ring = 1 if wraps else 0
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

    def place(row: int, column: int) -> Point:
        x = _HEXAGON * (column + ring + 0.5) + half * (row % 2)
        return x, side + pitch * (row + ring)

    made = _ruled(
        (
            _HEXAGON * (columns + 2 * ring) + (half if rows > 1 else 0),
            2 * side + pitch * (rows - 1 + 2 * ring),
        ),
        [place(r, c) for r in range(rows) for c in range(columns)],
        [outline] * board.size,
        [place(0, c)[0] for c in range(columns)],
        [place(r, 0)[1] for r in range(rows)],
    )
    if wraps:
        (x, y), (from_x, from_y) = made.middles[0], place(0, 0)
        made.repeats.extend(
            (cell, (at_x + x - from_x, at_y + y - from_y))
            for cell, (at_x, at_y) in _copies(rows, columns, place)
        )
    return made


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
    """Return the geometry of a box: its last two axes are rows and columns, the others layers.

    With four or more dimensions, a row of layers runs along the third axis from the end.
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
    """Return the approximate width of the label with the name of a node."""
    return 0.25 * len(name) + 0.2


def _shortened(name: str, longest: int = 12) -> str:
    return name if len(name) <= longest else name[: longest - 1] + "…"
