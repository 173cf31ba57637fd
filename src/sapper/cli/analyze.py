"""``sapper analyze``: what is known about one position."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.failures import InputError, abandon_on_interrupt
from sapper.cli.streams import read_input, write_json

if TYPE_CHECKING:
    from fractions import Fraction

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

_LONGEST_DENSITY = 40


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
    position = _read_position(file, mines, max_per_cell, density, board)
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


def _read_position(
    file: str, mines: int | None, max_per_cell: int, density: str | None, board: str | None
) -> "Position":
    from sapper.errors import NotationError, PositionError
    from sapper.positions.notation import MAX_TEXT, parse_bytes

    data = read_input(file, MAX_TEXT)
    chance = None if density is None else _read_density(density)
    try:
        return parse_bytes(data, mines, density=chance, board=board, max_per_cell=max_per_cell)
    except NotationError as error:
        name = "standard input" if file == "-" else file
        raise InputError(f"{name}: {error}") from None
    except PositionError as error:
        hint = ": use --mines N or --density D" if mines is None and density is None else ""
        raise InputError(f"{error}{hint}") from None


def _read_density(text: str) -> "Fraction":
    from fractions import Fraction

    plain = len(text) <= _LONGEST_DENSITY and "e" not in text.lower()
    try:
        density = Fraction(text if plain else "")
    except (ValueError, ZeroDivisionError):
        density = Fraction(0)
    if not 0 < density < 1:
        raise InputError(f"a density is between 0 and 1, as 0.2 or 1/5 is, not {text[:40]!r}")
    return density


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
