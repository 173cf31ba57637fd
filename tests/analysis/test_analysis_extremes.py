"""Boards from one cell to a million: no overflow, and no cell is certain that is only very likely.

The expected values are closed forms in Python's integers. On boards too large for those, the laws
of test_analysis_laws.py are checked: the sums of mine probabilities at a clue and on the board.
"""

from __future__ import annotations

import pickle
from contextlib import suppress
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from opposite_copies import Copies
from sapper import _core
from sapper.analysis import Analysis, analyze
from sapper.boards import Board, graph, grid
from sapper.errors import ContradictionError, TooHardError
from sapper.limits import Limits
from sapper.positions import Position, parse


def assert_sound(analysis: Analysis, rel: float = 1e-7) -> None:
    """Check that all values are probabilities that add up to what is known."""
    position = analysis.position
    probability = analysis.mine_probability
    covered = position.states < 0
    assert np.isnan(probability[~covered]).all()
    assert (probability[covered] >= 0).all()
    assert (probability[covered] <= 1).all()
    assert np.flatnonzero(probability == 0).tolist() == analysis.safe
    assert np.flatnonzero(probability == 1).tolist() == analysis.mines
    if position.max_per_cell > 1:
        return
    assert position.mines is not None
    assert probability[covered].sum() == pytest.approx(position.mines, rel=rel)
    filled = np.where(covered, probability, 0.0)
    running = np.concatenate([[0.0], np.cumsum(filled[position.board.targets])])
    around = np.diff(running[position.board.offsets])
    clues = ~covered
    assert around[clues] == pytest.approx(position.states[clues], rel=rel, abs=1e-4)


# -- certain or only very likely ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("length", "choices", "floating", "mines"),
    [
        (20, 50, 1000, 100),  # likely as 2e-13
        (100, 50, 1000, 300),  # 1e-95
        (100, 50, 99, 199),  # 1e-170
        (150, 1000, 1000, 300),  # 1e-271
        (150, 1000, 160, 300),  # below the least double
        (100, 50, 20_000, 1000),  # the many ways against the many places elsewhere
        (100, 50, 30_000, 350),
        (100, 500, 100_000, 350),
        (150, 1000, 400_000, 500),
        (100, 1, 20_000, 19_900),
        (100, 1, 20_000, 20_000),
        (100, 1, 20_000, 20_099),
    ],
)
def test_what_is_only_very_likely_is_not_certain(
    length: int, choices: int, floating: int, mines: int
) -> None:
    case = Copies(length, choices, floating)
    analysis = case.analyze(mines)
    copies = case.copies_mined(mines)
    assert 0 < copies < 1
    found = analysis.mine_probability
    assert analysis.safe == analysis.mines == []
    assert float(found[case.x]) == pytest.approx(float(copies), rel=1e-6, abs=1e-200)
    assert float(found[case.y]) == pytest.approx(float(1 - copies), rel=1e-6, abs=1e-200)
    one = (1 - copies) / choices
    assert float(found[case.group]) == pytest.approx(float(one), rel=1e-6, abs=1e-200)
    assert float(found[-1]) == pytest.approx(float(case.floating_mined(mines)), rel=1e-6)
    assert ((found > 0) & (found < 1))[case.group :].all()


def test_the_same_becomes_certain_where_the_mines_leave_no_choice() -> None:
    case = Copies(100, 50, 99)
    few = case.analyze(100)  # one more than the other arrangement would leave room for
    assert few.mines == list(range(case.x, case.y))
    assert few.mine_probability[-1] == 0
    many = case.analyze(298)
    assert many.mine_probability[case.x] == 0
    assert many.mine_probability[case.group] == pytest.approx(1 / 50)
    assert many.mine_probability[-1] == 1


