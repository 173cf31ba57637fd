"""The heuristic-agents report: its agents and surveyed players on the standard boards, with times.

Writes ``docs/results/agents.md``: for every player and board the share of games won with its 95 %
interval and the processor time per game. All play the same games of seed 1, from a corner that is
kept free of mines. ``--games`` sets the effort of the fast players; the slow ones play a share.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sapper
from sapper.papers.heuristic_agents.half_at_random import HalfAtRandom
from sapper.papers.heuristic_agents.window_table import WindowTable

BOARDS = {"beginner": "9x9/10", "intermediate": "16x16/40", "expert": "16x30/99"}

PAGE = Path(__file__).parent.parent / "docs" / "results" / "agents.md"


@dataclass(frozen=True)
class Player:
    """A row of the table."""

    name: str
    strategy: Any
    share: float = 1.0
    """The number of its games, as a share of those of the fast players."""


PLAYERS = (
    Player("agent 1, random move", "agent003:1"),
    Player("agent 2, neighborhood sum", "agent003:2"),
    Player("agent 3, mine probability", "agent003:3", 0.25),
    Player("agent 4, entropy", "agent003:4", 0.25),
    Player("agent 5, probability and entropy", "agent003:5", 0.25),
    Player("agent 3, certain cells first (`perimeter`)", "perimeter"),
    Player("agent 4, never on a known mine (`entropy`)", "entropy", 0.25),
    Player("single point (`basic`), Becerra 2015", "basic"),
    Player("look-up of 3x3 windows, Rujan 1998", WindowTable, 0.02),
    Player("random until half is open, Huang 2004", HalfAtRandom, 0.02),
    Player("`limited-search`, Pedersen 2004", "limited-search"),
    Player("ties to the edge (`near-edge`), Sinha et al. 2021", "near-edge"),
    Player("ties to the frontier (`frontier`), Buffet et al. 2012", "frontier"),
    Player("`pseq`, Tu et al. 2017", "pseq"),
    Player("`pseq-d256`, Tu et al. 2017", "pseq-d256"),
)

INTRODUCTION = """\
# Agents of the heuristic-agents report

The heuristic-agents report leaves one experiment to future work: its agents on the beginner,
intermediate and expert boards, with more games and with their run time. This page has the results,
for the agents as its text defines them and for the players of its survey.

- More entropy does not pay. Agent 5 wins no more than agent 3 and takes longer; agent 4 wins
  nothing here, because it seeks the most informative cell at any risk.
- If everything is certain, all entropies are 0, so agent 4 has no preference left and opens mines
  that it knows. `entropy`, which excludes them, wins beginner games that agent 4 loses.
- Deduction matters more than the choice of guesses: from single clues (`basic`) to zones of clues
  (`limited-search`) to all clues (`perimeter`) the win rate on expert goes from nearly 0 to about a
  third.

Made by `make agents` (`benchmarks/agents.py`), version {version}: seed 1, {most:,} games per row,
{middle:,} for agents 3 to 5 and `entropy`, which examine the whole board at every click, and
{least:,} for the players written in Python. All play the same games, from a corner without a mine.
Percentages are games won, with Wilson's 95 % interval. Times are CPU time per game on a shared
machine. Players in Python spend most of theirs outside of the core, so their times do not compare.

"""

REMARKS = """
Upper confidence trees (`sapper.papers.heuristic_agents.upper_confidence`) and noisy clues
(`noisy_clues`, in the same package) list layouts one by one, so they play small boards only;
`sapper reproduce heuristic_agents` has their figures.
"""


def line(player: Player, games: int) -> str:
    """Play a player on all boards; return its row."""
    cells = [player.name]
    for spec in BOARDS.values():
        result = sapper.simulate(spec, player.strategy, max(100, round(games * player.share)))
        if result.interrupted:
            raise KeyboardInterrupt
        low, high = (100 * bound for bound in result.interval)
        time = 1000 * result.cpu_seconds / result.games
        cells.append(f"{100 * result.win_rate:.2f} [{low:.2f}, {high:.2f}]")
        cells.append(f"{time:.3g} ms")
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Write the page; print each row when it is finished."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="games of the fast players")
    parser.add_argument("--output", type=Path, default=PAGE, help="the page to write")
    options = parser.parse_args()
    if options.games < 100:
        parser.error(f"--games takes at least 100, not {options.games}")
    headings = ["player", *(part for name in BOARDS for part in (f"{name}, won %", "time"))]
    rows = [f"| {' | '.join(headings)} |", "|" + " --- |" * len(headings)]
    for player in PLAYERS:
        rows.append(line(player, options.games))
        print(rows[-1], flush=True)
    introduction = INTRODUCTION.format(
        version=sapper.__version__,
        most=options.games,
        middle=round(options.games * 0.25),
        least=max(100, round(options.games * 0.02)),
    )
    options.output.write_text(introduction + "\n".join(rows) + "\n" + REMARKS, encoding="utf-8")


if __name__ == "__main__":
    main()
