"""Sections 9.2 and 9.3: the conclusions for large boards, tested by games and proved bounds."""

from __future__ import annotations

from itertools import pairwise

from sapper.data.published_densities import ASYMPTOTE
from sapper.papers.chong2024 import PAPER
from sapper.papers.claims import Effort, Finding
from sapper.papers.shipped import patterns, study_row
from sapper.theory import density_bound, pair_bound, refuted_from

_LIMIT = float(ASYMPTOTE)

for _side in (500, 1000, 2000, 4000):
    _board = f"{_side}x{_side}"

    @PAPER.claim(
        "9.3, 10",
        f"density at which half of the games are won on {_board}",
        f"about {ASYMPTOTE}",
        slip="it is proved that there is no limit above 0",
        note="played by pseq with a zero as the first click",
    )
    def _(effort: Effort, board: str = _board) -> Finding:
        row = study_row(effort, "open-squares", board, "pseq", "half")
        assert row.value is not None
        assert row.low is not None
        assert row.high is not None
        shown = f"{row.value:.4f} [{row.low:.4f}, {row.high:.4f}], {row.games:,} games"
        predicted = patterns(effort).density(board)
        return Finding(
            shown,
            row.low <= _LIMIT <= row.high,
            f"theory without fitted parameters predicts {predicted:.4f}",
        )


@PAPER.claim(
    "9.3, 10",
    f"win rate of the best player at density {ASYMPTOTE} on large squares",
    "drops around one half",
    slip="no player exceeds these bounds; this is proved for independent mines",
)
def _(_effort: Effort) -> Finding:
    bounds = {side: density_bound(f"{side}x{side}", _LIMIT).bound for side in (500, 1000, 2000)}
    shown = ", ".join(f"at most {bound:.3g} on {side}x{side}" for side, bound in bounds.items())
    least = refuted_from(_LIMIT)
    return Finding(f"{shown}; below one half from {least}x{least} on", min(bounds.values()) >= 0.4)


@PAPER.claim(
    "9.2",
    "win rate of the best player on long boards of two rows with one mine",
    "around 0.50",
)
def _(_effort: Effort) -> Finding:
    bounds = {length: pair_bound(length, 1) for length in (10, 100, 1000)}
    shown = ", ".join(f"{bound} on 2x{length}" for length, bound in bounds.items())
    return Finding(
        f"at most {shown}",
        all(0.495 <= bound <= 0.53 for bound in bounds.values()),
        "proved: a column with one mine is a coin flip",
    )


@PAPER.claim(
    "9.2", "on two rows the win rate falls with each added mine from the first on", "always"
)
def _(_effort: Effort) -> Finding:
    bounds = [float(pair_bound(1000, mines)) for mines in range(1, 6)]
    shown = ", ".join(f"{bound:.3f}" for bound in bounds)
    falling = all(later < 0.51 * sooner for sooner, later in pairwise(bounds))
    return Finding(
        f"no player exceeds {shown} on 2x1000 with 1 to 5 mines",
        falling,
        "proved: each mine halves the win rate",
    )
