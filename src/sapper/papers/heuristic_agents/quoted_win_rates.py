"""Section 3: win rates quoted from other work, compared with our strategies."""

from __future__ import annotations

from sapper.papers.claims import Effort, Finding
from sapper.papers.heuristic_agents import PAPER
from sapper.papers.played import percent_of, play


@PAPER.claim("3.2", "win rate of PSEQ on expert (Tu and others)", "39.616 %")
def _(effort: Effort) -> Finding:
    result = play(effort, "16x30/99", "pseq", 3_000, 100_000)
    return percent_of(result, "39.616", note="here, ties after Q are broken by the first cell")


@PAPER.claim("3.2", "win rate of PSEQ with D* at the end, on expert (Tu and others)", "40.06 %")
def _(effort: Effort) -> Finding:
    return percent_of(play(effort, "16x30/99", "pseq-d256", 3_000, 100_000), "40.06")


ORDERS = ("P", "PS", "PU", "PE", "PQ", "PSE", "PSU", "PSQ", "PSEQ", "PSEQU", "PSEUQ", "PSEU")
"""Combinations of the criteria of Tu and others, in order of precedence."""


@PAPER.claim(
    "3.2", "the best combination of criteria on expert (Tu and others)", "PSEQ", quick=False
)
def _(effort: Effort) -> Finding:
    played = {
        order: play(effort, "16x30/99", f"heuristic:{order}", 3_000, 50_000) for order in ORDERS
    }
    ranked = sorted(played, key=lambda order: -played[order].wins)
    low, high = played["PSEQ"].interval
    shown = ", ".join(
        f"{order} {100 * played[order].win_rate:.2f}" for order in dict.fromkeys(("PSEQ", *ranked))
    )
    tied = [o for o in ranked if o != "PSEQ" and played[o].interval[1] >= low]
    return Finding(
        f"{shown} %, each ± {50 * (high - low):.2f}",
        not tied,
        f"not distinguished from PSEQ by these games: {', '.join(tied) or 'none'}; agrees if PSEQ "
        "wins more than every other combination beyond the errors; ties are broken by the first "
        "cell",
    )


@PAPER.claim(
    "3.2",
    "win rate of a constraint program on expert (Buffet and others, CSP)",
    "34 %",
    not_comparable="the first cell is not stated, and it matters by more than a point",
)
def _(effort: Effort) -> Finding:
    middle = play(effort, "16x30/99", "perimeter", 3_000, 100_000, start=(8, 15))
    corner = play(effort, "16x30/99", "perimeter", 3_000, 100_000)
    return Finding(
        f"{100 * middle.win_rate:.2f} % from the middle, {100 * corner.win_rate:.2f} % from the "
        "corner",
        middle.interval[0] <= 0.345 and corner.interval[1] >= 0.335,
    )


@PAPER.claim(
    "3.2",
    "the same with ties broken by the distance to the frontier, from the corner (OH)",
    "38.7 %",
    note="here, the remaining ties are broken at random",
)
def _(effort: Effort) -> Finding:
    return percent_of(play(effort, "16x30/99", "frontier", 3_000, 100_000), "38.7")


@PAPER.claim("3.3", "the first cell most likely to have no mine next to it", "a corner")
def _(_effort: Effort) -> Finding:
    from sapper.analysis import analyze
    from sapper.positions import Position

    corner_best, shown = [], []
    for spec in ("beginner", "intermediate", "expert"):
        analysis = analyze(Position.covered_board(spec))
        cells = range(analysis.position.board.size)
        zero = [analysis.clue_distribution(cell).zero for cell in cells]
        corner_best.append(max(zero) == zero[0] > sorted(zero)[-5])
        shown.append(f"{spec} {100 * zero[0]:.1f}")
    return Finding(f"{', '.join(shown)} % in a corner, less elsewhere", all(corner_best))
