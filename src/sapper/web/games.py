"""Games: followed from their moves alone, as no server keeps any.

A game is its address (board, mines, rule, seed, number) and the moves. It is played again for every
request; the last ones are kept, so that one more move need not repeat all others, but nothing is
lost if they are not. The layout leaves the server only when the game is over.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from math import comb
from typing import TYPE_CHECKING, Any, Literal

from sapper.analysis import candidates
from sapper.analysis.commentary import first_click
from sapper.errors import BoardError, GameError, StrategyError, TooHardError
from sapper.games import Deal, Game
from sapper.limits import Deadline
from sapper.strategies import protocol
from sapper.strategies.compiled import Compiled, as_strategy
from sapper.strategies.registry import find
from sapper.web import models, reasons
from sapper.web.answers import (
    Advice,
    CellWhy,
    GameState,
    Hint,
    Luck,
    Replay,
    ReplayStep,
    Risk,
    Why,
)
from sapper.web.boards import read_board
from sapper.web.limits import LIMITS, SECONDS

if TYPE_CHECKING:
    from sapper.strategies.registry import Entry

MOST_KEPT = 64
"""Games that are kept between requests."""

MOST_LAYOUTS = 20_000
"""Layouts of a board up to which ``optimal`` is asked: it looks at all of them."""


@dataclass(slots=True)
class Played:
    """A game with what its moves did."""

    game: Game
    """The game."""

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
            if self.game.position.clue(cell) is not None:
                continue
            if not self.steps and self.start is not None and self.start != cell:
                names = [self.game.board.name(place) for place in (self.start, cell)]
                raise GameError(f"the first click of this game is {names[0]}, not {names[1]}")
            opened = self.game.open(cell)
            risk = self.game.risk
            self.steps.append(ReplayStep(number, cell, risk == 0.0, risk, opened))
            all_opened += opened
            if self.game.status != "playing":
                break
        self.opened.append(all_opened)

    @property
    def status(self) -> Literal["new", "playing", "won", "lost"]:
        """The game's status, but new before the first click."""
        if self.game.status == "playing":
            return "playing" if self.steps else "new"
        return self.end

    @property
    def end(self) -> Literal["won", "lost"]:
        """How it ended, if it did."""
        return "won" if self.game.status == "won" else "lost"


class Games:
    """Follows games; keeps the last ones."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[Any, ...], Played] = OrderedDict()
        self._lock = threading.Lock()

    def follow(self, given: models.Game) -> Played:
        """Return the game of a request after its moves; give it back with ``keep``."""
        moves = [move if isinstance(move, int) else tuple(move) for move in given.moves]
        address = _address(given)
        played = self._take((address, tuple(moves)))
        if played is None and moves:
            played = self._take((address, tuple(moves[:-1])))
        if played is None:
            played = _begin(given)
        deadline = Deadline(SECONDS)
        for move in given.moves[len(played.opened) :]:
            if deadline.over:
                raise TooHardError("too hard: the moves of this game take too long to follow")
            played.play(move)
        return played

    def keep(self, given: models.Game, played: Played) -> None:
        """Keep a game, for the next request about it."""
        moves = tuple(move if isinstance(move, int) else tuple(move) for move in given.moves)
        with self._lock:
            self._kept[_address(given), moves] = played
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def _take(self, key: tuple[Any, ...]) -> Played | None:
        """Take a game out, so that no other thread plays on."""
        with self._lock:
            return self._kept.pop(key, None)


def _address(given: models.Game) -> tuple[Any, ...]:
    board: Any = given.board
    if isinstance(board, models.Graph):
        known: Any = (board.nodes, tuple(map(tuple, board.edges)))
    else:
        known = board.spec
    rule = (given.first, given.start, given.seed, given.index, given.max_per_cell)
    return (known, given.mines, *rule)


def _begin(given: models.Game) -> Played:
    board, spec_mines = read_board(given.board, given.max_per_cell)
    mines = spec_mines if given.mines is None else given.mines
    if given.start is not None:
        board.cell(given.start)
    game = Game(
        board,
        mines=mines,
        max_per_cell=given.max_per_cell,
        first=given.first,
        seed=int(given.seed),
        index=given.index,
        limits=LIMITS,
    )
    return Played(game, given.start)


# -- what is told ---------------------------------------------------------------------------------


def state(played: Played) -> GameState:
    """Return what a player sees, and when the game is over also the layout."""
    game = played.game
    over = game.status != "playing"
    risks = [
        Risk(step.move, step.cell, step.mine_probability)
        for step in played.steps
        if not step.certain
    ]
    try:
        unavoidable: bool | None = game.must_guess
    except TooHardError:
        unavoidable = None
    return GameState(
        spec=game.spec,
        size=game.board.size,
        status=played.status,
        start=game.start,
        clues=game.position.clues,
        opened=played.opened,
        mines_left_unflagged=game.mines,
        safe_left=game.safe_left,
        moves=len({step.move for step in played.steps}),
        guesses=game.guesses,
        luck=Luck(game.luck, risks),
        unavoidable=unavoidable,
        exploded=game.exploded,
        bbbv=game.bbbv if over else None,
        layout=game.layout if over else None,
    )


def hint(played: Played) -> Hint:
    """Return what to open, why, and what else might be guessed."""
    game = played.game
    if played.status == "new" and played.start is not None:
        return _first_click(game, played.start)
    found = game.hint()
    cell, chance, reason = found.cell, found.mine_probability, found.reason
    if reason is None and chance == 0.0:
        return _by_rule(cell, chance, found.text)
    safe, mines = game.analysis.safe, game.analysis.mines
    if reason is None:
        why = Why(found.text, reasons.clues_around(game.position, cell), "guess")
        rows = candidates(game.analysis, include=[cell])
        return Hint(cell, False, chance, why, safe, mines, rows)
    why = Why(found.text, list(reason.clues), reason.kind)
    return Hint(cell, True, chance, why, safe, mines, [])


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


def advise(played: Played, strategy: str) -> Advice:
    """Return the next click of a strategy, and whether it is certain."""
    game = played.game
    entry = find(strategy)
    if game.status != "playing":
        raise GameError(f"the game is over: it is {game.status}")
    _refuse_long_search(game, entry)
    if not played.steps:
        return Advice(_start(played, entry), game.deal.start_is_safe)
    player = as_strategy(entry)
    protocol.begin(player, game.seed, game.index)
    try:
        safe_cells = set(game.analysis.safe)
    except TooHardError:
        if entry.needs_analysis:
            raise
        assert isinstance(player, Compiled)
        move = player.advise(game.position)
        return Advice(move.cell, move.certain)
    if protocol.opens_certain(player) and safe_cells:
        return Advice(min(safe_cells), True)
    cell = player.choose(game.position)
    try:
        if game.position.clue(cell) is not None:
            raise StrategyError(f"{strategy} chose {game.board.name(cell)}, which is open already")
    except BoardError as error:
        raise StrategyError(f"{strategy} chose no cell: {error}") from None
    return Advice(int(cell), cell in safe_cells)


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
