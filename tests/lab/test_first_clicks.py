"""Where another first cell overtakes the corner: the table, the crossing and its interval."""

from __future__ import annotations

from dataclasses import replace
from math import exp, inf, isnan

import numpy as np
import pytest

from sapper.lab.figures.first_click_crossings import first_click_crossings
from sapper.lab.figures.style import to_svg
from sapper.lab.study.first_clicks import (
    COLUMNS,
    CORNER,
    FirstClickRow,
    added,
    common_crossing,
    crossings,
    first_clicks,
    read,
)
from sapper.perfect import corner_limits, small_boards

MINES = (18, 20, 21, 22, 24, 25, 26)  # on 10x10


def rows(
    crossing: float, slope: float, decided: int, random: np.random.Generator | None = None
) -> list[FirstClickRow]:
    """Points of 10x10 whose log odds are on a line through a density."""
    found = []
    for mines in MINES:
        share = 1 / (1 + exp(-slope * (mines / 100 - crossing)))
        won = round(decided * share) if random is None else int(random.binomial(decided, share))
        found.append(FirstClickRow("10x10", mines, "s", 1, 0, 1, 10_000, 1, won, decided - won))
    return found


def test_the_crossing_of_exact_shares() -> None:
    (found,) = crossings(rows(0.21, 10.0, 200_000))
    assert found.density == pytest.approx(0.21, abs=1e-4)
    assert found.low < 0.21 < found.high < found.low + 0.01
    assert (found.start, found.place, found.degrees) == (1, (0, 1), len(MINES) - 2)
    assert found.chi_square < 0.1


def test_the_interval_of_the_crossing_holds_as_often_as_it_says() -> None:
    random = np.random.default_rng(7)
    trials = [crossings(rows(0.2, 8.0, 600, random))[0] for _ in range(600)]
    covered = np.mean([each.low <= 0.2 <= each.high for each in trials])
    assert 0.92 < covered < 0.98


def test_the_interval_is_open_if_the_share_does_not_rise() -> None:
    (found,) = crossings(rows(0.2, 0.0, 400))
    assert (found.low, found.high) == (-inf, inf)
    (falling,) = crossings(rows(0.2, -8.0, 4_000))
    assert isnan(falling.density)


def test_the_common_line_of_all_boards() -> None:
    exact = rows(0.21, 10.0, 200_000)
    common = common_crossing(exact)
    (own,) = crossings(exact)
    assert (common.density, common.board) == (own.density, "all")
    other = [replace(row, board="20x20", mines=4 * row.mines) for row in rows(0.25, 10.0, 200_000)]
    both = common_crossing([*exact, *other])
    assert 0.21 < both.density < 0.25
    assert both.chi_square > 1_000 > common.chi_square


def test_blocks_of_a_point_are_added_up_and_a_torn_line_is_left_out() -> None:
    text = ",".join(COLUMNS) + "\n10x10,14,s,1,0,1,5,3,2,1\n10x10,14,s,1,5,1,5,4,1,0\n10x10,1"
    blocks = read(text)
    assert len(blocks) == 2
    assert added(blocks) == [FirstClickRow("10x10", 14, "s", 1, -1, 1, 10, 7, 3, 1)]


def test_the_shipped_table_is_consistent() -> None:
    table = first_clicks()
    corner = {(row.board, row.mines): row for row in table if row.start == CORNER}
    assert {row.board for row in table} == {"6x6", "8x8", "10x10", "12x12", "16x16"}
    for row in table:
        base = corner[row.board, row.mines]
        assert row.games == base.games
        assert row.wins - base.wins == row.only_this - row.only_corner


def test_the_figure_has_all_boards() -> None:
    drawn = to_svg(first_click_crossings(first_clicks(), corner_limits(small_boards())))
    for text in ("6x6", "16x16", "next to the corner", "side of the square"):
        assert text in drawn
