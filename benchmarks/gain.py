"""How much more a slow player wins than a fast one, estimated with low variance.

    python benchmarks/gain.py [--board SPEC] [--player NAME] [--base NAME] [--games N] [--seed S]
                              [--along base]

The slow player plays the games. If the fast player would have opened another cell, rollouts of both
clicks by the fast player on newly sampled layouts estimate the difference of their values. The sum
of these differences over a game equals the difference of the win rates in expectation (performance
difference lemma: Kakade and Langford 2002, Approximately optimal approximate reinforcement
learning). The results of the games themselves are not used, so hundreds of games reach the
precision of tens of thousands.

With ``--along base`` the fast player plays the games instead. The sum is then the one-step estimate
of what the fast player loses compared with the best clicks, if the slow player finds them; its
errors on solved boards are known from benchmarks/one_step_gap.py.

The win rate of the fast player is known from far more games. To validate the method, compare
``--player best --base pseq-d256`` with benchmarks/strength.py.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, field

import numpy as np

import sapper
from guesses import must_guess
from outcomes import chance
from sapper.intervals import Z95


@dataclass
class Gains:
    """The sum of the differences of each game."""

    games: list[float] = field(default_factory=list)
    decisions: int = 0
    """Decisions without a certain cell."""
    parted: int = 0
    """Those decisions in which the two players open different cells."""
    thinking: float = 0.0
    """Processor seconds of the slow player."""
    longest: float = 0.0

    def row(self, board: str, player: str, base: str) -> str:
        """Return the gain as one line."""
        count = len(self.games)
        error = Z95 * float(np.std(self.games, ddof=1)) / count**0.5 if count > 1 else np.inf
        return (
            f"{board:14} {player} over {base}: {100 * np.mean(self.games):+.3f} ± "
            f"{100 * error:.3f} points per game, {count:,} games, "
            f"{self.decisions / count:.2f} decisions per game, "
            f"other clicks in {100 * self.parted / max(1, self.decisions):.0f} %, "
            f"{self.thinking / max(1, self.decisions):.3f} CPU-seconds per decision, "
            f"slowest {self.longest:.2f} s"
        )


def play(
    game: sapper.Game, player: str, base: str, layouts: int, luck: int, gains: Gains, along: str
) -> None:
    """Play a game with one of the players and add up the differences in value."""
    gained = 0.0
    while must_guess(game):
        began = time.process_time()
        cell = game.hint(player).cell
        spent = time.process_time() - began
        gains.thinking += spent
        gains.longest = max(gains.longest, spent)
        gains.decisions += 1
        other = game.hint(base).cell
        if cell != other:
            gains.parted += 1
            luck += 1
            for sign, click in ((1, cell), (-1, other)):
                gained += sign * chance(
                    game.position, click, base, layouts, least=20, seed=luck, threads=1
                )
        game.open(cell if along == "player" else other)
    gains.games.append(gained)


def main() -> None:
    """Print the gain of the slow player."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--board", default="10x10/20", help="with ' open' the first click opens at (3, 3)"
    )
    parser.add_argument("--player", default="deep:n=200")
    parser.add_argument("--base", default="best")
    parser.add_argument(
        "--along", choices=("player", "base"), default="player", help="whose clicks are played"
    )
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--index", type=int, default=0)
    parser.add_argument("--layouts", type=int, default=400, help="for each click that is valued")
    parser.add_argument("--seed", type=int, default=20_261_116)
    options = parser.parse_args()
    spec, _, first = options.board.partition(" ")
    gains = Gains()
    try:
        for index in range(options.index, options.index + options.games):
            start = (3, 3) if first == "open" else 0
            game = sapper.Game(
                spec, seed=options.seed, index=index, first=first or "safe", start=start
            )
            luck = (options.seed * 1_000_003 + index) * 1_000
            luck %= 2**63
            play(game, options.player, options.base, options.layouts, luck, gains, options.along)
            done = len(gains.games)
            print(f"{done} of {options.games} games", end="\r", file=sys.stderr)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    if gains.games:
        print(gains.row(options.board, options.player, options.base))


if __name__ == "__main__":
    main()
