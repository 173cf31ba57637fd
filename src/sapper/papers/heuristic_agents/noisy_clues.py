"""Clues that may be wrong, as in Rujan's variant of the game, on small boards.

A revealed cell shows its true number with chance 1 - e, and with chance e any other number from 0
to the number of its neighbours, each as likely. The chance of a mine then follows by Bayes from all
layouts, each weighed by how well it explains what is shown: for e = 0 that is the share of the
layouts that fit. Since a zero may be wrong, it opens no neighbours here.

Rujan, *The Minesweepers' Bayesian guide to survival*, 1998, as the report describes it.
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
"""Boards with more layouts are refused."""


class NoiseError(SapperError, ValueError):
    """A board or a chance that noisy clues cannot be reckoned with."""


def posterior(position: Position, noise: float) -> npt.NDArray[np.float64]:
    """Return the chance of a mine in every cell when each clue is wrong with chance ``noise``.

    Revealed cells hold none. NoiseError where nothing could show this.

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
        raise NoiseError("noisy clues take a number of mines, at most one a cell")
    shown = np.array([-1 if clue is None else clue for clue in position.clues])
    held = _layouts(position.board.spec, position.mines)
    numbers, degrees = _numbers(position.board.spec, position.mines)
    return _reckon(held, numbers, degrees, shown, noise)


def _reckon(
    held: npt.NDArray[np.bool_],
    numbers: npt.NDArray[np.int64],
    degrees: npt.NDArray[np.int64],
    shown: npt.NDArray[np.int64],
    noise: float,
) -> npt.NDArray[np.float64]:
    """Weigh every layout; what is shown is -1 where a cell is covered."""
    if not 0 <= noise < 1:
        raise NoiseError(f"the chance of a wrong clue is from 0 up to below 1, not {noise}")
    cells = np.flatnonzero(shown >= 0)
    possible = ~held[:, cells].any(axis=1)
    right = numbers[np.ix_(possible, cells)] == shown[cells]
    wrong = np.where(degrees[cells] > 0, noise / np.maximum(degrees[cells], 1), 0.0)
    weights = np.where(right, 1 - noise, wrong).prod(axis=1)
    total = weights.sum()
    if not total > 0:
        raise NoiseError("no layout could show these clues")
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
    """The true numbers of all cells by layout, and how many neighbours each cell has."""
    board = parse_spec(spec).board()
    beside = np.zeros((board.size, board.size), dtype=np.int64)
    for cell in range(board.size):
        beside[cell, board.neighbors(cell)] = 1
    return _layouts(spec, mines).astype(np.int64) @ beside, beside.sum(axis=1)


def win_rate(board: str, noise: float, believed: float, games: int, seed: int) -> float:
    """Play with clues that are wrong with chance ``noise`` by a player who reckons with another.

    The first click, in the corner, is kept free of mines; then the least chance of a mine is
    opened, ties by lot, and any cell where nothing the player believes in explains the clues.
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
                chances = _reckon(held, numbers, degrees, shown, believed)[covered]
                covered = covered[chances <= chances.min() + 1e-12]
            except NoiseError:
                pass
            cell = int(random.choice(covered))
    return wins / games
