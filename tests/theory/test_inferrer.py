"""The inferrer of Chong et al. 2024: its example, soundness and errors."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper import ContradictionError, PositionError, TooHardError, analyze, parse
from sapper.boards import graph, grid, hexagonal, torus
from sapper.positions import Position
from sapper.theory import Constraint, derive_constraints, infer
from strategies_for_positions import arbitrary, reachable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from command_line import Run

FIGURE = "##2\n#F2\n#21\n#1."
"""Figure 3.1 of the paper, with 3 mines."""

SMALL = st.sampled_from([grid(1, 9), grid(3, 4), grid(2, 5), hexagonal(3, 4), torus(3, 3)])


def small_positions() -> st.SearchStrategy[Position]:
    return SMALL.flatmap(lambda board: reachable(board=board, max_per_cell=1))


def fitting(constraints: tuple[Constraint, ...]) -> Iterator[dict[int, int]]:
    """All arrangements of mines that satisfy some constraints."""
    cells = sorted(set().union(*(constraint.cells for constraint in constraints)))
    for values in product((0, 1), repeat=len(cells)):
        laid = dict(zip(cells, values, strict=True))
        if all(sum(laid[cell] for cell in c.cells) == c.sum for c in constraints):
            yield laid


def to_the_letter(position: Position) -> tuple[set[int], set[int]]:
    """Algorithms 3.2 to 3.5 as printed: nothing is put in, and nothing ever dropped."""
    constraints = {(c.sum, c.cells) for c in derive_constraints(position)}
    old: set[tuple[int, frozenset[int]]] = set()
    while old != constraints:
        old = set(constraints)
        for total, cells in old:
            if total == 0:
                constraints |= {(0, frozenset((cell,))) for cell in cells}
            elif total == len(cells):
                constraints |= {(1, frozenset((cell,))) for cell in cells}
        constraints |= {
            (s1 - s2, x1 - x2) for s1, x1 in constraints for s2, x2 in constraints if x1 > x2
        }
        assert len(constraints) < 1_500
    solved = {(total, *cells) for total, cells in constraints if len(cells) == 1}
    return {cell for value, cell in solved if not value}, {cell for value, cell in solved if value}


# -- the example --------------------------------------------------------------------------------


def test_the_example_of_3_1_1_has_the_steps_of_the_paper() -> None:
    position = parse(FIGURE, mines=3)
    board = position.board
    found = infer(position)

    def named(cells: tuple[int, ...]) -> list[tuple[int, ...]]:
        return [board.coordinates(cell) for cell in cells]

    assert [constraint.text(board) for constraint in found.derived] == [
        "1 = (0, 1)",
        "1 = (1, 0) + (2, 0) + (3, 0)",
        "1 = (2, 0) + (3, 0)",
        "2 = (0, 0) + (0, 1) + (1, 0) + (2, 0) + (3, 0)",
    ]
    assert [(step.kind, named(step.safe), named(step.mine_cells)) for step in found.steps] == [
        ("trivial", [], [(0, 1)]),
        ("local", [(1, 0)], []),
        ("global", [(0, 0)], []),
    ]
    assert [[c.text(board) for c in step.constraints] for step in found.steps] == [
        ["1 = (0, 1)"],
        ["1 = (1, 0) + (2, 0) + (3, 0)", "1 = (2, 0) + (3, 0)"],
        ["1 = (0, 0) + (1, 0) + (2, 0) + (3, 0)", "1 = (1, 0) + (2, 0) + (3, 0)"],
    ]
    assert [constraint.text(board) for constraint in found.constraints] == ["1 = (2, 0) + (3, 0)"]
    assert (named(found.safe), named(found.mine_cells)) == ([(0, 0), (1, 0)], [(0, 1)])


def test_without_the_mine_count_the_last_step_is_missing() -> None:
    found = infer(parse(FIGURE, mines=3), mine_count=False)
    assert [step.kind for step in found.steps] == ["trivial", "local"]
    assert found == infer(parse(FIGURE, mines=3), mine_count=False)
    by_density = infer(parse(FIGURE, density=0.2))
    assert [step.kind for step in by_density.steps] == ["trivial", "local"]


def test_overlaps_are_beyond_it() -> None:
    """2 mines in a, b, c and 1 in b, c, d: only a is a mine and d safe, but no set is a subset."""
    edges = [("2", "a"), ("2", "b"), ("2", "c"), ("1", "b"), ("1", "c"), ("1", "d")]
    board = graph(edges)
    assert board.labels is not None
    clues = [int(str(name)) if str(name).isdigit() else None for name in board.labels]
    position = Position(board, clues, density=0.2)
    analysis = analyze(position)
    assert [board.labels[cell] for cell in (*analysis.safe, *analysis.mines)] == ["d", "a"]
    assert infer(position).steps == ()
    assert infer(Position(board, clues, mines=2)).steps[0].kind == "global"


def test_a_finished_board_has_nothing_to_infer() -> None:
    found = infer(parse("1F", mines=1))
    assert (found.derived, found.steps, found.safe, found.mine_cells) == ((), (), (), ())
    assert found.summary() == (
        "constraints\n  none\nsteps\n  none\nleft\n  none\nsafe: none\nmines: none"
    )


# -- it never errs ------------------------------------------------------------------------------


@settings(max_examples=60)
@given(position=reachable(max_per_cell=1))
def test_all_that_is_inferred_is_certain(position: Position) -> None:
    found, analysis = infer(position), analyze(position)
    assert set(found.safe) <= set(analysis.safe)
    assert set(found.mine_cells) <= set(analysis.mines) - set(position.flags)
    assert set(found.safe) == {cell for step in found.steps for cell in step.safe}
    assert set(found.mine_cells) == {cell for step in found.steps for cell in step.mine_cells}
    known = {*found.safe, *found.mine_cells}
    assert not any(
        constraint.trivial or known & constraint.cells for constraint in found.constraints
    )


@settings(max_examples=60)
@given(position=small_positions())
def test_every_step_follows_from_the_constraints_it_names(position: Position) -> None:
    derived = infer(position).derived
    for step in infer(position).steps:
        ways = list(fitting(step.constraints))
        assert ways
        for laid in ways:
            assert not any(laid[cell] for cell in step.safe)
            assert all(laid[cell] for cell in step.mine_cells)
        first, *others = step.constraints
        for other in others:
            first = first - other
        assert first == step.trivial
        assert step.trivial.trivial
        assert (step.kind == "trivial") == (step.constraints == (step.trivial,))
        assert (step.kind == "trivial") <= (step.trivial in derived)
        assert (step.kind == "global") <= step.trivial.mine_count


@settings(max_examples=60)
@given(position=small_positions())
def test_constraints_hold_in_every_layout_of_the_clues_they_rest_on(position: Position) -> None:
    found = infer(position)
    sources = {c.clues: c for c in derive_constraints(position)}
    everywhere = derive_constraints(position)
    for constraint in found.constraints:
        assert set(constraint.clues) <= set(position.revealed)
        assert constraint.mine_count or constraint.clues in sources or len(constraint.clues) > 1
    for laid in fitting(tuple(everywhere)):
        for constraint in found.constraints:
            assert sum(laid[cell] for cell in constraint.cells) == constraint.sum


@settings(max_examples=40)
@given(position=small_positions())
def test_putting_values_in_infers_what_the_letter_of_the_algorithm_does(
    position: Position,
) -> None:
    if len(position.covered) > 8:
        return
    found = infer(position)
    assert (set(found.safe), set(found.mine_cells)) == to_the_letter(position)


@settings(max_examples=25)
@given(position=arbitrary())
def test_contradictions_are_real(position: Position) -> None:
    if position.max_per_cell > 1:
        return
    clues: tuple[int, ...] | None = None
    try:
        infer(position)
    except ContradictionError as error:
        clues = error.clues
    if clues is not None:
        assert set(clues) <= set(position.revealed)
        with pytest.raises(ContradictionError):
            analyze(position)


# -- how it fails -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "mines", "message", "clues"),
    [
        ("#1#", 3, "3 = (0, 0) + (0, 2) cannot be, by the number of mines", ()),
        ("2#", 1, "2 = (0, 1) cannot be, by the clue at (0, 0)", (0,)),
        (
            "1#2",
            1,
            "2 = (0, 1) cannot be, by the clue at (0, 2)",
            (2,),
        ),
        (
            "##\n12",
            2,
            "1 = (0, 0) + (0, 1) and 2 = (0, 0) + (0, 1) contradict each other, by the clues at "
            "(1, 0), (1, 1)",
            (2, 3),
        ),
        (
            "#1#\n1##",
            3,
            "1 = (0, 0) + (0, 2) + (1, 1) + (1, 2) and 3 = (0, 0) + (0, 2) + (1, 1) + (1, 2) "
            "contradict each other, by the clue at (0, 1) and the number of mines",
            (1,),
        ),
    ],
)
def test_contradictions_name_their_constraints(
    text: str, mines: int, message: str, clues: tuple[int, ...]
) -> None:
    with pytest.raises(ContradictionError) as failure:
        infer(parse(text, mines=mines))
    assert str(failure.value) == f"no layout fits: {message}"
    assert failure.value.clues == clues


def test_too_many_constraints_are_given_up_with_a_word_on_what_helps() -> None:
    position = parse("#1##1##1##1#", mines=4)
    assert infer(position, most=100).constraints
    with pytest.raises(TooHardError, match="needs more than 5 constraints"):
        infer(position, most=5)
    infer(position, mine_count=False, most=5)


def test_a_summary_lists_the_first_of_many_constraints_that_are_left() -> None:
    found = infer(parse("#1##1##1##1##1##1#", mines=6))
    assert len(found.constraints) > 30
    lines = found.summary().splitlines()
    assert f"  and {len(found.constraints) - 30} more" in lines
    assert len(found.to_dict()["constraints"]) == len(found.constraints)


def test_several_mines_a_cell_are_refused() -> None:
    with pytest.raises(PositionError, match="at most one mine per cell, not 2"):
        infer(parse("1##", mines=1, max_per_cell=2))


def test_only_a_subset_can_be_subtracted() -> None:
    with pytest.raises(ValueError, match="are not among those of"):
        Constraint(1, frozenset({0, 1})) - Constraint(1, frozenset({1, 2}))


# -- the command and the table ------------------------------------------------------------------


def test_the_command_reads_a_text_or_a_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(FIGURE)
    expected = infer(parse(FIGURE, mines=3))
    for given_as in (str(path), FIGURE.replace("\n", "/")):
        assert run("infer", given_as, "--mines", "3").out == expected.summary() + "\n"
    reported = run("infer", str(path), "--mines", "3", "--json").json
    assert reported == expected.to_dict()
    assert reported["steps"][2]["kind"] == "global"
    assert reported["steps"][2]["safe"] == [[0, 0]]
    local = run("infer", str(path), "--mines", "3", "--local", "--json").json
    assert local["safe"] == [[1, 0]]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("#1#",), "use --mines N or --density D"),
        (("#1#/1##", "--mines", "3"), "contradict each other"),
        (("##/1", "--mines", "1"), "the text: line 2"),
        (("no such file", "--mines", "1"), "cannot read 'no such file'"),
        (("#1#", "--density", "2"), "a density is a number between 0 and 1"),
    ],
)
def test_the_command_fails_with_one_sentence(
    run: Run, arguments: tuple[str, ...], words: str
) -> None:
    outcome = run("infer", *arguments)
    assert outcome.code == 2
    assert outcome.out == ""
    assert words in outcome.err
    assert outcome.err.count("\n") == 1


def test_the_table_for_a_notebook_has_a_row_for_every_step() -> None:
    drawn = infer(parse(FIGURE, mines=3))._repr_html_()
    assert drawn.count('<th scope="row"') == 3
    assert "2 safe cells and 1 mines inferred" in drawn
    assert "global" in drawn
