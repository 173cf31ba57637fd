"""Section 2.3: an opening strategy and its risks.

The text names no board. Its risks match Expert; its recommendations are checked on all boards.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sapper.papers.claims import Effort, Finding, equal, rounded
from sapper.papers.combinatorics import PAPER
from sapper.papers.combinatorics.example import BOARDS
from sapper.theory import OpeningNode, opening_tree

if TYPE_CHECKING:
    from sapper.theory import Candidate

STEPS = (
    (1, (), "a cell in the middle", "20"),
    (2, (1,), "a cell adjacent to the 1", "13"),
    (3, (1, 1), "a cell next to one of the 1s", "12"),
    (3, (1, 2), "a cell next to the 1 alone", "5"),
    (4, (1, 1, 1), "a cell at an end", "10"),
    (4, (1, 1, 2), "a cell shared by only the two 1s", "6"),
)
"""Step, numbers shown so far, the cell to open, and its printed risk in percent."""

SIZES = (
    ((1, 1), (0, 1), "cells next to only one of the 1s", 6),
    ((1, 2), (0,), "cells next to the 1 alone", 3),
    ((1, 1, 1), (0, 2), "cells at the ends of 1 1 1", 6),
    ((1, 1, 2), (0, 1), "cells shared by only the two 1s", 2),
    ((1, 1, 2), (0,), "cells on the far left of 1 1 2", 3),
)
"""Numbers shown, the indices of those next to the cells, the cells in words, their number."""


@cache
def tree(spec: str = "expert") -> OpeningNode:
    """Return the opening tree of a board."""
    return opening_tree(spec)


def touching(node: OpeningNode, which: tuple[int, ...]) -> Candidate:
    """Return the cells next to exactly these clues of the node."""
    clues = tuple(node.position.revealed[i] for i in which)
    return next(found for found in node.candidates if found.clues == clues)


for _step, _numbers, _what, _percent in STEPS:
    shown = " ".join(map(str, _numbers))
    after = f" after {shown}" if shown else ""

    @PAPER.claim(
        f"2.3, step {_step}",
        f"risk of {_what}{after}, in percent",
        _percent,
        slip=""
        if _numbers
        else "99/480 is 20.6 %, which rounds to 21 % (22 % on Master, 16 % on the others)",
    )
    def _(_effort: Effort, numbers: tuple[int, ...] = _numbers, percent: str = _percent) -> Finding:
        return rounded(100 * float(tree().find(*numbers).risk), percent)

    if not _numbers:  # on the covered board all cells are equally safe
        continue

    @PAPER.claim(f"2.3, step {_step}", f"{_what} as the safest choice{after}", "a good strategy")
    def _(_effort: Effort, numbers: tuple[int, ...] = _numbers) -> Finding:
        worse = [
            name for name, spec in BOARDS.items() if not tree(spec).find(*numbers).book_is_safest
        ]
        where = f"not on {', '.join(worse)}" if worse else "on all four boards"
        return Finding(f"safest {where}", not worse)


@PAPER.claim("2.3, step 4", "risk of the three cells on the far left of 1 1 2, in percent", "13")
def _(_effort: Effort) -> Finding:
    return rounded(100 * float(touching(tree().find(1, 1, 2), (0,)).risk), "13")


@PAPER.claim(
    "2.3, step 4", "a cell on the far left of 1 1 2 is more likely to show a zero", "maybe"
)
def _(_effort: Effort) -> Finding:
    node = tree().find(1, 1, 2)
    shared, left = touching(node, (0, 1)).zero, touching(node, (0,)).zero
    shown = f"{float(left):.4f} against {float(shared):.4f}"
    return Finding(shown, left > shared, "computed for the middle one of the three cells")


for _numbers, _which, _what, _count in SIZES:

    @PAPER.claim("2.3", f"number of {_what}", str(_count))
    def _(
        _effort: Effort,
        numbers: tuple[int, ...] = _numbers,
        which: tuple[int, ...] = _which,
        count: int = _count,
    ) -> Finding:
        node = tree().find(*numbers)
        parts = [which] if numbers[-1] == 2 else [(i,) for i in which]
        return equal(sum(len(touching(node, part).cells) for part in parts), count)
