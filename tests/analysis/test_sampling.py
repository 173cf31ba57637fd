"""Sampled layouts are consistent, and their frequencies match the exact counts.

Every seed is fixed, so that each test either always passes or always fails. A p-value below 1e-6
counts as a failure. The checks themselves are tested on slightly wrong samples.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import factorial, isnan, prod
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2

from sapper import memory
from sapper.analysis import Analysis, analyze
from sapper.boards import Board, graph, grid, hexagonal, torus
from sapper.errors import PositionError
from sapper.positions import FLAGGED, Position, parse
from strategies_for_positions import reachable

if TYPE_CHECKING:
    import numpy.typing as npt

    Layouts = npt.NDArray[np.uint8]

LUCK = 1e-6


def fitting(position: Position, layouts: Layouts) -> npt.NDArray[np.bool_]:
    """Return for every layout whether it is consistent with the position."""
    fits = np.ones(len(layouts), np.bool_)
    fits &= (layouts <= position.max_per_cell).all(axis=1)
    fits &= ~layouts[:, position.revealed].any(axis=1)
    fits &= layouts[:, position.states == FLAGGED].all(axis=1)
    if position.mines is not None:
        fits &= layouts.sum(axis=1, dtype=np.int64) == position.mines
    for clue in position.revealed:
        around = list(position.board.neighbors(clue))
        fits &= layouts[:, around].sum(axis=1, dtype=np.int64) == position.states[clue]
    return fits


def chance(observed: npt.NDArray[Any], expected: npt.NDArray[Any]) -> float:
    """Return the p-value of the chi-square test, rare outcomes taken together."""
    order = np.argsort(expected)
    expected, observed = expected[order], observed[order]
    rare = np.cumsum(expected) < 5
    together = int(rare.sum()) + 1
    groups = np.maximum(np.arange(len(expected)) - together + 1, 0)
    expected, observed = np.bincount(groups, expected), np.bincount(groups, observed)
    if len(expected) == 1:
        return 1.0
    return float(chi2.sf(((observed - expected) ** 2 / expected).sum(), len(expected) - 1))


def shares(analysis: Analysis) -> list[Fraction | None]:
    """Return the mine probabilities, exactly where exact ones exist."""
    position = analysis.position
    if position.density is None or position.max_per_cell == 1:
        return analysis.exact()
    known = analysis.mine_probability.tolist()
    return [None if isnan(share) else Fraction(share) for share in known]


def marginals(analysis: Analysis, layouts: Layouts) -> float:
    """Return the least p-value of any cell being mined so often, times the number of cells."""
    exact = shares(analysis)
    found = []
    for cell in analysis.position.covered:
        mined, share = int((layouts[:, cell] > 0).sum()), exact[cell]
        assert share is not None
        found.append(_two_way(mined, len(layouts), share))
    return min(found) * len(found)


def pairs(analysis: Analysis, layouts: Layouts, cells: list[int]) -> float:
    """Return the same for pairs of cells, by what a flag on the first says about the second."""
    position, exact = analysis.position, shares(analysis)
    found = []
    for first, second in combinations(cells, 2):
        share = exact[first]
        assert share is not None
        both = Fraction(0)
        if share:
            states = position.states.copy()
            states[first] = FLAGGED
            flagged = Position.from_states(
                position.board,
                states,
                position.mines,
                density=position.density,
                max_per_cell=position.max_per_cell,
            )
            given_first = shares(analyze(flagged))[second]
            assert given_first is not None
            both = share * given_first
        mined = int(((layouts[:, first] > 0) & (layouts[:, second] > 0)).sum())
        found.append(_two_way(mined, len(layouts), both))
    return min(found) * len(found)


def _two_way(mined: int, count: int, share: Fraction) -> float:
    if share in (0, 1):
        return 1.0 if mined == count * share else 0.0
    p = float(share)
    return chance(np.array([mined, count - mined]), count * np.array([p, 1 - p]))


def shown(board: Board, layout: list[int], revealed: list[int], **known: Any) -> Position:
    """Return the position of a layout with some cells revealed."""
    clues: list[int | None] = [None] * board.size
    for cell in revealed:
        assert not layout[cell]
        clues[cell] = sum(layout[other] for other in board.neighbors(cell))
    return Position(board, clues, **known)


def strip(length: int, max_per_cell: int, seed: int, **known: Any) -> Position:
    """Return a long component: every second cell in the middle row of three is revealed."""
    board = grid(3, length)
    random = np.random.default_rng(seed)
    layout = random.integers(0, max_per_cell + 1, board.size) * (random.random(board.size) < 0.35)
    revealed = [length + i for i in range(0, length, 2)]
    layout[revealed] = 0
    if not known:
        known = {"mines": int(layout.sum())}
    return shown(board, layout.tolist(), revealed, max_per_cell=max_per_cell, **known)


def scattered(board: Board, mines: int, share: float, seed: int, **known: Any) -> Position:
    """Return a position in which safe cells are revealed here and there."""
    random = np.random.default_rng(seed)
    layout = np.zeros(board.size, int)
    layout[random.choice(board.size, mines, replace=False)] = 1
    safe = [cell for cell in range(board.size) if not layout[cell] and random.random() < share]
    return shown(board, layout.tolist(), safe, **(known or {"mines": mines}))


POSITIONS = {
    "corner": parse("1#\n##", mines=1),
    "long component": strip(60, 1, 4),
    "long component, two mines per cell": strip(40, 2, 2),
    "long component, five mines per cell": strip(24, 5, 3),
    "long component, density": strip(60, 1, 4, density=Fraction(1, 5)),
    "two mines per cell, density": strip(14, 2, 5, density=Fraction(1, 3)),
    "scattered": scattered(grid(10, 10), 22, 0.4, 6),
    "scattered, density": scattered(grid(10, 10), 22, 0.4, 7, density=0.2),
    "many components": scattered(grid(20, 20), 80, 0.12, 8),
    "torus": scattered(torus(8, 9), 15, 0.4, 9),
    "hexagons": scattered(hexagonal(9, 9), 20, 0.3, 10),
    "nothing open": parse("\n".join(["#" * 12] * 6), mines=30),
    "nothing open, three mines per cell": Position("6x7", [None] * 42, 40, max_per_cell=3),
    "flags": Position("5x5", [1, *[None] * 24], 9, max_per_cell=3, flags=[(0, 1), (4, 4), (3, 3)]),
}


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
def test_cells_and_pairs_are_mined_as_often_as_the_counts_say(position: Position) -> None:
    analysis = analyze(position)
    layouts = analysis.sample(20_000, seed=7)
    assert fitting(position, layouts).all()
    assert marginals(analysis, layouts) > LUCK
    open_cells = [c for c in position.covered if 0 < analysis.mine_probability[c] < 1]
    some = np.random.default_rng(1).permutation(open_cells)[:8]
    assert pairs(analysis, layouts, sorted(map(int, some))) > LUCK


def test_the_tightest_mine_counts() -> None:
    loose = strip(40, 1, 11)
    least = min(analyze(loose).frontier_mines.probability)
    most = max(analyze(loose).frontier_mines.probability) + len(loose.covered)
    for mines in (least, least + 1, most - 1, most):
        states = loose.states.copy()
        try:
            analysis = analyze(Position.from_states(loose.board, states, mines))
        except ValueError:
            continue
        layouts = analysis.sample(5_000)
        assert fitting(analysis.position, layouts).all()
        assert marginals(analysis, layouts) > LUCK


TINY = {
    "corner": parse("1#\n##", mines=1),
    "two clues": parse("1##\n##1\n###", mines=3),
    "clues in a row": parse("#1#2#\n#####", mines=3),
    "flag": parse("1##\n#F#\n##1", mines=2),
    "two a cell": Position("2x3", [2, *[None] * 5], 4, max_per_cell=2),
    "three a cell, flagged": Position("2x3", [3, *[None] * 5], 5, max_per_cell=3, flags=[(1, 1)]),
    "floating flags": Position("1x5", [1, *[None] * 4], 6, max_per_cell=3, flags=[3, 4]),
}


def every_layout(position: Position) -> dict[tuple[int, ...], int]:
    """Return all layouts that fit, with the ways in which distinct mines make them."""
    numbers = range(position.max_per_cell + 1)
    rows = np.array(list(product(numbers, repeat=position.board.size)), np.uint8)
    if position.max_per_cell == 1:
        return {tuple(row): 1 for row in rows[fitting(position, rows)].tolist()}
    return {
        tuple(row): factorial(sum(row)) // prod(map(factorial, row))
        for row in rows[fitting(position, rows)].tolist()
    }


def as_often(position: Position, layouts: Layouts) -> float:
    """Return the p-value of a chi-squared test of the frequencies of the layouts."""
    ways = every_layout(position)
    number = {layout: i for i, layout in enumerate(ways)}
    drawn = np.bincount([number[tuple(row)] for row in layouts.tolist()], minlength=len(ways))
    weights = np.array(list(ways.values()), float)
    return chance(drawn, len(layouts) * weights / weights.sum())


@pytest.mark.parametrize("position", TINY.values(), ids=TINY)
def test_every_layout_comes_as_often_as_its_weight_says(position: Position) -> None:
    analysis = analyze(position)
    assert sum(every_layout(position).values()) == analysis.solutions
    assert as_often(position, analysis.sample(20_000, seed=3)) > LUCK


def test_the_checks_find_a_sample_that_is_a_little_wrong() -> None:
    position = TINY["two a cell"]
    analysis = analyze(position)
    layouts = analysis.sample(20_000, seed=3)
    blind = layouts.copy()  # ignores the multiplicity of distinct layouts
    rows = np.array(list(every_layout(position)), np.uint8)
    blind[:] = rows[np.arange(len(blind)) % len(rows)]
    assert as_often(position, blind) < LUCK
    assert marginals(analysis, blind) < LUCK
    repeated = layouts.copy()  # one layout in thirty is another copy of the first one
    repeated[::30] = layouts[0]
    assert as_often(position, repeated) < LUCK

    long = analyze(POSITIONS["long component"])
    layouts = long.sample(20_000, seed=7)
    open_cells = [c for c in long.position.covered if 0 < long.mine_probability[c] < 1][:8]
    shuffled = layouts.copy()  # correct marginals, but independent cells
    random = np.random.default_rng(1)
    for cell in open_cells:
        shuffled[:, cell] = random.permutation(shuffled[:, cell])
    assert marginals(long, shuffled) > LUCK
    assert pairs(long, shuffled, open_cells) < LUCK
    assert not fitting(long.position, shuffled).all()


@settings(max_examples=300)
@given(position=reachable() | reachable(density=True), seed=st.integers(0, 2**64 - 1))
def test_every_layout_fits(position: Position, seed: int) -> None:
    layouts = analyze(position).sample(20, seed)
    assert layouts.shape == (20, position.board.size)
    assert fitting(position, layouts).all()


def test_the_same_seed_draws_the_same_layouts() -> None:
    analysis = analyze(POSITIONS["scattered"])
    layouts = analysis.sample(50, seed=5)
    assert np.array_equal(analyze(analysis.position).sample(50, seed=5), layouts)
    assert np.array_equal(analysis.sample(10, seed=5), layouts[:10])
    assert not np.array_equal(analysis.sample(50, seed=6), layouts)
    assert analysis.sample(0).shape == (0, 100)


def test_numbers_wider_than_doubles() -> None:
    # Two clues that see 1,100 cells each, 1,000 of them in common.
    edges = [(0, 2 + i) for i in range(1100)] + [(1, 102 + i) for i in range(1100)]
    board = graph(edges, nodes=range(1202 + 40))
    clues: list[int | None] = [520, 530, *[None] * (board.size - 2)]
    analysis = analyze(Position(board, clues, 590))
    layouts = analysis.sample(2_000)
    assert fitting(analysis.position, layouts).all()
    assert marginals(analysis, layouts) > LUCK


def test_a_total_that_next_to_nothing_meets() -> None:
    # Two pairs of cells, one of each mined. In place of the first cell of the first pair there may
    # be 28 sets of 60 cells with a mine each; of the second pair ten such sets, against 24 single
    # mines. The total asks for the first cell of both, which is by far the least likely of the four
    # cases whatever the odds of a mine are.
    edges: list[tuple[int, int]] = []
    clues: list[int | None] = []

    def pair(*instead: tuple[int, int]) -> int:
        clue = len(clues)
        edges.extend([(clue, clue + 1), (clue, clue + 2)])
        clues.extend([1, None, None])
        for which, (sets, size) in enumerate(instead):
            for _ in range(sets):
                end = len(clues) + 1 + size
                edges.append((len(clues), clue + 1 + which))
                edges.extend((len(clues), other) for other in range(len(clues) + 1, end))
                clues.extend([1, *[None] * size])
        return clue + 1

    first = pair((28, 60))
    second = pair((10, 60), (24, 1))
    clues += [None] * 3
    board = graph(edges, nodes=range(len(clues)))
    position = Position(board, clues, 28, max_per_cell=2)
    analysis = analyze(position)
    assert {first, second} <= set(analysis.mines)
    layouts = analysis.sample(5_000)
    assert fitting(position, layouts).all()
    kinds, drawn = np.unique(layouts[:, -3:], axis=0, return_counts=True)
    weights = np.array([1 if kind.max() == 2 else 2 for kind in kinds])
    assert len(kinds) == 6
    assert chance(drawn, 5_000 * weights / weights.sum()) > LUCK


def test_a_board_of_90_000_cells_in_10_000_components() -> None:
    board = grid(300, 300)
    random = np.random.default_rng(1)
    layout = (random.random(board.size) < 0.17).astype(int)
    centres = [300 * row + column for row in range(1, 300, 3) for column in range(1, 300, 3)]
    revealed = [cell for cell in centres if not layout[cell]]
    position = shown(board, layout.tolist(), revealed, mines=int(layout.sum()))
    analysis = analyze(position)
    layouts = analysis.sample(200)
    assert fitting(position, layouts).all()
    covered = np.array(position.covered)
    kinds = np.round(analysis.mine_probability[covered], 9)
    for probability in np.unique(kinds):
        alike = covered[kinds == probability]
        mined = layouts[:, alike].mean()
        assert abs(mined - probability) < 6 * (0.25 / (200 * len(alike))) ** 0.5


@pytest.mark.parametrize(
    ("n", "seed", "said"),
    [
        (-1, 1, "the number of layouts is between 0 and"),
        (2.5, 1, "the number of layouts is a whole number, not 2.5"),
        (True, 1, "the number of layouts is a whole number, not True"),
        (1, -1, "the seed is between 0 and"),
        (1, 2**64, "the seed is between 0 and"),
        (1, "x", "the seed is a whole number, not 'x'"),
    ],
)
def test_bad_numbers_are_refused_in_a_sentence(n: Any, seed: Any, said: str) -> None:
    with pytest.raises(PositionError, match=said):
        analyze(TINY["corner"]).sample(n, seed)


def test_more_layouts_than_fit_into_memory_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available", lambda: 10**9)
    with pytest.raises(PositionError, match=r"take 4\.0 TB of memory, and 1\.0 GB are free"):
        analyze(TINY["corner"]).sample(10**12)
