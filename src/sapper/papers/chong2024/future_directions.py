"""Section 10.3: the critical density of variants of the board, and other definitions of it."""

from __future__ import annotations

from sapper.papers.chong2024 import PAPER
from sapper.papers.claims import Effort, Finding
from sapper.papers.shipped import study_boards, study_row

LATTICES = {
    "squares": ("open-squares", ""),
    "tori": ("open-tori", "torus:"),
    "hexagons": ("open-hexagons", "hex:"),
    "triangles": ("open-triangles", "tri:"),
}
"""The parts of the study by lattice, with the kind of their boards."""

_LIMIT_FALL = 0.02
"""A density that falls by less than this share from 100x100 to 200x200 would be near a limit."""


@PAPER.claim(
    "10.3",
    "asymptotic critical density P* of variants, as a measure of their complexity",
    "the lower, the more complex",
    slip="P* is 0 on every lattice, so it orders none: the density at which half of the games are "
    "won falls like a power of the number of cells; the exponent and the amplitude of this power "
    "can serve as a measure (docs/explanation/theory.md)",
    note="the density at which pseq wins half of the games that start with an opening",
)
def _(effort: Effort) -> Finding:
    shown, limits = [], []
    for lattice, (part, kind) in LATTICES.items():
        small, large = (
            study_row(effort, part, f"{kind}{side}x{side}", "pseq", "half").value or 0.0
            for side in (100, 200)
        )
        shown.append(f"{lattice} {small:.3f} and {large:.3f}")
        limits.append(large > (1 - _LIMIT_FALL) * small)
    return Finding(
        f"on 100x100 and 200x200: {', '.join(shown)}", all(limits), confirmed=not any(limits)
    )


@PAPER.claim(
    "10.3",
    "critical density of squares in terms of the average number of guesses",
    "can be defined",
    note="the density at which a game of pseq that starts with an opening takes the most guesses; "
    "in contrast to the win rate it hardly falls with the size",
)
def _(effort: Effort) -> Finding:
    return _peaks(effort, "guesses")


@PAPER.claim(
    "10.3",
    "critical density of squares in terms of the time taken to solve a board",
    "can be defined",
    note="the density at which a game of pseq that starts with an opening takes the most CPU time",
)
def _(effort: Effort) -> Finding:
    return _peaks(effort, "seconds")


def _peaks(effort: Effort, method: str) -> Finding:
    """Return the densities of a peak on all squares; agrees if every square has one."""
    values = {
        board: study_row(effort, "open-peaks", board, "pseq", method).value
        for board in study_boards("open-peaks")
    }
    shown = ", ".join(
        f"{'none' if value is None else f'{value:.3f}'} on {board}"
        for board, value in values.items()
    )
    return Finding(shown, None not in values.values())
