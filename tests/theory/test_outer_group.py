"""The outer group: by enumeration, in closed form, and against the engine."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from paper_figures import one_two
from sapper.analysis import analyze, reference, ways
from sapper.boards import grid
from sapper.errors import ContradictionError, PositionError
from sapper.positions import Position, parse
from sapper.theory import outer_group, outer_group_probability
from strategies_for_positions import reachable


@given(st.integers(1, 9), st.integers(0, 14), st.integers(1, 5))
def test_a_cell_of_a_group_by_its_ways(cells: int, mines: int, limit: int) -> None:
    assume(mines <= cells * limit)
    empty = Fraction(ways(cells - 1, mines, limit), ways(cells, mines, limit))
    assert outer_group_probability(cells, mines, limit) == 1 - empty


@pytest.mark.parametrize(("cells", "mines"), [(8, 6), (468, 97), (885, 197)])
def test_a_cell_of_a_group_in_closed_form(cells: int, mines: int) -> None:
    assert outer_group_probability(cells, mines) == Fraction(mines, cells)
    free = 1 - Fraction(cells - 1, cells) ** mines
    assert outer_group_probability(cells, mines, mines) == free

    def two_a_cell(s: int) -> Fraction:
        """The ways over m!, by the number j of cells with two mines."""
        return sum(
            (
                Fraction(comb(s, j) * comb(s - j, mines - 2 * j), 2**j)
                for j in range(mines // 2 + 1)
            ),
            Fraction(),
        )

    assert outer_group_probability(cells, mines, 2) == 1 - two_a_cell(cells - 1) / two_a_cell(cells)

    def all_but_one_pile(s: int) -> int:
        """At most m - 1 a cell: all mines in one cell is what is forbidden."""
        return int(s**mines) - s

    tight = 1 - Fraction(all_but_one_pile(cells - 1), all_but_one_pile(cells))
    assert outer_group_probability(cells, mines, mines - 1) == tight


def test_more_room_in_a_cell_makes_it_less_likely_mined() -> None:
    """The combinatorics note, 2.2: a/8 and 1 - (7/8)^a bound what lies between."""
    for mines in range(1, 9):
        chances = [outer_group_probability(8, mines, limit) for limit in range(1, mines + 1)]
        assert chances == sorted(chances, reverse=True)
        assert chances[0] == Fraction(mines, 8)
        assert chances[-1] == 1 - Fraction(7, 8) ** mines


def test_groups_that_cannot_be() -> None:
    for cells, mines, limit in [(0, 0, 1), (3, 4, 1), (3, -1, 2), (3, 1, 0)]:
        with pytest.raises(ValueError, match="do not fit"):
            outer_group_probability(cells, mines, limit)


@settings(max_examples=100)
@given(reachable())
def test_the_outer_group_of_a_position(position: Position) -> None:
    found = outer_group(position)
    assert list(found.cells) == position.floating
    assert sum(found.mine_count.values()) == 1
    frontier = reference.frontier_mines(position)
    mines = position.mines or 0
    assert dict(found.mine_count) == {
        mines - m: p for m, p in sorted(frontier.items(), reverse=True)
    }
    exact = analyze(position).exact()
    plain = {exact[cell] for cell in found.cells if cell not in position.flags}
    assert plain == ({found.mine_probability} if found.mine_probability is not None else set())
    assert found.to_dict()["expected"] == str(found.expected)


def test_the_outer_group_on_expert() -> None:
    found = outer_group(one_two())
    share = Fraction(9 * comb(468, 96), 9 * comb(468, 96) + 12 * comb(468, 97))
    assert dict(found.mine_count) == {96: share, 97: 1 - share}
    assert found.expected == 97 - share
    assert found.mine_probability == found.expected / 468
    assert "468 cells" in found.summary()
    with pytest.raises(PositionError, match="density"):
        outer_group(Position(grid(2, 2), [1, None, None, None], density=0.2))
    for text, mines in (("14#", 1), ("1#\n##", 9)):
        with pytest.raises(ContradictionError):
            outer_group(parse(text, mines=mines))
