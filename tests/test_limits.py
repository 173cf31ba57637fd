"""Time limits: exact numbers are refused, reasons are simplified, and no result is wrong."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest

import sapper
from hand_clock import HandClock
from sapper import _core


def scattered(size: int, share: float, seed: int, spoiled: int = 0) -> sapper.Position:
    """Clues all over a grid, some of them wrong."""
    draw = np.random.default_rng(seed)
    board = sapper.grid(size, size)
    mined = draw.random(board.size) < 0.2
    clues: list[int | None] = [None] * board.size
    for cell in range(board.size):
        if not mined[cell] and draw.random() < share:
            clues[cell] = sum(bool(mined[other]) for other in board.neighbors(cell))
    shown = [cell for cell, clue in enumerate(clues) if clue is not None]
    for cell in draw.choice(shown, spoiled).tolist():
        clues[cell] = (clues[cell] or 0) + 1
    return sapper.Position(board, clues, int(mined.sum()) + spoiled)


def feasible(
    position: sapper.Position, clues: tuple[int, ...], count_mines: bool = False, safe: int = -1
) -> bool:
    """Whether some layout fits these clues alone, with one cell safe."""
    states = position.states.copy()
    for cell in position.revealed:
        if cell not in clues:
            states[cell] = _core.UNREAD
    if safe >= 0:
        states[safe] = _core.UNREAD
    mines = position.mines if count_mines else _core.MineCount.independent(1.0)
    assert mines is not None
    question = _core.Question(position.board.graph, states, mines, 1, 36.0, 512 << 20)
    return question.feasible()


def test_exact_numbers_are_refused_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers of thousands of digits take minutes in total; the clock is polled in between."""
    clock = HandClock(step=1.0)
    clock.govern(monkeypatch, "analysis.exact")
    draw = np.random.default_rng(2)
    board = sapper.grid(16, 30)
    mines = draw.integers(0, 6, board.size) * (draw.random(board.size) < 0.3)
    clues = [
        sum(int(mines[other]) for other in board.neighbors(cell))
        if mines[cell] == 0 and draw.random() < 0.35
        else None
        for cell in range(board.size)
    ]
    position = sapper.Position(board, clues, int(mines.sum()), max_per_cell=5)
    analysis = sapper.analyze(position, limits=sapper.Limits(seconds=1.5))
    with pytest.raises(sapper.TooHardError, match="longer than is allowed"):
        analysis.exact()


def test_time_is_allowed_anew_for_every_question(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = HandClock()
    clock.govern(monkeypatch, "analysis.exact")
    analysis = sapper.analyze(sapper.parse("1#\n##", mines=1), limits=sapper.Limits(seconds=0.3))
    clock.now += 0.35
    assert analysis.solutions == 3
    clock.now += 0.35
    assert len(analysis.exact()) == 4


@pytest.mark.parametrize("looks", [0, 1, 10])
def test_contradictions_settle_in_time_for_clues_that_do_clash(
    monkeypatch: pytest.MonkeyPatch, looks: int
) -> None:
    clock = HandClock(step=1.0)
    clock.govern(monkeypatch, "analysis.question")
    position = scattered(60, 0.5, seed=3, spoiled=1)
    with pytest.raises(sapper.ContradictionError) as caught:
        sapper.analyze(position, limits=sapper.Limits(seconds=looks + 0.5))
    assert clock.looks >= looks
    clues = caught.value.clues
    assert clues == tuple(sorted(clues))
    assert not feasible(position, clues, count_mines=caught.value.needs_mine_count)


def clash(position: sapper.Position, seconds: float) -> tuple[int, ...] | None:
    try:
        sapper.analyze(position, limits=sapper.Limits(seconds=seconds))
    except sapper.ContradictionError as error:
        return error.clues
    return None


def test_with_time_enough_a_limit_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    HandClock().govern(monkeypatch, "analysis.question")
    found = 0
    for seed in range(10):
        position = scattered(9, 0.5, seed=seed, spoiled=1)
        free, limited = clash(position, inf), clash(position, 60.0)
        if free is None or limited is None:
            assert free is limited
        else:
            assert len(free) == len(limited)
            found += 1
    assert found > 4


def test_a_reason_without_time_still_proves() -> None:
    position = sapper.parse("####\n1221\n....", mines=2)
    reason = sapper.analyze(position, limits=sapper.Limits(seconds=0.0)).reason(1)
    assert reason.mined
    assert not reason.proven_smallest
    assert feasible(position, reason.clues)
    assert not feasible(position, reason.clues, safe=1)
