"""Hypothesis strategies for positions that are small enough for the slow oracle.

``reachable`` draws a layout and opens some of its cells, so that at least one layout is consistent.
``arbitrary`` then changes a clue, a flag or the number of mines, so that often none is. The boards
may have many cells, but few of them are on the frontier, which the oracle enumerates.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from sapper.boards import Board, box, graph, grid, hexagonal, lattice, torus, triangular
from sapper.positions.position import Density, Position

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

MOST_FRONTIER = {1: 12, 2: 8, 3: 7}
"""By the most mines in a cell: the frontier that the oracle still lists quickly."""

DENSITIES: list[Density] = [Fraction(1, 5), Fraction(2, 3), 0.2, 0.01, 0.95]

LATTICES = [
    grid(1, 1),
    grid(1, 9),
    grid(3, 3),
    grid(4, 5),
    grid(5, 4),
    grid(9, 9),
    grid(4, 4, "rook"),
    lattice("rookwrap", (3, 4)),
    grid(4, 5, "knight"),
    grid(4, 4, "reach2"),
    torus(3, 3),
    torus(4, 5),
    torus(2, 6),
    torus(2, 3, 3),
    hexagonal(4, 4),
    hexagonal(5, 3),
    hexagonal(4, 3, wrapped=True),
    triangular(3, 4),
    triangular(2, 7),
    lattice("triwrap", (6, 6)),
    box(2, 2, 2),
    box(3, 2, 3),
    box(2, 2, 2, 2),
    box(7),
]


@st.composite
def random_graphs(draw: DrawFn) -> Board:
    """Draw a graph of up to 14 nodes, isolated ones included."""
    size = draw(st.integers(1, 14))
    pairs = [(a, b) for a in range(size) for b in range(a)]
    edges = draw(st.sets(st.sampled_from(pairs), max_size=30)) if pairs else set()
    return graph(sorted(edges), nodes=range(size))


def boards() -> SearchStrategy[Board]:
    """Draw a board of any kind."""
    return st.sampled_from(LATTICES) | random_graphs()


@st.composite
def reachable(
    draw: DrawFn,
    board: Board | None = None,
    max_per_cell: int | None = None,
    density: bool = False,
    flags: bool = True,
) -> Position:
    """Draw a position that some layout fits."""
    where = draw(boards()) if board is None else board
    limit = draw(st.sampled_from([1, 1, 2, 3])) if max_per_cell is None else max_per_cell
    if density:
        limit = 1
    rarity = draw(st.integers(1, 6))
    mined = st.integers(-rarity, limit).map(lambda number: max(number, 0))
    layout = draw(st.lists(mined, min_size=where.size, max_size=where.size))
    clues = _show(where, layout, draw(st.permutations(range(where.size))), MOST_FRONTIER[limit])
    flagged: list[int] = []
    if flags:
        mines = [cell for cell, number in enumerate(layout) if number]
        flagged = sorted(draw(st.sets(st.sampled_from(mines), max_size=3))) if mines else []
    if density:
        chance = draw(st.sampled_from(DENSITIES))
        return Position(where, clues, density=chance, flags=flagged)
    return Position(where, clues, sum(layout), max_per_cell=limit, flags=flagged)


@st.composite
def arbitrary(draw: DrawFn) -> Position:
    """Draw a position that may well be contradictory."""
    position = draw(reachable())
    clues, mines, flags = position.clues, position.mines, set(position.flags)
    assert mines is not None
    shown = position.revealed
    spoil = draw(st.sampled_from(["clue", "mines", "flag", "both"]))
    if shown and spoil in ("clue", "both"):
        cell = draw(st.sampled_from(shown))
        clues[cell] = draw(st.integers(0, 2 + position.max_per_cell * position.board.degree(cell)))
    if spoil in ("mines", "both"):
        mines = draw(st.integers(0, 2 + position.max_per_cell * len(position.covered)))
    if spoil == "flag" and position.covered:
        flags.add(draw(st.sampled_from(position.covered)))
    return Position(
        position.board, clues, mines, max_per_cell=position.max_per_cell, flags=sorted(flags)
    )


def _show(board: Board, layout: list[int], order: list[int], most: int) -> list[int | None]:
    """Show safe cells in the given order, for as long as the frontier stays small.

    The last cells of the order stay covered in any case.
    """
    clues: list[int | None] = [None] * board.size
    frontier: set[int] = set()
    shown: set[int] = set()
    for cell in order[: max(1, 2 * board.size // 3)]:
        if layout[cell]:
            continue
        around = board.neighbors(cell)
        grown = (frontier | set(around)) - shown - {cell}
        if len(grown) > most:
            continue
        frontier = grown
        shown.add(cell)
        clues[cell] = sum(layout[other] for other in around)
    return clues
