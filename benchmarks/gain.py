"""What a slow player gains over a fast one in games, with most of the luck taken off.

    python benchmarks/gain.py [--board SPEC] [--player NAME] [--base NAME] [--games N] [--seed S]

The slow player plays the games. Wherever the fast one would have opened another cell, both clicks
are played on by the fast one, on layouts drawn anew: what the one is worth more than the other,
summed up over a game, is on average just what the slow player wins more often (the lemma of
performance differences: S. Kakade, J. Langford, Approximately optimal approximate reinforcement
learning, 2002). Whether a game is won does not come into it, so that some hundred games say what
takes tens of thousands otherwise.

Here the win rate of the fast player is known from far more games, and the way itself can be tried:
``--player best --base pseq-d256`` must tell what benchmarks/strength.py does.
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
    """What was gained so far, game by game."""

    games: list[float] = field(default_factory=list)
    decisions: int = 0
    """In which nothing certain was left to open."""
    parted: int = 0
    """Of those, in which the two players would open different cells."""
    thinking: float = 0.0
    """Processor seconds of the slow player."""
    longest: float = 0.0

    def row(self, board: str, player: str, base: str) -> str:
        """Return the gain in one line."""
        count = len(self.games)
        error = Z95 * float(np.std(self.games, ddof=1)) / count**0.5 if count > 1 else np.inf
        return (
            f"{board:14} {player} over {base}: {100 * np.mean(self.games):+.3f} ± "
            f"{100 * error:.3f} points a game, {count:,} games, "
            f"{self.decisions / count:.2f} decisions a game, "
            f"other clicks in {100 * self.parted / max(1, self.decisions):.0f} %, "
            f"{self.thinking / max(1, self.decisions):.3f} CPU-seconds a decision, "
            f"slowest {self.longest:.2f} s"
        )


def play(game: sapper.Game, player: str, base: str, layouts: int, luck: int, gains: Gains) -> None:
    """Let the slow player play a game, and add up what its clicks are worth more."""
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
        game.open(cell)
    gains.games.append(gained)


def main() -> None:
    """Print what the slow player gains."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--board", default="10x10/20", help="with ' open' the first click opens at (3, 3)"
    )
    parser.add_argument("--player", default="deep:n=200")
    parser.add_argument("--base", default="best")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--first-game", type=int, default=0)
    parser.add_argument("--layouts", type=int, default=400, help="for each click that is valued")
    parser.add_argument("--seed", type=int, default=20_261_116)
    options = parser.parse_args()
    spec, _, first = options.board.partition(" ")
    gains = Gains()
    try:
        for index in range(options.first_game, options.first_game + options.games):
            start = (3, 3) if first == "open" else 0
            game = sapper.Game(
                spec, seed=options.seed, index=index, first=first or "safe", start=start
            )
            luck = (options.seed * 1_000_003 + index) * 1_000
            play(game, options.player, options.base, options.layouts, luck % 2**63, gains)
            done = len(gains.games)
            print(f"{done} of {options.games} games", end="\r", file=sys.stderr)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    if gains.games:
        print(gains.row(options.board, options.player, options.base))


if __name__ == "__main__":
    main()
