"""GetConfigurations of Chong et al. 2024: the tree of assumptions, against the list by groups."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings

import sapper
from sapper.errors import ContradictionError, PositionError, TooHardError
from sapper.theory import ConfigurationSearch, SearchNode, get_configurations, guess
from strategies_for_positions import arbitrary, reachable

EXAMPLE = "##2\n#F2\n#21\n#1."
"""The example of section 3, after its inference: two configurations."""

MOST_EXPOSED = 10


@settings(max_examples=60)
@given(reachable())
def test_it_finds_the_configurations_of_the_list(position: sapper.Position) -> None:
    assume(position.max_per_cell == 1 and len(position.frontier) <= MOST_EXPOSED)
    assert get_configurations(position).configurations == guess(position).configurations


@settings(max_examples=60)
@given(arbitrary())
def test_it_finds_contradictions(position: sapper.Position) -> None:
    assume(position.max_per_cell == 1 and len(position.frontier) <= MOST_EXPOSED)
    try:
        expected = guess(position).configurations
    except ContradictionError:
        with pytest.raises(ContradictionError):
            get_configurations(position)
    else:
        assert get_configurations(position).configurations == expected


def test_the_tree_of_the_example() -> None:
    found = get_configurations(sapper.parse(EXAMPLE, mines=3))
    assert isinstance(found, ConfigurationSearch)
    root = found.root
    assert isinstance(root, SearchNode)
    assert (root.cell, root.outcome, root.mine_cells, root.safe_cells) == (
        None,
        "improper",
        (1,),
        (3,),
    )
    safe, mined = root.children
    assert (safe.cell, safe.mined, safe.outcome) == (6, False, "proper")
    assert (mined.cell, mined.mined, mined.outcome) == (6, True, "proper")
    assert found.nodes == 3
    assert [depth for depth, _ in root.walk()] == [0, 1, 1]


def test_a_contradicting_assumption_is_dropped() -> None:
    """The inference settles nothing of this ring at first; some assumptions contradict a clue."""
    position = sapper.parse("#####\n#2#2#\n#####", mines=4)
    found = get_configurations(position)
    outcomes = [node.outcome for _, node in found.root.walk()]
    assert found.configurations == guess(position).configurations
    assert outcomes.count("proper") == len(found.configurations)
    assert "improper" in outcomes
    for _, node in found.root.walk():
        assert bool(node.children) == (node.outcome == "improper")


def test_it_is_one_run_if_the_inference_settles_everything() -> None:
    found = get_configurations(sapper.parse("1#\n11", mines=1))
    assert (found.nodes, found.configurations) == (1, ((1,),))
    assert found.summary().startswith("GetConfigurations: 1 proper configuration from 1 run of")


def test_the_answer_as_json() -> None:
    answer = get_configurations(sapper.parse(EXAMPLE, mines=3)).to_dict()
    assert answer["nodes"] == 3
    assert answer["configurations"] == [[[0, 1], [2, 0]], [[0, 1], [3, 0]]]
    assert answer["root"]["children"][0]["cell"] == [2, 0]


def test_refusals() -> None:
    with pytest.raises(TooHardError, match="more than 2 runs of the inference"):
        get_configurations(sapper.parse(EXAMPLE, mines=3), most=2)
    with pytest.raises(PositionError, match="need its number of mines"):
        get_configurations(sapper.Position(sapper.grid(1, 2), [1, None], density=0.25))
    with pytest.raises(ContradictionError):
        get_configurations(sapper.parse("1#1#", mines=0))
