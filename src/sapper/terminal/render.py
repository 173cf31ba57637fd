"""Pictures of boards for a terminal, as rich text.

A cell takes four columns: a separator and three characters for a clue, a mark or a chance of a
mine. Hexagons shift their odd rows by two columns, triangles draw their sides as separators, a box
is drawn layer by layer and a graph as a table. A board wider than the terminal is cut into panels.
Colours are of middle brightness, to be read on dark and on light; without colour nothing is lost.
Styles have names, which ``theme`` defines for a console.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text
from rich.theme import Theme

from sapper.formatting import percent
from sapper.positions import COVERED, FLAGGED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sapper.analysis import Analysis
    from sapper.boards import Board
    from sapper.positions import Position

ROOM = 3
"""The characters a cell has for its text."""

PITCH = ROOM + 1
"""The columns from one cell to the next."""

MAX_SIDE = 60
"""Boards with a longer side are not drawn."""

MAX_PANELS = 3
"""Boards that would be cut into more panels are not drawn."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What stands for the cells that have no number."""

    covered: str
    safe: str
    mine: str
    flag: str
    zero: str


MARKS = Marks(covered="■", safe="✓", mine="*", flag="⚑", zero="·")
ASCII_MARKS = Marks(covered="#", safe="ok", mine="*", flag="F", zero=".")
"""The same for terminals that know no more than ASCII."""

MOST_COLORED = 8
"""Higher clues have the colour of this one."""

COLORS = {
    "clue.0": "#7a7a7a",
    "clue.1": "#3a7bf0",
    "clue.2": "#2b8a3e",
    "clue.3": "#e03e3e",
    "clue.4": "#6d5fd6",
    "clue.5": "#b0522d",
    "clue.6": "#148a94",
    "clue.7": "#a349a4",
    "clue.8": "#7a7a7a",
    "risk.0": "#2b8a3e",
    "risk.1": "#758a1e",
    "risk.2": "#a87a10",
    "risk.3": "#c9611a",
    "risk.4": "#d9433a",
}
"""Clues as close to their classic colours as dark and light backgrounds allow, and chances of a
mine in equal steps from low to high."""

BASIC_COLORS = {
    "clue.0": "bright_black",
    "clue.1": "bright_blue",
    "clue.2": "green",
    "clue.3": "red",
    "clue.4": "blue",
    "clue.5": "magenta",
    "clue.6": "cyan",
    "clue.7": "bright_magenta",
    "clue.8": "bright_black",
    "risk.0": "green",
    "risk.1": "cyan",
    "risk.2": "yellow",
    "risk.3": "magenta",
    "risk.4": "red",
}
"""The same for terminals of sixteen colours, whose owners choose what these look like."""

RISKS = 5


def theme(color_system: str | None) -> Theme:
    """Return the styles of pictures for a terminal, as ``rich.console.Console.color_system``."""
    colors = COLORS if color_system in ("256", "truecolor") else BASIC_COLORS
    certain = {"safe": f"bold {colors['risk.0']}", "mine": f"bold {colors['risk.4']}"}
    return Theme({**colors, **certain, "axis": "dim", "best": "bold reverse", "title": "bold"})


class Terminal:
    """Standard output, or standard error, as pictures need it: its width, marks and colours.

    Colour follows the terminal and NO_COLOR. A pipe or a file has no width, unless COLUMNS says so.
    """

    def __init__(self, *, stderr: bool = False) -> None:
        self.console = Console(highlight=False, markup=False, emoji=False, stderr=stderr)
        self.console.push_theme(theme(self.console.color_system))
        self.marks = MARKS if self.console.encoding.startswith("utf") else ASCII_MARKS

    @property
    def width(self) -> int | None:
        """The columns there are, or None where there is no bound."""
        has_width = self.console.is_terminal or bool(os.environ.get("COLUMNS"))
        return self.console.width if has_width else None

    def print(self, text: Text) -> None:
        """Print a text as it is: what is too long is not broken."""
        self.console.print(text, no_wrap=True, overflow="ignore", crop=False)


# -- chances ------------------------------------------------------------------------------------


def risk_style(probability: float) -> str:
    """Return the style of a cell that is not certain."""
    return f"risk.{min(int(probability * RISKS), RISKS - 1)}"


