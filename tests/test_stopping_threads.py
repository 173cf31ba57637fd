"""Threads share boards, positions, layouts and analyses, and call every main function at once.

Some calls are cancelled at a random moment. Every other call returns what it returns alone.
"""

from __future__ import annotations

import inspect
import queue
import random
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import sapper
from sapper.lab import Store, points, sweep

if TYPE_CHECKING:
    from collections.abc import Callable

TEXT = "1##\n###\n##1"
BOARD = sapper.board("hex:5x5")
POSITION = sapper.Position("5x5", [1] + [None] * 23 + [1], mines=5)
FEW = sapper.parse(TEXT, mines=3)
LAYOUT = sapper.deal("6x6/5", seed=2)
EDGES = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 2)]


class SafestLast:
    def choose(self, position: sapper.Position) -> int:
        chances = sapper.analyze(position).mine_probability
        return max(position.covered, key=lambda cell: (-chances[cell], cell))


def fresh_analysis() -> sapper.Analysis:
    return sapper.analyze(sapper.Position("5x5", POSITION.clues, mines=5))


def swept() -> str:
    with Store() as store:
        return sweep(points(["4x4/3"]), 40, store).summary()


def played() -> list[int]:
    game = sapper.Game("6x6/6", seed=5)
    while game.status == "playing":
        game.open(sapper.choose(game.position, strategy="pseq").cell)
    return [int(state) for state in game.position.states]


def every_property(analysis: sapper.Analysis) -> list[object]:
    """Properties that are computed on first use."""
    return [
        analysis.exact(),
        analysis.solutions,
        analysis.safe,
        analysis.best,
        analysis.sample(3, seed=4).tolist(),
        [shown.probability for shown in analysis.clue_distributions().values()],
        {cell: reason.text(analysis.position) for cell, reason in analysis.reasons().items()},
    ]


SHARED = fresh_analysis()
"""An analysis whose properties are computed by whichever thread is first."""

CALLS: dict[str, Callable[[], Any]] = {
    "board": lambda: sapper.board("torus:4x5").neighbors(3),
    "box": lambda: sapper.box(3, 3, 3).neighbors(13),
    "graph": lambda: sapper.graph(EDGES).neighbors(0),
    "grid": lambda: sapper.grid(3, 4).size,
    "hexagonal": lambda: sapper.hexagonal(3, 4).neighbors(5),
    "torus": lambda: sapper.torus(3, 4).neighbors(0),
    "triangular": lambda: sapper.triangular(3, 4).neighbors(0),
    "parse_spec": lambda: str(sapper.parse_spec("16x30/99")),
    "symmetries": lambda: len(list(sapper.symmetries(BOARD))),
    "parse": lambda: sapper.parse(TEXT, mines=2).to_text(),
    "analyze": lambda: every_property(fresh_analysis()),
    "analyze, shared": lambda: every_property(SHARED),
    "analyze_many": lambda: sapper.analyze_many(
        POSITION.board, [POSITION.states] * 5, 5, threads=2
    ).best.tolist(),
    "click_values": lambda: sapper.click_values(FEW).best,
    "check_flags": lambda: sapper.check_flags(sapper.parse("1F\n##", mines=1)).remove,
    "ways": lambda: sapper.ways(5, 2, 2),
    "choose": lambda: [
        sapper.choose(FEW, strategy=name).cell
        for name in ("random", "pseq", "best", "deep:n=20", "optimal", SafestLast)
    ],
    "deal": lambda: sapper.deal("16x30/99", seed=3).mines.tolist(),
    "Game": played,
    "Layout": lambda: (LAYOUT.bbbv, LAYOUT.zini, LAYOUT.openings, LAYOUT.islands),
    "no_guess": lambda: sapper.no_guess("8x8/8", seed=3).mines.tolist(),
    "simulate": lambda: sapper.simulate("8x8/10", "best", 20, threads=2).counts.wins,
    "simulate, Python": lambda: sapper.simulate("4x4/3", SafestLast, 5).counts.wins,
    "compare": lambda: [
        result.wins for result in sapper.compare("4x4/3", ["pseq", "random"], 20, threads=2).results
    ],
    "think": lambda: sapper.think(FEW, layouts=20).best,
    "win_probability": lambda: sapper.win_probability(POSITION, 20, strategy="pseq").value,
    "read and write": lambda: sapper.read(LAYOUT.to_text(header=True)) == LAYOUT,
    "link": lambda: sapper.link(LAYOUT, "ptta"),
    "formats": lambda: len(sapper.formats()),
    "one_mine": lambda: sapper.one_mine(EDGES).probability,
    "optimal": lambda: sapper.optimal("4x4/4").wins,
    "strategy_value": lambda: sapper.strategy_value("3x4/3", "pseq").wins,
    "sweep": swept,
}

NOT_CALLED = {
    "register",
    "register_board",
    "unregister",
    "unregister_board",
    "reproduce",  # plays games by simulate
    "read",
    "write",
}
"""Functions that change a registry, which one thread does at the start of a program, and others."""


def test_every_public_function_is_called() -> None:
    functions = {name for name in sapper.__all__ if inspect.isfunction(getattr(sapper, name))}
    called = {name.partition(",")[0] for name in CALLS}
    assert functions - called == NOT_CALLED


def alike(found: Any, expected: Any) -> bool:
    if isinstance(found, float):
        return bool(np.isclose(found, expected, equal_nan=True))
    return bool(found == expected)


@pytest.mark.parametrize("seed", range(3))
def test_threads_call_everything_while_others_are_cancelled(seed: int) -> None:
    expected = {name: call() for name, call in CALLS.items()}
    todo: queue.SimpleQueue[tuple[str, bool]] = queue.SimpleQueue()
    names = [name for name in CALLS for _ in range(4)]
    rng = random.Random(seed)
    rng.shuffle(names)
    for name in names:
        todo.put((name, rng.random() < 0.4))
    to_cancel: queue.SimpleQueue[sapper.Stop | None] = queue.SimpleQueue()
    wrong: list[object] = []
    ends: list[str] = []

    def work() -> None:
        while True:
            try:
                name, cancelled = todo.get_nowait()
            except queue.Empty:
                return
            stop = sapper.Stop()
            try:
                with stop:
                    if cancelled:
                        to_cancel.put(stop)
                    found = CALLS[name]()
                ends.append("finished")
                if not alike(found, expected[name]):
                    wrong.append((name, found))
            except sapper.Cancelled:
                ends.append("cancelled")
                if not cancelled:
                    wrong.append((name, "cancelled by the stop of another thread"))
            except BaseException as error:
                wrong.append((name, error))

    def cancel() -> None:
        while (stop := to_cancel.get()) is not None:
            stop.set()

    canceller = threading.Thread(target=cancel)
    workers = [threading.Thread(target=work) for _ in range(6)]
    for thread in (canceller, *workers):
        thread.start()
    for worker in workers:
        worker.join()
    to_cancel.put(None)
    canceller.join()
    assert wrong == []
    assert len(ends) == len(names)
    assert "cancelled" in ends
    assert {name: call() for name, call in CALLS.items()} == expected


def test_threads_compute_a_shared_analysis_once_for_all() -> None:
    def work(analysis: sapper.Analysis, barrier: threading.Barrier, found: list[object]) -> None:
        barrier.wait()
        found.append(every_property(analysis))

    for _ in range(10):
        analysis, barrier, found = fresh_analysis(), threading.Barrier(4), list[object]()
        shared = (analysis, barrier, found)
        threads = [threading.Thread(target=work, args=shared) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == [every_property(analysis)] * 4
