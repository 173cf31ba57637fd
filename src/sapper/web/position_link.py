"""Links to positions in the Analyse room of the page.

The format is that of ``position_link.js`` and ``address_codes.js`` of the page. The cells are a
sequence of symbols: ``-`` is covered, ``f`` is flagged, ``u`` is open but unread, ``o`` is out of
view, a digit or ``(12)`` is a clue. A suffix
``*5.`` means five copies of the symbol before it.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, quote

from sapper.boards.kinds import GRAPH_KIND
from sapper.errors import PositionError
from sapper.positions import COVERED, FLAGGED, OUTSIDE, UNREAD, Position
from sapper.positions.totals import parse_mines

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_CELLS = 20_000
"""Cells of the largest board that the page opens."""

SHORTEST_RUN = 4
"""Length of the shortest run that is written with a repetition."""

_ROOM = "#/analyse?"
_LETTERS = {COVERED: "-", FLAGGED: "f", UNREAD: "u", OUTSIDE: "o"}
_STATES = {letter: state for state, letter in _LETTERS.items()}
_SYMBOL = re.compile(r"([-fuo]|[0-9]|\([0-9]{1,9}\))(?:\*([0-9]{1,9})\.)?")
_WHOLE = re.compile(r"-?[0-9]{1,9}")
_DENSITY = re.compile(r"[0-9]{1,20}(\.[0-9]{1,40})?(e-?[0-9]{1,3})?|[0-9]{1,20}/[1-9][0-9]{0,19}")


def position_link(position: Position) -> str:
    r"""Return the link, without the address of the page: ``#/analyse?...``.

    >>> import sapper
    >>> position_link(sapper.parse("1###\n####", mines=2))
    '#/analyse?board=2x4&mines=2&cells=1-*7.'
    """
    board = position.board
    if board.spec.startswith(f"{GRAPH_KIND}:"):
        raise PositionError("links are for boards that a spec describes, not for graphs")
    if board.size > MOST_CELLS:
        raise PositionError(
            f"the page opens boards of up to {MOST_CELLS:,} cells, not of {board.size:,}"
        )
    params = [("board", board.spec)]
    if position.density is not None:
        params.append(("density", str(float(position.density))))
    else:
        params.append(("mines", str(position.mine_count)))
    if position.max_per_cell != 1:
        params.append(("max", str(position.max_per_cell)))
    params.append(("cells", "".join(_runs(position.states.tolist()))))
    return _ROOM + "&".join(f"{name}={quote(value, safe=_UNESCAPED)}" for name, value in params)


_UNESCAPED = "-_.!~*'():/,;"
"""Characters that the page does not escape."""


def read_position_link(link: str) -> Position:
    r"""Return the position of a link, with or without the address of the page.

    >>> print(read_position_link("http://127.0.0.1:8000/#/analyse?board=2x4&mines=2&cells=1-*7."))
    1###
    ####
    """
    _, room, query = link.partition(_ROOM)
    params = dict(parse_qsl(query))
    if not room or not {"board", "cells"} <= params.keys():
        raise PositionError(f"not a link to a position: {link[:60]!r}")
    clues: list[int | None] = []
    flags: list[int] = []
    for symbol, run in _SYMBOL.findall(params["cells"]):
        times = int(run or 1)
        if len(clues) + times > MOST_CELLS:
            raise PositionError(f"a link with more than {MOST_CELLS:,} cells: {link[:60]!r}")
        if symbol == "f":
            flags += range(len(clues), len(clues) + times)
        state = _STATES[symbol] if symbol in _STATES else int(symbol.strip("()"))
        clues += [None if symbol in "-f" else state] * times
    most_known = _WHOLE.fullmatch(params.get("max", "1"))
    if not most_known or not _DENSITY.fullmatch(params.get("density", "1")):
        raise PositionError(f"a link with a number that is none: {link[:60]!r}")
    try:
        mines = parse_mines(params["mines"]) if "mines" in params else None
    except PositionError as error:
        raise PositionError(f"a link with wrong mines: {error}") from None
    density = Fraction(params["density"]) if "density" in params else None
    most = int(params.get("max", "1"))
    return Position(params["board"], clues, mines, density=density, max_per_cell=most, flags=flags)


def _runs(states: list[int]) -> Iterator[str]:
    for state, group in groupby(states):
        symbol = _LETTERS.get(state) or (str(state) if state < 10 else f"({state})")
        run = len(list(group))
        yield symbol * run if run < SHORTEST_RUN else f"{symbol}*{run}."
