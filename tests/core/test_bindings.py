"""Answers of the core are named, and single questions equal a batch of questions."""

from __future__ import annotations

import gc
from dataclasses import fields

import numpy as np
import pytest

import sapper
from sapper import _core
from sapper.analysis.analysis import TIE
from sapper.analysis.question import ask
from sapper.games import Deal
from sapper.limits import DEFAULT_LIMITS, Limits
from sapper.strategies.compiled import Compiled
from sapper.strategies.registry import BOOK, Entry, entries, find

POSITION = sapper.parse("#####\n#212#\n#1.1#\n#212#\n#####", mines=5)
FACTS = (
    "name",
    "description",
    "source",
    "grounds",
    "grounds_among_equals",
    "opens_certain",
    "follows_game",
    "needs_analysis",
    "is_family",
)


def question(position: sapper.Position = POSITION) -> _core.Question:
    return ask(position, DEFAULT_LIMITS)


# -- facts of strategies --------------------------------------------------------------------------


def test_the_registry_has_the_facts_of_the_core() -> None:
    known = {entry.name: entry for entry in entries()}
    facts = _core.strategies()
    assert [entry.name for entry in entries() if entry.in_core] == [f.name for f in facts]
    for fact in [*facts, _core.strategy_facts("heuristic:QUESP")]:
        entry = known.get(fact.name) or find(fact.name)
        for name in FACTS:
            assert getattr(entry, name) == getattr(fact, name), (fact.name, name)
        assert fact.grounds
    reported = {name for name in dir(_core.StrategyFacts) if not name.startswith("_")}
    assert reported == set(FACTS)
    assert reported <= {field.name for field in fields(Entry)}


def test_facts_are_those_of_each_family() -> None:
    facts = {fact.name: fact for fact in _core.strategies()}
    assert [name for name, f in facts.items() if not f.needs_analysis] == [
        "random",
        "neighborhood-sum",
        "basic",
        "limited-search",
    ]
    assert [name for name, f in facts.items() if f.follows_game] == ["infer-guess-published"]
    assert [name for name, f in facts.items() if f.is_family] == [
        "heuristic:ORDER",
        "agent003:N",
        "deep:PATIENCE",
    ]
    assert [name for name, f in facts.items() if not f.opens_certain] == [
        "random",
        "neighborhood-sum",
        "basic",
        "entropy",
        "perimeter-entropy",
        "infer-guess-published",
        "limited-search",
        "agent003:N",
    ]
    with pytest.raises(ValueError, match="unknown"):
        _core.strategy_facts("perimter")
    for bad in ("heuristic:", "heuristic:PP", "heuristic:X", "heuristic:ORDER"):
        with pytest.raises(ValueError, match="letters of P S E Q U"):
            _core.strategy_facts(bad)


def test_a_book_has_the_facts_of_what_follows_it() -> None:
    for name in ("pseq", "random", "optimal", "heuristic:QP"):
        inner, outer = find(name), find(BOOK + name)
        assert outer.grounds == f"from the opening book or {inner.grounds}"
        assert outer.grounds_among_equals == inner.grounds_among_equals
        assert outer.needs_all_layouts == inner.needs_all_layouts == ("optimal" in name)
        assert outer.needs_analysis
        assert not outer.in_core


# -- questions ------------------------------------------------------------------------------------


def details(asked: _core.Question) -> list[object]:
    found = asked.details()
    groups = [
        (table.cells, table.clues, table.component, table.low, table.mines)
        for table in found.groups
    ]
    return [groups, found.frontier_first, found.frontier]


def test_answers_do_not_depend_on_what_was_asked_before() -> None:
    other = sapper.parse("1##\n###\n###", mines=2)
    expected = details(question())
    probability = bytes(question().solve().mine_probability)
    shown = question().shown(0)
    one = question()
    for between in (None, question(other), one):
        assert details(one) == expected
        if between is not None:
            between.solve()
            between.shown(2 if between is not one else 4)
        assert bytes(one.solve().mine_probability) == probability
        again = one.shown(0)
        assert (again.first, again.probability) == (shown.first, shown.probability)
        assert one.feasible()


