"""``sapper analyze``: what is known about one position."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.failures import abandon_on_interrupt
from sapper.cli.read_position import read_file
from sapper.cli.streams import write_json

if TYPE_CHECKING:
    from sapper.analysis import Analysis
    from sapper.analysis.answer import AnalysisAnswer
    from sapper.positions import Position

MOST_EXACT = 10_000
"""Above this many covered cells exact numbers are computed only if asked for."""

EXAMPLES = """\b
Examples:
  sapper analyze board.txt --mines 99
  sapper analyze board.txt --mines 99 --json
  printf '###\\n121\\n' | sapper analyze - --mines 2 --why
"""


def analyze(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A position as text; - reads standard input."),
    ],
    mines: Annotated[
        int | None,
        typer.Option(metavar="N", help="Mines on the whole board, flagged ones included."),
    ] = None,
    max_per_cell: Annotated[
        int,
        typer.Option(metavar="X", min=1, max=100, help="The most mines that a cell can hold."),
    ] = 1,
    density: Annotated[
        str | None,
        typer.Option(
            metavar="D",
            help="Instead of N: each cell is mined with this chance, as in 0.2 or 1/5.",
        ),
    ] = None,
    board: Annotated[
        str | None,
        typer.Option(
            metavar="SPEC",
            help="A board as in hex:10x12, or a kind alone: torus, hex, tri, rook, knight, reach2.",
        ),
    ] = None,
    why: Annotated[
        bool, typer.Option("--why", help="Explain every certain cell by as few clues as possible.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object, with exact fractions.")
    ] = False,
    exact: Annotated[
        bool,
        typer.Option(
            "--exact",
            help=f"With --json: exact numbers also above {MOST_EXACT:,} covered cells, where they "
            "take minutes or hours and are null otherwise.",
        ),
    ] = False,
) -> None:
    """Show the chance of a mine in every covered cell.

    Also what is certain, the best cell to open and the number of layouts. FILE has a character
    for each cell: # covered, F flagged, . or 0 to 9 a clue, (12) a larger one. Its first line
    may be a board with its mines, such as torus:9x12/15, and then --mines is not needed.
    """
    position = read_file(file, mines, density, board, max_per_cell)
    if as_json:
        abandon_on_interrupt(lambda: _show_json(position, why, exact))
    else:
        abandon_on_interrupt(lambda: _show_picture(position, why))


def _show_picture(position: "Position", why: bool) -> None:
    from sapper.analysis import analyze
    from sapper.terminal.analysis_view import report
    from sapper.terminal.render import Terminal

    analysis = analyze(position)
    terminal = Terminal()
    terminal.print(report(analysis, why=why, width=terminal.width, marks=terminal.marks))


def _show_json(position: "Position", why: bool, exact: bool) -> None:
    from sapper.analysis import analyze

    write_json(_answer(analyze(position), why, exact).to_dict())


def _answer(analysis: "Analysis", why: bool, exact: bool) -> "AnalysisAnswer":
    position = analysis.position
    covered = len(position.covered)
    if covered > MOST_EXACT and not exact:
        note = f"sapper: no exact numbers for {covered:,} covered cells; --exact computes them"
        print(note, file=sys.stderr)
    counted = exact or (covered <= MOST_EXACT and _has_exact(position))
    return analysis.answer(solutions=counted, fractions=counted, reasons=why)


def _has_exact(position: "Position") -> bool:
    return position.density is None or position.max_per_cell == 1