@pytest.mark.parametrize("length", [100, 160])
def test_numbers_of_mines_that_neither_arrangement_meets(length: int) -> None:
    """With 50 floating cells, what lies between the two arrangements is out of reach."""
    case = Copies(length, 2, 50)
    states = Position(case.board, case.clues, 0).states

    def feasible(mines: int) -> bool:
        question = _core.Question(case.board.graph, states, mines, 1, 36.0, 1 << 30)
        return question.feasible()

    reached = [mines for mines in range(3 * length) if feasible(mines)]
    expected = [*range(length, length + 51), *range(2 * length - 1, 2 * length + 50)]
    assert reached == sorted(set(expected))
    for mines in (expected[0], expected[50], expected[51], expected[-1]):
        assert_sound(case.analyze(mines))


@pytest.mark.parametrize("density", [0.01, 1e-3, 1e-6, 0.3])
def test_very_unlikely_arrangements_at_a_density(density: float) -> None:
    case = Copies(100, 50, 3)
    odds = Fraction(str(density)) / (1 - Fraction(str(density)))
    copies = 1 / (1 + 50**100 * odds**99)
    analysis = analyze(Position(case.board, case.clues, density=density))
    found = analysis.mine_probability
    assert analysis.safe == analysis.mines == []
    assert float(found[case.x]) == pytest.approx(float(copies), rel=1e-6, abs=1e-200)
    assert float(found[case.group]) == pytest.approx(float((1 - copies) / 50), rel=1e-6, abs=1e-200)
    assert found[-1] == pytest.approx(density)


def test_one_mine_in_a_million_cells_is_not_none() -> None:
    board = grid(1000, 1000)
    clues: list[int | None] = [None] * board.size
    clues[0] = 1
    analysis = analyze(Position(board, clues, 2))
    assert analysis.safe == analysis.mines == []
    assert analysis.mine_probability[1] == pytest.approx(1 / 3)
    assert analysis.mine_probability[-1] == pytest.approx(1 / 999_996)
    lonely = analyze(Position(board, clues, 1))
    assert len(lonely.safe) == 999_996
    full = analyze(Position(board, clues, 999_997))
    assert full.mines == [c for c in range(board.size) if c not in (0, 1, 1000, 1001)]


# -- hubs ---------------------------------------------------------------------------------------


def star(leaves: int) -> Board:
    return graph([(0, leaf) for leaf in range(1, leaves + 1)])


@pytest.mark.parametrize("clue", [1, 5, 31_999])
def test_a_star_of_a_hundred_thousand_leaves(clue: int) -> None:
    board = star(100_000)
    position = Position(board, [clue, *[None] * 100_000], clue)
    analysis = analyze(position)
    assert_sound(analysis)
    assert analysis.mine_probability[1:].tolist() == pytest.approx([clue / 100_000] * 100_000)
    shown = analysis.clue_distribution(1)
    assert shown.probability == {0: 1.0}


@pytest.mark.parametrize(("clue", "certain"), [(0, "safe"), (1, "mines")])
def test_a_hub_under_a_hundred_thousand_clues(clue: int, certain: str) -> None:
    analysis = analyze(Position(star(100_000), [None, *[clue] * 100_000], clue))
    assert getattr(analysis, certain) == [0]
    (component,) = analysis.components
    assert component.arrangements == {clue: 1}
    assert len(component.clues) == 100_000


def test_a_covered_hub_among_floating_leaves() -> None:
    analysis = analyze(Position.covered_board(star(100_000), mines=40_000))
    shown = analysis.clue_distribution(0)
    assert list(shown.probability) == [40_000]
    leaf = analysis.clue_distribution(7)
    assert list(leaf.probability) == [0, 1]
    assert leaf.zero == pytest.approx(60_001 * 60_000 / (100_001 * 100_000))


