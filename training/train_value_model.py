"""Train the value network of ``best`` and ``deep``, and write its weights.

Each round plays games with the network of the previous round (``core/play/training_games.hpp``) and
fits a network to the results of their positions: two hidden layers, cross entropy, Adam, only
numpy. The first round starts with random weights. The weights are written to
``core/search/value_weights.inc``, which is compiled into the core; ``refine_value_model.py``
continues from them. The seeds of the games are used nowhere else.

    python training/train_value_model.py [--rounds N] [--scale X] [--go-on] [--output FILE]
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from network import OUTPUT, Adam, Array, Network, sigmoid, write
from sapper import _core
from sapper.games.deals import Deal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.types import FirstClickRule

SEED = 770_000_000
"""The seed of the training games of a round is this plus the number of the round."""

BOARDS: dict[str, tuple[FirstClickRule, tuple[int, int] | None, int]] = {
    "16x30/99": ("safe", None, 8_000),
    "16x30/99 open": ("open", (3, 3), 3_000),
    "16x16/40": ("safe", None, 8_000),
    "10x10/20": ("safe", None, 16_000),
    "9x9/10": ("safe", None, 14_000),
    "8x8/10": ("safe", None, 14_000),
    "4x5/6": ("safe", None, 8_000),
    "5x5/5": ("safe", None, 12_000),
    "6x6/8": ("safe", None, 8_000),
    "20x20/75": ("safe", None, 2_000),
    "hex:10x10/20": ("safe", None, 3_000),
    "torus:10x10/18": ("safe", None, 3_000),
}
"""The boards with the first-click rule, the first cell and the number of games per round."""

BLOCK = 500
BATCH = 4_096
EPOCHS = 6
RATE = 2e-3
DECAY = 3e-3


def play(network: Network, seed: int, scale: float, patience: float) -> tuple[Array, Array]:
    """Play a round; return the features of the positions and their results."""
    model = _core.ValueModel(network.weights)

    def blocks() -> Iterator[tuple[Deal, int, int]]:
        for spec, (first, start, games) in BOARDS.items():
            deal = Deal.read(spec.partition(" ")[0], first=first, start=start)
            wanted = max(BLOCK, int(scale * games))
            for begin in range(0, wanted, BLOCK):
                yield deal, begin, min(BLOCK, wanted - begin)

    todo = list(blocks())
    features, values = [], []
    with ThreadPoolExecutor(2) as pool:
        jobs = [
            pool.submit(_core.training_games, deal.core, model, patience, seed, begin, games)
            for deal, begin, games in todo
        ]
        for done, job in enumerate(jobs, 1):
            rows, worth = job.result()
            features.append(rows)
            values.append(worth)
            print(f"\r  games: {done} of {len(jobs)} blocks", end="", file=sys.stderr)
    print(file=sys.stderr)
    return np.concatenate(features), np.concatenate(values)


def loss(network: Network, inputs: Array, survival: Array, values: Array) -> float:
    """Return the mean cross entropy, in nats."""
    total = 0.0
    for begin in range(0, len(inputs), 1 << 16):
        block = slice(begin, begin + (1 << 16))
        chance = survival[block] * sigmoid(network.forward(inputs[block])[-1][:, 0])
        chance = np.clip(chance, 1e-6, 1 - 1e-6)
        worth = values[block]
        total -= float(np.sum(worth * np.log(chance) + (1 - worth) * np.log(1 - chance)))
    return total / len(inputs)


def fit(features: Array, values: Array, rng: np.random.Generator) -> Network:
    """Fit a network by Adam; print the held-out loss."""
    network = Network.ignorant(rng)
    network.mean = features.mean(0).astype(np.float32)
    network.scale = (1 / np.maximum(features.std(0), 1e-3)).astype(np.float32)
    inputs = network.standardised(features)
    survival = features[:, _core.VALUE_NEXT_SAFETY]
    order = rng.permutation(len(inputs))
    held, train = order[: len(order) // 20], order[len(order) // 20 :]
    adam = Adam(network, RATE, DECAY, EPOCHS * (len(train) // BATCH))
    for epoch in range(EPOCHS):
        rng.shuffle(train)
        for begin in range(0, len(train) - BATCH + 1, BATCH):
            chosen = train[begin : begin + BATCH]
            made = network.forward(inputs[chosen])
            won = sigmoid(made[-1])
            chance = survival[chosen, None] * won
            error = (chance - values[chosen, None]) * (1 - won) / np.maximum(1 - chance, 1e-4)
            adam.step(network.gradients(made, error / BATCH))
        reported = loss(network, inputs[held], survival[held], values[held])
        print(f"  epoch {epoch + 1}: {reported:.5f} held out", file=sys.stderr)
    return network


def main() -> None:
    """Train in several rounds."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--scale", type=float, default=20.0, help="times the games of a round")
    parser.add_argument("--go-on", action="store_true", help="begin with the weights of OUTPUT")
    parser.add_argument("--output", type=Path, default=OUTPUT)
    options = parser.parse_args()
    rng = np.random.default_rng(SEED)
    network = Network.read(options.output) if options.go_on else Network.ignorant(rng)
    for turn in range(options.rounds):
        # Short rounds first: early networks improve quickly with little data.
        scale = options.scale * 10.0 ** (turn + 1 - options.rounds)
        patience = 1.0 if turn == 0 and not options.go_on else 0.5
        print(f"round {turn + 1} of {options.rounds}", file=sys.stderr)
        features, values = play(
            network, SEED + (100 if options.go_on else 0) + turn, scale, patience
        )
        network = fit(features, values, rng)
        write(
            network,
            options.output,
            f"{options.rounds} rounds, {len(values):,} positions in the last",
        )


if __name__ == "__main__":
    main()
