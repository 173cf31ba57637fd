"""Boards that other processes and files need: as objects for workers, as bytes for stores.

A spec of a built-in kind says all about its board. The boards of other specs, graphs and registered
kinds, are sent or stored next to the specs.
"""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper.boards.boards import Board, lattice
from sapper.boards.graphs import joined
from sapper.boards.kinds import GRAPH_KIND, KINDS, MAX_CELLS, MAX_ENTRIES
from sapper.boards.known import keep
from sapper.boards.registered import is_registered
from sapper.boards.specs import parse_spec
from sapper.errors import BoardError, SapperError

if TYPE_CHECKING:
    from collections.abc import Iterable

_MAGIC = b"sapper board 1\n"
_MOST_BYTES = 4 * MAX_ENTRIES + 100 * MAX_CELLS


def is_built_in(spec: str) -> bool:
    """Return whether a spec says all about its board: no graph and no registered kind.

    >>> is_built_in("16x30"), is_built_in("torus:4x4"), is_built_in("graph:ring")
    (True, True, False)
    """
    kind, colon, _ = spec.partition(":")
    return not colon or kind in KINDS


def carried(specs: Iterable[str]) -> dict[str, Board]:
    """Return the boards that another process needs to know these specs, by spec.

    >>> from sapper.boards import graph
    >>> path = graph([(0, 1), (1, 2)], name="path")
    >>> list(carried(["8x8", path.spec]).values()) == [path]
    True
    """
    return {
        spec: parse_spec(spec).board() for spec in dict.fromkeys(specs) if not is_built_in(spec)
    }


def adopt(boards: Iterable[Board]) -> None:
    """Make boards known by their specs until this process ends.

    The builder of a kind that is registered here takes precedence. Raises BoardError if another
    board is known by one of the specs.

    >>> from sapper.boards import board, graph
    >>> adopt([graph([(0, 1), (1, 2)], name="path")])
    >>> board("graph:path").size
    3
    """
    for board in boards:
        if not is_built_in(board.spec) and not is_registered(board.spec.partition(":")[0]):
            keep(board)


def board_bytes(board: Board) -> bytes:
    """Return a board with its neighbours as compressed bytes, for a file.

    Nodes of a graph are kept if they are numbers or texts, others as their text.

    >>> from sapper.boards import graph
    >>> path = graph([("a", "b"), ("b", "c")], name="path")
    >>> again = board_from_bytes(board_bytes(path))
    >>> again == path, again.spec == path.spec, again.labels
    (True, True, ('a', 'b', 'c'))
    """
    is_graph = board.kind == GRAPH_KIND
    labels = board.labels
    if labels is not None and labels == tuple(range(board.size)):
        labels = None
    head = {
        "spec": board.spec,
        "address": board.address,
        "kind": board.kind,
        "shape": board.shape,
        "labels": None if labels is None else [_plain(label) for label in labels],
    }
    edges = np.array(board.edges() if is_graph else [], dtype="<i4")
    text = json.dumps(head, separators=(",", ":")).encode()
    return _MAGIC + zlib.compress(text + b"\n" + edges.tobytes(), level=9)


def board_from_bytes(data: bytes) -> Board:
    """Return the board of ``board_bytes``; raise BoardError if the bytes are damaged."""
    try:
        board = _unpacked(data)
    except (ValueError, KeyError, TypeError, IndexError, zlib.error, SapperError) as error:
        raise BoardError(f"these bytes hold no board: {error}") from error
    return board


def _unpacked(data: bytes) -> Board:
    if not data.startswith(_MAGIC):
        raise ValueError("they do not start as a board does")
    unpacker = zlib.decompressobj()
    content = unpacker.decompress(data[len(_MAGIC) :], _MOST_BYTES)
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError("they are cut off or too large")
    text, _, rest = content.partition(b"\n")
    head = json.loads(text)
    spec, kind, shape = str(head["spec"]), head["kind"], tuple(head["shape"])
    if kind == GRAPH_KIND:
        board = _graph(shape, head["labels"], np.frombuffer(rest, dtype="<i4").reshape(-1, 2))
    else:
        board = lattice(kind, shape)
    if board.address != head["address"]:
        raise ValueError(f"the address of their board is {board.address}, not {head['address']}")
    return board.named(spec)


def _graph(shape: tuple[Any, ...], labels: list[Any] | None, edges: Any) -> Board:
    (size,) = shape
    if type(size) is not int or not 1 <= size <= MAX_CELLS:
        raise ValueError(f"{size!r} is no number of cells")
    nodes = tuple(range(size)) if labels is None else tuple(labels)
    if len(nodes) != size or not all(isinstance(node, (int, str)) for node in nodes):
        raise ValueError("they have wrong labels")
    if edges.size and not 0 <= edges.min() <= edges.max() < size:
        raise ValueError("an edge is outside of the board")
    return Board(GRAPH_KIND, (size,), nodes, joined(edges.astype(np.int32), nodes))


def _plain(label: object) -> int | str:
    if isinstance(label, bool) or not isinstance(label, (int, str)):
        return str(label)
    return label
