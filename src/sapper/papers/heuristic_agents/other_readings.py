"""Other interpretations of agent 3, tested on 6x6/6 because its published win rate there is low.

Each is a player in Python, or the exact agent with a limit on the moves, and plays the games that
``table_one`` compares. The text describes none of them.
"""

from __future__ import annotations

from itertools import combinations, islice
from typing import TYPE_CHECKING

import numpy as np

from sapper.analysis import analyze
from sapper.games import simulate
from sapper.papers.heuristic_agents.table_one_games import Played, played
from sapper.positions import Position

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy.typing as npt

    from sapper.papers.claims import Effort

BOARD = "6x6/6"


class _LowestOfSome:
    """Base class: opens a cell with the lowest probability, with random tie-breaking."""

    def __init__(self) -> None:
        self.begin(0, 0)

    def begin(self, seed: int, index: int) -> None:
        """Seed the random numbers of a game."""
        self.random: np.random.Generator = np.random.default_rng((seed, index))

    def draw(self, cells: Sequence[int], chances: npt.NDArray[np.float64]) -> int:
        """Return a random one of the cells with the lowest probability."""
        values = chances[list(cells)]
        best = np.flatnonzero(values <= values.min() + 1e-9)
        return int(cells[int(self.random.choice(best))])


class FrontierOnly(_LowestOfSome):
    """Considers only cells next to a number."""

    def choose(self, position: Position) -> int:
        """Return the cell to open."""
        chances = analyze(position).mine_probability
        return self.draw(position.frontier or position.covered, chances)


class ByDensity(_LowestOfSome):
    """Assumes a mine density instead of the number of mines; with 1/2 all sets weigh the same."""

    def __init__(self, density: float) -> None:
        super().__init__()
        self.density = density

    def choose(self, position: Position) -> int:
        """Return the cell to open."""
        seen = Position(position.board, position.clues, density=self.density)
        return self.draw(position.covered, analyze(seen).mine_probability)


class SomeSets(_LowestOfSome):
    """Uses only some candidate sets of S: random ones, or the first that are enumerated."""

    def __init__(self, sets: int, *, at_random: bool) -> None:
        super().__init__()
        self.sets, self.at_random = sets, at_random

    def choose(self, position: Position) -> int:
        """Return the cell to open; a random one if no set is consistent."""
        covered, mines = position.covered, position.mines
        assert mines is not None
        if self.at_random:
            keys = self.random.random((self.sets, len(covered)))
            chosen = np.argpartition(keys, min(mines, len(covered) - 1), axis=1)[:, :mines]
        else:
            first = islice(combinations(range(len(covered)), mines), self.sets)
            chosen = np.array(list(first))
        held = np.zeros((len(chosen), position.board.size), dtype=bool)
        held[np.arange(len(chosen))[:, None], np.array(covered)[chosen]] = True
        fits = np.ones(len(chosen), dtype=bool)
        for cell in position.revealed:
            fits &= held[:, position.board.neighbors(cell)].sum(axis=1) == position.clue(cell)
        if not fits.any():
            return int(self.random.choice(covered))
        return self.draw(covered, held[fits].mean(axis=0))


def _games(effort: Effort, player: Callable[[], _LowestOfSome], games: int) -> Played:
    result = simulate(BOARD, player(), games, effort.seed, "any", 0, records=True)  # type: ignore[arg-type]
    if result.interrupted:
        raise KeyboardInterrupt
    assert result.records is not None
    return Played(((1.0, result.records.won, result.records.moves - 1),))


def cut_short(effort: Effort, board: str, agent: int, most: int) -> Played:
    """Return the games of the literal interpretation; games with more moves count as lost."""
    ((weight, won, moves),) = played(effort, board, agent, "any").parts
    return Played(((weight, won & (moves <= most), np.minimum(moves, most)),))


OTHERS: dict[str, Callable[[Effort], Played]] = {
    "cells next to a number alone": lambda effort: _games(effort, FrontierOnly, 300),
    "density 1/6 for the mine count": lambda effort: _games(effort, lambda: ByDensity(1 / 6), 300),
    "S of sets of any size": lambda effort: _games(effort, lambda: ByDensity(1 / 2), 300),
    "1,000 random sets": lambda effort: _games(
        effort, lambda: SomeSets(1_000, at_random=True), 200
    ),
    "10,000 random sets": lambda effort: _games(
        effort, lambda: SomeSets(10_000, at_random=True), 200
    ),
    "the first 10,000 sets": lambda effort: _games(
        effort, lambda: SomeSets(10_000, at_random=False), 200
    ),
    "at most 12 moves": lambda effort: cut_short(effort, BOARD, 3, 12),
    "at most 10 moves": lambda effort: cut_short(effort, BOARD, 3, 10),
}
"""The interpretations by description, each with the function that plays its games."""
