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
from typing import TYPE_CHECKING, Any

from sapper.analysis import candidates
from sapper.analysis.commentary import first_click
from sapper.errors import BoardError, GameError, StrategyError, TooHardError
from sapper.games import Deal, Game
from sapper.limits import Deadline
from sapper.strategies import protocol
from sapper.strategies.compiled import Compiled, as_strategy
from sapper.strategies.registry import BOOK, find
from sapper.web import models, reasons
from sapper.web.boards import read_board
from sapper.web.limits import LIMITS, SECONDS

if TYPE_CHECKING:
    from sapper.strategies.registry import Entry

MOST_KEPT = 64
"""Games that are kept between requests."""

MOST_LAYOUTS = 20_000
"""Layouts of a board up to which ``optimal`` is asked: it looks at all of them."""

_LIGHT = ("random", "basic", "neighborhood-sum")
"""Strategies that need no analysis of the whole position."""


@dataclass(frozen=True, slots=True)
class Step:
    """One opened cell."""

    move: int
    """The index of the move."""

    cell: int
    """The cell."""

    risk: float | None
    """P(it held a mine); None where that was too hard."""

    opened: list[int]
    """The cells that opened; none where it was a mine."""


@dataclass(slots=True)
class Played:
    """A game with what its moves did."""

    game: Game
    """The game."""

    start: int | None = None
    """The first cell, if it must be this one."""

    opened: list[list[int]] = field(default_factory=list)
    """The cells that each move opened."""

    steps: list[Step] = field(default_factory=list)
    """Every cell that was opened by a move."""

    def play(self, move: int | list[int]) -> None:
        """Make a move: a cell, or the cells of a chord."""
        if self.game.status != "on":
            raise GameError(f"move {len(self.opened)} comes after the end: {self._end()}")
        number = len(self.opened)
        all_opened: list[int] = []
        for cell in [move] if isinstance(move, int) else move:
            if self.game.position.clue(cell) is not None:
                continue
            if not self.steps and self.start not in (None, cell):
                raise GameError(f"the first click of this game is cell {self.start}, not {cell}")
            opened = self.game.open(cell)
            self.steps.append(Step(number, cell, self.game.risk, opened))
            all_opened += opened
            if self.game.status != "on":
                break
        self.opened.append(all_opened)

    def _end(self) -> str:
        return f"the game is {self.game.status}"

    @property
    def status(self) -> str:
        """New, playing, won or lost."""
        if self.game.status != "on":
            return self.game.status
        return "playing" if self.steps else "new"


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


def state(played: Played) -> dict[str, Any]:
    """Return what a player sees, and when the game is over also the layout."""
    game = played.game
    over = game.status != "on"
    risks = [step for step in played.steps if step.risk != 0.0]
    try:
        unavoidable: bool | None = game.must_guess
    except TooHardError:
        unavoidable = None
    return {
        "spec": game.spec,
        "size": game.board.size,
        "status": played.status,
        "start": game.start,
        "clues": game.position.clues,
        "opened": played.opened,
        "mines_left_unflagged": game.mines,
        "safe_left": game.safe_left,
        "moves": len({step.move for step in played.steps}),
        "guesses": game.guesses,
        "luck": {
            "survived": game.luck,
            "risks": [
                {"move": step.move, "cell": step.cell, "mine_probability": step.risk}
                for step in risks
            ],
        },
        "unavoidable": unavoidable,
        "exploded": game.exploded,
        "bbbv": game.bbbv if over else None,
        "layout": game.layout if over else None,
    }


