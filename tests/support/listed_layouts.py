"""Random small positions on boards of every kind, and all their layouts by brute force."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper.boards import Board, graph
from sapper.positions import FLAGGED, OUTSIDE, UNREAD, Position
from strategies_for_positions import LATTICES

if TYPE_CHECKING:
    from random import Random

    import numpy.typing as npt

    from sapper.positions.position import Density
from sapper.positions.states import can_hold_mines

MOST_COVERED = {1: 12, 2: 7, 3: 6}
"""Covered cells by the most mines per cell: up to 4,096 assignments are listed."""

DENSITIES: list[Density] = [Fraction(1, 5), 0.3, 0.85]


def random_board(random: Random) -> Board:
    """Return a lattice of any kind or, in one case of four, a graph."""
    if random.random() < 0.75:
        return random.choice(LATTICES)
    size = random.randint(1, 14)
    pairs = [(a, b) for a in range(size) for b in range(a)]
    edges = random.sample(pairs, random.randint(0, min(len(pairs), 2 * size)))
    return graph(edges, nodes=range(size))


def random_position(random: Random) -> Position:
    """Return a position with few covered cells; one in eight has a wrong clue.

    One in four has cells whose number is unread, or cells out of view.
    """
    board = random_board(random)
    limit = random.choice([1, 1, 1, 2, 3])
    covered = random.sample(
        range(board.size), random.randint(1, min(board.size, MOST_COVERED[limit]))
    )
    hold = random.uniform(0.1, 0.8)
    layout = [0] * board.size
    for cell in covered:
        layout[cell] = random.randint(1, limit) if random.random() < hold else 0
    clues: list[int | None] = [
        sum(layout[b] for b in board.neighbors(c)) for c in range(board.size)
    ]
    for cell in covered:
        clues[cell] = None
    shown = [cell for cell in range(board.size) if clues[cell] is not None]
    if shown and random.random() < 0.125:
        clues[random.choice(shown)] = random.randint(0, 4)
    if random.random() < 0.25:  # cells whose number is unread, and cells out of view
        for cell in random.sample(range(board.size), random.randint(1, board.size)):
            if cell in covered:
                clues[cell] = OUTSIDE if random.random() < 0.5 else None
            elif random.random() < 0.5:
                clues[cell] = UNREAD
        covered = [cell for cell in covered if clues[cell] is None]
    flags = [cell for cell in covered if layout[cell] and random.random() < 0.1]
    if random.random() < 0.2:
        density = random.choice(DENSITIES)
        return Position(board, clues, density=density, max_per_cell=limit, flags=flags)
    if limit == 1 and random.random() < 0.25:
        return Position(board, clues, random_totals(random, sum(layout), board.size), flags=flags)
    return Position(board, clues, sum(layout), max_per_cell=limit, flags=flags)


def random_totals(random: Random, mines: int, cells: int) -> Any:
    """Return a range or a distribution of numbers of mines, usually around the true one."""
    least = max(0, mines - random.randint(0, 2))
    most = min(cells, max(mines, least) + random.randint(0, 2))
    if random.random() < 0.5:
        return range(least, most + 1)
    shares = [random.randint(1, 5) for _ in range(least, most + 1)]
    return {least + i: Fraction(share, sum(shares)) for i, share in enumerate(shares)}


def listed_layouts(position: Position) -> npt.NDArray[np.uint8]:
    """Return all consistent layouts, one per row, in ascending lexicographic order."""
    board = position.board
    covered = np.flatnonzero(can_hold_mines(position.states)).tolist()
    flagged = [int(position.states[cell] == FLAGGED) for cell in covered]
    choices = [np.arange(least, position.max_per_cell + 1) for least in flagged]
    grids = np.meshgrid(*choices, indexing="ij")
    rows = np.zeros((grids[0].size if grids else 1, board.size), np.uint8)
    for cell, values in zip(covered, grids, strict=True):
        rows[:, cell] = values.reshape(-1)
    fits = np.ones(len(rows), np.bool_)
    numbers = rows.sum(axis=1, dtype=np.int64)
    if position.mines is not None:
        fits &= numbers == position.mines
    if position.totals is not None:
        fits &= np.isin(numbers, list(position.totals.numbers))
    for cell in position.revealed:
        around = rows[:, list(board.neighbors(cell))].sum(axis=1, dtype=np.int64)
        fits &= around == position.states[cell]
    return np.unique(rows[fits], axis=0)


def weights(position: Position, rows: npt.NDArray[np.uint8]) -> npt.NDArray[np.float64]:
    """Return the relative weight of every layout."""
    factorial = np.array([1.0, 1.0, 2.0, 6.0])
    weight: npt.NDArray[Any] = 1 / factorial[rows].prod(axis=1)
    if position.density is not None:
        from sapper.analysis.question import mean_odds

        odds = mean_odds(float(position.density), position.max_per_cell)
        weight = weight * odds ** rows.sum(axis=1, dtype=np.int64)
    probabilities = None if position.totals is None else position.totals.probabilities
    if position.totals is not None and probabilities is not None:
        chances = zip(position.totals.numbers, probabilities, strict=True)
        share = {m: float(chance / comb(position.board.size, m)) for m, chance in chances}
        weight = weight * np.array([share[mines] for mines in rows.sum(axis=1).tolist()])
    return weight
