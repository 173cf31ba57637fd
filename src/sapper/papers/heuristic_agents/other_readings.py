"""Other readings of agent 3, tried on 6x6/6 because its figures there are so low.

Each is a player in Python, or the exact one with games cut short, and plays the games that
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


class _ByLot:
    """Takes one of the cells of least probability, of those it looks at, by lot."""

    def __init__(self) -> None:
        self.begin(0, 0)

    def begin(self, seed: int, index: int) -> None:
        """Draw from a sequence of the game's own."""
        self.random = np.random.default_rng((seed, index))

    def draw(self, cells: Sequence[int], chances: npt.NDArray[np.float64]) -> int:
        """Return one of the cells whose chance is the least."""
        values = chances[list(cells)]
        best = np.flatnonzero(values <= values.min() + 1e-9)
        return int(cells[int(self.random.choice(best))])


class FrontierOnly(_ByLot):
    """Looks at cells next to a number alone."""

    def choose(self, position: Position) -> int:
        """Return the cell to open."""
        chances = analyze(position).mine_probability
        return self.draw(position.frontier or position.covered, chances)


class ByDensity(_ByLot):
    """Reckons with a density instead of the number of mines; with 1/2, all sets count alike."""

    def __init__(self, density: float) -> None:
        super().__init__()
        self.density = density

    def choose(self, position: Position) -> int:
        """Return the cell to open."""
        seen = Position(position.board, position.clues, density=self.density)
        return self.draw(position.covered, analyze(seen).mine_probability)


class SomeSets(_ByLot):
    """Looks at some sets of S alone: so many drawn by lot, or the first that are enumerated."""

    def __init__(self, sets: int, *, by_lot: bool) -> None:
        super().__init__()
        self.sets, self.by_lot = sets, by_lot

    def choose(self, position: Position) -> int:
        """Return the cell to open; any where no set fits."""
        covered, mines = position.covered, position.mines
        assert mines is not None
        if self.by_lot:
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


def _games(effort: Effort, player: Callable[[], _ByLot], games: int) -> Played:
    result = simulate(BOARD, player(), games, effort.seed, "any", 0, records=True)  # type: ignore[arg-type]
    if result.interrupted:
        raise KeyboardInterrupt
    assert result.records is not None
    return Played(((1.0, result.records.won, result.records.moves - 1),))


def cut_short(effort: Effort, board: str, agent: int, most: int) -> Played:
    """Return the games by the letter, lost where they take more moves."""
    ((weight, won, moves),) = played(effort, board, agent, "any").parts
    return Played(((weight, won & (moves <= most), np.minimum(moves, most)),))


OTHERS: dict[str, Callable[[Effort], Played]] = {
    "by the letter": lambda effort: played(effort, BOARD, 3, "any"),
    "cells next to a number alone": lambda effort: _games(effort, FrontierOnly, 300),
    "density 1/6 for the mine count": lambda effort: _games(effort, lambda: ByDensity(1 / 6), 300),
    "S of sets of any size": lambda effort: _games(effort, lambda: ByDensity(1 / 2), 300),
    "1,000 sets by lot": lambda effort: _games(effort, lambda: SomeSets(1_000, by_lot=True), 200),
    "10,000 sets by lot": lambda effort: _games(effort, lambda: SomeSets(10_000, by_lot=True), 200),
    "the first 10,000 sets": lambda effort: _games(
        effort, lambda: SomeSets(10_000, by_lot=False), 200
    ),
    "at most 12 moves": lambda effort: cut_short(effort, BOARD, 3, 12),
    "at most 10 moves": lambda effort: cut_short(effort, BOARD, 3, 10),
}
"""The readings by what they are, each with the way to its games."""
