"""The shipped bounds of solved boards: perfect play is below all of them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sapper.perfect import small_boards
from sapper.theory import upper_bound
from sapper.theory.small_board_bounds import small_board_bounds

SLICE = 97
"""The step between two games that are computed again."""

MOST_LAYOUTS = 3_000
"""Games with more layouts are not computed again."""


def test_perfect_play_is_below_the_bound_on_all_solved_boards() -> None:
    bounds = small_board_bounds()
    rows = {(row.board, row.mines, row.start): row for row in small_boards()}
    assert set(bounds) <= set(rows)
    most = max(rows[game].layouts for game in bounds)
    assert {game for game, row in rows.items() if row.layouts <= most} == set(bounds)
    for game, bound in bounds.items():
        assert Fraction(rows[game].optimal, rows[game].layouts) <= bound <= 1


@pytest.mark.parametrize("offset", [0, 31, 62])
def test_the_shipped_bounds_are_what_is_computed_again(offset: int) -> None:
    bounds = small_board_bounds()
    rows = [row for row in small_boards() if row.layouts <= MOST_LAYOUTS]
    for row in rows[offset::SLICE]:
        found = upper_bound(row.board, "safe", row.start, mines=row.mines).exact
        assert found == bounds[row.board, row.mines, row.start]