def test_two_hubs_share_thousands_of_leaves() -> None:
    """A sees 3000 cells and B 3000, 1000 of them in common; s mines among those."""
    own, common, need, floating, mines = 2000, 1000, 120, 500, 260
    cells = [[0]] * own + [[0, 1]] * common + [[1]] * own + [[]] * floating
    edges = [(hub, 2 + i) for i, hubs in enumerate(cells) for hub in hubs]
    board = graph(edges, nodes=range(2 + len(cells)))
    analysis = analyze(Position(board, [need, need, *[None] * len(cells)], mines))
    weights = {
        s: comb(common, s) * comb(own, need - s) ** 2 * comb(floating, mines - 2 * need + s)
        for s in range(need + 1)
    }
    total = sum(weights.values())
    shared = Fraction(sum(s * w for s, w in weights.items()), total)
    found = analysis.mine_probability
    assert found[2 + own] == pytest.approx(float(shared / common), rel=1e-9)
    assert found[2] == pytest.approx(float((need - shared) / own), rel=1e-9)
    assert found[-1] == pytest.approx(float((mines - 2 * need + shared) / floating), rel=1e-9)
    (group,) = [g for g in analysis.groups if g.clues == (0, 1)]
    expected = {s: w / total for s, w in weights.items() if w}
    assert list(group.mine_count.probability) == list(expected)
    assert list(group.mine_count.probability.values()) == pytest.approx(
        list(expected.values()), rel=1e-8, abs=1e-280
    )
    assert analysis.solutions == total


# -- sizes --------------------------------------------------------------------------------------


def test_a_single_cell() -> None:
    board = grid(1, 1)
    assert analyze(Position(board, [None], 0)).safe == [0]
    assert analyze(Position(board, [None], 1)).mines == [0]
    assert analyze(Position(board, [None], 5, max_per_cell=7)).mines == [0]
    assert analyze(Position(board, [0], 0)).solutions == 1
    assert analyze(Position(board, [None], density=0.125)).mine_probability.tolist() == [0.125]
    impossible: list[tuple[list[int | None], int]] = [([0], 1), ([1], 0), ([None], 2)]
    for clues, mines in impossible:
        with pytest.raises(ContradictionError):
            analyze(Position(board, clues, mines))


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_no_mines_and_only_mines(limit: int) -> None:
    for board in (grid(3, 4), grid(300, 300)):
        none = analyze(Position.covered_board(board, mines=0, max_per_cell=limit))
        assert none.safe == list(range(board.size))
        assert none.log10_solutions == pytest.approx(0, abs=1e-9)
    full = analyze(Position.covered_board(grid(30, 30), mines=900 * limit, max_per_cell=limit))
    assert full.mines == list(range(900))
    with pytest.raises(ContradictionError):
        analyze(Position.covered_board(grid(30, 30), mines=900 * limit + 1, max_per_cell=limit))


def test_a_fresh_board_of_a_million_cells_with_a_few_clues() -> None:
    """A lone clue, and the 1-2 of the combinatorics note: three mines in 9 ways or two in 12."""
    board = grid(1000, 1000)
    states = np.full(board.size, -1)
    states[board.cell((500, 500))] = 1
    states[board.cell((500, 501))] = 2
    states[board.cell((0, 0))] = 2
    mines, floating = 200_000, board.size - 3 - 10 - 3
    analysis = analyze(Position.from_states(board, states, mines))
    assert_sound(analysis)
    left = mines - 4  # with two mines at the pair
    three = 9 * left
    two = 12 * (floating - left + 1)
    expected = {
        (500, 499): three / (three + two) / 3,
        (499, 500): two / (three + two) / 4,
        (500, 502): (2 * three + two) / (three + two) / 3,
        (0, 1): 2 / 3,
        (999, 999): (left - three / (three + two)) / floating,
    }
    for cell, p in expected.items():
        assert analysis.mine_probability[board.cell(cell)] == pytest.approx(p, rel=1e-9)
    assert 217_000 < analysis.log10_solutions < 217_400


@pytest.mark.parametrize(("density", "share"), [(0.2, 0.5), (0.02, 0.9), (0.6, 0.3)])
def test_a_long_strip_with_many_clues(density: float, share: float) -> None:
    board = grid(1, 200_000)
    random = np.random.default_rng(7)
    mined = random.random(board.size) < density
    shown = ~mined & (random.random(board.size) < share)
    numbers = np.convolve(mined, [1, 0, 1], mode="same").astype(int)
    states = np.where(shown, numbers, -1)
    analysis = analyze(Position.from_states(board, states, int(mined.sum())))
    assert_sound(analysis)
    assert not set(analysis.safe) & set(np.flatnonzero(mined).tolist())
    assert set(analysis.mines) <= set(np.flatnonzero(mined).tolist())