def test_a_question_keeps_its_states_alive() -> None:
    states = POSITION.states.copy()
    board = sapper.board("5x5")
    asked = _core.Question(board.graph, states, 5, 1, 36.0, 1 << 29)
    expected = bytes(asked.solve().mine_probability)
    del states, board
    gc.collect()
    filler = [np.full(25, 7, dtype=np.int16) for _ in range(100)]
    question(sapper.parse("1##", mines=1)).solve()
    assert bytes(asked.solve().mine_probability) == expected
    assert len(filler) == 100


@pytest.mark.parametrize("mines", [None, -1, 0.5])
def test_a_question_needs_a_number_of_mines(mines: int) -> None:
    with pytest.raises(TypeError):
        _core.Question(POSITION.board.graph, POSITION.states, mines, 1, 36.0, 1 << 29)


@pytest.mark.parametrize("odds", [-0.5, float("nan")])
def test_odds_are_not_negative(odds: float) -> None:
    with pytest.raises(ValueError, match="the odds of a mine cannot be negative"):
        _core.MineCount.independent(odds)


@pytest.mark.parametrize(
    ("totals", "probabilities", "complaint"),
    [
        ([], [], "ascending"),
        ([2, 2], [], "ascending"),
        ([-1, 2], [], "ascending"),
        ([1, 2], [1.0], "one probability"),
        ([1, 2], [1.0, 0.0], "no probability"),
        ([1, 26], [0.5, 0.5], "no layout"),
    ],
)
def test_priors_are_checked(totals: list[int], probabilities: list[float], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        _core.MineCount.prior(25, 1, totals, probabilities)


def test_the_known_number_of_a_mine_count() -> None:
    assert _core.MineCount(3).known == 3
    assert _core.MineCount.independent(0.5).known is None
    assert _core.MineCount.prior(25, 1, [1, 2], []).known is None


def test_a_contradiction_is_met_by_every_answer() -> None:
    asked = _core.Question(POSITION.board.graph, POSITION.states, 1, 1, 36.0, 1 << 29)
    assert not asked.feasible()
    for answer in (asked.solve, asked.details, lambda: asked.shown(0)):
        with pytest.raises(_core.Contradiction):
            answer()
    assert not asked.feasible()


# -- named results --------------------------------------------------------------------------------


def test_exact_counts_have_names() -> None:
    counter = question().counter(None, True)
    (groups,) = counter.groups
    assert sorted(cell for group in groups for cell in group.cells)
    assert not any(group.flagged for group in groups)
    ((count,),) = counter.counts(0)
    assert count.shown == 0
    assert count.low + len(count.residues) > 1
    for shares in counter.shares(0, 0, list(range(len(count.residues)))):
        assert len(shares) == len(groups)
    total = [sum(s.residues) % _core.prime(0) for s in counter.shares(0, 0, [0])[0]]
    assert set(total) == {count.residues[0]}
    probed = question().counter(0, True)
    assert probed.probe_component == 0
    assert len({count.shown for count in probed.counts(0)[0]}) > 1


def test_moves_advice_and_nodes_have_names() -> None:
    move = Compiled("pseq").advise(sapper.parse("1##", mines=1))
    assert (move.cell, move.certain) == (2, True)
    board = sapper.grid(3, 3)
    search = _core.PerfectSearch(board.graph, 1, [], 1 << 16)
    advice = search.advise(sapper.parse("1##\n###\n###", mines=1).states)
    assert (advice.wins, advice.layouts, advice.cell) == (3, 3, 2)
    node = _core.ModularTree(sapper.graph([(0, 1), (1, 2)]).graph).node(0)
    assert (node.parent, node.start, node.stop, node.joint) == (-1, 0, 3, _core.Joint.SERIES)
    shown = question(sapper.parse("1##", mines=1)).shown(2)
    assert (shown.first, shown.probability) == (1, [1.0])


def test_a_search_refuses_the_deal_of_another_board() -> None:
    search = _core.PerfectSearch(sapper.grid(3, 3).graph, 1, [], 1 << 16)
    for other in ("3x3/2", "3x4/1"):
        with pytest.raises(ValueError, match="the board and the mines of the search"):
            search.wins_from(Deal.read(other).core)
    assert search.wins_from(Deal.read("3x3/1", first="any").core) == 8


# -- what stands once -----------------------------------------------------------------------------


def test_limits_and_ties_are_those_of_the_core() -> None:
    assert Limits() == Limits(_core.LOG2_STATES, _core.BYTES) == Limits(36.0, 1 << 30)
    assert TIE == _core.TIE == 1e-9
