"""The kinds of boards: one descriptor each, from the table in ``core/board/kinds.cpp``."""

from __future__ import annotations

from dataclasses import dataclass, field

from sapper import _core
from sapper.errors import BoardError

Shape = tuple[int, ...]
"""The length of each dimension."""

MAX_CELLS = _core.MAX_CELLS
"""The most cells of a board."""

MAX_ENTRIES = _core.MAX_ENTRIES
"""The most entries in the neighbour lists of a board."""

MAX_DIMENSIONS = _core.MAX_DIMENSIONS
"""The most dimensions of a board."""

DEFAULT_KIND = "grid"
"""The kind of a spec without a kind."""

GRAPH_KIND = "graph"
"""The kind of a board made from edges; such a board has no spec."""

_HUGE = 10**18
"""Lengths of more than 18 digits are written as ``(huge)``."""


@dataclass(frozen=True, slots=True)
class Kind:
    """The descriptor of a kind of board."""

    core: _core.BoardKind = field(repr=False, compare=False)
    """The same in the core, with the rule that defines the neighbours of a cell."""

    name: str
    """Its name in specs."""

    dimensions: int | None
    """The number of axes; None for any number."""

    tiling: str
    """How it is drawn: ``squares``, ``hexagons`` (odd rows shifted right by half a cell) or
    ``triangles`` (those with an even row + column point up)."""

    wraps: bool
    """Whether opposite edges are joined, so that every translation is a symmetry."""

    symmetric: bool
    """Whether every reflection and every exchange of axes of equal length is a symmetry."""

    preset: str | None
    """The spec of an example with mines; None for the grid, which has named boards."""

    preset_name: str | None
    """The display name of the example; None for the name of the kind."""

    @classmethod
    def of(cls, core: _core.BoardKind) -> Kind:
        """Return the descriptor of a kind of the core."""
        return cls(
            core,
            core.name,
            core.dimensions or None,
            core.tiling,
            core.wraps,
            core.symmetric,
            core.preset,
            core.preset_name,
        )

    @property
    def flat(self) -> bool:
        """Whether every board has two dimensions."""
        return self.dimensions == 2


KINDS = {core.name: Kind.of(core) for core in _core.board_kinds()}
"""Every kind of board that a spec can name."""

NAMED = dict(_core.named_boards())
"""The named boards, with their mines."""

FLAT_KINDS = tuple(name for name, kind in KINDS.items() if kind.core.usually_flat)
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
    KINDS[kind].core.check(_bounded(shape))


def shape_text(shape: Shape) -> str:
    """Return a shape as in specs; numbers of more than 18 digits are written as ``(huge)``.

    >>> shape_text((16, 30))
    '16x30'
    """
    return _core.shape_text(_bounded(shape))


def spec_text(kind: str, shape: Shape) -> str:
    """Return the shortest spec of a board.

    >>> spec_text("grid", (16, 30)), spec_text("hex", (10, 12))
    ('16x30', 'hex:10x12')
    """
    return _core.spec_text(kind, _bounded(shape))


def fitting(shape: Shape, cells: int) -> Shape:
    """Shorten the longest sides of a shape until it has at most ``cells`` cells, at least one.

    >>> fitting((5000, 5000), 20_000_000), fitting((10, 90), 400)
    ((4472, 4472), (10, 40))
    """
    return tuple(_core.fitting_shape(shape, cells))


def _bounded(shape: Shape) -> Shape:
    """Return a shape whose lengths fit 64 bits; those beyond are written alike."""
    return tuple(max(-_HUGE, min(length, _HUGE)) for length in shape)
