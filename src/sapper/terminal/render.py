"""Pictures of boards for a terminal, as rich text.

A cell takes four columns: a separator and three characters for a clue, a mark or a mine probability
in percent. On hexagonal boards odd rows are shifted by two columns; on triangular boards the
separators are the sides of the triangles; a box is drawn layer by layer and a graph as a table. A
board wider than the terminal is split into panels. Colours have medium brightness, so they are
legible on dark and light backgrounds, and they only repeat information that the text shows.
``theme`` defines the named styles for a console.
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
from sapper.positions import COVERED, FLAGGED, OUTSIDE, UNREAD
from sapper.positions.states import CHARACTERS, may_hold_mine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sapper.analysis import Analysis
    from sapper.boards import Board
    from sapper.positions import Position

ROOM = 3
"""Characters available for the text of a cell."""

PITCH = ROOM + 1
"""Columns from one cell to the next."""

MAX_SIDE = 60
"""Boards with a longer side are not drawn."""

MAX_PANELS = 3
"""Boards that need more panels are not drawn."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The characters for cells without a number."""

    covered: str
    safe: str
    mine: str
    flag: str
    zero: str


MARKS = Marks(covered="■", safe="✓", mine="*", flag="⚑", zero="·")
ASCII_MARKS = Marks(covered="#", safe="ok", mine="*", flag="F", zero=".")
"""The marks for terminals limited to ASCII."""

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
"""Colours of clues, close to the classic ones, and of mine probabilities in five equal steps."""

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
"""The colours for terminals with a palette of sixteen colours."""

RISKS = 5
"""Number of colour steps for mine probabilities."""


def theme(color_system: str | None) -> Theme:
    """Return the styles of pictures for a colour system of ``rich.console.Console``."""
    colors = COLORS if color_system in ("256", "truecolor") else BASIC_COLORS
    certain = {"safe": f"bold {colors['risk.0']}", "mine": f"bold {colors['risk.4']}"}
    return Theme({**colors, **certain, "axis": "dim", "best": "bold reverse", "title": "bold"})


class Terminal:
    """Standard output or standard error with the width, marks and colours that it supports.

    NO_COLOR is respected. A pipe or a file has no width unless COLUMNS is set.
    """

    def __init__(self, *, stderr: bool = False) -> None:
        self.console: Console = Console(highlight=False, markup=False, emoji=False, stderr=stderr)
        self.console.push_theme(theme(self.console.color_system))
        self.marks: Marks = MARKS if self.console.encoding.startswith("utf") else ASCII_MARKS

    @property
    def width(self) -> int | None:
        """The number of columns; None if unlimited."""
        has_width = self.console.is_terminal or bool(os.environ.get("COLUMNS"))
        return self.console.width if has_width else None

    def print(self, text: Text) -> None:
        """Print a text without wrapping or cropping its lines."""
        self.console.print(text, no_wrap=True, overflow="ignore", crop=False)


# -- mine probabilities -------------------------------------------------------------------------


def risk_style(probability: float) -> str:
    """Return the style of an uncertain cell."""
    return f"risk.{min(int(probability * RISKS), RISKS - 1)}"


# -- cells --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Label:
    """The content of one cell in a picture."""

    text: str
    """Its text, usually at most ``ROOM`` characters."""

    style: str
    """The name of its style in ``theme``."""

    def centered(self) -> str:
        """Return the text centred in ``ROOM`` characters; longer text is returned whole."""
        return self.text.rjust((ROOM + len(self.text) + 1) // 2).ljust(ROOM)


def label(position: Position, cell: int, analysis: Analysis | None, marks: Marks) -> Label:
    """Return the label of a cell; without an analysis covered cells show only their mark."""
    state = int(position.states[cell])
    if state > 0:
        return Label(str(state), f"clue.{min(state, MOST_COLORED)}")
    if state == 0:
        return Label(marks.zero, "clue.0")
    if state == FLAGGED:
        return Label(marks.flag, "mine")
    if state in (UNREAD, OUTSIDE):
        return Label(CHARACTERS[state], "axis")
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
    """Return whether a board is small enough for ``picture``."""
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
    labels: Mapping[int, Label] | None = None,
) -> Text:
    r"""Draw a position, with mine probabilities in percent if ``analysis`` is given.

    Brackets mark the cell ``framed``, by default the best cell of the analysis. If ``layout`` is
    given, covered cells show their mines; ``labels`` replace those of single cells. Lines have at
    most ``width`` columns, if given.

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
        if labels is not None and cell in labels:
            return labels[cell]
        if layout is not None and may_hold_mine(int(position.states[cell])):
            return _uncovered(position, cell, layout[cell], marks)
        return label(position, cell, analysis, marks)

    if position.board.labels is not None:
        return _table(position.board, show, framed)
    drawn = Text("\n").join(_drawn_panels(position.board, show, framed, width))
    drawn.rstrip()
    return drawn


def _uncovered(position: Position, cell: int, mines: int, marks: Marks) -> Label:
    """Return the label of a covered cell at the end of a game; correct flags stay."""
    flagged = position.states[cell] == FLAGGED
    if mines == 0:
        return Label("x" if flagged else marks.covered, "mine" if flagged else "")
    many = str(mines) if mines > 1 else ""
    return Label((marks.flag if flagged else marks.mine) + many, "mine")


def _panels(board: Board, width: int | None) -> list[range]:
    """Split the columns of a board into panels that fit the width."""
    columns = board.shape[-1]
    if width is None:
        return [range(columns)]
    shift = PITCH // 2 if board.tiling == "hexagons" else 0
    fit = max(1, (width - _margin(board) - shift - 1) // PITCH)
    return [range(start, min(start + fit, columns)) for start in range(0, columns, fit)]


def _margin(board: Board) -> int:
    """Return the width of the row numbers, in columns."""
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
    """Draw one row: cells between separators, the framed one in brackets."""
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
    """Return the left side of a cell; a triangle points up if row + column is even."""
    if tiling != "triangles":
        return " "
    return "\\" if parity % 2 else "/"


def _table(board: Board, show: Callable[[int], Label], framed: int | None) -> Text:
    """Draw a graph: one line per node with its label and its neighbours."""
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
