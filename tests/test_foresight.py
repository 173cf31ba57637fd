"""Where clicks are close, ``best`` looks further ahead than the model.

In these positions the model alone ranks another click first, and layouts played on to the end agree
with the look ahead.
"""

from __future__ import annotations

import pytest

import sapper
from sapper import _core
from sapper.strategies import find
from sapper.strategies.compiled import as_strategy

POSITIONS = {
    "at a wall": """
        ....1#1...
        11113#311.
        ##2###4#2.
        ########31
        #######3##
        ##########
        ##########
        ##########
        ##########
        ##########""",
    "in a corner": """
        .......1#1
        .......122
        1221....1#
        2##2122111
        ###33##111
        ##3###311#
        #####32122
        #######2##
        ##########
        ##########""",
    "at a long front": """
        ..........
        ..........
        ....111122
        ....1#11##
        ..1132335#
        123#3#3###
        2##34#54##
        ########3#
        ##########
        ##########""",
}
LAYOUTS = 600


@pytest.mark.parametrize("where", POSITIONS)
def test_a_look_ahead_finds_a_better_click(where: str) -> None:
    position = sapper.parse(POSITIONS[where], mines=20)
    thought = _core.Thought(position.board.graph, position.states, 20)
    first = thought.ranking[0].cell
    chosen = as_strategy(find("best")).choose(position)
    assert chosen != first
    thought.think(LAYOUTS)
    values = {click.cell: click.value for click in thought.ranking}
    assert values[chosen] > values[first]


@pytest.mark.parametrize("where", POSITIONS)
def test_the_choice_turns_with_the_board(where: str) -> None:
    position = sapper.parse(POSITIONS[where], mines=20)
    best = as_strategy(find("best"))
    turned = sapper.parse(
        "\n".join("".join(row) for row in zip(*POSITIONS[where].split(), strict=True)), mines=20
    )
    row, column = divmod(best.choose(position), 10)
    assert best.choose(turned) == 10 * column + row
