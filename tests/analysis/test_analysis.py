"""The compiled analysis against published positions and the slow oracle, and its properties."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from math import exp, factorial, isnan, lgamma, log2, log10, prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import sapper
from sapper.analysis import Analysis, analyze, reference
from sapper.analysis.question import mean_odds
from sapper.boards import Board, graph, grid, lattice
from sapper.errors import BoardError, ContradictionError, PositionError
from sapper.positions import Position, parse
from strategies_for_positions import arbitrary, reachable

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "positions.json").read_text())


def vector_board(vector: dict[str, Any]) -> Board:
    if vector["kind"] == "graph":
        return graph(vector["edges"], nodes=range(vector["shape"][0]))
    return lattice({"cube": "box"}.get(vector["kind"], vector["kind"]), tuple(vector["shape"]))


def assert_floats_match(analysis: Analysis, expected: list[Fraction | None]) -> None:
    """Compare the floats with exact fractions: close everywhere, equal where certain."""
    position = analysis.position
    assert len(analysis.mine_probability) == len(expected)
    for value, fraction in zip(analysis.mine_probability.tolist(), expected, strict=True):
        if fraction is None:
            assert isnan(value), position
        else:
            assert value == pytest.approx(float(fraction), rel=1e-10, abs=1e-300), position
            assert (value in (0.0, 1.0)) == (fraction in (0, 1)), position
    assert analysis.safe == [c for c, p in enumerate(expected) if p == 0], position
    assert analysis.mines == [c for c, p in enumerate(expected) if p == 1], position


@pytest.mark.parametrize("vector", VECTORS, ids=[f"{i}-{v['kind']}" for i, v in enumerate(VECTORS)])
def test_vectors(vector: dict[str, Any]) -> None:
    position = Position(
        vector_board(vector), vector["labels"], vector["mines"], max_per_cell=vector["max_per_cell"]
    )
    if vector["count"] == "0":
        with pytest.raises(ContradictionError, match="no layout fits"):
            analyze(position)
        return
    analysis = analyze(position)
    expected = [None if p is None else Fraction(p) for p in vector["mine_probability"]]
    assert analysis.solutions == int(vector["count"])
    assert analysis.exact() == expected
    assert analysis.log10_solutions == pytest.approx(_log10(analysis.solutions), abs=1e-8)
    assert_floats_match(analysis, expected)


def _log10(number: int) -> float:
    bits = max(number.bit_length() - 60, 0)
    return (log2(number >> bits) + bits) / log2(10)


# -- the oracle ---------------------------------------------------------------------------------


def check_against_oracle(position: Position) -> Analysis:
    analysis = analyze(position)
    expected = reference.mine_probability(position)
    assert analysis.solutions == reference.count(position), position
    assert analysis.exact() == expected, position
    assert_floats_match(analysis, expected)
    mines = reference.frontier_mines(position)
    found = analysis.frontier_mines.probability
    assert list(found) == list(mines), position
    assert list(found.values()) == pytest.approx([float(p) for p in mines.values()], rel=1e-10)
    return analysis


def check_numbers(analysis: Analysis, cell: int) -> None:
    """Compare what a cell would show with the oracle."""
    position = analysis.position
    expected = reference.clue_distribution(position, cell)
    assert analysis.exact_clue_distribution(cell) == expected, (position, cell)
    found = analysis.clue_distribution(cell)
    safe = 1 - float(sum(expected.values()))
    assert found.cell == cell
    assert found.mine_probability == pytest.approx(safe, abs=1e-12)
    assert list(found.probability) == list(expected), (position, cell)
    if not expected:
        assert found.zero == 0
        return
    given_safe = [float(p / sum(expected.values())) for p in expected.values()]
    assert list(found.probability.values()) == pytest.approx(given_safe, rel=1e-10)
    assert sum(found.probability.values()) == pytest.approx(1)
    assert found.zero == pytest.approx(float(expected.get(0, 0)), rel=1e-10, abs=1e-300)
    mean = sum(v * p for v, p in zip(expected, given_safe, strict=True))
    assert found.expected == pytest.approx(mean, rel=1e-10, abs=1e-12)
    bits = -sum(p * log2(p) for p in given_safe)
    assert found.entropy == pytest.approx(bits, rel=1e-9, abs=1e-9)


@settings(max_examples=400)
@given(reachable())
def test_compiled_equals_oracle(position: Position) -> None:
    check_against_oracle(position)


@settings(max_examples=200)
@given(reachable(density=True))
def test_compiled_equals_oracle_at_a_density(position: Position) -> None:
    check_against_oracle(position)


@settings(max_examples=300)
@given(arbitrary())
def test_compiled_and_oracle_agree_on_what_is_contradictory(position: Position) -> None:
    if reference.count(position):
        check_against_oracle(position)
        return
    with pytest.raises(ContradictionError, match="no layout fits"):
        analyze(position)


@settings(max_examples=200)
@given(reachable() | reachable(density=True), st.data())
def test_what_a_cell_shows_equals_the_oracle(position: Position, data: st.DataObject) -> None:
    assume(position.covered)
    check_numbers(analyze(position), data.draw(st.sampled_from(position.covered)))


@settings(max_examples=60)
@given(reachable(board=grid(3, 4), max_per_cell=2) | reachable(board=grid(2, 4), max_per_cell=3))
def test_a_density_with_several_mines_a_cell(position: Position) -> None:
    """Each cell holds i mines with weight t^i / i!, and t makes the mean the density."""
    density = 0.3
    dense = Position(
        position.board,
        position.clues,
        density=density,
        max_per_cell=position.max_per_cell,
        flags=position.flags,
    )
    odds = mean_odds(density, position.max_per_cell)
    total = 0.0
    mined = np.zeros(position.board.size)
    for layout in reference.layouts(dense):
        weight = prod(odds**m / factorial(m) for m in layout)
        total += weight
        mined += weight * (np.array(layout) > 0)
    found = analyze(dense).mine_probability
    covered = position.covered
    assert found[covered] == pytest.approx(mined[covered] / total, rel=1e-9)


@pytest.mark.parametrize("limit", [1, 2, 3, 7])
@pytest.mark.parametrize("density", [0.01, 0.2, 0.9])
def test_the_odds_give_the_density(density: float, limit: int) -> None:
    weights = [exp(i * np.log(mean_odds(density, limit)) - lgamma(i + 1)) for i in range(limit + 1)]
    mean = sum(i * w for i, w in enumerate(weights)) / sum(weights)
    assert mean == pytest.approx(density)


@pytest.mark.parametrize("density", [1e-300, 1e-30, 1e-9])
def test_odds_of_a_tiny_density_are_that_density(density: float) -> None:
    assert mean_odds(density, 3) == pytest.approx(density, rel=1e-8, abs=0)


# -- groups and components ----------------------------------------------------------------------


@settings(max_examples=200)
@given(reachable())
def test_groups_and_components_are_as_defined(position: Position) -> None:
    """Groups: frontier cells with the same clues; components: groups joined by clues."""
    analysis = analyze(position)
    flags = set(position.flags) if position.max_per_cell == 1 else set()
    kinds: dict[tuple[tuple[int, ...], bool], list[int]] = {}
    for cell in position.frontier:
        if cell not in flags:
            clues = [c for c in position.board.neighbors(cell) if position.clue(c) is not None]
            kinds.setdefault((tuple(clues), cell in position.flags), []).append(cell)
    found = {(g.clues, g.cells[0] in position.flags): list(g.cells) for g in analysis.groups}
    assert found == kinds
    for number, component in enumerate(analysis.components):
        members = [analysis.groups[g] for g in component.groups]
        assert all(g.component == number for g in members)
        assert component.cells == tuple(sorted(c for g in members for c in g.cells))
        assert component.clues == tuple(sorted({c for g in members for c in g.clues}))
    parts = [set(c.clues) for c in analysis.components]
    assert sum(map(len, parts)) == len(set().union(*parts)), "components share no clue"
    for component in analysis.components:
        assert _joined([set(analysis.groups[g].clues) for g in component.groups])


def _joined(sets: list[set[int]]) -> bool:
    """Return whether the sets form one connected component."""
    reached, rest = set(sets[0]), sets[1:]
    while touching := [s for s in rest if s & reached]:
        rest = [s for s in rest if not s & reached]
        reached.update(*touching)
    return not rest


@settings(max_examples=150)
@given(reachable())
def test_group_distributions_against_all_arrangements(position: Position) -> None:
    analysis = analyze(position)
    groups = analysis.groups
    sums: list[dict[int, Fraction]] = [{} for _ in groups]
    total = Fraction()
    for arrangement, weight in weighted_arrangements(position):
        total += weight
        for held, group in zip(sums, groups, strict=True):
            mines = sum(arrangement[cell] for cell in group.cells)
            held[mines] = held.get(mines, Fraction()) + weight
    for held, group in zip(sums, groups, strict=True):
        expected = {mines: float(w / total) for mines, w in sorted(held.items()) if w}
        assert list(group.mine_count.probability) == list(expected)
        assert list(group.mine_count.probability.values()) == pytest.approx(
            list(expected.values()), rel=1e-9
        )
        assert group.mine_probability == analysis.mine_probability[group.cells[0]]
        if position.max_per_cell == 1:
            mean = group.mine_count.expected / len(group.cells)
            assert mean == pytest.approx(group.mine_probability, rel=1e-9)


def weighted_arrangements(position: Position) -> list[tuple[dict[int, int], Fraction]]:
    """List the arrangements of the frontier, each with the ways to place all other mines."""
    assert position.mines is not None
    flags = set(position.flags)
    floating = position.floating
    crowd = (sum(c not in flags for c in floating), sum(c in flags for c in floating))
    drops = reference.labeled_ways(crowd, position.mines, position.max_per_cell)
    found = []
    for arrangement in reference.arrangements(position):
        left = position.mines - sum(arrangement.values())
        if left >= 0:
            shared = prod(map(factorial, arrangement.values())) * factorial(left)
            found.append((arrangement, Fraction(drops[left], shared)))
    return found


@settings(max_examples=150)
@given(reachable())
def test_arrangements_of_components_against_a_listing(position: Position) -> None:
    components = analyze(position).components
    expected: list[dict[int, int]] = [{} for _ in components]
    for number, component in enumerate(components):
        seen: set[tuple[int, ...]] = set()
        for arrangement in reference.arrangements(position):
            held = tuple(arrangement[cell] for cell in component.cells)
            if held not in seen:
                seen.add(held)
                ways = 1
                if position.max_per_cell > 1:
                    ways = factorial(sum(held)) // prod(map(factorial, held))
                mines = sum(held)
                expected[number][mines] = expected[number].get(mines, 0) + ways
    assert [dict(c.arrangements) for c in components] == [dict(sorted(e.items())) for e in expected]


def test_every_small_grid_position_with_two_clues() -> None:
    """Nothing drawn: all pairs of numbers on all places of a 3x3 board, with all mine counts."""
    board = grid(3, 3)
    for first, second in product([0, 1, 4], [2, 5, 8]):
        for a, b, mines in product(range(4), range(4), range(8)):
            if first == second:
                continue
            clues: list[int | None] = [None] * 9
            clues[first], clues[second] = a, b
            position = Position(board, clues, mines)
            if reference.count(position):
                check_against_oracle(position)
            else:
                with pytest.raises(ContradictionError):
                    analyze(position)


# -- contents of an analysis ---------------------------------------------------------------------


def test_best_is_a_safe_cell_if_there_is_one() -> None:
    assert analyze(parse("1##\n###", mines=1)).best == 2
    assert analyze(parse("1F#\n###", mines=2)).best == 3
    assert analyze(parse("1##", mines=1)).best == 2


def test_best_is_the_least_likely_mine_and_the_first_of_equals() -> None:
    analysis = analyze(parse("1####\n#####\n#####\n#####", mines=2))
    probability = analysis.mine_probability
    assert analysis.best == np.nanargmin(probability)
    assert analyze(Position.covered_board("4x4/4")).best == 0


def test_best_is_none_where_nothing_can_be_opened() -> None:
    assert analyze(parse("1F", mines=1)).best is None
    assert analyze(parse("0", mines=0)).best is None
    assert analyze(Position.covered_board("3x3", mines=9)).best is None


def test_probabilities_are_read_only_and_nan_where_revealed() -> None:
    analysis = analyze(parse("1#\n##", mines=1))
    assert analysis.mine_probability.dtype == np.float64
    assert not analysis.mine_probability.flags.writeable
    assert isnan(analysis.mine_probability[0])
    assert analysis.exact()[0] is None


def test_the_lists_of_an_analysis_belong_to_the_caller() -> None:
    analysis = analyze(parse("1##", mines=1))
    analysis.safe.append(7)
    analysis.mines.append(7)
    analysis.exact().append(None)
    assert (analysis.safe, analysis.mines, len(analysis.exact())) == ([2], [1], 3)


def test_analyses_outlive_each_other() -> None:
    """The memory of one result is not that of the next."""
    first = analyze(parse("1#\n##", mines=1)).mine_probability
    kept = first.tolist()[1:]
    for mines in range(2, 12):
        analyze(Position.covered_board("12x12", mines=mines))
    assert first.tolist()[1:] == kept == pytest.approx([1 / 3] * 3)


def test_revealed_cells_and_uncertain_cells_are_refused() -> None:
    analysis = analyze(parse("1#\n##", mines=1))
    with pytest.raises(BoardError, match="already revealed: it shows 1"):
        analysis.clue_distribution(0)
    with pytest.raises(BoardError, match="already revealed"):
        analysis.exact_clue_distribution((0, 0))
    with pytest.raises(BoardError, match="already revealed"):
        analysis.reason(0)
    with pytest.raises(BoardError, match="not certain"):
        analysis.reason(1)
    with pytest.raises(BoardError, match="not on 2x2"):
        analysis.clue_distribution(4)


def test_a_mine_shows_nothing() -> None:
    shown = analyze(parse("1#", mines=1)).clue_distribution(1)
    assert (shown.probability, shown.zero, shown.entropy, shown.expected) == ({}, 0, 0, 0)


def test_layouts_at_a_density_have_no_logarithm() -> None:
    analysis = analyze(parse("1#\n##", density=0.25))
    assert analysis.solutions == 3
    with pytest.raises(PositionError, match="unequal weights"):
        _ = analysis.log10_solutions
    several = analyze(parse("1#\n##", density=0.25, max_per_cell=2))
    with pytest.raises(PositionError):
        _ = several.solutions
    with pytest.raises(PositionError):
        several.exact()


def test_to_dict_is_what_the_interface_promises() -> None:
    analysis = analyze(parse("1##\n###", mines=2))
    reported = analysis.to_dict()
    assert json.loads(json.dumps(reported)) == reported
    assert list(reported)[:5] == ["solutions", "safe", "mines", "best", "cells"]
    assert reported["solutions"] == str(analysis.solutions) == "6"
    assert reported["best"] == [0, 1]
    assert [entry["cell"] for entry in reported["cells"]] == [
        [0, 1],
        [0, 2],
        [1, 0],
        [1, 1],
        [1, 2],
    ]
    assert reported["cells"][0] == {
        "cell": [0, 1],
        "index": 1,
        "mine_probability": 1 / 3,
        "exact": "1/3",
        "zero_probability": None,
        "information": None,
    }
    assert reported["log10_solutions"] == pytest.approx(log10(6))
    assert [reported[name] for name in ("reasons", "contradiction", "seconds")] == [None] * 3
    assert analyze(parse("1F", mines=1)).to_dict()["best"] is None


def test_an_answer_holds_what_costs_extra_only_where_it_is_asked_for() -> None:
    analysis = analyze(parse("###\n121", mines=2))
    bare = analysis.answer(solutions=False, fractions=False)
    assert bare.solutions is None
    assert {cell.exact for cell in bare.cells} == {None}
    full = analysis.answer(shown=True, reasons=True)
    assert full.solutions == "1"
    assert [cell.exact for cell in full.cells] == ["1", "0", "1"]
    assert [cell.zero_probability for cell in full.cells] == [0.0, 0.0, 0.0]
    assert full.reasons is not None
    assert [reason.cell for reason in full.reasons] == [[0, 0], [0, 1], [0, 2]]
    assert full.to_dict()["reasons"][0]["clues"] == [[1, 1], [1, 2]]
    short = analyze(parse("1##\n###", mines=2)).answer(longest=1)
    assert {cell.exact for cell in short.cells} == {None}


def test_fractions_longer_than_python_writes_by_itself() -> None:
    density = Fraction(10**5000 + 1, 3 * 10**5000)
    reported = analyze(parse("##", density=density)).to_dict()
    assert reported["cells"][0]["exact"] == f"1{'0' * 4999}1/3{'0' * 5000}"


def test_summary_and_repr_name_the_cells() -> None:
    analysis = analyze(parse("1###", mines=1))
    assert analysis.summary().splitlines() == [
        "safe: (0, 2), (0, 3)",
        "mines: (0, 1)",
        "safest: (0, 2), mine probability 0",
    ]
    assert repr(analysis) == "<Analysis of <Position 1x4 mines=1, 3 covered>: 2 safe, 1 mines>"
    assert "none" in analyze(parse("1#\n##", mines=1)).summary()


def test_a_contradiction_says_what_and_where() -> None:
    with pytest.raises(ContradictionError, match=r"the 1 at \(0, 0\) and the 3 at \(0, 2\)") as e:
        sapper.analyze(parse("1#3\n###\n111", mines=3))
    assert isinstance(e.value, ValueError)
