"""Public functions return equal results from several concurrent threads and from one.

Each case runs in its own process, because memory corruption by two threads ends the process. A
barrier lets all threads of a round start together.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

THREADS = 4

PROGRAM = """
import sys, threading, sapper
from sapper.stopping import Cancelled, Stop

def optimal():
    return [sapper.optimal(spec).wins for spec in ("4x4/4", "4x4/5")]

def advise():
    position = sapper.parse("1###\\n####\\n####\\n####", mines=4)
    return sapper.optimal("4x4/4").best_click(position)

def simulate():
    result = sapper.simulate("4x4/4", strategy="optimal", games=30, seed=1, threads=1)
    return result.wins, result.moves

def win_probability():
    position = sapper.parse("1###\\n####\\n####\\n####", mines=4)
    return sapper.win_probability(position, samples=30, seed=1, strategy="optimal").value

def cancelled():
    # Every call but the first of a thread is stopped after a while that differs by thread.
    for delay in (0.0, 0.001 * (threading.get_ident() % 7), 0.01):
        stop = Stop()
        timer = threading.Timer(delay, stop.set)
        timer.start()
        try:
            with stop:
                sapper.optimal("4x5/6")
        except Cancelled:
            pass
        timer.join()
    return sapper.optimal("4x4/4").wins

def run(case, barrier, results, i):
    barrier.wait()
    results[i] = case()

case, count = globals()[sys.argv[1]], int(sys.argv[2])
expected = case()
for _ in range(3):
    from sapper.strategies import perfect_search
    perfect_search._search.cache_clear()
    barrier, results = threading.Barrier(count), [None] * count
    threads = [
        threading.Thread(target=run, args=(case, barrier, results, i)) for i in range(count)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(result == expected for result in results), (expected, results)
"""


@pytest.mark.parametrize("case", ["optimal", "advise", "simulate", "win_probability", "cancelled"])
def test_perfect_play_is_the_same_from_several_threads(case: str) -> None:
    command = [sys.executable, "-c", PROGRAM, case, str(THREADS)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-2000:]
