"""Clues that may be wrong, as in Rujan's variant of the game, on small boards.

A revealed cell shows its true number with probability 1 - e, and otherwise one of the other numbers
from 0 to its number of neighbours, with equal probability. Mine probabilities follow from Bayes'
theorem with a uniform prior over all layouts, which are enumerated; for e = 0 they are shares of
the consistent layouts. A zero may be wrong, so it does not open its neighbours.

Rujan, *The Minesweepers' Bayesian guide to survival*, 1998, as described in the report.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from sapper.boards import parse_spec
from sapper.errors import SapperError

if TYPE_CHECKING:
    import numpy.typing as npt

    from sapper.positions import Position

MOST_LAYOUTS = 100_000
"""Upper limit on the layouts of a board."""


class NoiseError(SapperError, ValueError):
    """A board, a probability or clues that the noise model does not allow."""


def posterior(position: Position, noise: float) -> npt.NDArray[np.float64]:
    """Return the mine probability of every cell if each clue is wrong with probability ``noise``.

    It is 0 for revealed cells. Raises NoiseError if no layout can produce the clues.

    >>> import sapper
    >>> posterior(sapper.parse("1#", mines=1), 0.1).tolist()
    [0.0, 1.0]
    >>> sapper.analyze(sapper.parse("2###", mines=2)).mine_probability
    Traceback (most recent call last):
    sapper.errors.ContradictionError: no layout fits: the 2 at (0, 0) cannot be met
    >>> posterior(sapper.parse("2##", mines=1), 0.5).round(2).tolist()
    [0.0, 0.5, 0.5]
    """
    if position.mines is None or position.max_per_cell > 1:
        raise NoiseError("noisy clues need a known number of mines with at most one mine per cell")
    shown = np.array([-1 if clue is None else clue for clue in position.clues])
    held = _layouts(position.board.spec, position.mines)
    numbers, degrees = _numbers(position.board.spec, position.mines)
    return _posterior(held, numbers, degrees, shown, noise)


def _posterior(
    held: npt.NDArray[np.bool_],
    numbers: npt.NDArray[np.int64],
    degrees: npt.NDArray[np.int64],
    shown: npt.NDArray[np.int64],
    noise: float,
) -> npt.NDArray[np.float64]:
    """Return the posterior mine probabilities; ``shown`` is -1 for covered cells."""
    if not 0 <= noise < 1:
        raise NoiseError(
            f"the probability of a wrong clue must be at least 0 and below 1, not {noise}"
        )
    cells = np.flatnonzero(shown >= 0)
    possible = ~held[:, cells].any(axis=1)
    right = numbers[np.ix_(possible, cells)] == shown[cells]
    wrong = np.where(degrees[cells] > 0, noise / np.maximum(degrees[cells], 1), 0.0)
    weights = np.where(right, 1 - noise, wrong).prod(axis=1)
    total = weights.sum()
    if not total > 0:
        raise NoiseError("no layout can produce these clues")
    chances: npt.NDArray[np.float64] = weights @ held[possible] / total
    return chances


@cache
def _layouts(spec: str, mines: int) -> npt.NDArray[np.bool_]:
    size = parse_spec(spec).size
    if comb(size, mines) > MOST_LAYOUTS:
        raise NoiseError(f"{spec} with {mines} mines has more than {MOST_LAYOUTS} layouts")
    chosen = np.array(list(combinations(range(size), mines)), dtype=int).reshape(-1, mines)
    held = np.zeros((len(chosen), size), dtype=bool)
    held[np.arange(len(chosen))[:, None], chosen] = True
    return held


@cache
def _numbers(spec: str, mines: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the true numbers of all cells, by layout, and the number of neighbours per cell."""
    board = parse_spec(spec).board()
    adjacency = np.zeros((board.size, board.size), dtype=np.int64)
    for cell in range(board.size):
        adjacency[cell, board.neighbors(cell)] = 1
    return _layouts(spec, mines).astype(np.int64) @ adjacency, adjacency.sum(axis=1)


def win_rate(board: str, noise: float, believed: float, games: int, seed: int) -> float:
    """Return the win rate if clues are wrong with ``noise`` and the player assumes ``believed``.

    The first click is in the corner, which holds no mine. After it the player opens a cell with the
    lowest posterior mine probability, with random tie-breaking, or a random cell if the clues are
    impossible under its assumption.
    """
    spec = parse_spec(board)
    mines = spec.mines
    if mines is None:
        raise NoiseError(f"{board} has no number of mines")
    name = board.partition("/")[0]
    held = _layouts(name, mines)
    numbers, degrees = _numbers(name, mines)
    free = np.flatnonzero(~held[:, 0])
    wins = 0
    for index in range(games):
        random = np.random.default_rng((seed, index))
        layout = int(random.choice(free))
        shown = np.full(spec.size, -1)
        cell = 0
        while not held[layout, cell]:
            shown[cell] = numbers[layout, cell]
            if random.random() < noise:
                shown[cell] = (shown[cell] + random.integers(1, degrees[cell] + 1)) % (
                    degrees[cell] + 1
                )
            covered = np.flatnonzero(shown < 0)
            if len(covered) == mines:
                wins += 1
                break
            try:
                chances = _posterior(held, numbers, degrees, shown, believed)[covered]
                covered = covered[chances <= chances.min() + 1e-12]
            except NoiseError:
                pass
            cell = int(random.choice(covered))
    return wins / games
