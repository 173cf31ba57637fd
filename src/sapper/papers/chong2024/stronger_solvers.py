"""Section 10.2: comparison with stronger solvers."""

from __future__ import annotations

from sapper.data.published_densities import CRITICAL_DENSITIES, STRATEGY
from sapper.lab.study import PUBLISHED
from sapper.papers.chong2024 import PAPER
from sapper.papers.claims import Effort, Finding, Reading
from sapper.papers.played import percent_of, play
from sapper.papers.shipped import study_row


@PAPER.claim("10.2", "win rate of the program of the paper on 10x10/20", "46.8 % of 1,000")
def _(effort: Effort) -> Finding:
    own = percent_of(play(effort, "10x10/20", STRATEGY, 2_000, 40_000), "46.8", 1_000)
    readings = []
    for strategy, words in (
        ("infer-guess", "algorithms 3.5 and 4.2 as written, with the ties of Solver.cs"),
        ("infer-guess-text", "algorithms 3.5 and 4.2 as written, with random ties"),
    ):
        other = percent_of(play(effort, "10x10/20", strategy, 10_000, 100_000), "46.8", 1_000)
        readings.append(Reading(words, other.ours, other.agrees))
    return Finding(
        own.ours,
        own.agrees,
        "because of its errors (see A.1) the program is weaker than the algorithms of the text",
        tuple(readings),
    )


@PAPER.claim(
    "10.2",
    "win rate of Hill's solver on 10x10/20",
    "61.1 % of 10,000",
    not_comparable="Hill's solver is another program, which the paper does not describe; played by "
    "pseq-d256",
)
def _(effort: Effort) -> Finding:
    return percent_of(play(effort, "10x10/20", "pseq-d256", 10_000, 100_000), "61.1", 10_000)


@PAPER.claim("10.2", "boards that a stronger solver wins more often", "almost all")
def _(effort: Effort) -> Finding:
    boards = ("4x4/3", "5x5/5", "6x6/7", "7x7/10", "8x8/13", "9x9/16", "10x10/20")
    gains = {}
    for board in boards:
        weak = play(effort, board, STRATEGY, 500, 10_000)
        strong = play(effort, board, "infer-guess", 500, 10_000)
        gains[board] = 100 * (strong.win_rate - weak.win_rate)
    better = sum(gain > 0 for gain in gains.values())
    return Finding(
        f"{better} of {len(boards)} squares, by {min(gains.values()):.1f} to "
        f"{max(gains.values()):.1f} points",
        better > 0.9 * len(boards),
        "infer-guess compared with the program, at a density of about 0.2",
    )


@PAPER.claim("10.2", "P with a stronger solver on boards with p > 2", "higher on almost all")
def _(effort: Effort) -> Finding:
    boards = [f"{p}x{q}" for p, q in CRITICAL_DENSITIES if p > 2]
    counts = {}
    for strategy in ("infer-guess", "perimeter", "pseq", "pseq-d256"):
        counts[strategy] = sum(
            (study_row(effort, "table", board, strategy, "paper").value or 0)
            > (study_row(effort, "table", board, PUBLISHED, "paper").value or 0)
            for board in boards
        )
    shown = ", ".join(f"{name} {count}" for name, count in counts.items())
    agrees = min(counts.values()) > 0.9 * len(boards)
    return Finding(f"of {len(boards)}: {shown}", agrees)
