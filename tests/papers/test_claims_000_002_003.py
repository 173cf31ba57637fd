"""Chong et al. 2024, Golan 2014, the heuristic-agents report: frozen verdicts, exact values."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from one_mine_graphs import best_wins
from sapper import Game, analyze, grid, one_mine, parse, simulate
from sapper.papers.chong2024.proper_configurations import ProperConfigurations
from sapper.papers.claims import Claim, Effort, Paper
from sapper.papers.golan2014 import lemmas
from sapper.papers.golan2014.small_graphs import (
    SmallGraph,
    every_graph,
    every_tree,
    guess_components,
    largest_component,
    maximal_components,
    members,
    perfect_wins,
)
from sapper.papers.heuristic_agents.table_one_games import (
    AGENTS,
    BOARDS,
    TABLE,
    played,
)
from sapper.papers.reproduction import Reproduction, load, reproduce
from sapper.perfect.one_mine_reference import is_guess_component

PAPERS = ("000", "002", "003")


@pytest.fixture(scope="module", name="results")
def fixture_results() -> dict[str, Reproduction]:
    return {paper: reproduce(paper, quick=True) for paper in PAPERS}


def find(results: dict[str, Reproduction], paper: str, where: str, words: str) -> Claim:
    """The one claim at a place that holds these words."""
    claims = [c for c in results[paper].of(paper) if c.where == where and words in c.claim]
    assert len(claims) == 1, claims
    return claims[0]


# -- verdicts -----------------------------------------------------------------------------------

COUNTS = {
    "000": {"agrees": 84, "differs": 3, "corrected": 29, "not comparable": 3},
    "002": {"agrees": 47, "corrected": 9},
    "003": {"agrees": 48, "differs": 12, "corrected": 7, "not comparable": 5},
}

CORRECTED = {
    "000": [
        "1.1", "3.1, 6", "3.1, A.1", "3.3.3", "4.19", "4.2, 4.3.3", "Algorithm 4.1, lines 5 to 7",
        "4.3.3, A.1", "5", "7.4", "7, after 8", "7", "8.1", "8.1, A.2", "8.1", "8.1, A.2",
        "9.1, 10", "9.1", "9.3", "9.3", "9.3", "9.3, 10", "10.2", "10.3", "A.1, Inferrer.cs",
        "A.1, Guesser.cs 275-302", "A.1, Guesser.cs 304-306", "B.2", "B.2",
    ],
    "002": [
        "Proposition 2.5", "Remark 3.5", "Lemma 3.7", "Lemma 4.6", "Lemma 4.8", "4, proof of 2.6",
        "(4.3)", "(4.3)", "before (4.4)",
    ],
    "003": [
        "Abstract", "3.2", "4.4", "5.1", "6", "6", "6",
    ],
}  # fmt: skip


@pytest.mark.parametrize("paper", PAPERS)
def test_verdicts_are_frozen(results: dict[str, Reproduction], paper: str) -> None:
    result = results[paper]
    found = {verdict: count for verdict, count in result.counts().items() if count}
    assert found == COUNTS[paper]
    corrected = [claim.where for claim in result.claims if claim.verdict == "corrected"]
    assert corrected == CORRECTED[paper]


def test_no_two_claims_have_the_same_words(results: dict[str, Reproduction]) -> None:
    claims = [claim for result in results.values() for claim in result.claims]
    assert len({(c.paper, c.where, c.claim) for c in claims}) == len(claims)
    for claim in claims:
        assert claim.where
        assert claim.claim
        assert claim.published
        assert claim.ours
        assert claim.verdict == "agrees" or claim.note, claim


def test_differences_are_in_play_alone(results: dict[str, Reproduction]) -> None:
    """Everything that is exact agrees or is corrected."""
    for result in results.values():
        for claim in result.claims:
            if claim.verdict == "differs":
                played = "[" in claim.ours or "±" in claim.ours or "chi-square" in claim.ours
                assert played or claim.source == "shipped", claim


def test_the_table_of_agents_row_by_row(results: dict[str, Reproduction]) -> None:
    differs = {
        (board, agent)
        for board in BOARDS
        for agent in range(1, 6)
        if find(
            results,
            "003",
            "Table 1",
            f"win rate of agent {agent} ({AGENTS[agent - 1]}) on {board}",
        ).verdict
        == "differs"
    }
    assert differs == {("6x6/6", 3), ("6x6/6", 5)}


def test_the_table_of_agents_as_a_whole(results: dict[str, Reproduction]) -> None:
    """By the text it is ruled out; only mines that may share a cell are not, or fewer moves."""
    whole = find(results, "003", "Table 1", "all 15 win rates together")
    assert whole.verdict == "differs"
    assert {reading.words: reading.agrees for reading in whole.readings} == {
        "first cell free": False,
        "mines may share a cell": True,
        "at most 12 moves": True,
    }
    low = find(results, "003", "Table 1", "win rate of agent 3 (mine probability) on 6x6/6")
    assert {reading.words: reading.agrees for reading in low.readings} == {
        "first cell free": False,
        "mines may share a cell": True,
    }


# -- exact values -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("paper", "where", "words", "ours"),
    [
        ("000", "3.1.1", "safe cells", "(0, 0), (1, 0)"),
        ("000", "3.1.1", "steps", "one clue, subset, mine count"),
        ("000", "7.4", "power", "1"),
        ("000", "8.1", "product", "1/15 = 0.0667; the printed product is 0, the other one 1/15"),
        ("000", "8.1, A.2", "corrected to 0", "13"),
        ("000", "9.2, figure 9.5", "2x10 with one mine", "0.543, 1,000 games"),
        ("000", "A.1, Guesser.cs 304-306", "floating", "1/2"),
        ("002", "Figure 3", "v1", "1/3"),
        ("002", "Figure 3", "v6", "1/2"),
        ("002", "Proposition 2.5", "one node", "1"),
        ("002", "Proposition 2.6", "3x3", "8/9"),
        ("002", "Proposition 2.6", "2x2", "1/4"),
        ("002", "Theorem 2.4", "perfectly", "holds for all 1,252 graphs of up to 7 nodes"),
        ("002", "Lemma 4.8", "number m", "up to 3; the lemma holds for 240 graphs of up to 7 "
         "nodes with m > 1"),
        ("002", "4, proof of 2.6", "square around", "1 of 3x3, 6 of 2x3, 10 of 2x2"),
        ("003", "4.4", "sum over n of p(b, n)", "7/8"),
        ("003", "5.1", "5x5/4", "4/25 = 0.1600"),
        ("003", "5.2", "sets in S", "105, 10,626, 1,623,160: 15,459 times as many"),
        ("003", "3.3", "3x3 windows", "holds for all 59,049 windows"),
    ],
)  # fmt: skip
def test_values(
    results: dict[str, Reproduction], paper: str, where: str, words: str, ours: str
) -> None:
    assert find(results, paper, where, words).ours == ours


@pytest.mark.parametrize(
    ("paper", "where", "words", "reading", "ours"),
    [
        (
            "000",
            "5",
            "corner",
            "on 4x4",
            "not with 4 to 13 mines; with 4 it wins 949 of 1365, (0, 1) 961",
        ),
        (
            "000",
            "5",
            "corner",
            "on 3x3",
            "not with 2, 4 to 6 mines; with 2 it wins 23 of 28, (0, 1) 24",
        ),
        ("000", "8.1", "random guesses only", "perfect play", "2/15 = 0.1333"),
        ("000", "9.2, figure 9.5", "with one mine", "perfect play", "10/19 = 0.5263"),
        ("000", "9.3", "c of a", "from 2x2 up", "0.189"),
        ("000", "9.3", "c of a", "from 4x4 up", "0.199"),
        ("003", "6", "additional moves", "by its table", "0.29 to 4.27"),
    ],
)
def test_values_of_other_readings(
    results: dict[str, Reproduction], paper: str, where: str, words: str, reading: str, ours: str
) -> None:
    found = find(results, paper, where, words).readings
    assert next(each.ours for each in found if each.words.startswith(reading)) == ours


@pytest.mark.parametrize("words", ["minus that of agent 5", "minus that of agent 4"])
def test_a_difference_that_is_not_there_does_not_agree(
    results: dict[str, Reproduction], words: str
) -> None:
    """Agent 5 is not worse than agent 3 by the printed points."""
    rows = [claim for claim in results["003"].claims if words in claim.claim]
    assert len(rows) == 3
    if "agent 5" in words:
        assert {claim.verdict for claim in rows} == {"differs"}


def test_the_fit_to_the_squares_of_the_table(results: dict[str, Reproduction]) -> None:
    fitted = [float(find(results, "000", "9.3", f"{name} of a").ours) for name in "abc"]
    assert fitted == [0.36658131, 0.030567809, 0.15893801]
    assert "error of the fit is 0.037" in find(results, "000", "9.3", "c of a").note


def test_what_is_played_is_what_simulate_plays(results: dict[str, Reproduction]) -> None:
    own = simulate("10x10/20", "infer-guess-published", games=2000, seed=1)
    claim = find(results, "000", "10.2", "the program of the paper")
    assert claim.ours.startswith(f"{100 * own.win_rate:.2f} % [")
    agent = played(Effort(quick=True), "4x4/2", 1, "any")
    again = simulate("4x4/2", "random", games=agent.games, first="any", start=0)
    assert (agent.won.value, agent.moves.value) == (again.win_rate, again.moves / again.games - 1)


def test_another_seed_plays_other_games() -> None:
    first, second = (
        find({"003": reproduce_only("PSEQ on expert", seed)}, "003", "3.2", "PSEQ on")
        for seed in (1, 2)
    )
    assert first.ours != second.ours


def reproduce_only(words: str, seed: int) -> Reproduction:
    """The claims of the heuristic-agents report that contain these words."""
    paper = load("heuristic_agents")
    part = Paper(paper.citation, sections=paper.sections)
    for q in paper.questions:
        if words in q.claim:
            part.claim(q.where, q.claim, q.published, note=q.note, slip=q.slip)(q.find)
    claims = tuple(part.check(Effort(quick=True, seed=seed)))
    return Reproduction(claims, (paper.citation,), True, seed, 0.0)


# -- small graphs -------------------------------------------------------------------------------


def test_every_small_graph_is_there_once() -> None:
    counts = [len(every_graph(size, size)) for size in range(1, 8)]
    assert counts == [1, 2, 4, 11, 34, 156, 1044]
    trees = [sum(1 for _ in every_tree(size, size)) for size in range(1, 11)]
    assert trees == [1, 1, 1, 2, 3, 6, 11, 23, 47, 106]
    assert all(len(t.parts()) == 1 and len(t.edges) == 7 for t in every_tree(8, 8))
    with pytest.raises(ValueError, match="up to 7 nodes"):
        every_graph(1, 8)


@pytest.mark.parametrize("graph", every_graph(1, 5), ids=repr)
def test_small_graphs_against_the_reference(graph: SmallGraph) -> None:
    near = lemmas.neighbors(graph)
    sets = [
        set(chosen)
        for count in range(1, graph.size + 1)
        for chosen in combinations(range(graph.size), count)
    ]
    modules = [nodes for nodes in sets if is_guess_component(near, nodes)]
    assert sorted(map(sorted, modules)) == sorted(members(n) for n in guess_components(graph))
    found = one_mine(graph.edges, nodes=range(graph.size)).maximal_components()
    assert {frozenset(members(nodes)) for nodes in maximal_components(graph)} == set(found)
    assert perfect_wins(graph) == best_wins(graph.size, graph.edges)
    assert graph.complement().complement() == graph
    assert graph.induced(graph.all) == graph
    assert sum(graph.parts()) == graph.all


def test_sets_and_parts_of_a_graph() -> None:
    graph = SmallGraph.of(6, [(0, 1), (1, 2), (4, 5)])
    assert graph.parts() == [0b000111, 0b001000, 0b110000]
    assert graph.induced(0b110110).edges == [(0, 1), (2, 3)]
    assert lemmas.isolated(graph) == 0b001000
    assert not lemmas.has_full_node(graph)
    assert lemmas.has_full_node(SmallGraph.of(3, [(0, 1), (0, 2)]))
    assert SmallGraph.on(grid(2, 2)).edges == list(combinations(range(4), 2))
    assert largest_component(SmallGraph.of(4, [(0, 3), (1, 3), (2, 3)]), 0, 1) == 0b0110


def test_lemmas_can_fail() -> None:
    """Each check rejects examples that are known to break the statement."""
    apart = SmallGraph.of(2, [])
    path = SmallGraph.of(3, [(0, 1), (1, 2)])
    assert not lemmas.parts_add_up(apart)
    assert not lemmas.nested_differences_are_components(path)
    assert not lemmas.maximal_meet_or_not(SmallGraph.of(1, []))
    assert not lemmas.maximal_if_not_connected(path)
    assert not lemmas.meeting_maximal_cover(path)
    assert not lemmas.meeting_maximal_add_up(SmallGraph.of(3, []))
    assert not lemmas.without_isolated(path)
    assert not lemmas.disjoint_maximal_add_up(SmallGraph.of(3, []))
    assert lemmas.calls_of_algorithm_4(path) == 2
    assert lemmas.maximal_by_algorithm_3(path) == ({0b101, 0b010}, 3)


def test_places_of_the_mine_by_the_labels() -> None:
    path = SmallGraph.of(4, [(0, 1), (1, 2), (2, 3)])
    assert lemmas.places(path, 3, 0b1110) == 0b1100
    assert (3, 0b1110, 0b0010) in set(lemmas.states(path))


# -- configurations -----------------------------------------------------------------------------


def test_configurations_of_a_position() -> None:
    found = ProperConfigurations.of(parse("######\n##12##\n######", mines=5))
    assert (len(found.exposed), len(found.floating), found.remaining) == (10, 6, 5)
    assert found.total == 9 * comb(6, 2) + 12 * comb(6, 3) == 375
    assert found.floating_mines() == Fraction(990, 375)
    assert found.exposed_mines() + found.floating_mines() == 5


def test_configurations_with_known_mines() -> None:
    position = parse("##2\n#F2\n#21\n#1.", mines=3)
    found = ProperConfigurations.of(position)
    assert found.remaining == 2
    assert found.total == analyze(position).solutions == 2
    half = Fraction(1, 2)
    safety = {position.board.coordinates(c): found.exposed_safety(c) for c in found.exposed}
    assert safety == {(0, 1): 0, (1, 0): 1, (2, 0): half, (3, 0): half}
    assert found.floating == (0,)
    assert found.floating_safety() == 1


@pytest.mark.parametrize("index", range(6))
def test_configurations_count_layouts(index: int) -> None:
    position = Game("4x4/4", index=index, start=5).position
    assert ProperConfigurations.of(position).total == analyze(position).solutions


def test_the_table_of_agents_is_as_printed() -> None:
    assert [[row.percent for row in TABLE[board]] for board in BOARDS] == [
        ["15", "47", "92", "26", "86"],
        ["4", "11", "58", "6", "54"],
        ["0", "4", "40", "2.5", "32"],
    ]
    assert [row.games for rows in TABLE.values() for row in rows] == [100] * 13 + [40, 60]
