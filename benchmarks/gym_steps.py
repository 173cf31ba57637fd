"""Steps per CPU-second of the vector environment, on one core.

    python benchmarks/gym_steps.py [SPEC] [--games 1024] [--seconds 3]

Actions are random cells allowed by the masks that every step returns. Only steps that open a cell
count: a game that restarts ignores its action. The first row includes everything, also the random
actions in numpy; the second only the environment, including copies of observations, rewards and
masks; the third the teacher in addition.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

import numpy as np

from sapper.gym import MinesweeperVectorEnv

WANTED = 1_000_000
"""Target of 9x9/10 in steps per CPU-second, everything included."""


@dataclass
class Count:
    """The measured times and counts."""

    steps: int = 0
    games: int = 0
    total: float = 0.0
    stepping: float = 0.0
    teaching: float = 0.0


def measure(spec: str, games: int, seconds: float) -> Count:
    """Play at random for the given CPU-seconds."""
    env = MinesweeperVectorEnv(games, spec)
    _, infos = env.reset(seed=1)
    random = np.random.default_rng(1)
    over = np.zeros(games, dtype=np.bool_)
    count = Count()
    started = time.process_time()
    while count.total < seconds:
        masks = infos["action_mask"]
        actions = (random.random(masks.shape, dtype=np.float32) * masks).argmax(axis=1)
        before = time.process_time()
        _, _, terminated, truncated, infos = env.step(actions)
        count.stepping += time.process_time() - before
        count.steps += games - int(over.sum())
        over = terminated | truncated
        count.games += int(over.sum())
        count.total = time.process_time() - started
    before = time.process_time()
    env.probabilities()
    count.teaching = (time.process_time() - before) / games
    return count


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("spec", nargs="?", default="9x9/10", help="the board")
    parser.add_argument("--games", type=int, default=1024, help="games side by side")
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU-seconds to play")
    options = parser.parse_args()
    count = measure(options.spec, options.games, options.seconds)
    print(f"{options.spec}, {options.games} games side by side, {count.games} games ended")
    print(f"all together  {count.steps / count.total:12,.0f} steps per CPU-second")
    print(f"steps alone   {count.steps / count.stepping:12,.0f} steps per CPU-second")
    print(f"teacher       {1e6 * count.teaching:12,.1f} microseconds per position")
    if options.spec == "9x9/10" and count.steps / count.total < WANTED:
        print(f"below the target of {WANTED:,}")


if __name__ == "__main__":
    main()
