"""Laws that hold for every position."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sapper.analysis import Analysis, analyze
from sapper.boards import Board, graph, symmetries
from sapper.boards.kinds import KINDS
from sapper.errors import ContradictionError
from sapper.positions import Position
from strategies_for_positions import LATTICES, reachable

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn


def close(expected: list[float]) -> object:
    return pytest.approx(expected, rel=1e-9, abs=1e-12, nan_ok=True)


def with_mines(position: Position, mines: int) -> Position:
    return Position(
        position.board,
        position.clues,
        mines,
        max_per_cell=position.max_per_cell,
        flags=position.flags,
    )


# -- symmetry -----------------------------------------------------------------------------------


@st.composite
def moved_positions(draw: DrawFn) -> tuple[Position, list[int]]:
    board = draw(st.sampled_from([b for b in LATTICES if len(list(symmetries(b))) > 1]))
    position = draw(reachable(board=board))
    return position, draw(st.sampled_from(list(symmetries(board)))).tolist()


@settings(max_examples=200)
@given(moved_positions())
def test_symmetries_of_the_board_permute_the_probabilities(
    drawn: tuple[Position, list[int]],
) -> None:
    position, permutation = drawn
    before, after = analyze(position), analyze(position.transform(permutation))
    assert after.solutions == before.solutions
    assert [after.exact()[moved] for moved in permutation] == before.exact()
    assert after.mine_probability[permutation].tolist() == close(before.mine_probability.tolist())
    assert after.safe == sorted(permutation[cell] for cell in before.safe)
    assert after.mines == sorted(permutation[cell] for cell in before.mines)
    assert after.frontier_mines.expected == pytest.approx(before.frontier_mines.expected)


@settings(max_examples=60)
@given(reachable(), st.randoms(use_true_random=False))
def test_the_numbering_of_the_cells_does_not_matter(position: Position, random: object) -> None:
    """The same graph with its nodes renamed: every order of elimination gives the same."""
    size = position.board.size
    renamed = list(range(size))
    random.shuffle(renamed)  # type: ignore[attr-defined]
    edges = [(renamed[a], renamed[b]) for a, b in position.board.edges()]
    clues: list[int | None] = [None] * size
    for cell, clue in enumerate(position.clues):
        clues[renamed[cell]] = clue
    other = Position(
        graph(edges, nodes=range(size)),
        clues,
        position.mines,
        max_per_cell=position.max_per_cell,
        flags=[renamed[cell] for cell in position.flags],
    )
    before, after = analyze(position), analyze(other)
    assert [after.exact()[cell] for cell in renamed] == before.exact()
    assert after.mine_probability[renamed].tolist() == close(before.mine_probability.tolist())


# -- total probability --------------------------------------------------------------------------


def parts_of_a_click(analysis: Analysis, cell: int) -> list[tuple[Fraction, Analysis]]:
    """Analyse what may follow a click: each number it may show, and a mine, with its chance."""
    position = analysis.position
    shown = analysis.exact_clue_distribution(cell).items()
    parts = [(chance, analyze(position.reveal(cell, number))) for number, chance in shown]
    mined = analysis.exact()[cell]
    assert mined is not None
    return [*parts, (mined, analyze(position.flag(cell)))] if mined else parts


@settings(max_examples=150)
@given(reachable() | reachable(density=True), st.data())
def test_total_probability_over_what_a_click_shows(position: Position, data: st.DataObject) -> None:
    hidden = [cell for cell in position.covered if cell not in position.flags]
    assume(hidden)
    analysis = analyze(position)
    cell = data.draw(st.sampled_from(hidden))
    parts = parts_of_a_click(analysis, cell)
    assert sum(chance for chance, _ in parts) == 1
    for other in position.covered:
        if other == cell:
            continue
        total = Fraction()
        for chance, after in parts:
            value = after.exact()[other]
            assert value is not None
            total += chance * value
        assert total == analysis.exact()[other]
        floats = sum(float(chance) * after.mine_probability[other] for chance, after in parts)
        assert floats == pytest.approx(analysis.mine_probability[other], rel=1e-9, abs=1e-12)


@settings(max_examples=150)
@given(reachable(), st.data())
def test_layouts_are_shared_out_over_what_a_click_shows(
    position: Position, data: st.DataObject
) -> None:
    hidden = [cell for cell in position.covered if cell not in position.flags]
    assume(hidden)
    analysis = analyze(position)
    parts = parts_of_a_click(analysis, data.draw(st.sampled_from(hidden)))
    for chance, after in parts:
        assert after.solutions == chance * analysis.solutions
    assert sum(after.solutions for _, after in parts) == analysis.solutions


@settings(max_examples=100)
@given(reachable(), st.data())
def test_a_clue_that_is_no_news_changes_nothing(position: Position, data: st.DataObject) -> None:
    """Opening a safe cell with only one possible clue value adds no information."""
    analysis = analyze(position)
    sure = [cell for cell in analysis.safe if len(analysis.clue_distribution(cell).probability) < 2]
    assume(sure)
    cell = data.draw(st.sampled_from(sure))
    (number,) = analysis.clue_distribution(cell).probability
    after = analyze(position.reveal(cell, number))
    assert after.solutions == analysis.solutions
    rest = [c for c in range(position.board.size) if c != cell]
    assert [after.exact()[c] for c in rest] == [analysis.exact()[c] for c in rest]


# -- components ---------------------------------------------------------------------------------


def side_by_side(first: Position, second: Position, mines: int) -> Position:
    """Put two positions on one board that joins nothing of one to anything of the other."""
    shift = first.board.size
    edges = [*first.board.edges(), *((a + shift, b + shift) for a, b in second.board.edges())]
    both = graph(edges, nodes=range(shift + second.board.size))
    flags = [*first.flags, *(cell + shift for cell in second.flags)]
    return Position(
        both,
        [*first.clues, *second.clues],
        mines,
        max_per_cell=first.max_per_cell,
        flags=flags,
    )


def layouts_by_mines(position: Position) -> dict[int, int]:
    found = {}
    for mines in range(position.max_per_cell * len(position.covered) + 1):
        try:
            found[mines] = analyze(with_mines(position, mines)).solutions
        except ContradictionError:
            continue
    return found


@st.composite
def pairs_of_positions(draw: DrawFn) -> tuple[Position, Position]:
    limit = draw(st.sampled_from([1, 1, 2, 3]))
    small = st.sampled_from([b for b in LATTICES if b.size <= 16])
    first, second = (
        draw(reachable(board=draw(small), max_per_cell=limit)),
        draw(reachable(board=draw(small), max_per_cell=limit)),
    )
    return first, second


@settings(max_examples=80)
@given(pairs_of_positions())
def test_independent_boards_multiply(drawn: tuple[Position, Position]) -> None:
    """Layouts by mines convolve; distinct mines are first dealt out between the boards."""
    first, second = drawn
    a, b = layouts_by_mines(first), layouts_by_mines(second)
    assert first.mines is not None
    assert second.mines is not None
    mines = first.mines + second.mines
    both = analyze(side_by_side(first, second, mines))
    labeled = first.max_per_cell > 1
    weights = {
        m: count * b[mines - m] * (comb(mines, m) if labeled else 1)
        for m, count in a.items()
        if mines - m in b
    }
    total = sum(weights.values())
    assert both.solutions == total
    expected: list[Fraction | None] = [None] * first.board.size
    for m, weight in weights.items():
        for cell, p in enumerate(analyze(with_mines(first, m)).exact()):
            if p is not None:
                expected[cell] = (expected[cell] or 0) + p * Fraction(weight, total)
    assert both.exact()[: first.board.size] == expected


@settings(max_examples=60)
@given(reachable(density=True), reachable(density=True))
def test_at_a_density_independent_boards_do_not_touch(first: Position, second: Position) -> None:
    shift = first.board.size
    edges = [*first.board.edges(), *((a + shift, b + shift) for a, b in second.board.edges())]
    both = Position(
        graph(edges, nodes=range(shift + second.board.size)),
        [*first.clues, *second.clues],
        density=first.density,
        flags=[*first.flags, *(cell + shift for cell in second.flags)],
    )
    assert analyze(both).exact()[:shift] == analyze(first).exact()


@settings(max_examples=100)
@given(reachable(max_per_cell=1, flags=False))
def test_the_board_is_its_components_and_its_floating_cells(position: Position) -> None:
    """Counting by hand from the exact arrangements of the components gives all layouts."""
    assert position.mines is not None
    analysis = analyze(position)
    by_mines = {0: 1}
    for component in analysis.components:
        longer: dict[int, int] = {}
        for have, ways in by_mines.items():
            for mines, count in component.arrangements.items():
                longer[have + mines] = longer.get(have + mines, 0) + ways * count
        by_mines = longer
    floating = len(position.floating)
    weights = {
        mines: ways * comb(floating, position.mines - mines)
        for mines, ways in by_mines.items()
        if 0 <= position.mines - mines <= floating
    }
    assert sum(weights.values()) == analysis.solutions
    found = analysis.frontier_mines.probability
    assert list(found) == sorted(weights)
    assert list(found.values()) == close(
        [weights[mines] / analysis.solutions for mines in sorted(weights)]
    )


# -- sums ---------------------------------------------------------------------------------------


@settings(max_examples=200)
@given(reachable(max_per_cell=1))
def test_mine_probabilities_sum_to_the_mines(position: Position) -> None:
    analysis = analyze(position)
    assert position.mines is not None
    covered = position.covered
    assert sum(p for p in analysis.exact() if p is not None) == position.mines
    assert sum(analysis.mine_probability[covered]) == pytest.approx(position.mines)
    frontier = sum(analysis.mine_probability[position.frontier])
    assert analysis.frontier_mines.expected == pytest.approx(frontier, abs=1e-12)


@settings(max_examples=200)
@given(reachable(max_per_cell=1) | reachable(density=True, flags=False))
def test_mine_probabilities_around_a_clue_sum_to_the_clue(position: Position) -> None:
    exact = analyze(position).exact()
    for clue in position.revealed:
        around = [exact[cell] for cell in position.board.neighbors(clue)]
        assert sum(p for p in around if p is not None) == position.clue(clue)


@settings(max_examples=150)
@given(reachable() | reachable(density=True), st.data())
def test_distributions_sum_to_one(position: Position, data: st.DataObject) -> None:
    analysis = analyze(position)
    assert sum(analysis.frontier_mines.probability.values()) == pytest.approx(1)
    for group in analysis.groups:
        assert sum(group.mine_count.probability.values()) == pytest.approx(1)
        assert group.mine_count.entropy >= 0
    assume(position.covered)
    cell = data.draw(st.sampled_from(position.covered))
    shown = analysis.clue_distribution(cell)
    if cell in analysis.mines:
        assert not shown.probability
        return
    assert sum(shown.probability.values()) == pytest.approx(1)
    exact = analysis.exact_clue_distribution(cell)
    assert sum(exact.values()) == 1 - (analysis.exact()[cell] or 0)
    assert shown.zero <= 1 - shown.mine_probability + 1e-12


@settings(max_examples=150)
@given(reachable(max_per_cell=1), st.data())
def test_the_expected_number_is_the_sum_of_the_neighbours(
    position: Position, data: st.DataObject
) -> None:
    """Given that the cell is safe, by linearity."""
    analysis = analyze(position)
    candidates = [cell for cell in position.covered if cell not in analysis.mines]
    assume(candidates)
    cell = data.draw(st.sampled_from(candidates))
    parts = parts_of_a_click(analysis, cell)
    safe = [(chance, after) for chance, after in parts if after.position.clue(cell) is not None]
    total = sum(chance for chance, _ in safe)
    around = position.board.neighbors(cell)
    mean = sum(
        (chance * (after.exact()[other] or 0) for chance, after in safe for other in around),
        Fraction(),
    )
    expected = analysis.clue_distribution(cell).expected
    assert expected == pytest.approx(float(mean / total), rel=1e-9, abs=1e-12)


# -- flags --------------------------------------------------------------------------------------


@settings(max_examples=150)
@given(reachable(flags=False))
def test_flags_on_certain_mines_change_nothing(position: Position) -> None:
    before = analyze(position)
    assume(before.mines)
    flagged = position
    for cell in before.mines:
        flagged = flagged.flag(cell)
    after = analyze(flagged)
    assert after.solutions == before.solutions
    assert after.exact() == before.exact()
    assert (after.safe, after.mines) == (before.safe, before.mines)
    assert after.mine_probability.tolist() == close(before.mine_probability.tolist())
    assert after.frontier_mines.expected == pytest.approx(before.frontier_mines.expected)


@settings(max_examples=150)
@given(reachable(flags=False), st.data())
def test_a_flag_is_the_condition_that_there_is_a_mine(
    position: Position, data: st.DataObject
) -> None:
    before = analyze(position)
    maybe = [cell for cell in position.covered if cell not in before.safe]
    assume(maybe)
    cell = data.draw(st.sampled_from(maybe))
    after = analyze(position.flag(cell))
    assert after.solutions == (before.exact()[cell] or 0) * before.solutions
    assert cell in after.mines


@settings(max_examples=80)
@given(reachable(flags=False), st.data())
def test_a_flag_on_a_safe_cell_is_a_contradiction(position: Position, data: st.DataObject) -> None:
    safe = analyze(position).safe
    assume(safe)
    with pytest.raises(ContradictionError):
        analyze(position.flag(data.draw(st.sampled_from(safe))))


# -- mines or density ---------------------------------------------------------------------------


@settings(max_examples=80)
@given(reachable(max_per_cell=1), st.sampled_from([Fraction(1, 7), Fraction(1, 2), 0.9]))
def test_a_density_is_a_mixture_of_numbers_of_mines(position: Position, density: Fraction) -> None:
    dense = Position(position.board, position.clues, density=density, flags=position.flags)
    chance = Fraction(str(density))
    covered = len(position.covered)
    weights = {
        mines: count * chance**mines * (1 - chance) ** (covered - mines)
        for mines, count in layouts_by_mines(position).items()
    }
    total = sum(weights.values(), Fraction())
    expected: list[Fraction | None] = [None] * position.board.size
    for mines, weight in weights.items():
        for cell, p in enumerate(analyze(with_mines(position, mines)).exact()):
            if p is not None:
                expected[cell] = (expected[cell] or 0) + p * weight / total
    assert analyze(dense).exact() == expected


def test_every_board_of_the_strategies_is_used() -> None:
    """The laws above are drawn from boards of every kind."""
    kinds = {board.kind for board in LATTICES}
    assert kinds == set(KINDS)
    assert all(isinstance(board, Board) for board in LATTICES)
