"""Games, replayed from their moves: the server stores none.

A game is its address (board, mines, rule, seed, index) and its moves. It is replayed for every
request. The last games are cached, so that one more move need not repeat all others; a game that is
not cached is only slower. The cache key is a hash of the address and all moves, so a request may
send the key instead of the moves. The layout leaves the server only when the game is over.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Literal

from sapper.errors import TooHardError
from sapper.games import Game
from sapper.positions import Position
from sapper.stopping import Stop
from sapper.web.api.boards.boards import read_board
from sapper.web.api.boards.models import Graph
from sapper.web.api.games.answers import ReplayStep
from sapper.web.errors import GameForgottenError
from sapper.web.limits import LARGE_SECONDS, LIMITS, MAX_CELLS, SECONDS

if TYPE_CHECKING:
    from sapper.boards import Board
    from sapper.types import Level
    from sapper.web.api.games import models

MOST_KEPT = 64
"""Games in the cache."""

MOST_KEPT_CELLS = 3_000_000
"""Cells of these games together; a game takes about fifty bytes per cell."""

_KEY_DIGITS = 32


@dataclass(slots=True)
class Played:
    """A game with the effect of each of its moves."""

    game: Game
    """The game."""

    key: str
    """Its cache key: a hash of the address and all moves."""

    start: int | None = None
    """The required first cell, if there is one."""

    opened: list[list[int]] = field(default_factory=list)
    """The cells that each move opened."""

    steps: list[ReplayStep] = field(default_factory=list)
    """Every cell that was opened by a move."""

    def play(self, move: int | list[int]) -> None:
        """Make a move: a cell, or the cells of a chord."""
        steps = self.game._follow([move] if isinstance(move, int) else move, self.start)
        for step in steps:
            self.steps.append(
                ReplayStep(step.move, step.cell, step.certain, step.risk, step.forced, step.opened)
            )
        self.opened.append([cell for step in steps for cell in step.opened])
        self.key = _next_key(self.key, move)

    @property
    def clicks(self) -> int:
        """The number of moves that opened a cell or hit a mine."""
        return self.game._game.followed_clicks

    @property
    def guesses(self) -> tuple[int, int, int]:
        """The forced and the avoidable guesses, and those of which that is unknown."""
        return self.game._game.followed_guesses

    @property
    def judged(self) -> bool:
        """Whether clicks are analysed."""
        return self.game.board.size <= MAX_CELLS

    def must_guess(self) -> bool | None:
        """Return whether no cell is certainly safe; None if that is too hard or not judged.

        It costs no more than opening a cell, as the analysis is the same.
        """
        if not self.judged:
            return None
        try:
            return self.game.must_guess
        except TooHardError:
            return None

    @property
    def status(self) -> Literal["new", "playing", "won", "lost"]:
        """The game's status, but new before the first click."""
        if self.game.status == "playing":
            started = self.steps or (self.game.position.states >= 0).any()
            return "playing" if started else "new"
        return self.end

    @property
    def end(self) -> Literal["won", "lost"]:
        """How it ended, if it did."""
        return "won" if self.game.status == "won" else "lost"


