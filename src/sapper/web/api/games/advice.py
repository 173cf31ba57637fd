"""Advice in a game: hints, reasons and the next click of a strategy."""

from __future__ import annotations

from math import comb, isnan
from typing import TYPE_CHECKING

import numpy as np

from sapper.analysis import candidates
from sapper.analysis.commentary import explain, first_click
from sapper.errors import GameError, TooHardError
from sapper.games import Deal
from sapper.games.hints import Hint as GameHint
from sapper.strategies.choosing import next_click
from sapper.strategies.registry import find
from sapper.web.api.analysis import reasons
from sapper.web.api.analysis.answers import CellWhy, Why
from sapper.web.api.games.answers import Advice, Hint

if TYPE_CHECKING:
    from sapper.games import Game
    from sapper.strategies.registry import Entry
    from sapper.web.api.games.played import Played

_FALLBACK = "pseq"
"""The strategy of hints on boards that are too hard to count."""


MOST_LAYOUTS = 20_000
"""Layouts of a board up to which ``optimal`` is asked: it enumerates all of them."""


def hint(played: Played) -> Hint:
    """Return a cell to open, the reason, and the candidates of a guess."""
    try:
        return _reasoned(played)
    except TooHardError:
        return _unreasoned(played.game)


def _unreasoned(game: Game) -> Hint:
    """Return the click of a strategy that uses a part of the board only."""
    position = game.position
    choice = next_click(position, find(_FALLBACK), seed=0, analysis=None)
    text = (
        f"the whole board is too hard to compute: {game.board.name(choice.cell)} is the move of "
        f"{_FALLBACK}, based on a part of the board"
    )
    why = Why(text, reasons.clues_around(position, choice.cell), "too hard")
    return Hint(choice.cell, choice.certain, 0.0 if choice.certain else None, why, [], [], [])


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
    """Return a certain cell near the last click, else the safest; no search on a large board."""
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
        raise GameError("there is no cell left to open")
    return GameHint(best, float(analysis.mine_probability[best]), explain(analysis, best))


def _first_click(game: Game, cell: int) -> Hint:
    """Return the hint for a game with a fixed first cell."""
    safe = game.deal.start_is_safe
    chance = 0.0 if safe else float(game.analysis.mine_probability[cell])
    return _by_rule(cell, chance, first_click(game.position, cell, safe))


def _by_rule(cell: int, chance: float, text: str) -> Hint:
    """Return the hint for a first click, for which the rule is the only reason."""
    return Hint(cell, chance == 0.0, chance, Why(text, [], "first click"), [], [], [])


def why(played: Played, cell: int) -> CellWhy:
    """Return what follows for a cell from the clues."""
    game = played.game
    if game.position.clue(cell) is not None:
        return reasons.open_cell(game.position, cell)
    if played.status == "new" and game.deal.start_is_safe:
        return CellWhy(cell, "safe", 0.0, Why(game.why(cell), [], "first click"))
    return reasons.covered_cell(game.analysis, cell)


def advise(played: Played, strategy: str, explain: bool = False) -> Advice:
    """Return the next click of a strategy, whether it is certain and, with ``explain``, why."""
    game = played.game
    entry = find(strategy)
    if game.status != "playing":
        raise GameError(f"the game is over: it is {game.status}")
    _refuse_long_search(game, entry)
    if played.status == "new":
        first = _first_click(game, _start(played, entry))
        why = first.why if explain else None
        return Advice(first.cell, first.certain, first.mine_probability, why)
    try:
        analysis = game.analysis
    except TooHardError:
        if entry.needs_analysis:
            raise
        analysis = None
    choice = next_click(game.position, entry, seed=game.seed, index=game.index, analysis=analysis)
    chance = None if isnan(choice.mine_probability) else choice.mine_probability
    if analysis is None or not explain:
        return Advice(choice.cell, choice.certain, chance, None)
    why = reasons.chosen_cell(analysis, choice.cell, entry)
    return Advice(choice.cell, choice.certain, chance, why)


def _start(played: Played, entry: Entry) -> int:
    """Return the first cell of a strategy, or of the game if the former is impossible."""
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
            f"too hard: perfect play enumerates all layouts of {game.spec}; at most "
            f"{MOST_LAYOUTS:,} are allowed here"
        )
