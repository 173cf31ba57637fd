"""The oracle against enumeration of whole layouts, published numbers and test vectors."""

from __future__ import annotations

import json
import pickle
from collections import defaultdict
from fractions import Fraction
from math import comb, factorial, prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from sapper.analysis import reference
from sapper.boards import Board, box, graph, grid, hexagonal, lattice, torus, triangular
from sapper.errors import ContradictionError, PositionError
from sapper.positions import Position, parse

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

VECTORS = Path(__file__).parents[1] / "data" / "positions.json"
LARGEST_FRONTIER = 14

slow = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.filter_too_much])

BOARDS = [
    grid(2, 4),
    grid(3, 3),
    grid(1, 6),
    grid(3, 3, "knight"),
    torus(3, 3),
    torus(2, 4),
    hexagonal(3, 3),
    triangular(2, 4),
    box(2, 2, 2),
    graph([(0, 1), (1, 2), (2, 3), (3, 0), (3, 4)], nodes=range(7)),
]


@st.composite
def tiny_positions(draw: DrawFn, density: bool = False) -> Position:
    """Draw a layout and a position a player could have reached on it, on at most 9 cells."""
    board = draw(st.sampled_from(BOARDS))
    limit = 1 if density else draw(st.sampled_from([1, 1, 2, 3]))
    count = draw(st.lists(st.integers(0, limit), min_size=board.size, max_size=board.size))
    shown = draw(st.sets(st.integers(0, board.size - 1), min_size=3, max_size=board.size))
    flagged = draw(st.sets(st.integers(0, board.size - 1), max_size=2))
    clues = [
        sum(count[other] for other in board.neighbors(cell))
        if cell in shown and not count[cell]
        else None
        for cell in range(board.size)
    ]
    flags = [cell for cell in flagged if count[cell]]
    if density:
        chance = draw(st.sampled_from([Fraction(1, 5), Fraction(2, 3)]) | st.just(0.2))
        return Position(board, clues, density=chance, flags=flags)
    return Position(board, clues, sum(count), max_per_cell=limit, flags=flags)


def weighted_layouts(position: Position) -> dict[tuple[int, ...], Fraction]:
    """List every layout that fits with the weight it has by definition."""
    found = {}
    for layout in reference.layouts(position):
        covered = [layout[cell] for cell in position.covered]
        if position.density is not None:
            chance = Fraction(str(position.density))
            found[layout] = prod((chance if m else 1 - chance for m in covered), start=Fraction(1))
        elif position.max_per_cell > 1:
            found[layout] = Fraction(factorial(sum(layout)), prod(map(factorial, layout)))
        else:
            found[layout] = Fraction(1)
    return found


def check_against_layouts(position: Position) -> None:
    layouts = weighted_layouts(position)
    total = sum(layouts.values(), Fraction())
    probabilities = reference.mine_probability(position)
    mines: dict[int, Fraction] = defaultdict(Fraction)
    for layout, weight in layouts.items():
        mines[sum(layout[cell] for cell in position.frontier)] += weight / total
    assert reference.frontier_mines(position) == mines
    for cell in range(position.board.size):
        if position.clue(cell) is not None:
            assert probabilities[cell] is None
            continue
        mined = sum((w for layout, w in layouts.items() if layout[cell]), Fraction())
        assert probabilities[cell] == mined / total
        numbers: dict[int, Fraction] = defaultdict(Fraction)
        for layout, weight in layouts.items():
            if not layout[cell]:
                shown = sum(layout[other] for other in position.board.neighbors(cell))
                numbers[shown] += weight / total
        assert reference.clue_distribution(position, cell) == numbers
        assert sum(numbers.values()) == 1 - mined / total


@slow
@given(tiny_positions())
def test_oracle_equals_listing_all_layouts(position: Position) -> None:
    assert reference.count(position) == sum(weighted_layouts(position).values())
    check_against_layouts(position)


@slow
@given(tiny_positions(density=True))
def test_oracle_equals_listing_all_layouts_at_a_density(position: Position) -> None:
    assert reference.count(position) == len(weighted_layouts(position))
    check_against_layouts(position)


@slow
@given(tiny_positions(), st.integers(0, 12))
def test_any_number_of_mines_is_counted(position: Position, mines: int) -> None:
    other = Position(
        position.board,
        position.clues,
        mines,
        max_per_cell=position.max_per_cell,
        flags=position.flags,
    )
    expected = sum(weighted_layouts(other).values())
    assert reference.count(other) == expected
    if not expected:
        with pytest.raises(ContradictionError):
            reference.mine_probability(other)


@slow
@given(tiny_positions(), st.data())
def test_revealing_shares_out_the_layouts(position: Position, data: st.DataObject) -> None:
    hidden = [cell for cell in position.covered if cell not in position.flags]
    assume(hidden)
    cell = data.draw(st.sampled_from(hidden))
    total = reference.count(position)
    for number, probability in reference.clue_distribution(position, cell).items():
        assert reference.count(position.reveal(cell, number)) == probability * total


