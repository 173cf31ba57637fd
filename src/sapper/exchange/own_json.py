"""Sapper's JSON format: layouts, positions and replays on any board, without loss."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sapper.boards import Board, graph, parse_spec
from sapper.boards.kinds import GRAPH_KIND
from sapper.errors import NotationError, SapperError
from sapper.exchange.format import Format
from sapper.layouts import Layout
from sapper.positions import MineTotals, Position
from sapper.positions.states import MAX_PER_CELL
from sapper.positions.totals import parse_mines
from sapper.positions.writing import clue_symbols
from sapper.replays import Replay, make_click

if TYPE_CHECKING:
    from collections.abc import Callable

    from sapper.boards import Spec
    from sapper.exchange.content import Content
    from sapper.exchange.format import Thing

_LONGEST_DENSITY = 400


def _read(content: Content) -> Thing:
    try:
        found = json.loads(content.text)
    except json.JSONDecodeError as error:
        raise NotationError(error.msg, error.lineno, error.colno) from None
    except (ValueError, RecursionError) as error:
        raise NotationError(f"this JSON cannot be read: {error}") from None
    readers: dict[str, Callable[[Any], Thing]] = {
        "layout": _layout,
        "position": _position,
        "replay": _replay,
    }
    kind = _field(found, "type", str)
    if kind not in readers:
        raise NotationError(f"the type is {' or '.join(readers)}, not {kind[:40]!r}")
    try:
        return readers[kind](found)
    except NotationError:
        raise
    except SapperError as error:
        raise NotationError(str(error)) from None


def _field(found: Any, name: str, kind: type) -> Any:
    if not isinstance(found, dict):
        raise NotationError(f"an object is expected, not {type(found).__name__}")
    if name not in found:
        raise NotationError(f"there is no {name!r}")
    value = found[name]
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise NotationError(f"{name!r} is a {kind.__name__}, not {type(value).__name__}")
    return value


def _board(found: Any, cells: int) -> Board | Spec:
    """Return the board, or its spec; raise NotationError unless it has the number of cells."""
    spec = _field(found, "board", str)
    if not spec.startswith(f"{GRAPH_KIND}:"):
        board = parse_spec(spec)
        if board.size != cells:
            raise NotationError(f"{cells} cells are given, but {spec[:40]} has {board.size}")
        return board
    if spec != f"{GRAPH_KIND}:{cells}":
        raise NotationError(f"{cells} cells are given, but the board is {spec[:40]}")
    edges = _field(found, "edges", list)
    for edge in edges:
        inside = isinstance(edge, list) and len(edge) == 2 and all(type(at) is int for at in edge)
        if not inside or not all(0 <= at < cells for at in edge):
            raise NotationError(f"an edge is two of the {cells} cells, not {str(edge)[:40]}")
    return graph([tuple(edge) for edge in edges], nodes=range(cells))


def _layout(found: Any) -> Layout:
    mines = _field(found, "mines", list)
    if not all(type(count) is int for count in mines):
        raise NotationError("'mines' are whole numbers, one per cell")
    return Layout(_board(found, len(mines)), mines)


def _position(found: Any) -> Position:
    clues = _field(found, "clues", list)
    limit = _field(found, "max_per_cell", int) if "max_per_cell" in found else 1
    if not 1 <= limit <= MAX_PER_CELL:
        raise NotationError(f"'max_per_cell' is 1 to {MAX_PER_CELL}, not {limit}")
    mines = _mines(found.get("mines"))
    density = _density(found.get("density"))
    flags = _field(found, "flags", list) if "flags" in found else []
    board = _board(found, len(clues))
    return Position(
        board, clues, mines, density=density, max_per_cell=limit, flags=map(_cell, flags)
    )


def _mines(value: Any) -> int | MineTotals | None:
    """Return the number of mines, or the prior over an unknown one from its text."""
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    if isinstance(value, str):
        return parse_mines(value)
    raise NotationError(
        f"'mines' is a number, a range such as 8-12 or a distribution, not {str(value)[:40]}"
    )


def _density(value: Any) -> Fraction | float | None:
    if value is None or isinstance(value, float):
        return value
    # Without exponents, because a short text like 1e999999999 can exceed the memory.
    plain = isinstance(value, str) and len(value) <= _LONGEST_DENSITY and "e" not in value.lower()
    try:
        return Fraction(value if plain else "")
    except (ValueError, ZeroDivisionError):
        raise NotationError(f"'density' is a number or a fraction, not {str(value)[:40]}") from None


def _cell(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _replay(found: Any) -> Replay:
    layout = _layout(_field(found, "layout", dict))
    clicks = tuple(_click(click, layout) for click in _field(found, "clicks", list))
    names = [None if found.get(key) is None else _field(found, key, str) for key in _NAMES]
    return Replay(layout, clicks, *names)


_NAMES = ("player", "program")


def _click(found: Any, layout: Layout) -> Any:
    time = found.get("time") if isinstance(found, dict) else None
    if not isinstance(time, (int, float)) or isinstance(time, bool) or abs(time) > 1e12:
        raise NotationError(f"a click has a time in seconds, not {str(time)[:40]}")
    cell = _cell(found.get("cell"))
    return make_click(layout, time, _field(found, "kind", str), cell)


def _write(thing: Thing) -> bytes:
    value = _position_dict(thing) if isinstance(thing, Position) else thing.to_dict()
    return f"{json.dumps(value, allow_nan=False)}\n".encode()


def _position_dict(position: Position) -> dict[str, Any]:
    board = position.board
    density = position.density
    return {
        "type": "position",
        "board": board.form,
        **({"edges": board.edges()} if board.kind == GRAPH_KIND else {}),
        "mines": position.mines if position.totals is None else str(position.totals),
        "density": str(density) if isinstance(density, Fraction) else density,
        "max_per_cell": position.max_per_cell,
        "clues": clue_symbols(position),
        "flags": position.flags,
    }


JSON = Format(
    name="json",
    endings=(".json",),
    holds=("layout", "position", "replay"),
    about="Sapper's JSON, any board",
    detect=lambda content: content.is_text and content.text.lstrip().startswith("{"),
    reader=_read,
    writer=_write,
)