def test_several_mines_a_cell_on_a_large_board() -> None:
    position = Position.covered_board("500x500", mines=100_000, max_per_cell=3)
    (value,) = set(analyze(position).mine_probability.tolist())
    assert value == pytest.approx(1 - np.exp(-0.4), rel=0.02)
    assert analyze(position).log10_solutions > 400_000


# -- too hard -----------------------------------------------------------------------------------


def lattice(size: int, clue: int) -> Position:
    """Every second cell of every second row shows the clue: an order of elimination is all."""
    clues = [
        [clue if row % 2 and column % 2 else None for column in range(size)] for row in range(size)
    ]
    return Position(grid(size, size), clues, size * size // 3)


def test_a_lattice_too_wide_is_refused_at_once() -> None:
    with pytest.raises(TooHardError, match=r"too hard: \d+ clues are open at once") as caught:
        analyze(lattice(61, 4))
    error = caught.value
    assert 29 <= error.width <= 61
    assert str(error.width) in str(error)
    assert error.cost > error.budget == 2.0**36
    again = pickle.loads(pickle.dumps(error))
    assert (again.width, again.cost, str(again)) == (error.width, error.cost, str(error))


def test_a_hub_under_clues_with_a_choice_each_is_refused_at_once() -> None:
    """The hub ties all clues together, so that all of them are open at once."""
    clues = 3000
    edges = [(0, 1 + i) for i in range(clues)] + [(1 + i, 1 + clues + i) for i in range(clues)]
    position = Position(graph(edges), [None, *[1] * clues, *[None] * clues], density=0.2)
    with pytest.raises(TooHardError):
        analyze(position)


def test_hubs_with_hundreds_of_mines_in_common_are_counted_or_refused_in_time() -> None:
    """Three hubs, each two of them with leaves in common: few clues, but tables without end."""
    need = 400
    sights = [[0], [1], [2], [0, 1], [0, 2], [1, 2]]
    leaves = [hubs for hubs in sights for _ in range(2 * need)]
    edges = [(hub, 3 + i) for i, hubs in enumerate(leaves) for hub in hubs]
    position = Position(graph(edges), [need] * 3 + [None] * len(leaves), 2 * need)
    with suppress(TooHardError):
        assert_sound(analyze(position))


def test_limits_are_respected() -> None:
    position = lattice(11, 4)
    usual = analyze(position)
    assert_sound(usual)
    with pytest.raises(TooHardError, match="where 2\\^3 are allowed"):
        analyze(position, limits=Limits(log2_states=3))
    with pytest.raises(TooHardError):
        analyze(position, limits=Limits(memory=10_000))
    narrow = Limits(log2_states=20, memory=1 << 24)
    assert analyze(position, limits=narrow).mine_probability == pytest.approx(
        usual.mine_probability, nan_ok=True
    )


def test_limits_hold_for_all_that_is_asked_later() -> None:
    limits = Limits(log2_states=3)
    easy = analyze(parse("1#\n##", mines=1), limits=limits)
    assert easy.limits == limits
    assert easy.solutions == 3
    board = grid(9, 9)
    clues: list[int | None] = [None] * 81
    for cell in (20, 22, 24, 38, 40, 42, 56, 58, 60):
        clues[cell] = None if cell == 40 else 2
    analysis = analyze(Position(board, clues, 20), limits=Limits(log2_states=6))
    with pytest.raises(TooHardError):
        analysis.clue_distribution(40)


def test_after_a_refusal_the_engine_still_works() -> None:
    for _ in range(3):
        with pytest.raises(TooHardError):
            analyze(lattice(21, 4), limits=Limits(memory=100_000))
        assert analyze(parse("1#\n##", mines=1)).exact()[1] == Fraction(1, 3)
