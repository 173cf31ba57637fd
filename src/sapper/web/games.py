"""Games: followed from their moves alone, as no server keeps any.

A game is its address (board, mines, rule, seed, number) and the moves. It is played again for every
request; the last ones are kept, so that one more move need not repeat all others, but nothing is
lost if they are not. Each is kept by its key, a hash of its address and all its moves, so that a
request may name the key instead of the moves. The layout leaves the server only when the game is
over.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from hashlib import blake2b
from math import comb
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from sapper.analysis import candidates
from sapper.analysis.commentary import explain, first_click
from sapper.errors import BoardError, GameError, StrategyError, TooHardError
from sapper.games import Deal, Game
from sapper.games.hints import Hint as GameHint
from sapper.positions import Position
from sapper.stopping import Stop
from sapper.strategies import protocol
from sapper.strategies.compiled import Compiled, as_strategy
from sapper.strategies.registry import find
from sapper.web import models, reasons
from sapper.web.boards import read_board
from sapper.web.errors import GameForgottenError
from sapper.web.game_answers import (
    Advice,
    CellWhy,
    GameState,
    GameStep,
    Hint,
    Luck,
    Replay,
    ReplayStep,
    Risk,
    Why,
)
from sapper.web.limits import LARGE_SECONDS, LIMITS, MAX_CELLS, SECONDS

if TYPE_CHECKING:
    from sapper.boards import Board
    from sapper.strategies.registry import Entry

MOST_KEPT = 64
"""Games that are kept between requests."""

MOST_KEPT_CELLS = 3_000_000
"""Their cells together, as a game takes some fifty bytes a cell."""

_KEY_DIGITS = 32

_FALLBACK = "pseq"

MOST_LAYOUTS = 20_000
"""Layouts of a board up to which ``optimal`` is asked: it looks at all of them."""


@dataclass(slots=True)
class Played:
    """A game with what its moves did."""

    game: Game
    """The game."""

    key: str
    """What it is kept by: a hash of the address and all moves."""

    start: int | None = None
    """The first cell, if it must be this one."""

    opened: list[list[int]] = field(default_factory=list)
    """The cells that each move opened."""

    steps: list[ReplayStep] = field(default_factory=list)
    """Every cell that was opened by a move."""

    def play(self, move: int | list[int]) -> None:
        """Make a move: a cell, or the cells of a chord."""
        if self.game.status != "playing":
            raise GameError(f"move {len(self.opened)} comes after the end: the game is {self.end}")
        number = len(self.opened)
        all_opened: list[int] = []
        for cell in [move] if isinstance(move, int) else move:
            if self.game.clue(cell) is not None:
                continue
            if not self.steps and self.start is not None and self.start != cell:
                names = [self.game.board.name(place) for place in (self.start, cell)]
                raise GameError(f"the first click of this game is {names[0]}, not {names[1]}")
            needed = self.must_guess()
            opened = self.game.open(cell)
            risk = self.game.risk
            guess = needed if risk else None
            self.steps.append(ReplayStep(number, cell, risk == 0.0, risk, guess, opened))
            all_opened += opened
            if self.game.status != "playing":
                break
        self.opened.append(all_opened)
        self.key = _next_key(self.key, move)

    @property
    def judged(self) -> bool:
        """Whether clicks are analysed."""
        return self.game.board.size <= MAX_CELLS

    def must_guess(self) -> bool | None:
        """Whether no cell is certainly safe; None where that is too hard or nobody looks.

        It costs nothing beyond what opening a cell costs, as the analysis is the same.
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
            begun = self.steps or (self.game.position.states >= 0).any()
            return "playing" if begun else "new"
        return self.end

    @property
    def end(self) -> Literal["won", "lost"]:
        """How it ended, if it did."""
        return "won" if self.game.status == "won" else "lost"


class Games:
    """Follows games; keeps the last ones."""

    def __init__(self, most: int = MOST_KEPT, cells: int = MOST_KEPT_CELLS) -> None:
        self._most = most
        self._most_cells = cells
        self._cells = 0
        self._kept: OrderedDict[str, Played] = OrderedDict()
        self._lock = threading.Lock()

    def follow(self, given: models.Game) -> Played:
        """Return the game of a request after its moves; give it back with ``keep``."""
        played = self._longest(given)
        _play(played, given.moves[len(played.opened) :])
        return played

    def go_on(self, given: models.GameMoves) -> tuple[Played, int]:
        """Return a game after the moves of a request, and how many it had before.

        Moves after the end are left out. GameForgottenError where they go on from a game that is
        not kept; give the game back with ``keep``.
        """
        if given.after is None:
            played = self._longest(given)
            _play(played, given.moves[len(played.opened) :], stops=True)
            return played, 0
        found = self._take(given.after)
        if found is None or not found.key.startswith(_first_key(given)):
            raise GameForgottenError("the game is not known here any more: send all its moves")
        before = len(found.opened)
        _play(found, given.moves, stops=True)
        return found, before

    def keep(self, played: Played) -> None:
        """Keep a game, for the next request about it."""
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
        """Return the game after as many of the moves as are kept; none, if need be."""
        keys = [_first_key(given)]
        for move in given.moves:
            keys.append(_next_key(keys[-1], move))
        for key in reversed(keys):
            if (played := self._take(key)) is not None:
                return played
        return _begin(given)

    def _take(self, key: str) -> Played | None:
        """Take a game out, so that no other thread plays on."""
        with self._lock:
            played = self._kept.pop(key, None)
            if played is not None:
                self._cells -= played.game.board.size
            return played


