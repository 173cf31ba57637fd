"""The encodings of a position as an observation: the board, one-hot planes, or text."""

from __future__ import annotations

import re
import string
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from sapper.errors import BoardError, GameError
from sapper.positions import COVERED

if TYPE_CHECKING:
    from sapper.boards import Board
    from sapper.games.deals import Deal
    from sapper.positions import States

ObservationKind: TypeAlias = Literal["board", "one-hot", "text"]
"""An encoding of observations."""

Observation: TypeAlias = Any
"""An array or text; with ``probabilities`` a dict of that and the mine probabilities."""

OBSERVATIONS: tuple[str, ...] = get_args(ObservationKind)
"""The encodings of observations."""


@dataclass(frozen=True, slots=True)
class Encoder:
    """Encodes the positions of a kind of game.

    ``board`` has the shape of the board, with -1 for a covered cell. ``one-hot`` has a plane of
    zeros and ones for covered cells, and one for each number from 0, before the axes of the board.
    ``text`` is the text notation with a header line, which ``sapper.parse`` reads.
    """

    deal: Deal
    """The kind of game."""

    kind: ObservationKind
    """The encoding."""

    probabilities: bool
    """Whether observations include the mine probabilities."""

    def __post_init__(self) -> None:
        if self.kind not in OBSERVATIONS:
            raise GameError(f"observations are {', '.join(OBSERVATIONS)}, not {self.kind!r}")

    @property
    def space(self) -> spaces.Space[Any]:
        """The space of observations of one game."""
        own = self._board_space()
        if not self.probabilities:
            return own
        chances = spaces.Box(0.0, 1.0, self.deal.board.shape, np.float32)
        return spaces.Dict({"board": own, "mine_probability": chances})

    def _board_space(self) -> spaces.Space[Any]:
        shape = self.deal.board.shape
        if self.kind == "one-hot":
            return spaces.Box(0, 1, (self._most + 2, *shape), np.int8)
        if self.kind == "text":
            spec = str(self.deal.spec)
            cells = self.deal.board.size
            longest = len(spec) + 40 + cells * (len(str(self._most)) + 4)
            return spaces.Text(longest, charset=frozenset(string.printable + spec))
        return spaces.Box(COVERED, self._most, shape, self._integer)

    @property
    def _most(self) -> int:
        """The largest number that a cell of this board can show."""
        return max(1, self.deal.board.max_degree * self.deal.max_per_cell)

    @property
    def _integer(self) -> type[np.int8 | np.int16]:
        return np.int8 if self._most <= np.iinfo(np.int8).max else np.int16

    def encode(self, states: States, chances: npt.NDArray[np.float64] | None) -> Observation:
        """Return copies, after the leading dimensions of ``states``; texts of games are a tuple."""
        board = self._encode_board(states)
        if chances is None:
            return board
        shape = (*states.shape[:-1], *self.deal.board.shape)
        shown = np.nan_to_num(chances, nan=0.0).astype(np.float32).reshape(shape)
        return {"board": board, "mine_probability": shown}

    def _encode_board(self, states: States) -> Any:
        shape = self.deal.board.shape
        if self.kind == "one-hot":
            codes = np.arange(COVERED, self._most + 1, dtype=states.dtype)[:, None]
            planes = states[..., None, :] == codes
            return planes.astype(np.int8).reshape(*states.shape[:-1], len(codes), *shape)
        if self.kind == "text":
            if states.ndim > 1:
                return tuple(self._text(row) for row in states)
            return self._text(states)
        return states.astype(self._integer).reshape(*states.shape[:-1], *shape)

    def _text(self, states: States) -> str:
        return self.deal.position(states).to_text(header=True)


def read_action(text: str, board: Board) -> int:
    """Return the cell that a text names, such as the answer of a language model.

    The last numbers of the text are the coordinates of the cell, from 0: two on a flat board. On a
    graph the last number is the index. Raises GameError if there are too few numbers, or the cell
    is not on the board.

    >>> import sapper
    >>> read_action("The corner is safe, so I open (2, 0).", sapper.grid(3, 3))
    6
    """
    if not isinstance(text, str):
        raise GameError(f"an answer is a text, not {text!r}")
    numbers = [int(digits) for digits in re.findall(r"-?\d{1,9}", text)]
    wanted = len(board.shape)
    if len(numbers) < wanted:
        raise GameError(f"an answer ends with the {wanted} coordinates of a cell, not {text!r:.60}")
    try:
        return board.cell(numbers[-1] if wanted == 1 else numbers[-wanted:])
    except BoardError as error:
        raise GameError(f"an answer names no cell: {error}") from None
