"""The value network: a perceptron with two hidden layers, in numpy.

Its inputs are afterstate features (``core/search/afterstate_features.hpp``). Its output is the log
odds of winning, given that the next click survives. The core compiles its weights from
``core/search/value_weights.inc``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sapper import _core

Array = NDArray[np.float32]

OUTPUT = Path(__file__).parent.parent / "core" / "search" / "value_weights.inc"


@dataclass
class Network:
    """The means and scales of the inputs, and the weights and biases of the layers."""

    mean: Array
    scale: Array
    layers: list[Array] = field(default_factory=list)

    @classmethod
    def ignorant(cls, rng: np.random.Generator) -> Network:
        """Return a network with random weights."""
        sizes = (_core.VALUE_INPUTS, _core.VALUE_FIRST, _core.VALUE_SECOND, 1)
        layers: list[Array] = []
        for inputs, outputs in pairwise(sizes):
            layers.append(rng.normal(0, np.sqrt(2 / inputs), (inputs, outputs)).astype(np.float32))
            layers.append(np.zeros(outputs, np.float32))
        return cls(np.zeros(sizes[0], np.float32), np.ones(sizes[0], np.float32), layers)

    @classmethod
    def read(cls, path: Path) -> Network:
        """Read a file written by ``write``."""
        text = path.read_text().partition("\n")[2]
        numbers = np.array([float(x.strip().rstrip("f")) for x in text.split(",")], np.float32)
        found = cls.ignorant(np.random.default_rng(0))
        parts = [found.mean, found.scale, *found.layers]
        ends = np.cumsum([part.size for part in parts])
        for part, values in zip(parts, np.split(numbers, ends[:-1]), strict=True):
            part[...] = values.reshape(part.shape)
        return found

    def standardised(self, features: Array) -> Array:
        """Return standardised and clipped features."""
        most = _core.VALUE_MOST_INPUT
        inputs: Array = np.clip((features - self.mean) * self.scale, -most, most)
        return inputs

    @property
    def weights(self) -> Array:
        """All parameters in the order of the core."""
        return np.concatenate([self.mean, self.scale, *(part.ravel() for part in self.layers)])

    def forward(self, inputs: Array) -> list[Array]:
        """Return the activations of every layer; the last ones are log odds."""
        values = [inputs]
        for depth in range(0, len(self.layers), 2):
            made = values[-1] @ self.layers[depth] + self.layers[depth + 1]
            values.append(made if depth + 2 == len(self.layers) else np.maximum(made, 0))
        return values

    def gradients(self, values: list[Array], error: Array) -> list[Array]:
        """Return the gradients by layer, given the error of the log odds (backpropagation)."""
        found: list[Array] = []
        for depth in range(len(self.layers) - 2, -1, -2):
            inputs = values[depth // 2]
            found[:0] = [inputs.T @ error, error.sum(0)]
            if depth > 0:
                error = (error @ self.layers[depth].T) * (inputs > 0)
        return found


class Adam:
    """Adam (Kingma & Ba 2015) with a cosine learning rate schedule down to 0."""

    def __init__(self, network: Network, rate: float, decay: float, steps: int) -> None:
        self.network, self.rate, self.decay, self.steps = network, rate, decay, steps
        self.taken = 0
        self.first = [np.zeros_like(part) for part in network.layers]
        self.second = [np.zeros_like(part) for part in network.layers]

    def step(self, slopes: list[Array]) -> None:
        """Update the network."""
        self.taken += 1
        rate = self.rate * 0.5 * (1 + np.cos(np.pi * self.taken / self.steps))
        for part, slope, a, b in zip(
            self.network.layers, slopes, self.first, self.second, strict=True
        ):
            part *= 1 - rate * self.decay
            a += 0.1 * (slope - a)
            b += 0.001 * (slope**2 - b)
            change = (a / (1 - 0.9**self.taken)) / (np.sqrt(b / (1 - 0.999**self.taken)) + 1e-8)
            part -= (rate * change).astype(np.float32)


def sigmoid(odds: Array) -> Array:
    """Return the probability of log odds."""
    one = np.float32(1)
    return one / (one + np.exp(-odds))


def write(network: Network, path: Path, origin: str) -> None:
    """Write the weights as C++ source."""
    numbers = [
        f"{x:.9g}f" if "." in f"{x:.9g}" or "e" in f"{x:.9g}" else f"{x:.9g}.0f"
        for x in network.weights.tolist()
    ]
    lines = [", ".join(numbers[i : i + 8]) for i in range(0, len(numbers), 8)]
    path.write_text(f"// Written by make value-model: {origin}.\n" + ",\n".join(lines) + "\n")
