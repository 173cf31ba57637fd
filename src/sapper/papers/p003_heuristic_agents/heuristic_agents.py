"""What paper 003 claims: five heuristic agents on small boards, and figures of its survey.

Its survey is in ``heuristic_survey`` and ``surveyed_players``, its table in ``table_one``, and what
it concludes from that in ``heuristic_analysis``.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from sapper.boards import parse_spec
from sapper.papers.claims import Effort, Finding, Paper, equal, rounded
from sapper.papers.exhaustive import every
from sapper.papers.p003_heuristic_agents.heuristic_analysis import ANALYSIS
from sapper.papers.p003_heuristic_agents.heuristic_games import BOARDS, TABLE
from sapper.papers.p003_heuristic_agents.heuristic_survey import SURVEY
from sapper.papers.p003_heuristic_agents.surveyed_players import PLAYERS
from sapper.papers.p003_heuristic_agents.table_one import TABLE_ONE
from sapper.papers.played import play

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.positions import Position

PAPER = Paper("003", "*Minesweeper Solvers: Final Project Report*, 2024")

# -- abstract -----------------------------------------------------------------------------------


@PAPER.claim(
    "Abstract",
    "games for each agent and board",
    "100",
    slip="2.5 % is no share of 100 games; section 5.1 says 40 and 60",
)
def _(_effort: Effort) -> Finding:
    def fewest(percent: str) -> int:
        return next(n for n in range(1, 101) if (Fraction(percent) * n / 100).denominator == 1)

    games = [row.games for rows in TABLE.values() for row in rows]
    need = fewest(TABLE["6x6/6"][3].percent)
    possible = all(100 % fewest(row.percent) == 0 for rows in TABLE.values() for row in rows)
    shown = f"{min(games)} to {max(games)}; 2.5 % needs a multiple of {need}"
    return Finding(shown, possible)


PAPER.questions.extend(SURVEY.questions)
PAPER.questions.extend(PLAYERS.questions)


# -- 4, heuristic approaches --------------------------------------------------------------------


def _positions(effort: Effort) -> Iterator[Position]:
    """All positions of some games of 4x4/2, from every first cell, played by least probability."""
    from sapper.analysis import analyze
    from sapper.games import Game

    for index in range(32 if effort.quick else 320):
        game = Game("4x4/2", seed=effort.seed, index=index, start=index % 16)
        yield game.position
        while game.status == "playing":
            best = analyze(game.position).best
            assert best is not None
            game.open(best)
            if game.status != "lost":
                yield game.position


def _layouts(position: Position) -> list[frozenset[int]]:
    """S of section 4.3: all sets of m covered cells that fit every revealed number."""
    board, mines = position.board, position.mines
    assert mines is not None
    fitting = []
    for chosen in combinations(position.covered, mines):
        held = frozenset(chosen)
        if all(
            sum(cell in held for cell in board.neighbors(b)) == position.clue(b)
            for b in position.revealed
        ):
            fitting.append(held)
    return fitting


@PAPER.claim("4.3", "p(b), the share of the sets in S that hold b", "the mine probability")
def _(effort: Effort) -> Finding:
    from sapper.analysis import analyze

    def holds(position: Position) -> bool:
        layouts = _layouts(position)
        exact = analyze(position).exact()
        return all(
            exact[b] == Fraction(sum(b in s for s in layouts), len(layouts))
            for b in position.covered
        )

    return every(_positions(effort), holds, "positions of 4x4/2")


@PAPER.claim(
    "4.4",
    "the sum of p(b, n) over n, the distribution of the number of neighbouring mines",
    "1, as a distribution",
    slip="p(b, n) also asks that b is safe, so that the sum is 1 - p(b)",
)
def _(effort: Effort) -> Finding:
    from sapper.analysis import analyze
    from sapper.positions import Position

    position = Position.covered_board("4x4/2")
    shown = analyze(position).exact_clue_distribution(5)
    total = sum(shown.values(), Fraction(0))

    def holds(position: Position) -> bool:
        analysis = analyze(position)
        return all(
            sum(analysis.exact_clue_distribution(b).values(), Fraction(0)) + (risk or 0) == 1
            for b, risk in enumerate(analysis.exact())
            if b in position.covered
        )

    law = every(_positions(effort), holds, "positions of 4x4/2").ours
    return equal(total, Fraction(1), note=f"on the covered 4x4/2 board; 1 - p(b) {law}")


# -- 5, experiments -----------------------------------------------------------------------------


@PAPER.claim("5.1", "a corner as the first move wins more, in some cases by", "over 3 %")
def _(effort: Effort) -> Finding:
    gains = {}
    for board, edge, middle in (
        ("8x8/10", (0, 4), (4, 4)),
        ("9x9/10", (0, 4), (4, 4)),
        ("16x16/40", (0, 8), (8, 8)),
        ("16x30/99", (0, 15), (8, 15)),
    ):
        corner, *others = (
            play(effort, board, "pseq", 2_000, 50_000, start=start)
            for start in ((0, 0), edge, middle)
        )
        gains[board] = [100 * (corner.win_rate - other.win_rate) for other in others]
    shown = ", ".join(f"{board} {a:.1f} and {b:.1f}" for board, (a, b) in gains.items())
    return Finding(
        f"over an edge and the middle: {shown} points",
        max(max(pair) for pair in gains.values()) > 3,
        "pseq",
    )


for _spec, _ratio in (
    ("beginner", "0.123"),
    ("intermediate", "0.156"),
    ("expert", "0.206"),
    ("4x4/2", "0.125"),
    ("5x5/4", "0.15"),
    ("6x6/6", "0.167"),
):

    @PAPER.claim(
        "5.1", f"mines to cells on {_spec}", _ratio, slip="4/25 is 0.16" if _ratio == "0.15" else ""
    )
    def _(_effort: Effort, board: str = _spec, ratio: str = _ratio) -> Finding:
        spec = parse_spec(board)
        assert spec.mines is not None
        return rounded(Fraction(spec.mines, spec.size), ratio)


@PAPER.claim(
    "5.2",
    "the sets of S after the first move, on 4x4/2, 5x5/4 and 6x6/6",
    "seconds, then hours for agents 3 to 5",
    note="one agent's runtime is proportional to them; agents 1 and 2 make no sets",
)
def _(_effort: Effort) -> Finding:
    sizes = [comb(spec.size - 1, spec.mines or 0) for spec in map(parse_spec, BOARDS)]
    shown = ", ".join(f"{size:,}" for size in sizes)
    grown = sizes[2] / sizes[0]
    return Finding(f"{shown}: {grown:,.0f} times as many", grown > 1_000)


PAPER.questions.extend(TABLE_ONE.questions)
PAPER.questions.extend(ANALYSIS.questions)
