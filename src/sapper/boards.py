"""Boards: which cells there are and which of them are neighbours.

A board is an undirected graph held as compressed neighbour lists; nothing above this file knows
more about a board than its lists, except how to name a cell by its coordinates. Builders make the
regular kinds, ``graph`` takes any edges, and ``board`` reads a spec.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import permutations, product
from math import prod
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import numpy.typing as npt

from sapper.errors import BoardError
from sapper.lattices import MAX_CELLS, Offsets, Targets, check_shape, neighbor_lists
from sapper.specs import GRAPH_KIND, Spec, parse_spec, spec_text

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    import networkx as nx

    from sapper._core import Graph

NEIGHBORHOODS = {"king": "grid", "rook": "rook", "knight": "knight", "reach2": "reach2"}
"""The neighbourhoods a grid can have, with the kind of board each one makes."""

_CACHED_SIZE = 10_000

Permutation = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Board:
    """An immutable board; make one with a builder or ``sapper.board``.

    >>> b = grid(16, 30)
    >>> b.size, b.neighbors(0), b.coordinates(31), b.cell((1, 1)), b.spec
    (480, [1, 30, 31], (1, 1), 31, '16x30')
    """

    kind: str
    """grid, torus, hex, tri, box, rook, knight, reach2 or graph."""

    shape: tuple[int, ...]
    """The length of each dimension; ``(n,)`` for a graph of n nodes."""

    offsets: Offsets
    """Where each cell's neighbours start in ``targets``; one entry more than there are cells."""

    targets: Targets
    """The neighbours of all cells, one cell after the other, each cell's in increasing order."""

    labels: tuple[Hashable, ...] | None = None
    """For a graph the node that each cell stands for, otherwise None."""

    _graph: Graph | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.offsets.flags.writeable = False
        self.targets.flags.writeable = False

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.offsets) - 1

    @property
    def spec(self) -> str:
        """The spec that builds this board; a graph has only ``graph:N``, which builds nothing."""
        return spec_text(self.kind, self.shape)

    @property
    def max_degree(self) -> int:
        """The largest number of neighbours of a cell."""
        return int(np.diff(self.offsets).max())

    @property
    def graph(self) -> Graph:
        """The same board in the compiled core, made on first use."""
        if self._graph is None:
            from sapper._core import Graph

            made = Graph(self.offsets, self.targets, self._address())
            object.__setattr__(self, "_graph", made)
        assert self._graph is not None
        return self._graph

    def _address(self) -> int:
        """The identity of the board as a word, by which its games are addressed, for ever.

        A lattice is its spec; a graph is its edges, whatever the nodes are called.
        """
        from hashlib import blake2b

        known = blake2b(self.spec.encode(), digest_size=8)
        if self.kind == GRAPH_KIND:
            known.update(self.offsets.astype("<i8").tobytes())
            known.update(self.targets.astype("<i4").tobytes())
        return int.from_bytes(known.digest(), "little")

    def neighbors(self, cell: int | Sequence[int]) -> list[int]:
        """Return the neighbours of a cell, in increasing order."""
        index = self.cell(cell)
        found: list[int] = self.targets[self.offsets[index] : self.offsets[index + 1]].tolist()
        return found

    def degree(self, cell: int | Sequence[int]) -> int:
        """Count the neighbours of a cell."""
        index = self.cell(cell)
        return int(self.offsets[index + 1] - self.offsets[index])

    def edges(self) -> list[tuple[int, int]]:
        """List every pair of neighbours once, the smaller cell first, in increasing order."""
        sources = np.repeat(np.arange(self.size, dtype=np.int32), np.diff(self.offsets))
        once = sources < self.targets
        return list(zip(sources[once].tolist(), self.targets[once].tolist(), strict=True))

    def coordinates(self, cell: int | Sequence[int]) -> tuple[int, ...]:
        """Return the coordinates of a cell, from 0; ``(row, column)`` on a flat board."""
        rest = self.cell(cell)
        reversed_axes = []
        for length in reversed(self.shape):
            rest, along = divmod(rest, length)
            reversed_axes.append(along)
        return tuple(reversed(reversed_axes))

    def cell(self, where: int | Sequence[int]) -> int:
        """Return the index of a cell given by index or coordinates; BoardError if off the board.

        >>> grid(3, 4).cell((2, 3))
        11
        """
        where = _to_python(where)
        if isinstance(where, (int, np.integer)) and not isinstance(where, bool):
            if not 0 <= where < self.size:
                raise BoardError(
                    f"cell {where} is not on {self.spec}, whose last is {self.size - 1}"
                )
            return int(where)
        if not isinstance(where, (tuple, list)) or not all(map(_is_int, where)):
            raise BoardError(f"a cell is an index or a tuple of coordinates, not {where!r}")
        if len(where) != len(self.shape):
            raise BoardError(
                f"cell {_plain(where)} has {len(where)} coordinates, {self.spec} {len(self.shape)}"
            )
        index = 0
        for along, length in zip(where, self.shape, strict=True):
            if not 0 <= along < length:
                raise BoardError(f"cell {_plain(where)} is not on {self.spec}")
            index = index * length + int(along)
        return index

    def node_of(self, cell: int | Sequence[int]) -> Hashable | None:
        """Return the graph node a cell stands for; None on a board not made from a graph."""
        index = self.cell(cell)
        return None if self.labels is None else self.labels[index]

    def to_networkx(self) -> nx.Graph[Any]:
        """Return the board as a networkx graph, on its original nodes or else on its cells."""
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
        return (
            self.kind == other.kind
            and self.shape == other.shape
            and np.array_equal(self.offsets, other.offsets)
            and np.array_equal(self.targets, other.targets)
        )

    def __hash__(self) -> int:
        edges = self.targets.tobytes() if self.kind == GRAPH_KIND else b""
        return hash((self.kind, self.shape, edges))

    def __repr__(self) -> str:
        return f"Board({self.spec!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        if self.kind == GRAPH_KIND:
            return Board, (self.kind, self.shape, self.offsets, self.targets, self.labels)
        return lattice, (self.kind, self.shape)


