"""``sapper one-mine``: perfect play of the one-mine game on a graph (Golan 2014)."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sapper.cli import options
from sapper.cli.failures import InputError
from sapper.cli.streams import read_input, write_json

if TYPE_CHECKING:
    from sapper.boards import Board

EXAMPLES = """\b
Examples:
  printf '0 1\\n1 2\\n2 3\\n3 0\\n0 4\\n1 4\\n' | sapper one-mine -
  echo '{"edges": [["a", "b"], ["b", "c"]], "nodes": ["d"]}' | sapper one-mine - --json
  sapper one-mine --board hex:8x8
"""

_LARGEST = 1 << 28
_MOST_NODES = 10_000_000
_NODE_COUNTS = ("n", "cells")
"""Names in JSON for a number of nodes, which are then the integers from 0."""

_LONGEST_INTEGER = 18


def one_mine(
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE",
            help="File with a graph, or - for standard input: two nodes on a line are an edge, "
            "one is a node, and # starts a comment; or JSON with lists of edges and nodes.",
        ),
    ] = None,
    board: Annotated[
        str | None,
        typer.Option(
            "--board", metavar="SPEC", help="Instead of FILE: a board without mines, such as 8x8."
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Solve the one-mine game on a graph exactly.

    One mine is at each node with equal probability, and no click is guaranteed to be safe (Golan
    2014). Prints the win probability of perfect play and the best first guesses; with --json all
    guess components.
    """
    from sapper.perfect import one_mine as solve

    if (file is None) == (board is None):
        raise InputError("give either a FILE with a graph or --board SPEC")
    result = solve(_read_board(board)) if board is not None else solve(*_read_graph(str(file)))
    if as_json:
        write_json(result.to_dict())
    else:
        typer.echo(result.summary())


def _read_board(text: str) -> "Board":
    from sapper.boards import board
    from sapper.boards.specs import own_mines, read_board

    if own_mines(read_board(text)) is not None:
        raise InputError(f"the game has one mine: give the board without mines, not {text!r}")
    return board(text)


def _read_graph(file: str) -> tuple[list[tuple[Any, ...]], list[Any]]:
    """Return the edges and the further nodes of a graph in a file."""
    name = "standard input" if file == "-" else file
    data = read_input(file, _LARGEST)
    if len(data) > _LARGEST:
        raise InputError(f"{name} is larger than {_LARGEST >> 20} MB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{name} is not text in UTF-8") from None
    if text.lstrip()[:1] in ("{", "["):
        return _read_json(text, name)
    return _read_lines(text, name)


def _read_lines(text: str, name: str) -> tuple[list[tuple[Any, ...]], list[Any]]:
    edges: list[tuple[Any, ...]] = []
    nodes: list[Any] = []
    for number, line in enumerate(text.splitlines(), 1):
        found = [_node(word) for word in line.partition("#")[0].replace(",", " ").split()]
        if len(found) > 2:
            raise InputError(
                f"{name}: line {number} is two nodes for an edge or one node, not {line[:40]!r}"
            )
        if len(found) == 1:
            nodes += found
        elif found:
            edges.append(tuple(found))
    return edges, nodes


def _node(word: str) -> int | str:
    """Return a node as an integer if it is written like one.

    >>> _node("12"), _node("007"), _node("a")
    (12, '007', 'a')
    """
    plain = word.isascii() and word.isdecimal() and len(word) <= _LONGEST_INTEGER
    return int(word) if plain and str(int(word)) == word else word


def _read_json(text: str, name: str) -> tuple[list[tuple[Any, ...]], list[Any]]:
    import json

    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{name} is not valid JSON: {error}") from None
    if isinstance(found, list):
        found = {"edges": found}
    edges = found.get("edges")
    if not isinstance(edges, list):
        raise InputError(f"{name} has no list of edges")
    nodes = found.get("nodes", [])
    for key in _NODE_COUNTS:
        count = found.get(key, 0)
        if type(count) is not int or not 0 <= count <= _MOST_NODES:
            raise InputError(
                f"{name}: {key!r} is a number of nodes up to {_MOST_NODES:,}, not {str(count)[:40]}"
            )
        nodes = [*range(count), *nodes] if isinstance(nodes, list) else nodes
    if not isinstance(nodes, list):
        raise InputError(f"{name}: 'nodes' is a list of nodes, not {str(nodes)[:40]}")
    for edge in edges:
        if not isinstance(edge, list) or len(edge) != 2:
            raise InputError(f"{name}: an edge is a pair of nodes, not {str(edge)[:40]}")
    for node in (*nodes, *(node for edge in edges for node in edge)):
        if type(node) not in (int, str):
            raise InputError(f"{name}: a node is an integer or a text, not {str(node)[:40]}")
    return [tuple(edge) for edge in edges], list(dict.fromkeys(nodes))
