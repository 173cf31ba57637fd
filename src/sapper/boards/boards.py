"""Boards: undirected graphs of cells.

All other modules see a board as a graph with the descriptor of its kind (``kinds``). The compressed
neighbour lists (CSR) are built on first use, because the core needs only a few rows of offsets for
a regular board. This module also defines the names and the coordinates of cells.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Any, TypeAlias
from weakref import WeakValueDictionary

import numpy as np
import numpy.typing as npt

from sapper import _core
from sapper.boards.footprint import check_lists, check_memory
from sapper.boards.kinds import GRAPH_KIND, KINDS, Kind, check_shape, spec_text
from sapper.errors import BoardError
from sapper.formatting import without_surrogates

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    import networkx as nx

ADDRESS_DIGITS = 16
"""The number of hexadecimal digits of the address of a board."""

_CACHED_SIZE = 10_000

_LIVE_GRAPHS: WeakValueDictionary[int, Board] = WeakValueDictionary()

Offsets = npt.NDArray[np.int64]
Targets = npt.NDArray[np.int32]
Permutation = npt.NDArray[np.int64]

Cell: TypeAlias = "int | Sequence[int] | Hashable"
"""A cell as an argument: its index, its coordinates, or its node on a board made from a graph."""


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False, repr=False)
class Board:
    """An immutable board; made by ``sapper.board``, ``sapper.graph`` and the other builders.

    Cells are numbered from 0 to ``size - 1``, row by row. Methods accept a cell as an index, a
    sequence of coordinates or, on a board made from a graph, a node that is not an integer; they
    raise BoardError if it is not on the board.

    >>> b = lattice("grid", (16, 30))
    >>> b.size, b.neighbors(0), b.coordinates(31), b.cell((1, 1)), b.spec
    (480, [1, 30, 31], (1, 1), 31, '16x30')
    """

    kind: str
    """The name of its kind: a key of ``KINDS``, or ``graph``."""

    shape: tuple[int, ...]
    """The length of each dimension; ``(n,)`` for a graph of n nodes."""

    labels: tuple[Hashable, ...] | None = None
    """The node of each cell if the board was made from a graph, otherwise None."""

    _lists: tuple[Offsets, Targets] | None = None
    _own_spec: str | None = None
    _address: str | None = field(default=None, init=False)
    _graph: _core.Graph | None = field(default=None, init=False)
    _names: _core.CellNames | None = field(default=None, init=False)
    _nodes: dict[Hashable, int] | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        if self._lists is not None:
            _freeze(self._lists)
        if self.kind == GRAPH_KIND:
            _LIVE_GRAPHS[id(self)] = self

    @property
    def size(self) -> int:
        """The number of cells."""
        return prod(self.shape)

    @property
    def offsets(self) -> Offsets:
        """The start of each cell's neighbours in ``targets``; ``size + 1`` entries, read-only.

        Both arrays are built on first use.
        """
        return self._all_neighbors()[0]

    @property
    def targets(self) -> Targets:
        """The neighbours of all cells, cell by cell, each cell's in increasing order; read-only.

        Both arrays are built on first use.
        """
        return self._all_neighbors()[1]

    def _all_neighbors(self) -> tuple[Offsets, Targets]:
        if self._lists is None:
            check_lists(self.kind, self.shape)
            made = KINDS[self.kind].core.lists(self.shape)
            _freeze(made)
            object.__setattr__(self, "_lists", made)
        assert self._lists is not None
        return self._lists

    @property
    def spec(self) -> str:
        """The spec of this board without mines, from which ``sapper.board`` returns it.

        It is the shortest spec of a lattice, ``graph:ADDRESS`` or ``graph:NAME@ADDRESS`` for a
        graph, and for a board of a registered kind the spec from which it was built. The spec of a
        graph is valid in a process in which the graph exists.
        """
        if self._own_spec is not None:
            return self._own_spec
        if self.kind == GRAPH_KIND:
            return f"{GRAPH_KIND}:{self.address}"
        return self.form

    @property
    def form(self) -> str:
        """The kind and shape: the shortest spec of a lattice; ``graph:n`` for n nodes."""
        return spec_text(self.kind, self.shape)

    @property
    def title(self) -> str:
        """Its spec for people: a graph without a name is ``graph:n``, as in messages."""
        return self.form if self._own_spec is None else self._own_spec

    @property
    def address(self) -> str:
        """The content address: 16 hexadecimal digits; boards with equal addresses are equal.

        It is the start of a SHA-256 hash: of kind and shape for a lattice, which takes constant
        time, and of the neighbour lists for a graph. Names of the board and of its nodes have no
        effect. It is the same on every machine and in every version.

        >>> lattice("grid", (16, 30)).address
        'd39a7ee03ab5a434'
        """
        if self._address is None:
            from hashlib import sha256

            content = sha256(self.form.encode())
            if self.kind == GRAPH_KIND:
                content.update(self.offsets.astype("<i8", copy=False).data)
                content.update(self.targets.astype("<i4", copy=False).data)
            object.__setattr__(self, "_address", content.hexdigest()[:ADDRESS_DIGITS])
        assert self._address is not None
        return self._address

    def named(self, spec: str) -> Board:
        """Return the same board with a spec of its own; for registered kinds and named graphs."""
        return Board(self.kind, self.shape, self.labels, self._lists, spec)

    @property
    def described(self) -> Kind | None:
        """The descriptor of its kind; None for a graph."""
        return KINDS.get(self.kind)

    @property
    def tiling(self) -> str:
        """How it is drawn: ``squares``, ``hexagons``, ``triangles`` or ``graph``."""
        return GRAPH_KIND if self.described is None else self.described.tiling

    @property
    def middle(self) -> int:
        """The middle cell; the one after the middle along axes of even length.

        >>> lattice("grid", (3, 3)).middle, lattice("grid", (4, 4)).middle
        (4, 10)
        """
        return self.cell([length // 2 for length in self.shape])

    @property
    def max_degree(self) -> int:
        """The largest number of neighbours of a cell."""
        return int(np.diff(self.offsets).max())

    @property
    def graph(self) -> _core.Graph:
        """The same board in the compiled core, built on first use."""
        if self._graph is None:
            object.__setattr__(self, "_graph", self._make_graph())
        assert self._graph is not None
        return self._graph

    def _make_graph(self) -> _core.Graph:
        described = self.described
        if described is not None:
            return described.core.graph(self.shape)
        # The address is part of that of every game; names have no effect on it.
        address = _core.graph_address(self.form, self.offsets, self.targets)
        return _core.Graph(self.offsets, self.targets, address)

    def neighbors(self, cell: Cell) -> list[int]:
        """Return the neighbours of a cell, in increasing order."""
        return self.graph.neighbors(self.cell(cell))

    def degree(self, cell: Cell) -> int:
        """Return the number of neighbours of a cell."""
        return len(self.neighbors(cell))

    def edges(self) -> list[tuple[int, int]]:
        """Return every pair of neighbours once, the smaller cell first, in increasing order."""
        sources = np.repeat(np.arange(self.size, dtype=np.int32), np.diff(self.offsets))
        once = sources < self.targets
        return list(zip(sources[once].tolist(), self.targets[once].tolist(), strict=True))

    def name(self, cell: Cell) -> str:
        """Return the name of a cell in texts: its coordinates, or on a graph its node.

        >>> lattice("grid", (3, 4)).name(5), lattice("box", (9,)).name(5)
        ('(1, 1)', '5')
        """
        index = self.cell(cell)
        if self.labels is not None:
            return str(self.labels[index])
        return _core.cell_name(self.shape, index)

    @property
    def names(self) -> _core.CellNames:
        """The names of all cells in the compiled core, built on first use."""
        if self._names is None:
            object.__setattr__(self, "_names", self._make_names())
        assert self._names is not None
        return self._names

    def _make_names(self) -> _core.CellNames:
        if self.labels is None:
            return _core.CellNames(list(self.shape))
        return _core.CellNames.of_nodes([without_surrogates(str(label)) for label in self.labels])

    def coordinates(self, cell: Cell) -> tuple[int, ...]:
        """Return the coordinates of a cell, from 0; ``(row, column)`` on a flat board.

        On a graph the only coordinate is the index. JSON output uses coordinates.
        """
        rest = self.cell(cell)
        reversed_axes = []
        for length in reversed(self.shape):
            rest, along = divmod(rest, length)
            reversed_axes.append(along)
        return tuple(reversed(reversed_axes))

    def cell(self, where: Cell) -> int:
        """Return the index of a cell that is given by index, by coordinates, or by its node.

        An integer is always an index, also on a graph whose nodes are other integers: ``cell_of``
        finds those. Raises BoardError if the cell is not on the board.

        >>> lattice("grid", (3, 4)).cell((2, 3))
        11
        >>> import sapper
        >>> sapper.graph([("hub", "a"), ("hub", "b")]).cell("b")
        2
        """
        given: Any = to_python(where)
        if isinstance(given, (int, np.integer)) and not isinstance(given, bool):
            if not 0 <= given < self.size:
                raise BoardError(
                    f"cell {given} is not on {self.title}, whose last cell is {self.size - 1}"
                    + self._hint_for_integer(int(given))
                )
            return int(given)
        are_coordinates = isinstance(given, (tuple, list)) and all(map(is_int, given))
        if self.labels is not None and not (are_coordinates and len(given) == 1):
            return self.cell_of(tuple(given) if isinstance(given, list) else given)
        if not are_coordinates:
            raise BoardError(f"a cell is an index or a tuple of coordinates, not {given!r}")
        if len(given) != len(self.shape):
            raise BoardError(
                f"cell {_plain(given)} has {len(given)} coordinates, but {self.title} has "
                f"{len(self.shape)}"
            )
        index = 0
        for along, length in zip(given, self.shape, strict=True):
            if not 0 <= along < length:
                raise BoardError(f"cell {_plain(given)} is not on {self.title}")
            index = index * length + int(along)
        return index

    def cell_of(self, node: Hashable) -> int:
        """Return the cell of a graph node, which may be an integer; the inverse of ``node_of``.

        Raises BoardError if the board has no such node, or was not made from a graph.

        >>> import sapper
        >>> sapper.graph([(10, 20), (20, 30)]).cell_of(30)
        2
        """
        if self.labels is None:
            raise BoardError(f"{self.title} was not made from a graph: it has no node {node!r}")
        if self._nodes is None:
            nodes = {label: cell for cell, label in enumerate(self.labels)}
            object.__setattr__(self, "_nodes", nodes)
        assert self._nodes is not None
        try:
            found = self._nodes.get(node)
        except TypeError:  # not hashable
            found = None
        if found is None:
            raise BoardError(f"{self.title} has no node {node!r:.60}")
        return found

    def _hint_for_integer(self, number: int) -> str:
        """Return a hint for an integer that is no cell but a node."""
        if self.labels is None or number not in self.labels:
            return ""
        return f"; node {number} is cell {self.cell_of(number)}: use board.cell_of({number})"

    def node_of(self, cell: Cell) -> Hashable | None:
        """Return the graph node of a cell; None if the board was not made from a graph."""
        index = self.cell(cell)
        return None if self.labels is None else self.labels[index]

    def shaped(self, values: npt.ArrayLike) -> Any:
        """Return values of cells in the shape of the board, for reading by coordinates.

        ``values`` has one entry per cell, or arrays of them: its last dimension is the number of
        cells. On a lattice the result is an array with that dimension replaced by the shape of the
        board, such as rows and columns; it is a view if possible. On a graph it is a dict from node
        to value, or from index to value on a graph without nodes. Raises BoardError if the last
        dimension is not the number of cells.

        >>> lattice("grid", (2, 3)).shaped([0, 1, 2, 3, 4, 5]).tolist()
        [[0, 1, 2], [3, 4, 5]]
        >>> import sapper
        >>> sapper.graph([("hub", "a"), ("hub", "b")]).shaped([7, 8, 9])
        {'hub': 7, 'a': 8, 'b': 9}
        """
        given = np.asarray(values)
        if given.ndim == 0 or given.shape[-1] != self.size:
            raise BoardError(
                f"values of shape {given.shape} for the {self.size} cells of {self.title}"
            )
        if self.kind != GRAPH_KIND:
            return given.reshape(*given.shape[:-1], *self.shape)
        nodes = range(self.size) if self.labels is None else self.labels
        by_cell = np.moveaxis(given, -1, 0)
        entries = by_cell.tolist() if by_cell.ndim == 1 else by_cell
        return dict(zip(nodes, entries, strict=True))

    def to_networkx(self) -> nx.Graph[Any]:
        """Return the board as a networkx graph on its original nodes, or on its cell indices."""
        import networkx as nx

        nodes: Sequence[Hashable] = range(self.size) if self.labels is None else self.labels
        result: nx.Graph[Any] = nx.Graph()
        result.add_nodes_from(nodes)
        result.add_edges_from((nodes[a], nodes[b]) for a, b in self.edges())
        return result

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Board):
            return NotImplemented
        if self.kind != other.kind or self.shape != other.shape:
            return False
        return self.kind != GRAPH_KIND or (
            np.array_equal(self.offsets, other.offsets)
            and np.array_equal(self.targets, other.targets)
        )

    def __hash__(self) -> int:
        edges = self.targets.tobytes() if self.kind == GRAPH_KIND else b""
        return hash((self.kind, self.shape, edges))

    def __repr__(self) -> str:
        return f"Board({self.spec!r})"

    def _repr_svg_(self) -> str | None:
        """Return an SVG for a notebook; None if the board is too large to draw."""
        from sapper.boards.drawing import board_svg

        return board_svg(self)

    def __reduce__(self) -> tuple[Any, ...]:
        if self.kind == GRAPH_KIND:
            lists = (self.offsets, self.targets)
            return Board, (self.kind, self.shape, self.labels, lists, self._own_spec)
        if self._own_spec is not None:
            return Board, (self.kind, self.shape, None, None, self._own_spec)
        return lattice, (self.kind, self.shape)


def lattice(kind: str, shape: tuple[int, ...]) -> Board:
    """Build a regular board of a kind of ``KINDS``.

    Raises BoardError if the kind is unknown, the shape is invalid or too large, or the board does
    not fit into free memory.

    >>> lattice("torus", (9, 12)).spec
    'torus:9x12'
    """
    if not all(map(is_int, shape)):
        raise BoardError(f"dimensions are integers, not {shape!r}")
    shape = tuple(map(int, shape))
    check_shape(kind, shape)
    check_memory(kind, shape)
    return small_lattice(kind, shape) if prod(shape) <= _CACHED_SIZE else Board(kind, shape)


@lru_cache(maxsize=64)
def small_lattice(kind: str, shape: tuple[int, ...]) -> Board:
    """Build a regular board with valid arguments; the last 64 are cached."""
    return Board(kind, shape)


def live_graphs() -> list[Board]:
    """Return the graphs that exist in this process."""
    return list(_LIVE_GRAPHS.values())


def to_python(values: Any) -> Any:
    """Return an array as nested lists of Python numbers, and any other value unchanged."""
    return values.tolist() if isinstance(values, np.ndarray) else values


def is_int(value: object) -> bool:
    """Return whether a value is a Python or numpy integer and not a bool."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def _freeze(lists: tuple[Offsets, Targets]) -> None:
    for array in lists:
        array.flags.writeable = False


def _plain(where: Sequence[int]) -> tuple[int, ...]:
    return tuple(int(along) for along in where)
