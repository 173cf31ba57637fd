"""Strategies on the same games, compared in small steps.

The server keeps nothing between the steps: a request brings the counts of the steps before and
continues with the next games. So a client can stop at any time, and a step takes half a second.
"""

from __future__ import annotations

from sapper.errors import SpecError, StrategyError
from sapper.lab.comparison import steps
from sapper.strategies.registry import find
from sapper.web.api.boards.boards import read_board
from sapper.web.api.lab import answers, models
from sapper.web.limits import WIN_SECONDS


def compared(given: models.Comparison) -> answers.Compared:
    """Play one step and add it to those before."""
    board, spec_mines = read_board(given.board)
    mines = spec_mines if given.mines is None else given.mines
    if mines is None:
        raise SpecError(f"add the number of mines, for example {board.spec}/10")
    for name in given.strategies:
        if not find(name).in_core:
            raise StrategyError(f"strategy {name!r} is written in Python and is not available here")
    found = steps.compare(
        board,
        given.strategies,
        given.games,
        given.seed,
        given.first,
        mines=mines,
        index=given.games_before,
        seconds=WIN_SECONDS,
    )
    if given.before:
        found = [
            steps.Compared(
                now.strategy, before.wins, before.only_this, before.only_first, given.games_before
            )
            + now
            for now, before in zip(found, given.before, strict=True)
        ]
    return answers.Compared(
        spec=f"{board.spec}/{mines}",
        games=found[0].games,
        strategies=[_answer(one) for one in found],
    )


def _answer(one: steps.Compared) -> answers.ComparedStrategy:
    return answers.ComparedStrategy(
        strategy=one.strategy,
        wins=one.wins,
        win_rate=one.win_rate,
        interval=list(one.interval),
        only_this=one.only_this,
        only_first=one.only_first,
        difference=one.difference,
        difference_interval=list(one.difference_interval),
    )
