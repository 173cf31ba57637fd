"""The value of every click equals that of two other searches and of brute force."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings

import sapper
from sapper import click_values
from sapper.errors import ContradictionError, PositionError, TooHardError
from sapper.positions import Position, parse
from sapper.stopping import Cancelled, Stop
from strategies_for_positions import reachable

if TYPE_CHECKING:
    from sapper.perfect.clicks import ClickValues

Layouts = frozenset[frozenset[int]]


def brute_force(position: Position) -> dict[int, int]:
    """Return the layouts won by each click, by expectimax over sets of layouts."""
    board, covered = position.board, position.covered
    layouts = frozenset(
        frozenset(layout.mined) for layout in sapper.analyze(position).layouts(limit=201)
    )
    known: dict[Layouts, int] = {}

    def after(left: Layouts, cell: int) -> int:
        shown: dict[int, set[frozenset[int]]] = {}
        for mined in left:
            if cell not in mined:
                shown.setdefault(len(mined & around[cell]), set()).add(mined)
        if len(shown) == 1 and len(next(iter(shown.values()))) == len(left):
            return won(left)  # nothing is learned
        return sum(won(frozenset(part)) for part in shown.values())

    def won(left: Layouts) -> int:
        if len(left) == 1:
            return 1
        if left not in known:
            telling = [c for c in covered if informs(left, c)]
            known[left] = max((after(left, cell) for cell in telling), default=1)
        return known[left]

    def informs(left: Layouts, cell: int) -> bool:
        outcomes = {None if cell in mined else len(mined & around[cell]) for mined in left}
        return len(outcomes) > 1

    around = {cell: frozenset(board.neighbors(cell)) for cell in covered}
    return {cell: after(layouts, cell) for cell in covered}


@given(reachable(max_per_cell=1, flags=False))
@settings(max_examples=150, deadline=None)
def test_every_value_equals_brute_force(position: Position) -> None:
    count = sapper.analyze(position).solutions
    if count > 60 or len(position.covered) > 12:
        return
    values = click_values(position)
    assert values.layouts == count
    assert dict(values.wins) == brute_force(position)


@pytest.mark.parametrize("spec", ["4x4/4", "3x4/3", "hex:3x4/3", "torus:3x4/3", "2x6/3"])
def test_first_clicks_equal_perfect_play(spec: str) -> None:
    values = click_values(Position.covered_board(spec), most_layouts=2000)
    for first in ("any", "safe"):
        for cell, click in sapper.optimal(spec, first=first).first_clicks.items():
            assert values.wins[cell] == click.wins
    assert values.value == sapper.optimal(spec, first="any").probability


def test_a_game_on_a_large_board_has_values_at_its_end() -> None:
    game = sapper.Game("16x16/40", seed=7, first="open")
    valued = 0
    while game.status == "playing":
        analysis = sapper.analyze(game.position)
        if analysis.log10_solutions < 2:
            values = click_values(game.position)
            assert values.layouts == analysis.solutions
            for cell in analysis.safe:
                assert values.regret(cell) == 0
            for cell in analysis.mines:
                assert values.probability(cell) == 0
            valued += 1
        assert analysis.best is not None
        game.open(analysis.best)
    assert valued > 0


def test_flags_and_decided_positions() -> None:
    flagged = click_values(parse("F1#\n###", mines=1))
    assert 0 not in flagged.wins
    with pytest.raises(sapper.BoardError, match=r"\(0, 0\) cannot be opened"):
        flagged.probability(0)
    done = click_values(parse("1#", mines=1))
    assert (done.best, done.value, dict(done.wins)) == (None, Fraction(1), {1: 0})


@pytest.mark.parametrize(
    ("position", "given", "error", "message"),
    [
        (Position("2x2", [None] * 4, density=0.2), {}, PositionError, "known number of mines"),
        (Position("2x2", [None] * 4, 2, max_per_cell=2), {}, PositionError, "one per cell"),
        (Position.window("3x3", [[1, None]], 1, at=(0, 0)), {}, PositionError, "not a window"),
        (parse("2#", mines=1), {}, ContradictionError, "2"),
        (Position.covered_board("4x4/4"), {}, TooHardError, "at most 1000 layouts"),
        (Position.covered_board("12x12/1"), {}, TooHardError, "exceeds that"),
        (parse("1#", mines=1), {"most_layouts": 0}, PositionError, "from 1 to 100000, not 0"),
        (parse("1#", mines=1), {"most_layouts": 2.0}, PositionError, "not 2.0"),
    ],
)
def test_what_has_no_values_is_refused(
    position: Position, given: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        click_values(position, **given)


def test_a_search_that_takes_long_is_refused_and_can_be_stopped() -> None:
    position = Position.covered_board("5x5/3")
    with pytest.raises(TooHardError, match="a limited search"):
        click_values(position, most_layouts=10_000)
    stop = Stop()
    stop.set()
    with stop, pytest.raises(Cancelled):
        click_values(position, most_layouts=10_000)


def test_the_best_click_has_no_regret() -> None:
    values: ClickValues = click_values(parse("1##\n###\n##1", mines=2))
    assert values.best is not None
    assert values.regret(values.best) == 0
    assert values.regret((1, 1)) == values.value - Fraction(1, 2)
