"""Train the model of values that ``best`` and ``deep`` play by, and write its weights.

Round after round, games are played with the model of the round before (``core/training_games.hpp``)
and a small network is fitted to what the positions in them turned out to be worth: two hidden
layers, cross entropy, Adam, nothing but numpy. The first round begins with a network that knows
nothing. The weights go to ``core/value_weights.inc``, from which the core is compiled. Games are
of seeds that nothing else uses.

    python training/train_value_model.py [--rounds N] [--scale X] [--go-on] [--output FILE]
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sapper import _core
from sapper.games.deals import Deal

if TYPE_CHECKING:
    from collections.abc import Iterator

Array = NDArray[np.float32]

OUTPUT = Path(__file__).parent.parent / "core" / "value_weights.inc"
SEED = 770_000_000
"""Seeds of training games are this and the number of the round."""

BOARDS: dict[str, tuple[str, tuple[int, int] | None, int]] = {
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
"""The boards with the rule of the first click, the first cell and the games of a round."""

BLOCK = 500
BATCH = 4_096
EPOCHS = 6
RATE = 2e-3
DECAY = 3e-3


@dataclass
class Network:
    """The means and scales of the inputs, and the weights and biases of the layers."""

    mean: Array
    scale: Array
    layers: list[Array] = field(default_factory=list)

    @classmethod
    def ignorant(cls, rng: np.random.Generator) -> Network:
        """Return a network that knows nothing."""
        sizes = (_core.VALUE_INPUTS, _core.VALUE_FIRST, _core.VALUE_SECOND, 1)
        layers: list[Array] = []
        for inputs, outputs in pairwise(sizes):
            layers.append(rng.normal(0, np.sqrt(2 / inputs), (inputs, outputs)).astype(np.float32))
            layers.append(np.zeros(outputs, np.float32))
        return cls(np.zeros(sizes[0], np.float32), np.ones(sizes[0], np.float32), layers)

    @classmethod
    def read(cls, path: Path) -> Network:
        """Read what ``write`` wrote."""
        text = path.read_text().partition("\n")[2]
        numbers = np.array([float(x.strip().rstrip("f")) for x in text.split(",")], np.float32)
        found = cls.ignorant(np.random.default_rng(0))
        parts = [found.mean, found.scale, *found.layers]
        ends = np.cumsum([part.size for part in parts])
        for part, values in zip(parts, np.split(numbers, ends[:-1]), strict=True):
            part[...] = values.reshape(part.shape)
        return found

    @property
    def weights(self) -> Array:
        """All numbers in the order of the core."""
        return np.concatenate([self.mean, self.scale, *(part.ravel() for part in self.layers)])

    def forward(self, inputs: Array) -> list[Array]:
        """Return what every layer makes of standardised inputs; the last one are log odds."""
        values = [inputs]
        for depth in range(0, len(self.layers), 2):
            made = values[-1] @ self.layers[depth] + self.layers[depth + 1]
            values.append(made if depth + 2 == len(self.layers) else np.maximum(made, 0))
        return values

    def gradients(self, values: list[Array], error: Array) -> list[Array]:
        """Return the gradients by layer, given the error of the log odds."""
        found: list[Array] = []
        for depth in range(len(self.layers) - 2, -1, -2):
            inputs = values[depth // 2]
            found[:0] = [inputs.T @ error, error.sum(0)]
            if depth > 0:
                error = (error @ self.layers[depth].T) * (inputs > 0)
        return found


def play(network: Network, seed: int, scale: float, patience: float) -> tuple[Array, Array]:
    """Play a round; return the features of the positions and what they are worth."""
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


def sigmoid(odds: Array) -> Array:
    """Return the chance of log odds."""
    one = np.float32(1)
    return one / (one + np.exp(-odds))


def fit(features: Array, values: Array, rng: np.random.Generator) -> Network:
    """Fit a network by Adam with a rate that falls like a cosine; tell the loss held out."""
    network = Network.ignorant(rng)
    network.mean = features.mean(0).astype(np.float32)
    network.scale = (1 / np.maximum(features.std(0), 1e-3)).astype(np.float32)
    most = _core.VALUE_MOST_INPUT
    inputs = np.clip((features - network.mean) * network.scale, -most, most)
    survival = features[:, _core.VALUE_NEXT_SAFETY]
    order = rng.permutation(len(inputs))
    held, train = order[: len(order) // 20], order[len(order) // 20 :]
    first = [np.zeros_like(part) for part in network.layers]
    second = [np.zeros_like(part) for part in network.layers]
    steps, step = EPOCHS * (len(train) // BATCH), 0
    for epoch in range(EPOCHS):
        rng.shuffle(train)
        for begin in range(0, len(train) - BATCH + 1, BATCH):
            chosen = train[begin : begin + BATCH]
            made = network.forward(inputs[chosen])
            won = sigmoid(made[-1])
            chance = survival[chosen, None] * won
            error = (chance - values[chosen, None]) * (1 - won) / np.maximum(1 - chance, 1e-4)
            error /= BATCH
            step += 1
            rate = RATE * 0.5 * (1 + np.cos(np.pi * step / steps))
            for part, slope, a, b in zip(
                network.layers, network.gradients(made, error), first, second, strict=True
            ):
                part *= 1 - rate * DECAY
                a += 0.1 * (slope - a)
                b += 0.001 * (slope**2 - b)
                part -= (
                    rate * (a / (1 - 0.9**step)) / (np.sqrt(b / (1 - 0.999**step)) + 1e-8)
                ).astype(np.float32)
        told = loss(network, inputs[held], survival[held], values[held])
        print(f"  epoch {epoch + 1}: {told:.5f} held out", file=sys.stderr)
    return network


def write(network: Network, path: Path, told: str) -> None:
    """Write the weights as C++ reads them."""
    numbers = [
        f"{x:.9g}f" if "." in f"{x:.9g}" or "e" in f"{x:.9g}" else f"{x:.9g}.0f"
        for x in network.weights.tolist()
    ]
    lines = [", ".join(numbers[i : i + 8]) for i in range(0, len(numbers), 8)]
    path.write_text(
        f"// Written by training/train_value_model.py: {told}.\n" + ",\n".join(lines) + "\n"
    )


def main() -> None:
    """Train, round after round."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--scale", type=float, default=20.0, help="times the games of a round")
    parser.add_argument("--go-on", action="store_true", help="begin with the weights of OUTPUT")
    parser.add_argument("--output", type=Path, default=OUTPUT)
    options = parser.parse_args()
    rng = np.random.default_rng(SEED)
    network = Network.read(options.output) if options.go_on else Network.ignorant(rng)
    for turn in range(options.rounds):
        # Short rounds first: a network that knows little needs little to learn from.
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