# -- cells --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Label:
    """What is drawn in one cell."""

    text: str
    style: str

    def centered(self) -> str:
        """Return the text in the middle of its room, or as long as it is."""
        return self.text.rjust((ROOM + len(self.text) + 1) // 2).ljust(ROOM)


def label(position: Position, cell: int, analysis: Analysis | None, marks: Marks) -> Label:
    """Return what is drawn in a cell; without an analysis nothing is told of covered cells."""
    state = int(position.states[cell])
    if state > 0:
        return Label(str(state), f"clue.{min(state, MOST_COLORED)}")
    if state == 0:
        return Label(marks.zero, "clue.0")
    if state == FLAGGED:
        return Label(marks.flag, "mine")
    assert state == COVERED
    if analysis is None:
        return Label(marks.covered, "")
    probability = float(analysis.mine_probability[cell])
    if probability == 0.0:
        return Label(marks.safe, "safe")
    if probability == 1.0:
        return Label(marks.mine, "mine")
    return Label(percent(probability), risk_style(probability))


# -- boards -------------------------------------------------------------------------------------


def drawable(board: Board, width: int | None = None) -> bool:
    """Tell whether ``picture`` makes a picture of this board that a person can take in."""
    if board.labels is not None:
        return board.size <= MAX_SIDE
    if board.size > MAX_SIDE**2 or max(board.shape) > MAX_SIDE:
        return False
    layers = prod(board.shape[:-2])
    return layers <= MAX_SIDE and len(_panels(board, width)) <= MAX_PANELS


def picture(
    position: Position,
    analysis: Analysis | None = None,
    *,
    width: int | None = None,
    marks: Marks = MARKS,
    framed: int | None = None,
    layout: Sequence[int] | None = None,
) -> Text:
    r"""Draw a position, with the chances of its covered cells if it is analysed.

    The ``framed`` cell stands in brackets, without it the best one of the analysis. With the mines
    of a layout covered cells show what they hid. Lines are no longer than ``width``, where that is
    given.

    >>> import sapper
    >>> p = sapper.parse("1#\n##", mines=1)
    >>> print(picture(p, sapper.analyze(p)).plain)
        0   1
    0   1 [ 33]
    1   33  33
    """
    if framed is None and analysis is not None:
        framed = analysis.best

    def show(cell: int) -> Label:
        if layout is not None and position.states[cell] < 0:
            return _uncovered(position, cell, layout[cell], marks)
        return label(position, cell, analysis, marks)

    if position.board.labels is not None:
        return _table(position.board, show, framed)
    drawn = Text("\n").join(_drawn_panels(position.board, show, framed, width))
    drawn.rstrip()
    return drawn


def _uncovered(position: Position, cell: int, mines: int, marks: Marks) -> Label:
    """What a covered cell hid; a flag that was right stays."""
    flagged = position.states[cell] == FLAGGED
    if mines == 0:
        return Label("x" if flagged else marks.covered, "mine" if flagged else "")
    many = str(mines) if mines > 1 else ""
    return Label((marks.flag if flagged else marks.mine) + many, "mine")


def _panels(board: Board, width: int | None) -> list[range]:
    """Cut the columns of a board so that each part fits the width."""
    columns = board.shape[-1]
    if width is None:
        return [range(columns)]
    shift = PITCH // 2 if board.tiling == "hexagons" else 0
    fit = max(1, (width - _margin(board) - shift - 1) // PITCH)
    return [range(start, min(start + fit, columns)) for start in range(0, columns, fit)]


def _margin(board: Board) -> int:
    """The columns that the numbers of the rows take."""
    rows = board.shape[-2] if len(board.shape) > 1 else 1
    return len(str(rows - 1)) + 1


def _drawn_panels(
    board: Board, show: Callable[[int], Label], framed: int | None, width: int | None
) -> Iterator[Text]:
    rows = board.shape[-2] if len(board.shape) > 1 else 1
    panels = _panels(board, width)
    for first in range(0, board.size, rows * board.shape[-1]):
        for columns in panels:
            drawn = Text()
            if len(board.shape) > 2:
                layer = ", ".join(map(str, board.coordinates(first)[:-2]))
                drawn.append(f"layer ({layer}, row, column)\n", "axis")
            drawn.append(_column_numbers(board, columns))
            for row in range(rows):
                start = first + row * board.shape[-1]
                cells = range(start + columns.start, start + columns.stop)
                frame = cells.index(framed) if framed is not None and framed in cells else -1
                drawn.append(str(row).rjust(_margin(board) - 1) + " ", "axis")
                drawn.append(_row(board.tiling, row, columns, list(map(show, cells)), frame))
            yield drawn


def _column_numbers(board: Board, columns: range) -> Text:
    numbers = "".join(" " + Label(str(column), "").centered() for column in columns)
    return Text(" " * _margin(board) + numbers.rstrip() + "\n", "axis")


def _row(tiling: str, row: int, columns: range, labels: Sequence[Label], frame: int) -> Text:
    """Draw one row: separators, with a cell between each two, and the framed one in brackets."""
    drawn = Text(" " * (PITCH // 2) if tiling == "hexagons" and row % 2 else "")
    for at, cell in enumerate(labels):
        before = _side(tiling, row + columns.start + at)
        if frame >= 0 and at in (frame, frame + 1):
            before = "[" if at == frame else "]"
        drawn.append(before)
        _append(drawn, cell, at == frame)
    drawn.append("]" if frame == len(labels) - 1 else _side(tiling, row + columns.stop))
    drawn.rstrip()
    return drawn.append("\n")


def _append(drawn: Text, cell: Label, is_framed: bool) -> None:
    drawn.append(cell.centered(), cell.style)
    if is_framed:
        drawn.stylize("best", len(drawn) - len(cell.centered()))


def _side(tiling: str, parity: int) -> str:
    """The left side of a cell; a triangle points up where row and column are even together."""
    if tiling != "triangles":
        return " "
    return "\\" if parity % 2 else "/"


def _table(board: Board, show: Callable[[int], Label], framed: int | None) -> Text:
    """Draw a graph: a line for every node, with what it shows and its neighbours."""
    names = [board.name(cell) for cell in range(board.size)]
    longest = max(map(len, names))
    drawn = Text()
    for cell, name in enumerate(names):
        is_framed = cell == framed
        drawn.append(name.ljust(longest + 1), "axis")
        drawn.append("[" if is_framed else " ")
        _append(drawn, show(cell), is_framed)
        drawn.append("]" if is_framed else " ")
        around = " ".join(names[other] for other in board.neighbors(cell)) or "nothing"
        drawn.append(f"  next to {around}\n", "axis")
    drawn.rstrip()
    return drawn
