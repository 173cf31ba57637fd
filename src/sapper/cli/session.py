"""A game in the terminal as a state machine from keys to screens.

It needs no terminal, so that a script of keys can play, too.
"""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

from rich.text import Text

from sapper.errors import GameError, TooHardError
from sapper.formatting import percent_in_full
from sapper.terminal.render import MARKS, Marks, picture

if TYPE_CHECKING:
    from collections.abc import Callable

    from sapper.games import Game

HELP = """\
arrows or h j k l   move             f   flag or unflag
[ and ]             layer            c   chord: open around a clue
space or enter      open, or chord   u   undo, also a loss
t                   hint             p   show mine probabilities
w                   explain a cell   n   next game
?                   this help        q   quit"""

_MOVES = {
    "left": (-1, -1),
    "h": (-1, -1),
    "right": (-1, 1),
    "l": (-1, 1),
    "up": (-2, -1),
    "k": (-2, -1),
    "down": (-2, 1),
    "j": (-2, 1),
}
_TURNS = {"[": -1, "]": 1}
_ESCAPES = {"A": "up", "B": "down", "C": "right", "D": "left"}
_KEYS = {"\r": "enter", "\n": "enter", " ": "space", "\x04": "q", "\x1b": "escape"}
_SEQUENCE = re.compile(r"\x1b[\[O][0-9;]*([A-Za-z~])|.", re.DOTALL)
_SCRIPT = re.compile(r"<([a-z]+)>|(.)", re.DOTALL)
NAMED_KEYS = ("left", "right", "up", "down", "space", "enter", "escape")


def keys_typed(text: str) -> list[str]:
    r"""Return the keys in what a terminal sends.

    >>> keys_typed("f\x1b[A \x1bOC\r")
    ['f', 'up', 'space', 'right', 'enter']
    """
    keys = []
    for match in _SEQUENCE.finditer(text):
        final = match.group(1)
        if final is not None:
            keys.append(_ESCAPES.get(final, "unknown"))
        else:
            keys.append(_KEYS.get(match.group(), match.group()))
    return keys


def keys_scripted(text: str) -> list[str]:
    """Return the keys of a script: characters, and names in angle brackets.

    >>> keys_scripted("lf<down> ")
    ['l', 'f', 'down', 'space']
    """
    keys = []
    for match in _SCRIPT.finditer(text):
        name, character = match.groups()
        if name is None:
            keys.append(_KEYS.get(character, character))
        elif name in NAMED_KEYS:
            keys.append(name)
        else:
            raise GameError(f"unknown key <{name}>: known are {', '.join(NAMED_KEYS)}")
    return keys


