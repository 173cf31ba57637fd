"""If clicks are nearly equal, ``best`` uses a deeper lookahead than the value network.

In these positions the network alone ranks another click first, and rollouts agree with the
lookahead.
"""

from __future__ import annotations

import pytest

import sapper
from sapper import _core
from sapper.strategies import find
from sapper.strategies.compiled import as_strategy

POSITIONS = {
    "in a corner": """
        ..111..111
        111#1112#1
        #21111#321
        #2..124#2.
        11.12#3#31
        .112#443##
        13#43##3##
        #####3####
        #####2####
        ##########""",
    "between two fronts": """
        ...1#3####
        221114####
        ##1..2#3##
        221..123##
        ....112###
        ....2#55##
        ....3#####
        ....2#4332
        .111111.1#
        .1#1....1#""",
    "at a long front": """
        ....1#####
        ....12####
        .....1####
        .111.1####
        12#1.1####
        #322.1####
        24#2.1####
        ###322####
        ##3#######
        ##########""",
}
LAYOUTS = 600


@pytest.mark.parametrize("where", POSITIONS)
def test_a_look_ahead_finds_a_better_click(where: str) -> None:
    position = sapper.parse(POSITIONS[where], mines=20)
    search = _core.RolloutSearch(position.board.graph, position.states, 20, looks_ahead=False)
    first = search.ranking[0].cell
    chosen = as_strategy(find("best")).choose(position)
    assert chosen != first
    search.think(LAYOUTS)
    values = {click.cell: click.value for click in search.ranking}
    assert values[chosen] > values[first]


@pytest.mark.parametrize("where", POSITIONS)
def test_thinking_begins_with_what_is_seen_ahead(where: str) -> None:
    position = sapper.parse(POSITIONS[where], mines=20)
    asked = position.board.graph, position.states, 20
    alone, ahead = (_core.RolloutSearch(*asked, looks_ahead=looks) for looks in (False, True))
    network, seen = alone.ranking[0].cell, ahead.ranking[0].cell
    assert seen != network
    alone.think(LAYOUTS)
    values = {click.cell: click.value for click in alone.ranking}
    assert values[seen] > values[network]


@pytest.mark.parametrize("where", POSITIONS)
def test_the_choice_turns_with_the_board(where: str) -> None:
    position = sapper.parse(POSITIONS[where], mines=20)
    best = as_strategy(find("best"))
    turned = sapper.parse(
        "\n".join("".join(row) for row in zip(*POSITIONS[where].split(), strict=True)), mines=20
    )
    row, column = divmod(best.choose(position), 10)
    assert best.choose(turned) == 10 * column + row
