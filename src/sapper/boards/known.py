"""The boards of this process that no rule can rebuild from their spec, by spec.

Graphs are known as long as they exist. Boards of registered kinds that came with a store or from
another process are known by the spec under which they were used there. Whatever is used in the
laboratory, which refers to boards by their specs, is kept until the process ends.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sapper.boards.boards import ADDRESS_DIGITS, live_graphs
from sapper.boards.kinds import GRAPH_KIND
from sapper.errors import BoardError, SpecError

if TYPE_CHECKING:
    from sapper.boards.boards import Board

_KEPT: dict[str, Board] = {}
_LONGEST_NAME = 40
_MOST_SHOWN = 80
_NAME = re.compile("[a-z][a-z0-9_-]*")
_ADDRESS = re.compile(f"[0-9a-f]{{{ADDRESS_DIGITS}}}")
_GRAPH = re.compile(f"{GRAPH_KIND}:({_ADDRESS.pattern}|{_NAME.pattern}(@{_ADDRESS.pattern})?)")


def is_name(name: object) -> bool:
    """Return whether this is a valid name of a graph or of a kind of board.

    >>> is_name("hextorus"), is_name("HexTorus"), is_name("hex torus"), is_name("7")
    (True, False, False, False)
    """
    return isinstance(name, str) and len(name) <= _LONGEST_NAME and bool(_NAME.fullmatch(name))


NAME_RULE = (
    f"a name is a word of at most {_LONGEST_NAME} lower-case letters, digits, '-' and '_' that "
    "starts with a letter"
)
"""The rule for names, as error messages state it."""


def graph_spec(name: str, address: str) -> str:
    """Return the spec of a named graph; raise BoardError if the name is invalid."""
    if not is_name(name) or _ADDRESS.fullmatch(name):
        raise BoardError(f"a graph cannot have the name {name!r}: {NAME_RULE}")
    return f"{GRAPH_KIND}:{name}@{address}"


def keep(board: Board) -> None:
    """Make a board known by its spec until the process ends.

    Raises BoardError if another board is known by this spec.
    """
    other = _KEPT.setdefault(board.spec, board)
    if other is not board and other.address != board.address:
        raise BoardError(
            f"another board {board.spec!r}, of {other.size} cells and address {other.address}, is "
            f"in use in this process, not that of {board.size} cells and address {board.address}: "
            "give one of them another name"
        )


def kept(spec: str) -> Board | None:
    """Return the board that is kept under a spec; None if there is none."""
    return _KEPT.get(spec)


def known_graph(spec: str) -> Board:
    """Return a graph by its spec or by ``graph:NAME``; raise SpecError if it is not known.

    >>> from sapper.boards import graph
    >>> path = graph([(0, 1), (1, 2)])
    >>> known_graph(path.spec) == path
    True
    """
    if spec in _KEPT:
        return _KEPT[spec]
    alike: dict[str, Board] = {}
    for board in (*_KEPT.values(), *live_graphs()) if _GRAPH.fullmatch(spec) else ():
        if board.spec == spec:
            return board
        if board.spec.startswith(f"{spec}@"):
            alike[board.spec] = board
    if len(alike) > 1:
        raise SpecError(f"several graphs have the name in {spec!r}: write {' or '.join(alike)}")
    for board in alike.values():
        return board
    shown = spec if len(spec) <= _MOST_SHOWN else f"{spec[:_MOST_SHOWN]}..."
    raise SpecError(
        f"no graph {shown!r} is known here: build it with sapper.graph in this process, or use the "
        "store that holds it; a spec cannot contain the edges of a graph"
    )