def board(spec: str | Spec | Board) -> Board:
    """Build the board of a spec; the mines of the spec, if any, play no part.

    >>> board("16x30/99") == grid(16, 30)
    True
    """
    if isinstance(spec, Board):
        return spec
    return spec.board() if isinstance(spec, Spec) else parse_spec(spec).board()


def grid(rows: int, cols: int, neighborhood: str = "king") -> Board:
    """Build a flat grid; neighbourhoods are king (8), rook (4), knight (8) and reach2 (24).

    >>> grid(3, 3).neighbors(4), grid(3, 3, "rook").neighbors(4)
    ([0, 1, 2, 3, 5, 6, 7, 8], [1, 3, 5, 7])
    """
    if neighborhood not in NEIGHBORHOODS:
        raise BoardError(
            f"unknown neighborhood {neighborhood!r}: known are {', '.join(NEIGHBORHOODS)}"
        )
    return lattice(NEIGHBORHOODS[neighborhood], (rows, cols))


def torus(rows: int, cols: int) -> Board:
    """Build a grid whose opposite edges meet; 8 neighbours, fewer where they would coincide.

    >>> torus(3, 4).degree(0), torus(2, 2).neighbors(0)
    (8, [1, 2, 3])
    """
    return lattice("torus", (rows, cols))


def hexagonal(rows: int, cols: int) -> Board:
    """Build hexagons in rows, the odd rows shifted right by half a cell; 6 neighbours.

    >>> hexagonal(3, 3).neighbors((1, 1))
    [1, 2, 3, 5, 7, 8]
    """
    return lattice("hex", (rows, cols))


def triangular(rows: int, cols: int) -> Board:
    """Build triangles in rows, pointing up where row + column is even; 12 share a corner.

    >>> triangular(3, 5).neighbors((1, 2))
    [0, 1, 2, 3, 4, 5, 6, 8, 9, 11, 12, 13]
    """
    return lattice("tri", (rows, cols))


def box(*dims: int) -> Board:
    """Build a box of any number of dimensions; 3^d - 1 neighbours inside.

    >>> box(3, 3, 3).degree((1, 1, 1)), box(5).neighbors(2)
    (26, [1, 3])
    """
    return lattice("box", dims)


def lattice(kind: str, shape: tuple[int, ...]) -> Board:
    """Build a regular board by the name its kind has in specs.

    >>> lattice("torus", (9, 12)) == torus(9, 12)
    True
    """
    if not all(map(_is_int, shape)):
        raise BoardError(f"dimensions are integers, not {shape!r}")
    shape = tuple(map(int, shape))
    check_shape(kind, shape)
    return _small_lattice(kind, shape) if prod(shape) <= _CACHED_SIZE else _lattice(kind, shape)


def _lattice(kind: str, shape: tuple[int, ...]) -> Board:
    return Board(kind, shape, *neighbor_lists(kind, shape))


@lru_cache(maxsize=64)
def _small_lattice(kind: str, shape: tuple[int, ...]) -> Board:
    return _lattice(kind, shape)


def graph(
    edges: Iterable[Sequence[Hashable]] | nx.Graph[Any],
    nodes: Iterable[Hashable] | None = None,
) -> Board:
    """Build any undirected graph from edges or networkx; ``nodes`` adds those without an edge.

    Integer nodes become cells in numeric order, so that nodes 0..n-1 keep their numbers; other
    nodes become cells in the order in which they are met, those of ``nodes`` first.

    >>> star = graph([("hub", "a"), ("hub", "b")], nodes=["alone"])
    >>> star.labels, star.neighbors(1)
    (('alone', 'hub', 'a', 'b'), [2, 3])
    """
    own, pairs = _read_edges(edges)
    try:
        extra = [] if nodes is None else list(_to_python(nodes))
        met = dict.fromkeys([*extra, *own, *(node for pair in pairs for node in pair)])
    except TypeError as error:
        raise BoardError(f"nodes must be an iterable of hashable values: {error}") from None
    if not met:
        raise BoardError("a graph needs at least one node")
    if len(met) > MAX_CELLS:
        raise BoardError(f"a graph of {len(met)} nodes, over {MAX_CELLS}")
    labels: tuple[Hashable, ...] = tuple(met)
    if all(map(_is_int, met)):
        labels = tuple(sorted(int(node) for node in cast("Iterable[int]", met)))
    index = {node: cell for cell, node in enumerate(labels)}
    ends = np.array([(index[a], index[b]) for a, b in pairs], dtype=np.int32).reshape(-1, 2)
    return Board(GRAPH_KIND, (len(labels),), *_join(ends, labels), labels)


