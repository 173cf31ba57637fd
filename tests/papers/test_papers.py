"""Worked examples of three papers, recomputed; errors in the papers are marked as such."""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial

import numpy as np
import pytest

from paper_figures import FIGURE_III_1
from sapper.analysis import Analysis, analyze, ways
from sapper.boards import graph, grid
from sapper.positions import Position, parse


def rounded(value: float | Fraction, digits: int) -> float:
    return round(float(value), digits)


# -- Fowler & Young 2004 -------------------------------------------------------------------------

PUBLISHED_III_1 = [
    0.0454, 0.0454, 0.0454, 0.352, 0.159, 0.182, 0.352, 0.182, 0.841, 0.648, 0.648, 0.182
]  # fmt: skip


@pytest.fixture(name="figure_1")
def fixture_figure_1() -> Analysis:
    return analyze(parse(FIGURE_III_1, mines=11))


def test_001_the_perimeter_of_figure_1_has_its_equations(figure_1: Analysis) -> None:
    position = figure_1.position
    x = position.frontier
    assert len(x) == 12
    assert len(position.floating) == 21
    seen = {
        position.clue(clue): [x.index(c) + 1 for c in position.board.neighbors(clue) if c in x]
        for clue in position.revealed
    }
    assert seen == {
        1: [1, 2, 3, 4, 5, 7],
        3: [4, 5, 7, 9, 10, 11],
        2: [5, 6, 8, 10, 11, 12],
    }


def test_001_figure_1_arrangements_and_layouts(figure_1: Analysis) -> None:
    (component,) = figure_1.components
    assert component.arrangements == {3: 4, 4: 15}
    assert sum(component.arrangements.values()) == 19
    assert 4 * comb(21, 8) == 813_960
    assert 15 * comb(21, 7) == 1_744_200
    assert figure_1.solutions == 2_558_160
    frontier = figure_1.frontier_mines.probability
    assert dict(frontier) == pytest.approx({3: 813_960 / 2_558_160, 4: 1_744_200 / 2_558_160})
    assert (figure_1.safe, figure_1.mines) == ([], [])


def test_001_figure_1_table_of_twelve_probabilities(figure_1: Analysis) -> None:
    x = figure_1.position.frontier
    exact = [figure_1.exact()[cell] or Fraction() for cell in x]
    assert exact[9] == Fraction(3 * comb(21, 8) + 9 * comb(21, 7), 2_558_160)
    printed = [rounded(exact[i], 4 if i < 3 else 3) for i in range(12)]
    # The first three are 0.04545..., cut off in print and not rounded.
    assert printed[:3] == [0.0455] * 3
    assert exact[0] == Fraction(1, 22)
    assert [int(p * 10_000) / 10_000 for p in map(float, exact[:3])] == PUBLISHED_III_1[:3]
    assert printed[3:] == PUBLISHED_III_1[3:]
    assert figure_1.mine_probability[x].tolist() == pytest.approx([float(p) for p in exact])
    assert figure_1.best in x[:3]


def test_001_section_4_partitions_the_perimeter(figure_1: Analysis) -> None:
    """K1, K2 and K3 are groups; so are, further than the paper goes, x4 with x7, x10 with x11."""
    x = figure_1.position.frontier
    groups = sorted([x.index(cell) + 1 for cell in group.cells] for group in figure_1.groups)
    assert groups == [[1, 2, 3], [4, 7], [5], [6, 8, 12], [9], [10, 11]]
    assert comb(12, 3) + comb(12, 4) == 715


FIGURE_III_3 = """
##2F
##21
##2.
##1.
##1.
##1.
##2.
##2.
##1.
"""
"""The left side of figure III.3: an outer column, x1 to x9, and the adjacent clues.

The flag explains why the first two numbers are one more than the text's equations need. The other
four flags of the figure are far away and left out, and so are their mines: 10 - 4 remain.
"""


def test_001_figure_3_table_of_nine_probabilities() -> None:
    analysis = analyze(parse(FIGURE_III_3, mines=6))
    x = [analysis.position.board.cell((row, 1)) for row in range(9)]
    assert analysis.mine_probability[x].tolist() == [0, 1, 0, 1, 0, 0, 1, 1, 0]
    outer = [analysis.position.board.cell((row, 0)) for row in range(9)]
    assert [analysis.exact()[cell] for cell in outer] == [Fraction(1, 9)] * 9


def test_001_figure_7_finds_m_from_two_clues() -> None:
    """The reasoning of section II.3: the 2 at (3, 3) and the 1 below it, counted from 1."""
    position = parse(FIGURE_III_3, mines=6)
    reason = analyze(position).reason((1, 1))
    assert reason.mined
    assert reason.kind == "overlap"
    assert sorted(position.board.coordinates(clue) for clue in reason.clues) == [(2, 2), (3, 2)]


