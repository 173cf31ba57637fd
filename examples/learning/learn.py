"""Teach a small network to play by imitation of the engine, and measure its win rate.

    python examples/learning/learn.py [SPEC] [--minutes 4] [--games 5000]

The network estimates the mine probability of a covered cell from the 24 cells around it, in three
rounds; each round also sees the estimates of the previous one for these cells. Its targets are the
engine's exact probabilities in positions that it reaches by its own play, so that it learns to
recover from its own mistakes (DAgger: Ross, Gordon and Bagnell 2011). It opens the cell with the
lowest estimate. Finally it plays games that it has never seen; the strategies `basic` and `best`
play the same ones. Needs ``pip install 'sapper[learn]'``.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import numpy.typing as npt
import patches
from sklearn.neural_network import MLPRegressor
from threadpoolctl import threadpool_limits

import sapper
from sapper.gym import MinesweeperVectorEnv
from sapper.intervals import wilson

LEARNING_SEED, TEST_SEED = 1, 2
SIDE_BY_SIDE = 256
CHUNK = 2_000
"""Positions per training step."""

ROUNDS = 3
"""Rounds of estimates per position, each with the estimates of the previous one."""

REPORT_EVERY = 15.0
"""Seconds between two progress lines."""

OWN_MOVES = 0.5
"""The share of games in which the network chooses the clicks during training."""


class Network:
    """Estimates mine probabilities in rounds; each round sees the estimates of the previous one.

    So the conclusion from one clue reaches the next clue, as in the reasoning of a person.
    """

    def __init__(self, mines: int) -> None:
        self.mines = mines
        self.learned = 0
        self._rounds = [
            MLPRegressor(
                hidden_layer_sizes=(128, 32),
                batch_size=100,  # pyright: ignore[reportArgumentType]
                random_state=number,
            )
            for number in range(ROUNDS)
        ]

    def learn(self, boards: patches.Boards, truth: npt.NDArray[np.float64]) -> float:
        """Train on exact probabilities; return the mean error afterwards."""
        games, cells = _looked_at(boards)
        wanted = truth.reshape(len(boards), -1)[games, cells]
        estimates = patches.even_chances(boards, self.mines)
        for model in self._rounds:
            seen = patches.features(boards, estimates, games, cells)
            model.partial_fit(seen, _stretched(wanted))
            estimates = _with(estimates, games, cells, _estimated(model, seen))
        self.learned += len(cells)
        return float(np.abs(estimates.reshape(len(boards), -1)[games, cells] - wanted).mean())

    def settle(self) -> None:
        """Use larger batches from now on, which reduces the noise of the gradients."""
        for model in self._rounds:
            model.set_params(batch_size=500)

    def choose(self, boards: patches.Boards) -> npt.NDArray[np.int64]:
        """Return by game the cell with the lowest estimate."""
        games, cells = _looked_at(boards)
        estimates = patches.even_chances(boards, self.mines)
        for model in self._rounds:
            seen = patches.features(boards, estimates, games, cells)
            estimates = _with(estimates, games, cells, _estimated(model, seen))
        estimates[boards >= 0] = np.inf
        chosen: npt.NDArray[np.int64] = estimates.reshape(len(boards), -1).argmin(axis=1)
        return chosen


def _looked_at(boards: patches.Boards) -> tuple[patches.Cells, patches.Cells]:
    marked = patches.candidates(boards)
    games, rows, columns = np.nonzero(marked)
    return games, rows * boards.shape[2] + columns


def _stretched(chances: npt.NDArray[np.float64]) -> npt.NDArray[np.float32]:
    """Return the training target: the arcsine transform, which separates nearly certain values."""
    return (np.arcsin(np.sqrt(chances)) * 2 / np.pi).astype(np.float32)


def _estimated(model: MLPRegressor, seen: patches.Features) -> patches.Chances:
    angles = np.clip(model.predict(seen), 0.0, 1.0) * np.pi / 2
    chances: patches.Chances = np.square(np.sin(angles)).astype(np.float32)
    return chances


def _with(
    estimates: patches.Chances, games: patches.Cells, cells: patches.Cells, chances: patches.Chances
) -> patches.Chances:
    changed = estimates.copy()
    changed.reshape(len(estimates), -1)[games, cells] = chances
    return changed


def teach(network: Network, spec: str, seconds: float, cells: int | None = None) -> None:
    """Train for a number of seconds or cells."""
    env = MinesweeperVectorEnv(SIDE_BY_SIDE, spec)
    boards, _ = env.reset(seed=LEARNING_SEED)
    random = np.random.default_rng(LEARNING_SEED)
    started, spent, last_report = time.monotonic(), 0.0, 0.0
    seen: list[patches.Boards] = []
    truth: list[npt.NDArray[np.float64]] = []
    while spent < seconds and network.learned < (cells or np.inf):
        going_on = (boards >= 0).any(axis=(1, 2)) & env.action_masks().any(axis=1)
        seen.append(boards[going_on])
        truth.append(env.probabilities()[going_on])
        actions = env.teacher()
        if network.learned and going_on.any():
            own = going_on & (random.random(SIDE_BY_SIDE) < OWN_MOVES)
            actions[own] = network.choose(boards[own])
        boards, *_ = env.step(actions)
        if sum(map(len, seen)) < CHUNK:
            continue
        error = network.learn(np.concatenate(seen), np.concatenate(truth))
        seen, truth = [], []
        spent = time.monotonic() - started
        if spent > seconds / 2:
            network.settle()
        if spent > last_report + REPORT_EVERY:
            last_report = spent
            print(
                f"{spent:6.0f} s  {network.learned:10,} cells  mean error {error:.4f}", flush=True
            )


def play(network: Network, spec: str, games: int) -> int:
    """Return the number of games of the test seed that it wins, from the usual first cell."""
    won = 0
    for first in range(0, games, SIDE_BY_SIDE):
        count = min(SIDE_BY_SIDE, games - first)
        env = MinesweeperVectorEnv(count, spec)
        numbers = list(range(first, first + count))
        boards, _ = env.reset(seed=[TEST_SEED] * count, options={"index": numbers})
        boards, _, over, _, infos = env.step(np.full(count, env.setting.start))
        won += int(infos["won"].sum())
        actions = np.zeros(count, dtype=np.int64)
        while not over.all():
            actions[~over] = network.choose(boards[~over])
            boards, _, terminated, _, infos = env.step(actions)
            won += int((infos["won"] & ~over).sum())
            over |= terminated
    return won


def main() -> None:
    """Train, play and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("spec", nargs="?", default="9x9/10", help="a grid of squares and its mines")
    parser.add_argument("--minutes", type=float, default=4.0, help="how long it learns")
    parser.add_argument("--cells", type=int, help="from how many cells it learns at most")
    parser.add_argument("--games", type=int, default=5000, help="games that are played at the end")
    options = parser.parse_args()
    deal = sapper.Deal.read(options.spec)
    if deal.board.kind != "grid":
        parser.error(f"the network sees squares around squares, which {options.spec} has not")
    network = Network(deal.mines)
    with threadpool_limits(1):  # its matrices are too small for several threads
        teach(network, options.spec, 60 * options.minutes, options.cells)
        won = {f"network, {network.learned:,} cells": play(network, options.spec, options.games)}
    for name in ("basic", "best"):
        played = sapper.simulate(options.spec, strategy=name, games=options.games, seed=TEST_SEED)
        won[f"strategy {name}"] = played.wins
    print(f"\n{options.spec}, {options.games:,} games of seed {TEST_SEED}, won in per cent:")
    for name, wins in won.items():
        low, high = wilson(wins, options.games)
        rate = 100 * wins / options.games
        print(f"{name:28} {rate:6.2f}   95 % interval {100 * low:.2f} to {100 * high:.2f}")


if __name__ == "__main__":
    main()