def _play(played: Played, moves: list[int | list[int]], *, stops: bool = False) -> None:
    """Make moves; with ``stops`` those after the end of the game are left out."""
    stop = Stop(SECONDS if played.judged else LARGE_SECONDS)
    for move in moves:
        if stops and played.game.status != "playing":
            return
        if stop.expired:
            raise TooHardError("too hard: the moves of this game take too long to follow")
        played.play(move)


def _first_key(given: models.Game) -> str:
    """Return the key of a game without moves, with which all its other keys begin."""
    board: Any = given.board
    known: Any = (board.nodes, board.edges) if isinstance(board, models.Graph) else board.spec
    rule = (given.first, given.start, given.seed, given.index, given.max_per_cell, given.no_guess)
    begins = given.position and (given.position.clues, given.position.flags)
    return _hash(repr((known, given.mines, begins, *rule)))


def _next_key(key: str, move: int | list[int]) -> str:
    return key[:_KEY_DIGITS] + _hash(f"{key} {move}")


def _hash(text: str) -> str:
    return blake2b(text.encode(), digest_size=_KEY_DIGITS // 2).hexdigest()


def _begin(given: models.Game) -> Played:
    board, spec_mines = read_board(given.board, given.max_per_cell, to_play=True)
    mines = spec_mines if given.mines is None else given.mines
    if given.position is not None:
        return _begin_from(given.position, given, board, mines)
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


def _begin_from(
    opened: models.Opened, given: models.Game, board: Board, mines: int | None
) -> Played:
    position = Position(
        board, opened.clues, mines, max_per_cell=given.max_per_cell, flags=opened.flags
    )
    seed, index = int(given.seed), given.index
    game = Game.from_position(position, seed=seed, index=index, limits=LIMITS)
    return Played(game, _first_key(given))


def _without_guess(given: models.Game, board: Board, mines: int | None, level: str) -> Game:
    return Game.without_guess(
        board,
        level,
        mines=mines,
        seed=int(given.seed),
        index=given.index,
        limits=LIMITS,
        seconds=SECONDS,
    )


# -- what is told ---------------------------------------------------------------------------------


def state(played: Played) -> GameState:
    """Return what a player sees, and when the game is over also the layout."""
    game = played.game
    over = game.status != "playing"
    return GameState(
        spec=game.spec,
        size=game.board.size,
        status=played.status,
        start=game.start,
        clues=game.position.clues,
        opened=played.opened,
        mines_left_unflagged=game.mines,
        safe_left=game.safe_left,
        moves=_clicks(played),
        guesses=game.guesses,
        luck=Luck(game.luck, _risks(played, 0)),
        judged=played.judged,
        unavoidable=played.must_guess(),
        exploded=game.exploded,
        bbbv=game.bbbv if over else None,
        layout=game.layout if over else None,
    )


def step(played: Played, before: int) -> GameStep:
    """Return what the moves after the first ``before`` have changed for the player."""
    game = played.game
    over = game.status != "playing"
    opened = played.opened[before:]
    return GameStep(
        key=played.key,
        status=played.status,
        start=game.start,
        opened=opened,
        clues=[[game.clue(cell) or 0 for cell in cells] for cells in opened],
        safe_left=game.safe_left,
        moves=_clicks(played),
        guesses=game.guesses,
        luck=Luck(game.luck, _risks(played, before)),
        judged=played.judged,
        unavoidable=played.must_guess(),
        exploded=game.exploded,
        bbbv=game.bbbv if over else None,
        layout=game.layout if over else None,
    )


def _clicks(played: Played) -> int:
    """Count the moves that opened something; only the last steps can share a move."""
    steps = played.steps
    return sum(at == 0 or steps[at - 1].move != one.move for at, one in enumerate(steps))


def _risks(played: Played, before: int) -> list[Risk]:
    """Return what the moves after the first ``before`` risked."""
    if not played.judged:
        return []
    return [
        Risk(one.move, one.cell, one.mine_probability)
        for one in played.steps
        if one.move >= before and not one.certain
    ]


def hint(played: Played) -> Hint:
    """Return what to open, why, and what else might be guessed."""
    try:
        return _reasoned(played)
    except TooHardError:
        return _unreasoned(played.game)


def _unreasoned(game: Game) -> Hint:
    """Return what a strategy opens that goes by a part of the board where the whole is too hard."""
    position = game.position
    move = Compiled(_FALLBACK).advise(position)
    told = (
        f"the whole board is too hard to count: {game.board.name(move.cell)} is what {_FALLBACK} "
        "opens, by what it could count"
    )
    why = Why(told, reasons.clues_around(position, move.cell), "too hard")
    return Hint(move.cell, move.certain, 0.0 if move.certain else None, why, [], [], [])


def _reasoned(played: Played) -> Hint:
    game = played.game
    if played.status == "new" and played.start is not None:
        return _first_click(game, played.start)
    found = game.hint() if played.judged or played.status == "new" else _near_hint(played)
    cell, chance, reason = found.cell, found.mine_probability, found.reason
    if reason is None and chance == 0.0:
        return _by_rule(cell, chance, found.text)
    safe, mines = (game.analysis.safe, game.analysis.mines) if played.judged else ([], [])
    if reason is None:
        why = Why(found.text, reasons.clues_around(game.position, cell), "guess")
        rows = candidates(game.analysis, include=[cell]) if played.judged else []
        return Hint(cell, False, chance, why, safe, mines, rows)
    why = Why(found.text, list(reason.clues), reason.kind)
    return Hint(cell, True, chance, why, safe, mines, [])


def _near_hint(played: Played) -> GameHint:
    """Return a certain cell near the last click, else the safest; thinking is for small boards."""
    analysis, position = played.game.analysis, played.game.position
    last = played.game.board.coordinates(played.steps[-1].cell)
    if analysis.safe:
        places = np.array(np.unravel_index(analysis.safe, played.game.board.shape))
        away = np.abs(places - np.array(last)[:, None]).max(axis=0)
        cell = analysis.safe[int(away.argmin())]
        reason = analysis.reason(cell)
        return GameHint(cell, 0.0, reason.text(position), reason)
    best = analysis.best
    if best is None:
        raise GameError("there is nothing to open")
    return GameHint(best, float(analysis.mine_probability[best]), explain(analysis, best))


def _first_click(game: Game, cell: int) -> Hint:
    """Return the hint for a game that begins at a certain cell."""
    safe = game.deal.start_is_safe
    chance = 0.0 if safe else float(game.analysis.mine_probability[cell])
    return _by_rule(cell, chance, first_click(game.position, cell, safe))


def _by_rule(cell: int, chance: float, text: str) -> Hint:
    """Return the hint for a first click, about which the rule alone says something."""
    return Hint(cell, chance == 0.0, chance, Why(text, [], "first click"), [], [], [])


def why(played: Played, cell: int) -> CellWhy:
    """Return what the clues tell about a cell."""
    game = played.game
    if game.position.clue(cell) is not None:
        return reasons.open_cell(game.position, cell)
    if played.status == "new" and game.deal.start_is_safe:
        return CellWhy(cell, "safe", 0.0, Why(game.why(cell), [], "first click"))
    return reasons.covered_cell(game.analysis, cell)


def advise(played: Played, strategy: str, explain: bool = False) -> Advice:
    """Return the next click of a strategy, and whether it is certain; if asked for also why."""
    game = played.game
    entry = find(strategy)
    if game.status != "playing":
        raise GameError(f"the game is over: it is {game.status}")
    _refuse_long_search(game, entry)
    if played.status == "new":
        first = _first_click(game, _start(played, entry))
        why = first.why if explain else None
        return Advice(first.cell, first.certain, first.mine_probability, why)
    player = as_strategy(entry)
    protocol.begin(player, game.seed, game.index)
    try:
        analysis = game.analysis
    except TooHardError:
        if entry.needs_analysis:
            raise
        assert isinstance(player, Compiled)
        move = player.advise(game.position)
        return Advice(move.cell, move.certain, 0.0 if move.certain else None, None)
    if protocol.opens_certain(player) and analysis.safe:
        cell = min(analysis.safe)
    else:
        cell = player.choose(game.position)
        try:
            if game.position.clue(cell) is not None:
                told = f"{strategy} chose {game.board.name(cell)}, which is open already"
                raise StrategyError(told)
        except BoardError as error:
            raise StrategyError(f"{strategy} chose no cell: {error}") from None
    chance = float(analysis.mine_probability[cell])
    why = reasons.chosen_cell(analysis, int(cell), entry) if explain else None
    return Advice(int(cell), chance == 0.0, chance, why)


def _start(played: Played, entry: Entry) -> int:
    """Return where a strategy begins; where its own first cell leaves no room, the game's."""
    game = played.game
    if played.start is not None:
        return played.start
    try:
        deal = Deal.read(
            game.board,
            mines=game.mines,
            max_per_cell=game.position.max_per_cell,
            first=game.first,
            strategy=entry,
        )
    except GameError:
        return game.deal.start
    return deal.start


def _refuse_long_search(game: Game, entry: Entry) -> None:
    if not entry.needs_all_layouts:
        return
    size, mines = game.board.size, game.mines
    several = game.position.max_per_cell > 1
    layouts = comb(size + mines - 1, mines) if several else comb(size, mines)
    if layouts > MOST_LAYOUTS:
        raise TooHardError(
            f"too hard: perfect play looks at all layouts of {game.spec}, and here at most "
            f"{MOST_LAYOUTS:,} are allowed"
        )


def replay(played: Played) -> Replay:
    """Return a finished game, opened cell by opened cell."""
    game = played.game
    if game.status == "playing":
        raise GameError("a game is replayed when it is over")
    return Replay(played.end, played.steps, game.layout)
