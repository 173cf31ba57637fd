"""The kinds of boards: one descriptor each.

An entry in ``KINDS`` is all that a new kind needs: specs, texts, pictures, symmetries and the page
read its descriptor.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from sapper.boards.lattices import AxisRule, Rule, Shape, StepRule, fitting
from sapper.errors import BoardError

MAX_CELLS = 20_000_000
"""The most cells of a board."""

MAX_ENTRIES = 400_000_000
"""The most entries in the neighbour lists of a board."""

MAX_DIMENSIONS = 32
"""The most dimensions of a board."""

DEFAULT_KIND = "grid"
"""The kind of a spec without a kind."""

GRAPH_KIND = "graph"
"""The kind of a board made from edges; such a board has no spec."""


@dataclass(frozen=True, slots=True)
class Kind:
    """The descriptor of a kind of board."""

    rule: Rule
    """The rule that defines the neighbours of a cell."""

    tiling: str = "squares"
    """How it is drawn: ``squares``, ``hexagons`` (odd rows shifted right by half a cell) or
    ``triangles`` (those with an even row + column point up)."""

    preset: str | None = None
    """The spec of an example with mines; None for the grid, which has named boards."""

    preset_name: str | None = None
    """The display name of the example; None for the name of the kind."""

    @property
    def flat(self) -> bool:
        """Whether every board has two dimensions."""
        return self.rule.dimensions == 2

    @property
    def wraps(self) -> bool:
        """Whether opposite edges are joined, so that every translation is a symmetry."""
        return self.rule.wraps

    @property
    def symmetric(self) -> bool:
        """Whether every reflection and every exchange of axes of equal length is a symmetry."""
        return self.rule.symmetric


def _strip(row_step: int, first: int, last: int) -> tuple[tuple[int, int], ...]:
    return tuple((row_step, step) for step in range(first, last + 1) if (row_step, step) != (0, 0))


_HEXAGONS = (
    _strip(-1, -1, 0) + _strip(0, -1, 1) + _strip(1, -1, 0),
    _strip(-1, 0, 1) + _strip(0, -1, 1) + _strip(1, 0, 1),
)
"""The neighbours of a hexagon in an even row, and of one in an odd row."""

KINDS: dict[str, Kind] = {
    "grid": Kind(AxisRule(dimensions=2, reach=1, wraps=False)),
    "torus": Kind(AxisRule(dimensions=None, reach=1, wraps=True), preset="12x16/30"),
    "hex": Kind(
        StepRule(patterns=_HEXAGONS, phase=(1, 0)),
        "hexagons",
        preset="14x16/36",
        preset_name="hexagons",
    ),
    "hexwrap": Kind(
        StepRule(patterns=_HEXAGONS, phase=(1, 0), wraps=True),
        "hexagons",
        preset="12x14/34",
        preset_name="hexagonal torus",
    ),
    # A triangle that points up has 3 neighbours above its row, 4 in it and 5 below.
    "tri": Kind(
        StepRule(
            patterns=(
                _strip(-1, -1, 1) + _strip(0, -2, 2) + _strip(1, -2, 2),
                _strip(-1, -2, 2) + _strip(0, -2, 2) + _strip(1, -1, 1),
            ),
            phase=(1, 1),
        ),
        "triangles",
        preset="12x24/40",
        preset_name="triangles",
    ),
    "box": Kind(AxisRule(dimensions=None, reach=1, wraps=False), preset="5x6x6/20"),
    "rook": Kind(
        StepRule(patterns=(((-1, 0), (0, -1), (0, 1), (1, 0)),)),
        preset="12x16/40",
    ),
    "knight": Kind(
        StepRule(
            patterns=(((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)),)
        ),
        preset="10x12/16",
    ),
    "reach2": Kind(
        AxisRule(dimensions=2, reach=2, wraps=False), preset="12x16/18", preset_name="radius 2"
    ),
}
"""Every kind of board that a spec can name."""

NAMED = {
    "beginner8": "8x8/10",
    "beginner": "9x9/10",
    "intermediate": "16x16/40",
    "expert": "16x30/99",
    "master": "30x30/200",
}
"""The named boards, with their mines."""

FLAT_KINDS = tuple(
    name for name, kind in KINDS.items() if kind.preset is None or kind.preset.count("x") == 1
)
"""The kinds that are usually flat: their name alone describes a board of the shape of a text."""


def check_shape(kind: str, shape: Shape) -> None:
    """Raise BoardError unless a kind has boards of this shape within the limits; constant time.

    >>> check_shape("grid", (16, 30))
    >>> check_shape("grid", (999999999, 999999999))
    Traceback (most recent call last):
    sapper.errors.BoardError: 999999999x999999999 has more than 20000000 cells; 4472x4472 would fit
    """
    if kind not in KINDS:
        raise BoardError(f"unknown kind of board {kind!r}: the known ones are {', '.join(KINDS)}")
    rule = KINDS[kind].rule
    if not 1 <= len(shape) <= MAX_DIMENSIONS:
        raise BoardError(f"a board has 1 to {MAX_DIMENSIONS} dimensions, not {len(shape)}")
    text = shape_text(shape)
    if rule.dimensions is not None and len(shape) != rule.dimensions:
        raise BoardError(
            f"a {kind} board has {rule.dimensions} dimensions, but {text} has {len(shape)}"
        )
    if min(shape) < 1:
        raise BoardError(f"every dimension must be at least 1, not {min(shape)} as in {text}")
    fault = rule.fault(shape)
    if fault is not None:
        raise BoardError(f"there is no {kind} board of {text}: {fault}")
    if prod(shape) > MAX_CELLS:
        fits = shape_text(fitting(shape, MAX_CELLS))
        raise BoardError(f"{text} has more than {MAX_CELLS} cells; {fits} would fit")
    if rule.entries(shape) > MAX_ENTRIES:
        raise BoardError(
            f"{kind} {text} has {rule.entries(shape)} neighbour entries; at most {MAX_ENTRIES} are "
            "allowed"
        )


def shape_text(shape: Shape) -> str:
    """Return a shape as in specs; numbers of more than 18 digits are written as ``(huge)``.

    >>> shape_text((16, 30))
    '16x30'
    """
    return "x".join(str(length) if abs(length) < 10**18 else "(huge)" for length in shape)


def spec_text(kind: str, shape: Shape) -> str:
    """Return the shortest spec of a board.

    >>> spec_text("grid", (16, 30)), spec_text("hex", (10, 12))
    ('16x30', 'hex:10x12')
    """
    prefix = "" if kind == DEFAULT_KIND else f"{kind}:"
    return prefix + shape_text(shape)
