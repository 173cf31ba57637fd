"""The error law of one-step estimates, its coverage, and the table of standard boards."""

from __future__ import annotations

import numpy as np
import pytest

from sapper.lab.study.one_step_gaps import (
    LEVEL,
    STRATEGIES,
    OneStepGap,
    error_law,
    one_step_gaps,
    read,
    two_sided,
)
from sapper.perfect import small_boards

GAP = 1_000


def games(ratios: list[float], boards: int = 5) -> list[OneStepGap]:
    return [
        OneStepGap(f"3x{3 + at % boards}", 1, 0, 9_999, "s", 5_000, 5_000 - GAP, round(GAP * ratio))
        for at, ratio in enumerate(ratios)
    ]


def test_the_ratio_of_a_game() -> None:
    game = OneStepGap("4x4", 4, 0, 1365, "s", 949, 929, 15)
    assert (game.gap, game.ratio) == (20, 0.75)


def test_the_interval_contains_another_ratio_as_often_as_it_says() -> None:
    random = np.random.default_rng(3)
    covered = []
    for _ in range(300):
        *known, other = np.exp(random.normal(0.1, 0.4, 100)).tolist()
        law = error_law(games(known))
        covered.append(law.low <= other <= law.high)
    assert np.mean(covered) == pytest.approx(LEVEL, abs=0.04)


def test_the_coverage_is_that_of_left_out_boards() -> None:
    alike = error_law(games(np.linspace(0.8, 1.2, 200).tolist()))
    assert alike.coverage > 0.9
    ratios = np.linspace(0.8, 1.2, 200)
    ratios[::5] += 3.0  # one board of five is unlike the others
    assert error_law(games(ratios.tolist())).coverage < 0.85


def test_few_games_have_an_open_interval() -> None:
    law = error_law(games([0.9, 1.0, 1.1, 1.2, 1.0]))
    assert (law.low, law.high) == (0.0, float("inf"))
    assert law.gap(1.0) == (0.0, 1.0, float("inf"))


def test_the_shipped_table_agrees_with_the_table_of_small_boards() -> None:
    known = {(row.board, row.mines, row.start): row for row in small_boards()}
    table = one_step_gaps()
    for row in table:
        exact = known[row.board, row.mines, row.start]
        assert (row.layouts, row.optimal) == (exact.layouts, exact.optimal)
        assert row.wins == exact.wins[row.strategy]
        assert row.gain >= 0
    assert {row.strategy for row in table} >= set(STRATEGIES)
    assert read("board,mines\n3x") == []


def test_the_calibrated_win_rates_lie_between_best_and_the_bound() -> None:
    law = error_law(row for row in one_step_gaps() if row.strategy in STRATEGIES)
    for board in two_sided():
        low, middle, high = board.perfect(law)
        assert board.best_low <= low <= middle <= high <= board.bound
        assert board.best_low < board.best < board.best_high