def vector_board(vector: dict[str, Any]) -> Board:
    if vector["kind"] == "graph":
        return graph(vector["edges"], nodes=range(vector["shape"][0]))
    return lattice({"cube": "box"}.get(vector["kind"], vector["kind"]), tuple(vector["shape"]))


def small_vectors() -> list[Any]:
    found = []
    for index, vector in enumerate(json.loads(VECTORS.read_text())):
        position = Position(
            vector_board(vector),
            vector["labels"],
            vector["mines"],
            max_per_cell=vector["max_per_cell"],
        )
        if len(position.frontier) <= LARGEST_FRONTIER:
            found.append(pytest.param(position, vector, id=f"{index}-{vector['kind']}"))
    return found


@pytest.mark.parametrize(("position", "vector"), small_vectors())
def test_vectors(position: Position, vector: dict[str, Any]) -> None:
    assert reference.count(position) == int(vector["count"])
    if vector["count"] == "0":
        with pytest.raises(ContradictionError):
            reference.mine_probability(position)
        return
    expected = [None if p is None else Fraction(p) for p in vector["mine_probability"]]
    assert reference.mine_probability(position) == expected


def test_vectors_of_every_kind_are_small_enough() -> None:
    kinds = {parameter.values[1]["kind"] for parameter in small_vectors()}
    assert kinds == {"cube", "grid", "graph", "hex", "torus"}


def test_drops_of_one_mine_a_cell_are_ordered_choices() -> None:
    assert reference.labeled_ways((7, 0), 9, 1) == tuple(
        comb(7, m) * factorial(m) for m in range(10)
    )


def test_drops_without_a_limit_are_powers() -> None:
    assert reference.labeled_ways((4, 0), 6, 6) == tuple(4**m for m in range(7))


def test_six_mines_in_eight_cells_of_at_most_three() -> None:
    assert reference.labeled_ways((8, 0), 6, 3)[6] == 255_920


def test_flagged_cells_take_at_least_one_mine() -> None:
    assert reference.labeled_ways((0, 2), 3, 3) == (0, 0, 2, 6)
    position = parse("F#\n##", mines=2)
    assert reference.count(position) == 3
    assert reference.mine_probability(position) == [1, *[Fraction(1, 3)] * 3]


def test_an_untouched_board_is_a_binomial() -> None:
    position = Position.covered_board("expert")
    assert reference.count(position) == comb(480, 99)
    assert set(reference.mine_probability(position)) == {Fraction(99, 480)}
    zero = reference.clue_distribution(position, 0)[0]
    assert zero == Fraction(comb(476, 99), comb(480, 99))


def test_two_clues_by_hand() -> None:
    """One mine among the four cells that both clues see, one among the three below."""
    position = parse("#1#\n#2#\n###", mines=2)
    assert reference.count(position) == 12
    quarter, third = Fraction(1, 4), Fraction(1, 3)
    expected = [quarter, None, quarter, quarter, None, quarter, third, third, third]
    assert reference.mine_probability(position) == expected
    assert reference.frontier_mines(position) == {2: 1}
    assert reference.clue_distribution(position, 7) == {1: Fraction(1, 3), 2: Fraction(1, 3)}


@pytest.mark.parametrize(
    "position",
    [
        parse("2#", mines=1),
        parse("1#\n##", mines=4),
        parse("0F", mines=1),
        parse("1#1#3", mines=3),
        parse("1", mines=0),
        parse("11", mines=0),
        parse("2#", density=0.5),
    ],
)
def test_contradictions_are_errors_and_count_nothing(position: Position) -> None:
    assert reference.count(position) == 0
    with pytest.raises(ContradictionError, match="no layout fits"):
        reference.mine_probability(position)
    with pytest.raises(ContradictionError):
        reference.frontier_mines(position)
    for cell in position.covered:
        with pytest.raises(ContradictionError):
            reference.clue_distribution(position, cell)


def test_contradictions_keep_their_clues_through_pickling() -> None:
    error = ContradictionError("no", clues=(3, 4), needs_mine_count=True, proven_smallest=True)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.clues) == ("no", (3, 4))
    assert again.needs_mine_count
    assert again.proven_smallest


def test_a_revealed_cell_has_no_distribution() -> None:
    with pytest.raises(PositionError, match="already revealed"):
        reference.clue_distribution(parse("1#", mines=1), 0)


def test_a_flagged_cell_shows_nothing() -> None:
    assert reference.clue_distribution(parse("1F#", mines=2), 1) == {}


def test_a_density_of_several_mines_a_cell_is_refused() -> None:
    position = parse("1#", density=0.5, max_per_cell=2)
    for ask in (reference.count, reference.mine_probability, reference.frontier_mines):
        with pytest.raises(PositionError, match="at most one mine"):
            ask(position)
