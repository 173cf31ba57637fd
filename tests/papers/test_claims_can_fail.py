"""Every claim can fail: for each row a wrong value of the engine changes its verdict.

``wrong_engine`` computes each claim with one function of the engine wrong. A claim that is *not
comparable* has no verdict that the engine could change; its value has to change instead.
"""

from __future__ import annotations

import os
from math import comb

import pytest

from sapper import analysis
from sapper.games import simulate
from sapper.papers import played
from sapper.papers.citation import Citation
from sapper.papers.claims import Effort, Finding, Paper, equal
from sapper.papers.reproduction import KEYS, load
from sapper.positions import parse
from wrong_engine import FewGames, WrongEngine, changed, numbers

ROWS = {
    "chong2024": 120,
    "fowler_young2004": 89,
    "golan2014": 57,
    "heuristic_agents": 73,
    "combinatorics": 80,
}
"""The rows of each paper, all of which have to be covered."""

EFFORT = FewGames(quick=True)

ALL = "SAPPER_MUTATION" in os.environ
"""Whether all rows are tested, as by ``make mutation``."""

SOME = (
    "p_4 on Expert, in percent",
    "mine probability next to a first 2",
    "adjusted P(X^(1))",
)
"""Rows that are always tested: values that agree and values that correct the paper."""


@pytest.fixture(name="engine")
def fixture_engine(monkeypatch: pytest.MonkeyPatch) -> WrongEngine:
    return WrongEngine(monkeypatch)


@pytest.mark.timeout(36_000)
@pytest.mark.skipif(not ALL, reason="takes many minutes: make mutation")
@pytest.mark.parametrize("key", KEYS)
def test_a_wrong_engine_changes_the_verdict_of_every_row(key: str, engine: WrongEngine) -> None:
    questions = load(key).questions
    kills = {}
    for question in questions:
        kill = kills[question.where, question.claim] = engine.kill(question, EFFORT)
        print(f"{len(kills)} of {len(questions)}: {question.where}, {question.claim}: {kill}")
    assert [row for row, kill in kills.items() if kill is None] == []
    assert len(kills) == len(questions) == ROWS[key]


@pytest.mark.parametrize("claim", SOME)
def test_a_wrong_engine_changes_the_verdict_of_some_rows(claim: str, engine: WrongEngine) -> None:
    (question,) = (q for q in load("combinatorics").questions if q.claim == claim)
    assert engine.kill(question, EFFORT) is not None


@pytest.mark.parametrize("key", KEYS)
def test_the_rows_of_every_paper_are_counted(key: str) -> None:
    assert len(load(key).questions) == ROWS[key]


def test_all_papers_are_covered() -> None:
    assert set(ROWS) == set(KEYS)


# -- the mutation test itself is able to fail ---------------------------------------------------


def example() -> Paper:
    return Paper(Citation("example1999", "999", "Example 1999", "", "A paper", 1999))


def test_claims_that_no_engine_can_change_survive(engine: WrongEngine) -> None:
    paper = example()
    paper.claim("1", "arithmetic alone", "6")(lambda _: equal(comb(4, 2), 6))
    paper.claim("2", "the value is ignored", "1/2")(
        lambda _: Finding(str(analysis.analyze(parse("1##", mines=1)).solutions), True)
    )
    paper.claim("3", "always wrong", "for no computer", slip="so it is")(
        lambda _: Finding("exact", analysis.analyze(parse("1##", mines=1)).solutions < 0)
    )

    @paper.claim("4", "the tolerance is wider than every value", "50 %")
    def _(effort: Effort) -> Finding:
        result = played.play(effort, "4x4/4", "random", 50, 50)
        return Finding(f"{result.win_rate:.2f}", abs(result.win_rate - 0.5) <= 0.5)

    assert [engine.kill(question, EFFORT) for question in paper.questions] == [None] * 4


def test_claims_that_depend_on_the_engine_are_killed(engine: WrongEngine) -> None:
    paper = example()
    paper.claim("1", "layouts", "2")(
        lambda _: equal(analysis.analyze(parse("#1#", mines=1)).solutions, 2)
    )

    @paper.claim("2", "a win rate", "10 %", not_comparable="their program is not described")
    def _(effort: Effort) -> Finding:
        result = played.play(effort, "4x4/4", "random", 50, 50)
        return Finding(f"{result.win_rate:.2f}", False)

    kills = [engine.kill(question, EFFORT) for question in paper.questions]
    assert [kill and kill.before for kill in kills][:1] == ["agrees"]
    assert [kill and kill.after for kill in kills][:1] == ["differs"]
    assert all(kills)


def test_wrong_values_differ_from_the_true_one() -> None:
    for value in (3, 0.25, True, [1, 2], {"a": 1}, (1, 2.0)):
        others = list(changed(value))
        assert others
        assert value not in others[:2]
    result = simulate("4x4/4", "random", 50, 1, records=True)
    assert {other.counts.wins for other in changed(result)} > {0, 50}


def test_the_numbers_of_a_published_value() -> None:
    assert [float(number) for number in numbers("30×16, 4.9 %")] == [30, 0.3, 16, 0.16, 4.9, 0.049]
