"""Refine the value network on decisions evaluated by rollouts.

The choices of ``best`` depend on small differences in value between clicks of the same position.
Results of games hardly show them, because their variance is far larger. Therefore all clicks of
some decisions are evaluated on the same layouts by rollouts with control variates
(``core/play/training_choices.hpp``). The network is fitted to the differences between the clicks of
a decision and, with a small weight, to the values themselves, so that its outputs remain win
probabilities. After the first round the loss also rewards ranking the best click first.

    python training/refine_value_model.py [--rounds N] [--scale X] [--by-differences N]
        [--choices FOLDER]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.types import FirstClickRule

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from network import OUTPUT, Adam, Array, Network, sigmoid, write
from sapper import _core
from sapper.games.deals import Deal

Indices = NDArray[np.integer[Any]]

SEED = 780_000_000
"""The seed of the games of a round is this plus the number of the round."""

SMALL = {
    "6x6": {5: 210, 6: 250, 8: 200},
    "5x6": {4: 140, 5: 130, 7: 60},
    "5x5": {4: 190, 5: 200, 6: 150, 7: 40},
    "4x6": {6: 80, 9: 50},
    "4x5": {4: 50, 5: 150, 6: 40, 7: 150, 8: 60, 9: 60, 10: 300, 11: 100, 12: 110},
    "3x6": {5: 30, 6: 40, 8: 50, 9: 60, 10: 90},
}
"""Small boards, on which losses can be computed exactly: games per round, by number of mines."""

BOARDS: dict[str, tuple[FirstClickRule, tuple[int, int] | None, int]] = {
    "16x30/99": ("safe", None, 2_200),
    "16x30/99 open": ("open", (3, 3), 760),
    "16x16/40": ("safe", None, 4_400),
    "10x10/20": ("safe", None, 2_800),
    "9x9/10": ("safe", None, 15_000),
    "8x8/10": ("safe", None, 7_300),
    "20x20/75": ("safe", None, 120),
    "12x12/20": ("safe", None, 830),
    "hex:10x10/20": ("safe", None, 620),
    "torus:10x10/18": ("safe", None, 120),
    **{
        f"{board}/{mines}": ("safe", None, games)
        for board, by_mines in SMALL.items()
        for mines, games in by_mines.items()
    },
}
"""The boards with the first-click rule, the first cell and the number of games per round."""

BLOCK = 100
BATCH = 128
EPOCHS = 10
EPOCHS_BY_CHOICE = 4
RATE = 1e-3
LEVEL = 0.1
"""The weight of the values relative to their differences."""
LEAD = 0.003
"""Temperature of the softmax over clicks in the loss by choice, as a win probability. In play the
best click is always chosen.
"""


@dataclass
class Choices:
    """Decisions, their clicks, and the outcomes of each click."""

    decisions: Indices
    """By click: its decision, counted from 0, in order."""

    safeties: Array
    """By click: the probability that the cell is safe."""

    values: Array
    """By click: the mean value of the rollouts."""

    clicks: Indices
    """By outcome: its click, in order."""

    probabilities: Array
    """By outcome: its probability, given that the click is safe."""

    won: Array
    """By outcome: 1 if the rest of the game needs no guess."""

    features: Array
    """By outcome: a row of afterstate features."""

    @classmethod
    def joined(cls, parts: list[Choices]) -> Choices:
        """Return the decisions of all parts as one object."""
        decisions = clicks = 0
        for part in parts:
            part.decisions = part.decisions + decisions
            part.clicks = part.clicks + clicks
            decisions = int(part.decisions[-1]) + 1 if len(part.decisions) else decisions
            clicks += len(part.decisions)
        names = [field.name for field in fields(cls)]
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))

    def of(self, decisions: Indices) -> Choices:
        """Return some of the decisions; their numbers are in increasing order."""
        firsts = np.searchsorted(self.decisions, [decisions, decisions + 1])
        clicks = np.concatenate([np.arange(a, b) for a, b in firsts.T])
        outcomes = np.concatenate(
            [np.arange(a, b) for a, b in np.searchsorted(self.clicks, firsts).T]
        )
        return Choices(
            np.searchsorted(decisions, self.decisions[clicks]),
            self.safeties[clicks],
            self.values[clicks],
            np.searchsorted(clicks, self.clicks[outcomes]),
            self.probabilities[outcomes],
            self.won[outcomes],
            self.features[outcomes],
        )

    def __len__(self) -> int:
        """Return the number of decisions."""
        return int(self.decisions[-1]) + 1 if len(self.decisions) else 0

    def centred(self, values: Array, shares: Array | None = None) -> Array:
        """Return values of clicks minus their mean over the decision, optionally weighted."""
        shares = np.ones_like(values) if shares is None else shares
        means = np.bincount(self.decisions, shares * values) / np.bincount(self.decisions, shares)
        return (values - means[self.decisions]).astype(np.float32)

    def shares(self, values: Array) -> Array:
        """Return the softmax share of each click within its decision."""
        best = np.full(len(self), -np.inf, np.float32)
        np.maximum.at(best, self.decisions, values)
        weights = np.exp((values - best[self.decisions]) / LEAD)
        found: Array = (weights / np.bincount(self.decisions, weights)[self.decisions]).astype(
            np.float32
        )
        return found


def play(network: Network, seed: int, scale: float) -> Choices:
    """Play games on all boards and evaluate some of their decisions by rollouts."""
    model = _core.ValueModel(network.weights)
    todo = [
        (Deal.read(spec.partition(" ")[0], first=first, start=start), begin)
        for spec, (first, start, games) in BOARDS.items()
        for begin in range(0, max(BLOCK, int(scale * games)), BLOCK)
    ]
    parts = []
    with ThreadPoolExecutor(2) as pool:
        jobs = [
            pool.submit(_core.training_choices, deal.core, model, seed, begin, BLOCK)
            for deal, begin in todo
        ]
        for done, job in enumerate(jobs, 1):
            part = Choices(*job.result())
            if len(part):
                parts.append(part)
            print(f"\r  decisions: {done} of {len(jobs)} blocks", end="", file=sys.stderr)
    print(file=sys.stderr)
    return Choices.joined(parts)


def judge(network: Network, choices: Choices) -> tuple[Array, list[Array], Array]:
    """Return the values of clicks, the activations, and the derivatives of values by log odds."""
    made = network.forward(network.standardised(choices.features))
    odds = sigmoid(made[-1][:, 0])
    survival = choices.features[:, _core.VALUE_NEXT_SAFETY]
    playing = choices.won == 0
    worth = np.where(playing, survival * odds, 1)
    share = choices.safeties[choices.clicks] * choices.probabilities
    values = np.bincount(choices.clicks, share * worth, len(choices.decisions))
    slope = share * np.where(playing, survival * odds * (1 - odds), 0)
    return values.astype(np.float32), made, slope.astype(np.float32)


def loss(network: Network, choices: Choices) -> float:
    """Return the mean squared error of differences within decisions, in squared points."""
    values, _, _ = judge(network, choices)
    return float(np.mean((100 * choices.centred(values - choices.values)) ** 2))


def chosen(network: Network, choices: Choices) -> float:
    """Return the mean gain of the chosen clicks over the mean of their decision, in points."""
    values, _, _ = judge(network, choices)
    gained = 100 * choices.shares(values) * choices.centred(choices.values)
    return float(gained.sum() / len(choices))


def slopes(choices: Choices, values: Array, by_choice: bool) -> Array:
    """Return the gradient of the loss by click: of differences, and of choices if ``by_choice``."""
    off = values - choices.values
    found = (choices.centred(off) + LEVEL * off) / len(off)
    if by_choice:
        shares = choices.shares(values)
        found -= shares * choices.centred(choices.values, shares) / (LEAD * len(choices))
    return found.astype(np.float32)


def fit(network: Network, choices: Choices, rng: np.random.Generator, by_choice: bool) -> None:
    """Fit the network to decisions; print the loss on a held-out tenth."""
    order = rng.permutation(len(choices))
    held, train = np.sort(order[: len(order) // 10]), order[len(order) // 10 :]
    test = choices.of(held)

    def report(when: str) -> None:
        error, gained = loss(network, test), chosen(network, test)
        print(f"  {when}: {error:.3f} off, {gained:.3f} gained, held out", file=sys.stderr)

    report("before")
    epochs = EPOCHS_BY_CHOICE if by_choice else EPOCHS
    adam = Adam(network, RATE, 0.0, epochs * (len(train) // BATCH))
    for epoch in range(epochs):
        rng.shuffle(train)
        for begin in range(0, len(train) - BATCH + 1, BATCH):
            batch = choices.of(np.sort(train[begin : begin + BATCH]))
            values, made, slope = judge(network, batch)
            error = slopes(batch, values, by_choice)[batch.clicks] * slope
            adam.step(network.gradients(made, error[:, None].astype(np.float32)))
        report(f"epoch {epoch + 1}")


def kept_or_played(network: Network, turn: int, scale: float, folder: Path | None) -> Choices:
    """Return the decisions of a round from the folder, or play and save them."""
    kept = folder / f"{turn}.npz" if folder is not None else None
    if kept is not None and kept.exists():
        with np.load(kept) as arrays:
            return Choices(*(arrays[field.name] for field in fields(Choices)))
    choices = play(network, SEED + turn, scale)
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        np.savez(kept, **vars(choices))
    return choices


def main() -> None:
    """Refine the weights of the output file in several rounds."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--scale", type=float, default=10.0, help="times the games of a round")
    parser.add_argument(
        "--by-differences", type=int, default=1, help="rounds before it is fitted by choice, too"
    )
    parser.add_argument("--choices", type=Path, help="folder that keeps the decisions")
    parser.add_argument("--output", type=Path, default=OUTPUT)
    options = parser.parse_args()
    rng = np.random.default_rng(SEED)
    network = Network.read(options.output)
    for turn in range(options.rounds):
        print(f"round {turn + 1} of {options.rounds}", file=sys.stderr)
        choices = kept_or_played(network, turn, options.scale, options.choices)
        fit(network, choices, rng, by_choice=turn >= options.by_differences)
        write(network, options.output, f"refined by {len(choices):,} decisions")


if __name__ == "__main__":
    main()
