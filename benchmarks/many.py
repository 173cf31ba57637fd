"""CPU time per position of ``analyze_many``, and of the enumeration of a million layouts.

Positions are those of games that the safest cell plays, all of one board. ``analyze_many`` on one
thread is compared with the core's own loop over the same positions (the vectorised games, which
hold their positions in the core), with a loop of ``analyze`` in Python, and with ms-toollib. Each
job runs several times, and the best CPU time counts. Run alone on an idle machine:

    python benchmarks/many.py
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from ms_toollib import cal_probability_onboard

import sapper
from sapper.games.vector_games import Rewards, VectorGames

if TYPE_CHECKING:
    from collections.abc import Callable

COVERED_FOR_PEER = 10
LAYOUTS = 1_000_000
WANTED = 1.5
"""Largest accepted cost per position relative to the core's own loop."""


def best_time(job: Callable[[], object], runs: int) -> float:
    """Return the least CPU time of several runs, in seconds."""
    times = []
    for _ in range(runs):
        before = time.process_time_ns()
        job()
        times.append((time.process_time_ns() - before) / 1e9)
    return min(times)


def games_in_play(deal: sapper.Deal, count: int, clicks: int) -> VectorGames:
    """Return games that are in play after some clicks on their safest cells."""
    tried = list(range(3 * count))
    games = play(deal, tried, clicks)
    going = ~(games.openable == 0).all(axis=1) & (games.indices == 0)
    return play(deal, np.array(tried)[going][:count].tolist(), clicks)


def play(deal: sapper.Deal, seeds: list[int], clicks: int) -> VectorGames:
    """Return game 0 of each seed after some clicks; those that have ended stay at their end."""
    games = VectorGames(deal, len(seeds), Rewards(), patience=0)
    games.begin(seeds, [0] * len(seeds))
    for _ in range(clicks):
        chances = games.probabilities()
        chances[np.isnan(chances)] = 2.0
        games.step(chances.argmin(axis=1))
    return games


def peer(rows: list[list[int]], mines: int) -> Any:
    """Run the peer on one position."""
    return cal_probability_onboard(rows, mines)[0]


def analyze_all(positions: list[sapper.Position]) -> None:
    """Analyse positions one by one."""
    for position in positions:
        _ = sapper.analyze(position).mine_probability


def analyze_states(board: sapper.Board, states: Any, mines: int) -> None:
    """Make and analyse positions one by one."""
    for row in states:
        _ = sapper.analyze(sapper.Position.from_states(board, row, mines)).mine_probability


def ask_peer(boards: list[list[list[int]]], mines: int) -> None:
    """Run the peer on positions one by one."""
    for rows in boards:
        peer(rows, mines)


def measure(spec: str, count: int, clicks: int, runs: int) -> float:
    """Print the times of a board; return the cost relative to the core's own loop."""
    deal = sapper.Deal.read(spec)
    games = games_in_play(deal, count, clicks)
    count = len(games)
    states, board, mines = games.states.copy(), deal.board, deal.mines
    batch = sapper.analyze_many(board, states, mines, threads=1)
    if not np.array_equal(batch.mine_probability, games.probabilities(), equal_nan=True):
        raise SystemExit("analyze_many and the core's loop differ")
    positions = [batch.position(row) for row in range(count)]
    few = min(count, 300)
    boards = np.where(states < 0, COVERED_FOR_PEER, states)[:few].reshape(few, *board.shape)
    rows = boards.tolist()
    theirs = np.array([peer(board_rows, mines) for board_rows in rows]).reshape(few, -1)
    differences = np.abs(theirs - batch.mine_probability[:few])
    agree = int((np.nanmax(differences, axis=1) < 1e-6).sum())

    own = partial(games.probabilities, 1)
    many = partial(sapper.analyze_many, board, states, mines, threads=1)
    jobs: dict[str, tuple[Callable[[], object], int]] = {
        "the core's own loop": (own, count),
        "analyze_many, 1 thread": (many, count),
        "loop of analyze": (partial(analyze_all, positions), count),
        "loop of Position.from_states and analyze": (
            partial(analyze_states, board, states, mines),
            count,
        ),
        "loop of ms-toollib": (partial(ask_peer, rows, mines), few),
    }
    times = {name: best_time(job, runs) / size for name, (job, size) in jobs.items()}
    print(f"{spec}, {count} positions after {clicks} clicks, {agree} of {few} as ms-toollib")
    for name, seconds in times.items():
        print(f"  {name:42} {seconds * 1e6:9.2f} us per position")
    ratio = times["analyze_many, 1 thread"] / times["the core's own loop"]
    print(f"  {'analyze_many / own loop':42} {ratio:9.2f} (wanted: at most {WANTED})")
    return ratio


ENUMERATION = """
import resource, sys, time
import sapper
spec, opened, count = sys.argv[1], sys.argv[2] == "opened", int(sys.argv[3])
if opened:
    position = sapper.Game(spec, seed=1, first="open", start=None).position
else:
    position = sapper.Position.covered_board(spec)
analysis = sapper.analyze(position)
list(analysis.layout_arrays(limit=1000))
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
start = time.process_time()
found = sum(len(rows) for rows in analysis.layout_arrays(limit=count))
arrays = time.process_time() - start
more = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory
start = time.process_time()
for layout in analysis.layouts(limit=count // 10):
    layout.mines
objects = (time.process_time() - start) * 10
print(f"{found} layouts: {arrays:.2f} s as arrays, {objects:.2f} s as Layout objects "
      f"(measured on a tenth), {more / 1024:.1f} MB more memory at the peak")
"""


def enumeration(spec: str, state: str) -> None:
    """Print time and memory of the first million layouts, in a new process."""
    command = [sys.executable, "-c", ENUMERATION, spec, state, str(LAYOUTS)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    print(f"{spec}, {state}: {done.stdout.strip()}")


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=3000)
    parser.add_argument("--runs", type=int, default=7)
    options = parser.parse_args()
    ratios = [
        measure("9x9/10", options.positions, 3, options.runs),
        measure("16x30/99", options.positions, 12, options.runs),
    ]
    for spec, state in (("6x6/8", "covered"), ("9x9/10", "opened"), ("16x30/99", "opened")):
        enumeration(spec, state)
    print(f"peak memory of this process: {resource.getrusage(0).ru_maxrss / 1024:.0f} MB")
    if max(ratios) > WANTED:
        sys.exit("missed: analyze_many costs more than wanted")


if __name__ == "__main__":
    main()
