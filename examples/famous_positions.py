"""Famous positions of Minesweeper, analysed and printed: what ``make demo`` runs.

Run it with ``python examples/famous_positions.py``. Every number is computed when it is printed.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

import sapper
from sapper.terminal.analysis_view import layouts_text, legend, wrapped
from sapper.terminal.render import Terminal, picture

if TYPE_CHECKING:
    from collections.abc import Callable

    from sapper import Analysis


@dataclass(frozen=True, slots=True)
class Famous:
    """A position with a title and a remark."""

    title: str
    text: str
    mines: int
    remark: Callable[[Analysis], str]
    """Returns a remark with the numbers of the analysis."""

    kind: str | None = None
    """The board kind."""

    def position(self) -> sapper.Position:
        """Return the position."""
        return sapper.parse(self.text, self.mines, board=self.kind)


def chance(analysis: Analysis, row: int, column: int) -> float:
    """Return the mine probability of a cell."""
    return float(analysis.mine_probability[analysis.position.board.cell((row, column))])


def fraction(analysis: Analysis, row: int, column: int) -> str:
    """Return the mine probability of a cell as a fraction."""
    return str(analysis.exact()[analysis.position.board.cell((row, column))])


def reason(analysis: Analysis, row: int, column: int) -> str:
    """Return the reason why a cell is certain."""
    return analysis.reason((row, column)).text(analysis.position) + "."


# -- remarks -----------------------------------------------------------------------------------


def perimeter(a: Analysis) -> str:
    """Fowler & Young 2004, figure III.1."""
    (part,) = a.components
    by_mines = " and ".join(
        f"{count} of {mines} mines" for mines, count in part.arrangements.items()
    )
    return (
        f"The twelve cells around the clues have {sum(part.arrangements.values())} arrangements, "
        f"{by_mines}, and with the other 21 cells {a.solutions:,} layouts. Nothing is certain; the "
        f"three cells above the 1 are best, each a mine in {fraction(a, 1, 1)} of the layouts."
    )


def inference(a: Analysis) -> str:
    """Fowler & Young 2004, figure III.3."""
    return (
        "No clue alone says anything here, but together they settle the whole second column: "
        f"{len(a.safe)} cells are safe. {reason(a, 0, 1)}"
    )


def one_two(a: Analysis) -> str:
    """The 1-2 example of the combinatorics note."""
    left, middle, right = chance(a, 2, 13), chance(a, 1, 14), chance(a, 2, 16)
    return (
        f"Two clues away from the edges of an expert board. Next to the 1 alone {left:.6f}, next "
        f"to both {middle:.6f}, next to the 2 alone {right:.6f}: so open next to the 1."
    )


def one_two_one(a: Analysis) -> str:
    """The first pattern that players learn."""
    return f"Mines above the two ones next to the 2, none above the 2. {reason(a, 0, 2)}"


def one_two_two_one(a: Analysis) -> str:
    """The second pattern that players learn."""
    return f"Mines above both twos, none above the ones. {reason(a, 0, 1)}"


def coin_toss(a: Analysis) -> str:
    """An unavoidable guess."""
    return (
        f"{a.solutions} layouts, {fraction(a, 0, 3)} each: every clue sees both cells, so no other "
        "cell will ever distinguish them."
    )


def lattice(a: Analysis) -> str:
    """Fifty isolated clues."""
    return (
        f"With 60 mines there are exactly {a.solutions} layouts, that is {layouts_text(a)}. A cell "
        f"next to a clue is a mine in {fraction(a, 0, 0)} of them, a cell next to none in "
        f"{fraction(a, 15, 0)}."
    )


def torus(a: Analysis) -> str:
    """A board with connected edges."""
    return (
        "Opposite edges meet, so the two corner clues are neighbours and share cells: "
        f"{layouts_text(a)} layouts, and {fraction(a, 0, 4)} for the cells next to both."
    )


def hexagons(a: Analysis) -> str:
    """Six neighbours per cell."""
    return (
        "Odd rows are shifted by half a cell, and every cell inside has six neighbours: "
        f"{layouts_text(a)} layouts. {reason(a, 2, 3)}"
    )


OPEN_MIDDLE = "\n".join(["#" * 30] * 2 + ["#" * 14 + "12" + "#" * 14] + ["#" * 30] * 13)
CLUE_ROW = "#1#" * 10
FIFTY_CLUES = "\n".join(["#" * 30, CLUE_ROW, "#" * 30] * 5 + ["#" * 30])

FAMOUS = (
    Famous(
        "Fowler and Young 2004, figure III.1",
        "######\n######\n##1###\n##32##\n######\n######",
        11,
        perimeter,
    ),
    Famous(
        "Fowler and Young 2004, figures II.5 and III.3",
        """
        ##2F1....
        ##211....
        ##2......
        ##1...111
        ##1...1F1
        ##1...111
        ##2..1121
        ##2112F2F
        ##11F2121
        """,
        10,
        inference,
    ),
    Famous("A 1 next to a 2 on expert", OPEN_MIDDLE, 99, one_two),
    Famous("1-2-1", "#####\n11211\n.....", 2, one_two_one),
    Famous("1-2-2-1", "####\n1221\n....", 2, one_two_two_one),
    Famous("Fifty-fifty", "..1#\n..1#", 1, coin_toss),
    Famous("Fifty clues", FIFTY_CLUES, 60, lattice),
    Famous("A torus", "1####\n#####\n##2##\n#####\n####1", 5, torus, "torus"),
    Famous("Hexagons", "####1#\n1#####\n####13\n1#####\n#1#1##", 7, hexagons, "hex"),
)

IMPOSSIBLE = Famous(
    "A contradiction", "######\n#11###\n##4###\n###2##\n######", 8, lambda _: "unreachable"
)


# -- on the screen ------------------------------------------------------------------------------


def show(famous: Famous, terminal: Terminal) -> None:
    """Print a position with its mine probabilities and the remark."""
    analysis = sapper.analyze(famous.position())
    terminal.print(Text(f"\n{famous.title}\n", "title"))
    terminal.print(picture(analysis.position, analysis, width=terminal.width, marks=terminal.marks))
    terminal.print(wrapped(["", famous.remark(analysis)], terminal.width, indent=0))


def show_contradiction(famous: Famous, terminal: Terminal) -> None:
    """Print a contradictory position and the reason."""
    position = famous.position()
    terminal.print(Text(f"\n{famous.title}\n", "title"))
    terminal.print(picture(position, width=terminal.width, marks=terminal.marks))
    try:
        sapper.analyze(position)
    except sapper.ContradictionError as error:
        terminal.print(
            wrapped(["", f"Here {error}. Any other clue may stay."], terminal.width, indent=0)
        )


def main() -> None:
    """Print all famous positions."""
    started = time.perf_counter()
    terminal = Terminal()
    terminal.print(legend(terminal.marks))
    for famous in FAMOUS:
        show(famous, terminal)
    show_contradiction(IMPOSSIBLE, terminal)
    seconds = time.perf_counter() - started
    terminal.print(Text(f"\n{len(FAMOUS) + 1} positions in {seconds:.2f} seconds."))


if __name__ == "__main__":
    main()