class Games:
    """Replays games and caches the last ones."""

    def __init__(self, most: int = MOST_KEPT, cells: int = MOST_KEPT_CELLS) -> None:
        self._most = most
        self._most_cells = cells
        self._cells = 0
        self._kept: OrderedDict[str, Played] = OrderedDict()
        self._lock = threading.Lock()

    def follow(self, given: models.Game) -> Played:
        """Return the game of a request after its moves; return it to the cache with ``keep``."""
        played = self._longest(given)
        _play(played, given.moves[len(played.opened) :])
        return played

    def go_on(self, given: models.GameMoves) -> tuple[Played, int]:
        """Return a game after the moves of a request, and how many it had before.

        Moves after the end are ignored. Raises GameForgottenError if the game to continue is not
        cached. Return the game to the cache with ``keep``.
        """
        if given.after is None:
            played = self._longest(given)
            _play(played, given.moves[len(played.opened) :], stops=True)
            return played, 0
        found = self._take(given.after)
        if found is None or not found.key.startswith(_first_key(given)):
            raise GameForgottenError("the game is not in the cache any more: send all its moves")
        before = len(found.opened)
        _play(found, given.moves, stops=True)
        return found, before

    def keep(self, played: Played) -> None:
        """Put a game into the cache."""
        with self._lock:
            earlier = self._kept.pop(played.key, None)
            self._cells -= 0 if earlier is None else earlier.game.board.size
            self._kept[played.key] = played
            self._cells += played.game.board.size
            while len(self._kept) > 1 and (
                len(self._kept) > self._most or self._cells > self._most_cells
            ):
                _, oldest = self._kept.popitem(last=False)
                self._cells -= oldest.game.board.size

    def _longest(self, given: models.Game) -> Played:
        """Return the cached game with the longest prefix of the moves, or a new one."""
        keys = [_first_key(given)]
        for move in given.moves:
            keys.append(_next_key(keys[-1], move))
        for key in reversed(keys):
            if (played := self._take(key)) is not None:
                return played
        return _new(given)

    def _take(self, key: str) -> Played | None:
        """Take a game out of the cache, so that no other thread continues it."""
        with self._lock:
            played = self._kept.pop(key, None)
            if played is not None:
                self._cells -= played.game.board.size
            return played


def _play(played: Played, moves: list[int | list[int]], *, stops: bool = False) -> None:
    """Make moves; with ``stops`` those after the end of the game are ignored."""
    stop = Stop(SECONDS if played.judged else LARGE_SECONDS)
    for move in moves:
        if stops and played.game.status != "playing":
            return
        if stop.expired:
            raise TooHardError("too hard: replaying the moves of this game takes too long")
        played.play(move)


def _first_key(given: models.Game) -> str:
    """Return the key of a game without moves, which is the prefix of all its keys."""
    board: Any = given.board
    known: Any = (board.nodes, board.edges) if isinstance(board, Graph) else board.spec
    rule = (given.first, given.start, given.seed, given.index, given.max_per_cell, given.no_guess)
    position = given.position and (given.position.clues, given.position.flags)
    return _hash(repr((known, given.mines, position, *rule)))


def _next_key(key: str, move: int | list[int]) -> str:
    return key[:_KEY_DIGITS] + _hash(f"{key} {move}")


def _hash(text: str) -> str:
    return blake2b(text.encode(), digest_size=_KEY_DIGITS // 2).hexdigest()


def _new(given: models.Game) -> Played:
    board, spec_mines = read_board(given.board, given.max_per_cell, to_play=True)
    mines = spec_mines if given.mines is None else given.mines
    if given.position is not None:
        return _new_from(given.position, given, board, mines)
    if given.start is not None:
        board.cell(given.start)
    if given.no_guess is not None:
        game = _without_guess(given, board, mines, given.no_guess)
        return Played(game, _first_key(given), given.start)
    game = Game(
        board,
        mines=mines,
        max_per_cell=given.max_per_cell,
        first=given.first,
        seed=int(given.seed),
        index=given.index,
        limits=LIMITS,
        risks=board.size <= MAX_CELLS,
    )
    return Played(game, _first_key(given), given.start)


def _new_from(opened: models.Opened, given: models.Game, board: Board, mines: int | None) -> Played:
    position = Position(
        board, opened.clues, mines, max_per_cell=given.max_per_cell, flags=opened.flags
    )
    seed, index = int(given.seed), given.index
    game = Game.from_position(position, seed=seed, index=index, limits=LIMITS)
    return Played(game, _first_key(given))


def _without_guess(given: models.Game, board: Board, mines: int | None, level: Level) -> Game:
    return Game.without_guess(
        board,
        level,
        mines=mines,
        seed=int(given.seed),
        index=given.index,
        limits=LIMITS,
        seconds=SECONDS,
    )