# -- the combinatorics note ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "cell", "published", "mined"),
    [
        # The paper prints 4.9 % for the 4 of an expert board; its own equation 1.4 gives 3.9 %.
        ("expert", (8, 15), [12.3, 26.0, 23.9, 12.4, 3.9], 20.6),
        ("beginner8", (4, 4), [19.3, 33.6, 22.5, 7.5, 1.3], 15.6),
    ],
)
def test_004_opening_numbers(
    spec: str, cell: tuple[int, int], published: list[float], mined: float
) -> None:
    position = Position.covered_board(spec)
    analysis = analyze(position)
    shown = analysis.clue_distribution(cell)
    safe = 1 - shown.mine_probability
    assert rounded(100 * shown.mine_probability, 1) == mined
    assert [rounded(100 * safe * shown.probability[a], 1) for a in range(5)] == published
    assert position.mines is not None
    n, k = position.board.size, position.mines
    exact = analysis.exact_clue_distribution(cell)
    for a in range(9):
        assert exact[a] == Fraction(comb(8, a) * comb(n - 9, k - a), comb(n, k))


def one_two(rows: int, columns: int) -> list[int | None]:
    """A 1 and a 2 side by side in the middle of a grid."""
    clues: list[int | None] = [None] * (rows * columns)
    middle = (rows // 2) * columns + columns // 2
    clues[middle], clues[middle + 1] = 1, 2
    return clues


def three_groups(analysis: Analysis) -> list[float]:
    """Mine probabilities of the cells next to only the 1, next to both, next to only the 2."""
    first, second = analysis.position.revealed
    by_clues = {group.clues: group.mine_probability for group in analysis.groups}
    assert sorted(len(group.cells) for group in analysis.groups) == [3, 3, 4]
    return [by_clues[first,], by_clues[first, second], by_clues[second,]]


def test_004_one_two_at_a_constant_density() -> None:
    analysis = analyze(Position(grid(16, 30), one_two(16, 30), density=0.207))
    found = three_groups(analysis)
    assert [rounded(p, 3) for p in found] == [0.055, 0.209, 0.388]
    rho = Fraction("0.207")
    share = 3 * rho / (3 * rho + 4 * (1 - rho))
    exact = [share / 3, (1 - share) / 4, (1 + share) / 3]
    assert found == pytest.approx([float(p) for p in exact], rel=1e-12)


def test_004_one_two_with_ninety_nine_mines() -> None:
    """The text prints 0.044, 0.217 and 0.378, which its own equation does not give."""
    analysis = analyze(Position(grid(16, 30), one_two(16, 30), mines=99))
    found = three_groups(analysis)
    assert [rounded(p, 6) for p in found] == [0.054525, 0.209106, 0.387858]
    # Its equation 1.6, with K = 99 mines, N' = 478 cells and S = 10 of them in groups.
    three = 9 * comb(478 - 10, 99 - 3)
    two = 12 * comb(478 - 10, 99 - 2)
    share = Fraction(three, three + two)
    assert analysis.solutions == three + two
    exact = [share / 3, (1 - share) / 4, (1 + share) / 3]
    assert found == pytest.approx([float(p) for p in exact], rel=1e-12)
    (component,) = analysis.components
    assert component.arrangements == {2: 12, 3: 9}


def test_004_six_mines_in_eight_cells_of_at_most_three() -> None:
    assert ways(8, 6, 3) == 255_920
    board = graph([(0, cell) for cell in range(1, 9)])
    position = Position(board, [6, *[None] * 8], 6, max_per_cell=3)
    assert analyze(position).solutions == 255_920


@pytest.mark.parametrize("alpha", range(1, 6))
def test_004_an_opening_number_with_many_mines_a_cell(alpha: int) -> None:
    """With room for all, the mines choose among eight cells freely: 1 - (7/8)^alpha."""
    board = graph([(0, cell) for cell in range(1, 9)])
    position = Position(board, [alpha, *[None] * 8], alpha, max_per_cell=alpha)
    analysis = analyze(position)
    assert analysis.solutions == 8**alpha
    assert analysis.exact()[1] == 1 - Fraction(7, 8) ** alpha


def test_004_two_mines_in_three_cells() -> None:
    board = graph([(0, cell) for cell in range(1, 4)])
    analysis = analyze(Position(board, [2, None, None, None], 2, max_per_cell=2))
    assert analysis.exact()[1:] == [Fraction(5, 9)] * 3


def test_004_one_two_with_several_mines_a_cell_by_its_formula() -> None:
    """The paper keeps the weights of one mine per cell, and changes only what a cell holds."""
    rho = Fraction("0.207")
    value = (Fraction(5, 9) * 3 * rho + Fraction(1, 3) * 4 * (1 - rho)) / (3 * rho + 4 * (1 - rho))
    assert rounded(value, 3) == 0.370


def test_004_one_two_with_distinct_mines() -> None:
    """Dropped one by one, two mines lie in three cells in 9 ways instead of 3.

    So the configuration with two mines next to the 2 weighs half as much again, and the cells
    there are likelier mined than the formula above says.
    """
    analysis = analyze(Position(grid(16, 30), one_two(16, 30), mines=99, max_per_cell=2))
    outer = 478 - 10
    weights = {
        (1, 0, 2): Fraction(3 * 9, factorial(2)) * Fraction(ways(outer, 96, 2), factorial(96)),
        (0, 1, 1): Fraction(4 * 3) * Fraction(ways(outer, 97, 2), factorial(97)),
    }
    share = weights[1, 0, 2] / sum(weights.values())
    expected = [share / 3, (1 - share) / 4, share * Fraction(5, 9) + (1 - share) / 3]
    exact = analysis.exact()
    first, second = analysis.position.revealed
    board = analysis.position.board
    left, above = board.neighbors(first)[3], board.neighbors(first)[1]
    right = board.neighbors(second)[-4]
    assert [exact[left], exact[above], exact[right]] == expected
    assert three_groups(analysis) == pytest.approx([float(p) for p in expected], rel=1e-12)
    assert [rounded(p, 4) for p in three_groups(analysis)] == [0.0639, 0.202, 0.376]


# -- Chong et al. 2024 ---------------------------------------------------------------------------

FIGURE_3_1 = """
##2
#F2
#21
#1.
"""
"""Figure 3.1, 4x3 with 3 mines, from its constraints.

The text names the boundary cells, those without unknown neighbours, and the five unknown cells. Of
the two others (1, 1) must be the one known mine, or else it were a boundary cell; every number
then follows from the right-hand sides.
"""


def test_000_example_of_inference() -> None:
    position = parse(FIGURE_3_1, mines=3)
    analysis = analyze(position)
    assert analysis.mine_probability[position.board.cell((0, 1))] == 1
    assert analysis.safe == [position.board.cell(c) for c in [(0, 0), (1, 0)]]
    assert [analysis.exact()[position.board.cell(c)] for c in [(2, 0), (3, 0)]] == [
        Fraction(1, 2)
    ] * 2
    assert analysis.solutions == 2


def test_000_example_of_inference_by_its_steps() -> None:
    """(0, 1) is a trivial constraint, (1, 0) a subtraction, (0, 0) takes the mine count."""
    position = parse(FIGURE_3_1, mines=3)
    reasons = analyze(position).reasons()

    def step(cell: tuple[int, int]) -> tuple[str, bool]:
        reason = reasons[position.board.cell(cell)]
        return reason.kind, reason.mined

    assert step((0, 1)) == ("one clue", True)
    assert step((1, 0)) == ("subset", False)
    assert step((0, 0)) == ("mine count", False)
    assert step((1, 1)) == ("flag", True)


GUESS_5X5 = """
#2###
#F##1
3#31#
#F##1
#2###
"""
"""A 5x5 board with 6 mines on which a guess is due, as in figure 4.1.

The text does not show that figure. It states that (1, 2), (2, 1), (2, 4) and (3, 2) are equally
safe there and safer than all others; the same holds here.
"""


def test_000_example_of_a_guess() -> None:
    position = parse(GUESS_5X5, mines=6)
    analysis = analyze(position)
    assert analysis.safe == []
    probability = analysis.mine_probability
    least = np.nanmin(probability)
    safest = np.flatnonzero(np.isclose(probability, least, rtol=1e-12)).tolist()
    cells = [(1, 2), (2, 1), (2, 4), (3, 2)]
    assert [position.board.coordinates(cell) for cell in safest] == cells
    assert {analysis.exact()[cell] for cell in safest} == {Fraction(1, 7)}
    assert analysis.best == safest[0]


def test_000_formulas_of_safety() -> None:
    """Exposed cells by formula 4.10 from weighted configurations, floating ones by 4.22."""
    position = parse(GUESS_5X5, mines=6)
    analysis = analyze(position)
    exposed = [cell for cell in position.frontier if cell not in position.flags]
    floating = position.floating
    total = 0
    safe = dict.fromkeys(exposed, 0)
    for mined in range(1 << len(exposed)):
        chosen = {cell for i, cell in enumerate(exposed) if mined >> i & 1}
        held = chosen | set(position.flags)
        if any(
            sum(other in held for other in position.board.neighbors(clue)) != position.clue(clue)
            for clue in position.revealed
        ):
            continue
        left = 6 - len(position.flags) - len(chosen)
        weight = comb(len(floating), left) if left >= 0 else 0
        total += weight
        for cell in exposed:
            safe[cell] += 0 if cell in chosen else weight
    assert analysis.solutions == total
    exact = analysis.exact()
    assert {cell: 1 - (exact[cell] or 0) for cell in exposed} == {
        cell: Fraction(weight, total) for cell, weight in safe.items()
    }
    expected_exposed = len(exposed) - Fraction(sum(safe.values()), total)
    expected_floating = 6 - len(position.flags) - expected_exposed
    for cell in floating:
        assert exact[cell] == expected_floating / len(floating)
