"""RAWVF: replays as text, to which the formats of many programs can be converted.

Lines ``Key: value``, then ``Board:`` with rows of ``*`` and ``0``, then ``Events:`` with lines
``SECONDS EVENT COLUMN ROW (X Y)``; columns and rows are counted from 1. Keys may be in any order,
missing or unknown. Events other than those of mouse buttons are ignored.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from sapper.boards.kinds import NAMED
from sapper.errors import NotationError
from sapper.exchange.format import Format, check_grid
from sapper.exchange.mine import grid_spec
from sapper.layouts import Layout
from sapper.replays import Replay
from sapper.replays.mouse import BUTTONS, Mouse

if TYPE_CHECKING:
    from sapper.exchange.content import Content

_EVENT = re.compile(
    r"\s*(?P<time>-?[0-9]{1,9}(\.[0-9]{1,9})?)\s+(?P<name>[a-z]{2})"
    r"(\s+(?P<column>-?[0-9]{1,9})\s+(?P<row>-?[0-9]{1,9}))?(\s*\(.*\))?\s*",
)
_EVENTS = re.compile(r"^events:[ \t]*$", re.IGNORECASE | re.MULTILINE)
_COUNTS = {"width": "columns", "height": "rows", "mines": "mines"}
_LONGEST_SIDE = 1_000_000
_PIXELS = 16


def _read(content: Content) -> Replay:
    lines = content.text.split("\n")
    board_line = _find(lines, "board:", 0)
    events_line = _find(lines, "events:", board_line + 1)
    facts = _read_facts(lines[:board_line])
    layout = _read_board(lines[board_line + 1 : events_line], board_line + 2)
    _check_counts(facts, layout)
    mouse = Mouse(layout)
    _play(lines[events_line + 1 :], mouse, layout)
    program = " ".join(facts[key] for key in ("program", "version") if facts.get(key))
    return Replay(layout, tuple(mouse.clicks), facts.get("player") or None, program or None)


def _find(lines: list[str], wanted: str, start: int) -> int:
    for number in range(start, len(lines)):
        if lines[number].strip().lower() == wanted:
            return number
    raise NotationError(f"not a rawvf replay: there is no line {wanted.capitalize()!r}")


def _read_facts(lines: list[str]) -> dict[str, str]:
    parts = (line.partition(":") for line in lines)
    return {key.strip().lower(): value.strip() for key, colon, value in parts if colon}


def _read_board(lines: list[str], first: int) -> Layout:
    rows: list[list[bool]] = []
    for number, line in enumerate(lines, start=first):
        cells = line.strip()
        wrong = next((cell for cell in cells if cell not in "*0"), None)
        if wrong is not None:
            raise NotationError(f"{wrong!r} is not * or 0", number, line.index(wrong) + 1)
        if cells and rows and len(cells) != len(rows[0]):
            raise NotationError(
                f"{len(cells)} cells, but the row before has {len(rows[0])}", number
            )
        if cells:
            rows.append([cell == "*" for cell in cells])
    if not rows:
        raise NotationError("there are no rows under Board:", first - 1)
    mines = np.array(rows)
    return Layout(grid_spec(len(rows), len(rows[0]), int(mines.sum())), mines)


def _check_counts(facts: dict[str, str], layout: Layout) -> None:
    """Raise NotationError if the header does not agree with the board."""
    rows, columns = layout.board.shape
    actual = {"rows": rows, "columns": columns, "mines": layout.mine_count}
    for key, count in _COUNTS.items():
        stated = facts.get(key, str(actual[count]))
        if not re.fullmatch("[0-9]{1,18}", stated) or int(stated) != actual[count]:
            raise NotationError(
                f"{key} is {stated[:40]!r} in the header, but the board has {actual[count]}"
            )


def _play(lines: list[str], mouse: Mouse, layout: Layout) -> None:
    rows, columns = layout.board.shape
    cell = None
    for line in lines:
        found = _EVENT.fullmatch(line)
        if found is None:
            continue
        if found["column"] is not None:
            column, row = int(found["column"]) - 1, int(found["row"]) - 1
            inside = 0 <= row < rows and 0 <= column < columns
            cell = row * columns + column if inside else None
        if found["name"] in BUTTONS:
            mouse.event(float(found["time"]), found["name"], cell)


def _write(replay: Replay) -> bytes:
    layout = replay.layout
    rows, columns = check_grid(layout.board, "rawvf", _LONGEST_SIDE)
    levels = {known: name.capitalize() for name, known in NAMED.items()}
    facts = {
        "RawVF_Version": "Rev6",
        "Program": _one_line(replay.program or "Sapper"),
        "Player": _one_line(replay.player or ""),
        "Level": levels.get(layout.spec, "Custom"),
        "Width": columns,
        "Height": rows,
        "Mines": layout.mine_count,
        "Marks": "Off",
        "Time": f"{replay.seconds:.3f}",
        "BBBV": layout.bbbv,
        "Mode": "Classic",
    }
    cells = "".join("*" if count else "0" for count in layout.mines.tolist())
    board = [cells[start : start + columns] for start in range(0, len(cells), columns)]
    buttons = {"open": ("lc", "lr"), "flag": ("rc", "rr"), "chord": ("mc", "mr")}
    events = [
        _event(click.time, name, *divmod(click.cell, columns))
        for click in replay.clicks
        for name in buttons[click.kind]
    ]
    lines = [*(f"{key}: {value}" for key, value in facts.items()), "Board:", *board]
    return "\n".join([*lines, "Events:", *events, ""]).encode()


def _event(time: float, name: str, row: int, column: int) -> str:
    x, y = column * _PIXELS + _PIXELS // 2, row * _PIXELS + _PIXELS // 2
    return f"{time:.3f} {name} {column + 1} {row + 1} ({x} {y})"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _detect(content: Content) -> bool:
    if not content.is_text:
        return False
    start = content.text.lstrip()[:20].lower()
    return start.startswith("rawvf_version") or _EVENTS.search(content.text) is not None


RAWVF = Format(
    name="rawvf",
    endings=(".rawvf",),
    holds=("replay",),
    about="replays as text",
    detect=_detect,
    reader=_read,
    writer=_write,
)