def symmetries(board: Board) -> Iterator[Permutation]:
    """Yield permutations that keep neighbours neighbours, each once, the identity first.

    Cell i goes to ``permutation[i]``. Reflections and exchanges of equally long axes; on a torus
    every translation as well. Hex and tri boards give those of them that hold; a graph gives the
    identity alone, whatever symmetry it may have.

    >>> len(list(symmetries(grid(3, 4)))), len(list(symmetries(grid(4, 4))))
    (4, 8)
    """
    cells = np.arange(board.size, dtype=np.int64)
    if board.kind == GRAPH_KIND:
        yield cells
        return
    verify = board.kind in ("hex", "tri")
    moves = [_axis_moves(length, board.kind == "torus") for length in board.shape]
    for axes in _axis_exchanges(board.shape):
        for chosen in product(*moves):
            moved = cells.reshape(board.shape)[np.ix_(*chosen)].transpose(axes)
            permutation = np.ascontiguousarray(moved).reshape(-1)
            if not verify or _keeps_neighbors(board, permutation):
                yield permutation


def _axis_moves(length: int, wraps: bool) -> list[Permutation]:
    """List the distinct ways to move an axis onto itself."""
    straight = np.arange(length, dtype=np.int64)
    if not wraps:
        return [straight, straight[::-1]][: min(length, 2)]
    turns = [np.roll(straight, -shift) for shift in range(length)]
    return turns + [turn[::-1] for turn in turns] if length > 2 else turns


def _axis_exchanges(shape: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the ways to exchange axes of equal length; axes of length 1 stay where they are."""
    alike = [
        [axis for axis, length in enumerate(shape) if length == common]
        for common in sorted(set(shape) - {1})
    ]
    for exchanged in product(*map(permutations, alike)):
        axes = list(range(len(shape)))
        for places, takers in zip(alike, exchanged, strict=True):
            for place, taker in zip(places, takers, strict=True):
                axes[place] = taker
        yield tuple(axes)


def _keeps_neighbors(board: Board, permutation: Permutation) -> bool:
    sources = np.repeat(np.arange(board.size, dtype=np.int64), np.diff(board.offsets))
    before = sources * board.size + board.targets
    after = permutation[sources] * board.size + permutation[board.targets]
    return np.array_equal(before, np.sort(after))


def _read_edges(edges: Any) -> tuple[list[Any], list[tuple[Any, Any]]]:
    """Read the nodes, where they are told apart from the edges, and the edges."""
    if hasattr(edges, "is_directed") and hasattr(edges, "edges"):
        if edges.is_directed():
            raise BoardError(f"a board is an undirected graph, not {edges}")
        return list(edges.nodes), [(edge[0], edge[1]) for edge in edges.edges]
    try:
        source = iter(_to_python(edges))
    except TypeError:
        raise BoardError(f"edges are an iterable of pairs of nodes, not {edges!r}") from None
    pairs: list[tuple[Any, Any]] = []
    for edge in source:
        if isinstance(edge, str) or not hasattr(edge, "__len__") or len(edge) != 2:
            raise BoardError(f"an edge is a pair of nodes, not {edge!r}")
        first, second = edge
        pairs.append((first, second))
    return [], pairs


def _join(ends: Targets, labels: tuple[Hashable, ...]) -> tuple[Offsets, Targets]:
    """Make the compressed neighbour lists of an edge list."""
    loops = np.flatnonzero(ends[:, 0] == ends[:, 1])
    if loops.size:
        raise BoardError(f"node {labels[ends[loops[0], 0]]!r} is joined to itself")
    sources = np.concatenate([ends[:, 0], ends[:, 1]])
    targets = np.concatenate([ends[:, 1], ends[:, 0]])
    order = np.lexsort((targets, sources))
    sources, targets = sources[order], targets[order]
    twice = np.flatnonzero((sources[1:] == sources[:-1]) & (targets[1:] == targets[:-1]))
    if twice.size:
        a, b = labels[sources[twice[0]]], labels[targets[twice[0]]]
        raise BoardError(f"nodes {a!r} and {b!r} are joined twice")
    offsets = np.zeros(len(labels) + 1, dtype=np.int64)
    np.cumsum(np.bincount(sources, minlength=len(labels)), out=offsets[1:])
    return offsets, targets


def _to_python(values: Any) -> Any:
    return values.tolist() if isinstance(values, np.ndarray) else values


def _is_int(value: object) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def _plain(where: Sequence[int]) -> tuple[int, ...]:
    return tuple(int(along) for along in where)
