"""The kinds of boards: one descriptor each, which everything else reads.

To add a kind is to add a line to ``KINDS``: its name is then known to specs, texts, pictures,
symmetries and the page.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from sapper.boards.lattices import AxisRule, Rule, Shape, StepRule, fitting
from sapper.errors import BoardError

MAX_CELLS = 20_000_000
MAX_ENTRIES = 400_000_000
MAX_DIMENSIONS = 32

DEFAULT_KIND = "grid"
"""The kind of a spec that names none."""

GRAPH_KIND = "graph"
"""The kind of a board made from edges; no spec can hold it."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What everything else has to know of a kind of board."""

    rule: Rule
    """Who is whose neighbour."""

    tiling: str = "squares"
    """How it is drawn: ``squares``, ``hexagons`` (odd rows shifted right by half a cell) or
    ``triangles`` (pointing up where row and column are even together)."""

    preset: str | None = None
    """A board of this kind to try, if it has no famous one."""

    preset_name: str | None = None
    """What people call that board."""

    @property
    def flat(self) -> bool:
        """Whether its shape is that of its text: rows of equal length."""
        return self.rule.dimensions == 2

    @property
    def wraps(self) -> bool:
        """Whether opposite edges meet, so that every translation is a symmetry."""
        return self.rule.wraps

    @property
    def symmetric(self) -> bool:
        """Whether every reflection and every exchange of equally long axes is a symmetry."""
        return self.rule.symmetric


def _strip(row_step: int, first: int, last: int) -> tuple[tuple[int, int], ...]:
    return tuple((row_step, step) for step in range(first, last + 1) if (row_step, step) != (0, 0))


KINDS: dict[str, Kind] = {
    "grid": Kind(AxisRule(dimensions=2, reach=1, wraps=False)),
    "torus": Kind(AxisRule(dimensions=2, reach=1, wraps=True), preset="12x16/30"),
    "hex": Kind(
        StepRule(
            patterns=(
                _strip(-1, -1, 0) + _strip(0, -1, 1) + _strip(1, -1, 0),
                _strip(-1, 0, 1) + _strip(0, -1, 1) + _strip(1, 0, 1),
            ),
            phase=(1, 0),
        ),
        "hexagons",
        preset="14x16/36",
        preset_name="hexagons",
    ),
    # A triangle that points up meets three others at its apex and five along its base.
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
"""Every kind of board that a spec can name, by that name."""

FLAT_KINDS = tuple(name for name, kind in KINDS.items() if kind.flat)
"""The kinds of board whose shape is that of their text."""


def check_shape(kind: str, shape: Shape) -> None:
    """Raise BoardError unless a board of this kind and shape can be built; costs nothing.

    >>> check_shape("grid", (16, 30))
    >>> check_shape("grid", (999999999, 999999999))
    Traceback (most recent call last):
    sapper.errors.BoardError: 999999999x999999999 has more than 20000000 cells; 4472x4472 would fit
    """
    if kind not in KINDS:
        raise BoardError(f"unknown kind of board {kind!r}: known are {', '.join(KINDS)}")
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
    if prod(shape) > MAX_CELLS:
        fits = shape_text(fitting(shape, MAX_CELLS))
        raise BoardError(f"{text} has more than {MAX_CELLS} cells; {fits} would fit")
    if rule.entries(shape) > MAX_ENTRIES:
        raise BoardError(
            f"{kind} {text} has {rule.entries(shape)} neighbour entries, over {MAX_ENTRIES}"
        )


def shape_text(shape: Shape) -> str:
    """Write the shape as specs do; numbers too long to read are cut.

    >>> shape_text((16, 30))
    '16x30'
    """
    return "x".join(str(length) if abs(length) < 10**18 else "(huge)" for length in shape)


def spec_text(kind: str, shape: Shape) -> str:
    """Write the shortest spec of a board.

    >>> spec_text("grid", (16, 30)), spec_text("hex", (10, 12))
    ('16x30', 'hex:10x12')
    """
    prefix = "" if kind == DEFAULT_KIND else f"{kind}:"
    return prefix + shape_text(shape)