def hint(played: Played) -> dict[str, Any]:
    """Return what to open, why, and what else might be guessed."""
    game = played.game
    if played.status == "new" and played.start is not None:
        return _first_click(game, played.start)
    found = game.hint()
    reason = found.reason
    told: dict[str, Any] = {"cell": found.cell, "mine_probability": found.mine_probability}
    if reason is None and found.mine_probability == 0.0:
        proof = reasons.why(found.text, [], "first click")
        return {**told, "certain": True, "why": proof, "safe": [], "mines": [], "candidates": []}
    guess = reason is None
    clues = (
        reasons.clues_around(game.position, found.cell) if reason is None else list(reason.clues)
    )
    kind = "guess" if reason is None else reason.kind
    rows = candidates(game.analysis, include=[found.cell]) if guess else []
    return {
        **told,
        "certain": not guess,
        "why": reasons.why(found.text, clues, kind),
        "safe": game.analysis.safe,
        "mines": game.analysis.mines,
        "candidates": [row.to_dict() for row in rows],
    }


def _first_click(game: Game, cell: int) -> dict[str, Any]:
    """Return the hint for a game that begins at a certain cell."""
    safe = _first_is_safe(game)
    return {
        "cell": cell,
        "mine_probability": 0.0 if safe else float(game.analysis.mine_probability[cell]),
        "certain": safe,
        "why": reasons.why(first_click(game.position, cell, safe), [], "first click"),
        "safe": [],
        "mines": [],
        "candidates": [],
    }


def why(played: Played, cell: int) -> dict[str, Any]:
    """Return what the clues tell about a cell."""
    game = played.game
    if game.position.clue(cell) is not None:
        return reasons.open_cell(game.position, cell)
    if played.status == "new" and _first_is_safe(game):
        proof = reasons.why(game.why(cell), [], "first click")
        return {"cell": cell, "state": "safe", "mine_probability": 0.0, "why": proof}
    return reasons.covered_cell(game.analysis, cell)


def _first_is_safe(game: Game) -> bool:
    return game.first != "any" or game.mines == 0


def advise(played: Played, strategy: str) -> dict[str, Any]:
    """Return the next click of a strategy, and whether it is certain."""
    game = played.game
    entry = find(strategy)
    if game.status != "on":
        raise GameError(f"the game is over: it is {game.status}")
    _refuse_long_search(game, entry)
    if not played.steps:
        return {"cell": _first_cell(played, entry), "certain": _first_is_safe(game)}
    player = as_strategy(entry)
    protocol.begin(player, game.seed, game.index)
    try:
        safe_cells = set(game.analysis.safe)
    except TooHardError:
        if entry.name not in _LIGHT:
            raise
        assert isinstance(player, Compiled)
        cell, certain = player.advise(game.position)
        return {"cell": cell, "certain": certain}
    if protocol.opens_certain(player) and safe_cells:
        return {"cell": min(safe_cells), "certain": True}
    cell = player.choose(game.position)
    try:
        if game.position.clue(cell) is not None:
            raise StrategyError(f"{strategy} chose cell {cell}, which is open already")
    except BoardError as error:
        raise StrategyError(f"{strategy} chose no cell: {error}") from None
    return {"cell": int(cell), "certain": cell in safe_cells}


def _first_cell(played: Played, entry: Entry) -> int:
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
        return game.first_cell
    return deal.start


def _refuse_long_search(game: Game, entry: Entry) -> None:
    if entry.name.removeprefix(BOOK).replace(BOOK, "") != "optimal":
        return
    size, mines = game.board.size, game.mines
    several = game.position.max_per_cell > 1
    layouts = comb(size + mines - 1, mines) if several else comb(size, mines)
    if layouts > MOST_LAYOUTS:
        raise TooHardError(
            f"too hard: perfect play looks at all layouts of {game.spec}, and here at most "
            f"{MOST_LAYOUTS:,} are allowed"
        )


def replay(played: Played) -> dict[str, Any]:
    """Return a finished game, opened cell by opened cell."""
    game = played.game
    if game.status == "on":
        raise GameError("a game is replayed when it is over")
    steps = [
        {
            "move": step.move,
            "cell": step.cell,
            "certain": step.risk == 0.0,
            "mine_probability": step.risk,
            "opened": step.opened,
        }
        for step in played.steps
    ]
    return {"status": game.status, "steps": steps, "layout": game.layout}