class Session:
    """Games one after the other, with a cursor, messages and a clock."""

    def __init__(self, deal: Callable[[int], Game], index: int, clock: Callable[[], float]) -> None:
        self._deal = deal
        self._clock = clock
        self._start(index)

    def _start(self, index: int) -> None:
        self.game: Game = self._deal(index)
        shape = self.game.board.shape
        self.cursor: int = self.game.board.cell([length // 2 for length in shape])
        self.message: str = "? shows the keys"
        self._shows_probabilities = False
        self._shows_help = False
        self._started: float | None = None
        self._ended: float | None = None

    @property
    def seconds(self) -> float:
        """Seconds since the first click of this game; they stop when it ends."""
        if self._started is None:
            return 0.0
        return (self._clock() if self._ended is None else self._ended) - self._started

    def press(self, key: str) -> bool:
        """Execute the command of a key; return False if it quits."""
        if key == "q":
            return False
        self.message = ""
        self._shows_help = key == "?" and not self._shows_help
        try:
            self._do(key)
        except (GameError, TooHardError) as error:
            self.message = str(error)
        return True

    def _do(self, key: str) -> None:
        game = self.game
        if key in _MOVES:
            self._move(*_MOVES[key])
        elif key in _TURNS:
            self._turn(_TURNS[key])
        elif key in ("space", "enter"):
            is_open = game.position.clue(self.cursor) is not None
            self._click(game.chord if is_open else game.open)
        elif key == "c":
            self._click(game.chord)
        elif key == "f":
            game.flag(self.cursor)
            self._note_end()
        elif key == "u":
            self.message = "undone" if game.undo() else "there is nothing to undo"
            self._ended = None
        elif key == "t":
            hint = game.hint()
            self.cursor, self.message = hint.cell, hint.text
        elif key == "w":
            self.message = game.why(self.cursor)
        elif key == "p":
            self._shows_probabilities = not self._shows_probabilities
        elif key == "n":
            self._start(game.index + 1)
        elif key != "?":
            self.message = "? shows the keys"

    def _move(self, axis: int, step: int) -> None:
        board = self.game.board
        if len(board.shape) == 1:
            axis = -1
        where = list(board.coordinates(self.cursor))
        along = where[axis] + step
        if board.kind == "torus":
            along %= board.shape[axis]
        if 0 <= along < board.shape[axis]:
            where[axis] = along
            self.cursor = board.cell(where)

    def _turn(self, step: int) -> None:
        """Go to the next layer of a box."""
        shape = self.game.board.shape
        if (
            len(shape) > 2
            and 0 <= self.cursor + step * shape[-1] * shape[-2] < self.game.board.size
        ):
            self.cursor += step * shape[-1] * shape[-2]

    def _click(self, click: Callable[[int], list[int]]) -> None:
        if self._started is None:
            self._started = self._clock()
        click(self.cursor)
        self._note_end()

    def _note_end(self) -> None:
        game = self.game
        if game.status == "playing":
            return
        self._ended = self._clock()
        if game.exploded is None:
            self.message = "won; n deals the next game"
            return
        self.cursor = game.exploded
        risk = "" if game.risk is None else f", with a chance of {percent_in_full(game.risk)}"
        name = game.board.name(game.exploded)
        self.message = f"lost: {name} was a mine{risk}; u undoes it, n deals the next game"

    def screen(
        self, width: int | None = None, height: int | None = None, marks: Marks = MARKS
    ) -> Text:
        """Return the screen, cut to ``height`` lines around the cursor."""
        head = Text.assemble((self._title(), "title"), "\n", self._status(), "\n\n")
        board = self._board(width, marks)
        text = HELP if self._shows_help else "\n".join(wrapped(self.message, width))
        return window(head, board, Text(f"\n\n{text}"), height)

    def _title(self) -> str:
        game = self.game
        return f"{game.spec}, first click {game.first}, game {game.index} of seed {game.seed}"

    def _status(self) -> str:
        game = self.game
        minutes, seconds = divmod(int(self.seconds), 60)
        luck = "?" if game.luck is None else percent_in_full(game.luck)
        bbbv = "?" if game.bbbv is None else str(game.bbbv)
        return (
            f"{game.status}   mines left {game.mines - len(game.flags)}   "
            f"time {minutes}:{seconds:02d}   moves {game.moves}   3BV {bbbv}   luck {luck}"
        )

    def _board(self, width: int | None, marks: Marks) -> Text:
        game = self.game
        over = game.status != "playing"
        analysis = None
        if self._shows_probabilities and not over:
            try:
                analysis = game.analysis
            except TooHardError as error:
                self.message = str(error)
        return picture(
            game.position,
            analysis,
            width=width,
            marks=marks,
            framed=self.cursor,
            layout=game.true_layout.mines.tolist() if over else None,
        )


def wrapped(text: str, width: int | None) -> list[str]:
    """Return a text in lines that fit into a terminal."""
    return textwrap.wrap(text, width) if width is not None else [text]


def window(head: Text, board: Text, tail: Text, height: int | None) -> Text:
    """Join a screen of at most ``height`` lines; the board is cut around the framed cell."""
    if height is not None:
        room = height - head.plain.count("\n") - tail.plain.count("\n") - 1
        board = _around_framed(board, max(room, 3))
    return head + board + tail


def _around_framed(board: Text, room: int) -> Text:
    """Cut a picture to the lines around the framed cell."""
    lines = board.split("\n")
    if len(lines) <= room:
        return board
    framed = next((i for i, line in enumerate(lines) if "[" in line.plain), 0)
    first = min(max(framed - room // 2, 0), len(lines) - room)
    return Text("\n").join(lines[first : first + room])
