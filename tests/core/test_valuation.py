"""A cell that is safe whenever another one is, and safer, is opened before that one.

This order loses nothing: the other cell can still be opened next, and is safe in the same layouts.
In these positions the value network alone ranks the other cell first.
"""

from __future__ import annotations

import pytest

import sapper
from sapper import ContradictionError, Position
from sapper.strategies import find
from sapper.strategies.compiled import as_strategy

POSITIONS = {
    "in a chain": """
        2#2#1.....
        ##2#211...
        #2113#2...
        #22###3232
        ####322###
        #####11232
        #####2....
        #####2....
        #####2.111
        #####1.1#1""",
    "at a wall": """
        .12#1.1#1.
        .1##2.2#31
        123#212###
        ##3#######
        ##########
        ##########
        ##########
        ##########
        ##########
        ##########""",
    "of a group": """
        .1#11#####
        13#21#####
        ###211####
        ##########
        ##########
        ##########
        ##########
        ##########
        ##########
        ##########""",
}


def implied(position: Position, cell: int) -> set[int]:
    """Return what is certainly safe after the cell, whatever it shows."""
    common = set(range(position.board.size))
    for number in range(len(position.board.neighbors(cell)) + 1):
        try:
            common &= set(sapper.analyze(position.reveal(cell, number)).safe)
        except ContradictionError:
            continue
    return common


@pytest.mark.parametrize("strategy", ["best", "deep:n=1"])
@pytest.mark.parametrize("name", POSITIONS)
def test_it_is_opened_first(name: str, strategy: str) -> None:
    position = sapper.parse(POSITIONS[name].strip(), mines=20)
    chances = sapper.analyze(position).mine_probability
    chosen = as_strategy(find(strategy)).choose(position)
    safer = [
        cell for cell in implied(position, chosen) if 0 < chances[cell] < chances[chosen] - 1e-9
    ]
    assert not safer
