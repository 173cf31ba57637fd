"""The abstract and section 5: the design of the experiments; table 1 is in ``table_one``."""

from __future__ import annotations

from fractions import Fraction

from sapper.analysis import analyze
from sapper.boards import parse_spec
from sapper.papers.claims import Effort, Finding, rounded
from sapper.papers.heuristic_agents import PAPER
from sapper.papers.heuristic_agents.table_one_games import BOARDS, TABLE
from sapper.papers.played import play
from sapper.positions import UNREAD, Position


def fewest(percent: str) -> int:
    """Return the fewest games of which a printed percentage can be the share of won ones."""
    return next(n for n in range(1, 101) if (Fraction(percent) * n / 100).denominator == 1)


@PAPER.claim(
    "Abstract",
    "games per agent and board",
    "100",
    slip="2.5 % is not possible with 100 games; section 5.1 states 40 and 60",
)
def _(_effort: Effort) -> Finding:
    games = [row.games for rows in TABLE.values() for row in rows]
    need = fewest(TABLE["6x6/6"][3].percent)
    possible = all(100 % fewest(row.percent) == 0 for rows in TABLE.values() for row in rows)
    shown = f"{min(games)} to {max(games)}; 2.5 % needs a multiple of {need}"
    return Finding(shown, possible)


# -- 5, experiments -------------------------------------------------------------------------------


@PAPER.claim("5.1", "largest gain of win rate by a corner as the first move", "over 3 %")
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
        "played by pseq",
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
        "5.1",
        f"ratio of mines to cells on {_spec}",
        _ratio,
        slip="4/25 is 0.16" if _ratio == "0.15" else "",
    )
    def _(_effort: Effort, board: str = _spec, ratio: str = _ratio) -> Finding:
        spec = parse_spec(board)
        assert spec.mines is not None
        return rounded(Fraction(spec.mines, spec.size), ratio)


@PAPER.claim(
    "5.2",
    "number of sets in S after the first move on 4x4/2, 5x5/4 and 6x6/6, for the runtime",
    "seconds, then hours for agents 3 to 5",
    note="the runtime of agents 3 to 5 is proportional to this number; agents 1 and 2 use no sets",
)
def _(_effort: Effort) -> Finding:
    sizes = []
    for spec in map(parse_spec, BOARDS):
        first_open = [UNREAD, *[None] * (spec.size - 1)]
        sizes.append(analyze(Position(spec.board(), first_open, spec.mines)).solutions)
    shown = ", ".join(f"{size:,}" for size in sizes)
    grown = sizes[2] / sizes[0]
    return Finding(f"{shown}: {grown:,.0f} times as many", grown > 1_000)
