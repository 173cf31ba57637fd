"""Reasons are valid proofs with the fewest clues, and their kind is correct."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper import _core
from sapper.analysis import analyze, reference
from sapper.analysis.question import ask
from sapper.boards import graph, grid
from sapper.errors import ContradictionError
from sapper.limits import Limits
from sapper.positions import FLAGGED, Position, parse
from strategies_for_positions import arbitrary, reachable

if TYPE_CHECKING:
    from sapper.analysis import Reason


def possible(
    position: Position, clues: frozenset[int], count_mines: bool, fixed: tuple[int, bool] | None
) -> bool:
    """Return whether the clues are satisfiable, by enumeration, with the given cells fixed.

    A clue that is left out says nothing; its cell still holds no mine.
    """
    for layout in _arrangements(position, clues):
        low = high = sum(layout.values())
        for cell in position.covered:
            if cell not in layout:
                low += int(position.states[cell] == FLAGGED)
                high += position.max_per_cell
        if fixed is not None:
            cell, mined = fixed
            if cell not in layout:
                low += int(mined and position.states[cell] != FLAGGED)
                high -= 0 if mined else position.max_per_cell
            elif bool(layout[cell]) != mined:
                continue
        if not count_mines or low <= (position.mines or 0) <= high:
            return True
    return False


def _arrangements(position: Position, clues: frozenset[int]) -> list[dict[int, int]]:
    """List the ways to mine the covered neighbours of some clues."""
    cells = sorted({c for clue in clues for c in position.board.neighbors(clue)})
    covered = [c for c in cells if position.states[c] < 0]
    around = {clue: position.board.neighbors(clue) for clue in clues}
    found: list[dict[int, int]] = []

    def extend(depth: int, chosen: dict[int, int]) -> None:
        for clue, cells_around in around.items():
            have = sum(chosen.get(c, 0) for c in cells_around)
            room = sum(c in covered and c not in chosen for c in cells_around)
            if not have <= position.states[clue] <= have + room * position.max_per_cell:
                return
        if depth == len(covered):
            found.append(dict(chosen))
            return
        cell = covered[depth]
        least = int(position.states[cell] == FLAGGED)
        for mines in range(least, position.max_per_cell + 1):
            extend(depth + 1, {**chosen, cell: mines})

    extend(0, {})
    return found


def smallest_proof(position: Position, cell: int, mined: bool, count_mines: bool) -> int | None:
    """Find by trying all sets how many clues it takes to prove a cell."""
    for size in range(len(position.revealed) + 1):
        for clues in combinations(position.revealed, size):
            if not possible(position, frozenset(clues), count_mines, (cell, not mined)):
                return size
    return None


def check_reason(position: Position, reason: Reason) -> None:
    if reason.kind == "flag":
        assert position.states[reason.cell] == FLAGGED
        assert reason.clues == ()
        return
    count_mines = reason.kind == "mine count"
    clues = frozenset(reason.clues)
    assert len(clues) == len(reason.clues)
    opposite = (reason.cell, not reason.mined)
    assert not possible(position, clues, count_mines, opposite), "the clues prove it"
    for clue in clues:
        assert possible(position, clues - {clue}, count_mines, opposite), "none can be left out"
    smallest = smallest_proof(position, reason.cell, reason.mined, count_mines=False)
    if count_mines:
        assert smallest is None, "clues alone would have proved it"
        smallest = smallest_proof(position, reason.cell, reason.mined, count_mines=True)
    assert reason.proven_smallest
    assert len(reason.clues) == smallest, "no smaller set proves it"
    kinds = {"one clue": 1, "subset": 2, "overlap": 2}
    assert kinds.get(reason.kind, len(clues)) == len(clues)
    if not count_mines and len(clues) > 2:
        assert reason.kind == "several clues"
    if reason.kind in ("subset", "overlap"):
        first, second = (
            {c for c in position.board.neighbors(clue) if position.states[c] < 0}
            for clue in reason.clues
        )
        assert (first <= second or second <= first) == (reason.kind == "subset")
    text = reason.text(position)
    assert "a mine" in text if reason.mined else "safe" in text


@settings(max_examples=150)
@given(reachable(flags=True))
def test_reasons_prove_with_the_fewest_clues(position: Position) -> None:
    if len(position.revealed) > 8:
        position = hide_all_but(position, 8)
    analysis = analyze(position)
    reasons = analysis.reasons()
    assert sorted(reasons) == sorted(analysis.safe + analysis.mines)
    for cell, reason in list(reasons.items())[:6]:
        assert (reason.cell, reason.mined) == (cell, cell in analysis.mines)
        check_reason(position, reason)


def hide_all_but(position: Position, kept: int) -> Position:
    """Keep only the first clues; the layout still fits, but the other cells are covered now."""
    shown = set(position.revealed[:kept])
    clues = [clue if cell in shown else None for cell, clue in enumerate(position.clues)]
    return Position(
        position.board,
        clues,
        position.mines,
        max_per_cell=position.max_per_cell,
        flags=position.flags,
    )


@st.composite
def chains(draw: st.DrawFn) -> Position:
    """Draw clues in a chain with detours, so that the shortest proof may start far away."""
    clues = draw(st.integers(3, 7))
    cells = draw(st.integers(3, 8))
    pairs = [(a, clues + b) for a in range(clues) for b in range(cells)]
    edges = draw(st.sets(st.sampled_from(pairs), min_size=4, max_size=3 * clues))
    layout = draw(st.lists(st.booleans(), min_size=cells, max_size=cells))
    board = graph(sorted(edges), nodes=range(clues + cells))
    numbers = [sum(layout[c - clues] for c in board.neighbors(a)) for a in range(clues)]
    return Position(board, [*numbers, *[None] * cells], sum(layout))


@settings(max_examples=300)
@given(chains())
def test_reasons_on_any_graph_prove_with_the_fewest_clues(position: Position) -> None:
    for reason in analyze(position).reasons().values():
        check_reason(position, reason)


# -- textbook patterns --------------------------------------------------------------------------

Place = tuple[int, int]


@pytest.mark.parametrize(
    ("text", "mines", "cell", "mined", "kind", "clues"),
    [
        pytest.param("0##\n###", 2, (0, 1), False, "one clue", [(0, 0)], id="zero"),
        pytest.param("3##\n###", 4, (1, 1), True, "one clue", [(0, 0)], id="all neighbours"),
        pytest.param("1F#\n###", 2, (1, 0), False, "one clue", [(0, 0)], id="satisfied"),
        pytest.param("####\n1111", 2, (0, 2), False, "subset", [(1, 0), (1, 1)], id="1-1"),
        pytest.param("####\n1121", 2, (0, 2), False, "subset", [(1, 0), (1, 1)], id="1-1 again"),
        pytest.param("####\n1211", 2, (0, 2), True, "subset", [(1, 0), (1, 1)], id="1-2 at edge"),
        pytest.param("####\n1121", 2, (0, 3), True, "overlap", [(1, 1), (1, 2)], id="1-2"),
        pytest.param("###\n121", 2, (0, 2), True, "subset", [(1, 0), (1, 1)], id="1-2-1 outside"),
        pytest.param("###\n121", 2, (0, 1), False, "several clues", None, id="1-2-1 middle"),
        pytest.param("####\n1221", 2, (0, 1), True, "subset", [(1, 2), (1, 3)], id="1-2-2-1"),
        pytest.param("####\n1221", 2, (0, 0), False, "several clues", None, id="1-2-2-1 outside"),
        pytest.param("1###", 1, (0, 3), False, "mine count", [(0, 0)], id="all mines known"),
        pytest.param("0###", 2, (0, 3), True, "mine count", [(0, 0)], id="as many as cells"),
        pytest.param("###", 0, (0, 1), False, "mine count", [], id="no mines"),
        pytest.param("###", 3, (0, 1), True, "mine count", [], id="only mines"),
        pytest.param("#1#1#", 1, (0, 2), True, "mine count", [(0, 1), (0, 3)], id="one for two"),
        pytest.param("1F", 1, (0, 1), True, "flag", [], id="flag"),
    ],
)
def test_textbook_patterns(
    text: str, mines: int, cell: Place, mined: bool, kind: str, clues: list[Place] | None
) -> None:
    position = parse(text, mines=mines)
    reason = analyze(position).reason(cell)
    assert (reason.mined, reason.kind) == (mined, kind)
    if clues is not None:
        assert sorted(position.board.coordinates(clue) for clue in reason.clues) == clues
    check_reason(position, reason)


def test_overlap_on_a_bare_pair() -> None:
    """1 of a, b, c and 2 of b, c, d: neither sees all the other does; a is safe and d is not."""
    board = graph([(0, 2), (0, 3), (0, 4), (1, 3), (1, 4), (1, 5)])
    reasons = analyze(Position(board, [1, 2, None, None, None, None], 2)).reasons()
    assert {cell: (r.mined, r.kind) for cell, r in reasons.items()} == {
        2: (False, "overlap"),
        5: (True, "overlap"),
    }


def test_a_proof_from_afar_beats_a_longer_one_nearby() -> None:
    """The three clues that see c prove it, but so do two, of which one does not see it."""
    position = from_equations(["ab", "abc", "bcd", "cd"], [1, 1, 2, 1], mines=2)
    reason = analyze(position).reason(6)
    check_reason(position, reason)
    assert reason.kind == "subset"


def from_equations(equations: list[str], numbers: list[int], mines: int) -> Position:
    """Make a board of one clue for each equation and one covered cell for each unknown."""
    names = sorted({name for equation in equations for name in equation})
    first = len(equations)
    edges = [(i, first + names.index(name)) for i, eq in enumerate(equations) for name in eq]
    board = graph(edges, nodes=range(first + len(names)))
    return Position(board, [*numbers, *[None] * len(names)], mines)


def test_reasons_in_words() -> None:
    position = parse("####\n1111", mines=2)
    reported = analyze(position).reason((0, 2)).text(position)
    assert reported.startswith("(0, 2) is safe: the 1 at (1, ")
    assert reported.endswith(") together leave no other choice")
    assert "the 1 at (1, 0)" in reported
    assert "the 1 at (1, 1)" in reported
    single = parse("3##\n###", mines=4)
    assert analyze(single).reason(1).text(single) == (
        "(0, 1) is a mine: the 3 at (0, 0) leaves no other choice"
    )
    ending = parse("1###", mines=1)
    assert analyze(ending).reason(3).text(ending) == (
        "(0, 3) is safe: the 1 at (0, 0) together with the mine count of 1 proves it"
    )
    nothing = parse("###", mines=0)
    assert analyze(nothing).reason(1).text(nothing) == (
        "(0, 1) is safe: the mine count of 0 proves it"
    )
    flagged = parse("1F", mines=1)
    assert analyze(flagged).reason(1).text(flagged) == "(0, 1) is a mine: it is flagged"


def test_long_chains_are_proved_with_every_link() -> None:
    """A domino from the edge: each 1 passes the certainty on, so all are needed."""
    position = parse("1#1#1#1#1#1", mines=3)
    reasons = analyze(position).reasons()
    assert [len(reasons[cell].clues) for cell in (1, 3, 5, 7, 9)] == [1, 2, 3, 2, 1]
    for reason in reasons.values():
        check_reason(position, reason)


# -- contradictions -----------------------------------------------------------------------------


def check_contradiction(position: Position, error: ContradictionError) -> None:
    clues = frozenset(error.clues)
    assert len(clues) == len(error.clues)
    assert not possible(position, clues, error.needs_mine_count, None)
    for clue in clues:
        assert possible(position, clues - {clue}, error.needs_mine_count, None)
    if error.needs_mine_count:
        assert possible(position, clues, False, None), "the mine count does take part"
    assert error.proven_smallest
    for size in range(len(clues)):
        for fewer in combinations(position.revealed, size):
            assert possible(position, frozenset(fewer), error.needs_mine_count, None)
    for clue in clues:
        assert f"the {position.clue(clue)} at " in str(error)


@settings(max_examples=250)
@given(arbitrary())
def test_contradictions_name_a_smallest_set(position: Position) -> None:
    if len(position.revealed) > 8:
        position = hide_all_but(position, 8)
    try:
        analyze(position)
    except ContradictionError as error:
        assert reference.count(position) == 0
        if error.flags_to_remove:  # see test_wrong_flags.py
            assert reference.count(position.without_flags()) > 0
        else:
            check_contradiction(position, error)
    else:
        assert reference.count(position) > 0


@st.composite
def impossible_equations(draw: st.DrawFn) -> Position:
    """Draw small equations with numbers that need not go together."""
    position = draw(chains())
    clues = position.clues
    for cell in position.revealed:
        if draw(st.booleans()):
            most = position.board.degree(cell)
            clues[cell] = draw(st.integers(0, most))
    mines = draw(st.integers(0, len(position.covered)))
    return Position(position.board, clues, mines)


@settings(max_examples=300)
@given(impossible_equations())
def test_contradictions_on_any_graph_name_a_smallest_set(position: Position) -> None:
    try:
        analyze(position)
    except ContradictionError as error:
        check_contradiction(position, error)


@pytest.mark.parametrize(
    ("text", "mines", "clues", "needs_mine_count", "message"),
    [
        ("2#", 2, [0], False, r"the 2 at \(0, 0\) cannot be met"),
        ("1#2", 2, [2], False, r"the 2 at \(0, 2\) cannot be met"),
        ("0#1", 1, [0, 2], False, r"the 0 at \(0, 0\) and the 1 at \(0, 2\) cannot hold together"),
        ("1#1#1", 1, [0, 2, 4], False, "cannot hold together"),
        ("##", 3, [], True, "there cannot be 3 mines"),
        ("1##", 0, [0], True, r"the 1 at \(0, 0\) cannot hold with 0 mines in all"),
        ("1#", 0, [0], True, "0 mines"),
        ("#1##1#", 1, [1, 4], True, "with 1 mine in all"),
        ("00\n00", 1, [], True, "there cannot be 1 mine"),
    ],
)
def test_contradictions_by_hand(
    text: str, mines: int, clues: list[int], needs_mine_count: bool, message: str
) -> None:
    position = parse(text, mines=mines)
    with pytest.raises(ContradictionError, match=message) as caught:
        analyze(position)
    assert sorted(caught.value.clues) == clues
    assert caught.value.needs_mine_count == needs_mine_count
    check_contradiction(position, caught.value)


def test_a_contradiction_on_a_large_board_is_found_where_it_is() -> None:
    board = grid(300, 300)
    clues: list[int | None] = [None] * board.size
    for cell in (board.cell((150, 150)), board.cell((150, 152)), board.cell((10, 10))):
        clues[cell] = 1
    clues[board.cell((150, 150))], clues[board.cell((150, 152))] = 8, 1
    with pytest.raises(ContradictionError) as caught:
        analyze(Position(board, clues, 5000))
    found = sorted(board.coordinates(clue) for clue in caught.value.clues)
    assert found == [(150, 150), (150, 152)]
    assert not caught.value.needs_mine_count


# -- contradictions with the number of mines ----------------------------------------------------


@pytest.mark.parametrize("mines", [5, 12, 40, 480])
def test_a_wrong_number_of_mines_is_refuted_by_few_tests(mines: int) -> None:
    """On an expert board thousands of them took seconds."""
    stuck = json.loads((Path(__file__).parents[1] / "data" / "expert_stuck.json").read_text())[0]
    position = parse("\n".join(stuck["rows"]), mines=mines)
    with pytest.raises(ContradictionError) as refuted:
        analyze(position)
    assert refuted.value.needs_mine_count
    assert _core.find_contradiction(ask(position, Limits()), -1, None).tests < 3000
