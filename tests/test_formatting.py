"""Formatted probabilities: the same digits in the terminal and on the page."""

from __future__ import annotations

import sapper
from sapper.analysis.commentary import explain
from sapper.formatting import percent, percent_in_full


def test_halves_are_rounded_up_as_the_page_does() -> None:
    # page-tools/tests/percent.test.js has the same.
    assert [percent(chance) for chance in (0.125, 0.0625, 0.875, 0.03125)] == [
        "13",
        "6.3",
        "88",
        "3.1",
    ]
    assert percent_in_full(1e-9) == "0.0000001 %"
    assert percent_in_full(0.1) == "10 %"


def test_a_guess_next_to_a_safe_cell_names_the_safe_cell() -> None:
    game = sapper.Game("9x9/10", seed=1)
    game.open(40)
    analysis = game.analysis
    doubtful = next(
        cell
        for cell, chance in enumerate(analysis.exact())
        if chance is not None and 0 < chance < 1
    )
    explanation = explain(analysis, doubtful)
    assert "0 % for the safest cell" not in explanation
    assert f"although {game.board.name(analysis.safe[0])} is certainly safe, as are" in explanation
