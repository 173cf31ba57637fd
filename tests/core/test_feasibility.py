"""Positions with too many layouts to count: no guess is a certain mine."""

from __future__ import annotations

from random import Random

import pytest

import sapper
from sapper import _core
from sapper.strategies.compiled import as_strategy
from sapper.strategies.registry import find

CELLS, TANGLED = 90, 30
BEHIND = 2
"""A covered cell that only two clues together determine."""


def tangle(behind: int) -> sapper.Position:
    """Clues that each see eight cells anywhere, and a cell behind two that are tied to them."""
    random = Random(1)
    mines = [1, 0, behind, *(cell % 2 for cell in range(3, CELLS))]
    seen = [[0, 1], [0, 1, BEHIND]]
    for _ in range(TANGLED):
        odd, even = (random.sample(range(first, CELLS, 2), 4) for first in (3, 4))
        seen.append([*odd, *even])
    seen[2][0], seen[2][-1] = 0, 1
    numbers = [sum(mines[cell] for cell in cells) for cells in seen]
    edges = [(CELLS + clue, cell) for clue, cells in enumerate(seen) for cell in cells]
    board = sapper.graph(edges, nodes=range(CELLS + len(seen)))
    return sapper.Position(board, [None] * CELLS + numbers, mines=sum(mines))


NAMES = ["perimeter", "infer-guess", "pseq", "best", "entropy", "perimeter-entropy", "heuristic:U"]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_certainly_a_mine_is_not_among_the_guesses(name: str) -> None:
    position = tangle(1)
    with pytest.raises(sapper.TooHardError):
        sapper.analyze(position)
    advisor = _core.Advisor(position.board.graph, position.mines or 0, 1, name)
    assert set(advisor.options(position.states)) == set(range(CELLS)) - {BEHIND}


@pytest.mark.parametrize("name", [*NAMES, "deep:n=2"])
def test_what_is_certainly_safe_is_opened(name: str) -> None:
    position = tangle(0)
    move = _core.advise(position.board.graph, position.states, position.mines or 0, 1, name, 1, 0)
    assert (move.cell, move.certain) == (BEHIND, True)


def test_several_mines_a_cell() -> None:
    """With up to two, the cell behind has one at least, and may have two."""
    plain = tangle(1)
    position = sapper.Position(
        plain.board, plain.clues, mines=(plain.mines or 0) + 1, max_per_cell=2
    )
    for seed in range(40):
        strategy = as_strategy(find("perimeter"))
        strategy.begin(seed, 0)  # type: ignore[attr-defined]
        assert strategy.choose(position) != BEHIND
