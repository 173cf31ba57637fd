"""``sapper analyze``: mine probabilities, certain cells and reasons for one position."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sapper.cli import options
from sapper.cli.failures import INTERRUPTED, InputError
from sapper.cli.progress import bar
from sapper.cli.read_position import read_file
from sapper.cli.streams import write_json

if TYPE_CHECKING:
    from sapper.analysis.answer import AnalysisAnswer
    from sapper.games import Thought, WinProbability
    from sapper.positions import Position

MOST_EXACT = 10_000
"""Above this many covered cells, exact numbers are computed only with --exact."""

SAMPLES = 1_000
"""Layouts that --win plays by default."""

STRATEGY = "best"
"""The strategy that --win plays by default."""

EXAMPLES = """\b
Examples:
  sapper analyze board.txt --mines 99
  sapper analyze board.txt --mines 99 --json
  printf '###\\n121\\n' | sapper analyze - --mines 2 --why
  sapper analyze board.txt --mines 99 --win --samples 5000
  sapper analyze board.txt --mines 99 --deep --seconds 5
"""


def analyze(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A position as text; - reads standard input."),
    ],
    mines: options.WholeMines = None,
    max_per_cell: Annotated[
        int,
        typer.Option(metavar="X", min=1, max=100, help="The most mines that a cell can hold."),
    ] = 1,
    density: options.MineDensity = None,
    board: options.BoardOrKind = None,
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
            help=f"With --json: exact numbers also above {MOST_EXACT:,} covered cells. They take "
            "minutes or hours there, and are null without this option.",
        ),
    ] = False,
    win: Annotated[
        bool,
        typer.Option("--win", help="Estimate the probability of winning from here by rollouts."),
    ] = False,
    samples: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help=f"With --win: the number of layouts to draw and play; {SAMPLES:,} by default.",
        ),
    ] = None,
    strategy: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=f"With --win: the strategy that plays; {STRATEGY} by default.",
            autocompletion=options.complete_strategy,
        ),
    ] = None,
    deep: Annotated[
        bool,
        typer.Option("--deep", help="Compare the best clicks by rollout search."),
    ] = False,
    seconds: Annotated[
        float | None,
        typer.Option(
            metavar="S", help="With --deep: the time for the search; 1 second by default."
        ),
    ] = None,
) -> None:
    """Show the mine probability of every covered cell.

    Also shows the certain cells, the best cell to open and the number of consistent layouts. FILE
    has one character per cell: # covered, F flagged, . or 0 to 9 a clue, (12) a larger clue. Its
    first line may be a board with its mines, such as torus:9x12/15; --mines is not needed then.
    Other formats are recognised by their content, see sapper formats.

    With --win a strategy plays on from here on consistent layouts: on a sample, or on all of them
    if they are few, which makes the probability exact. Ctrl-C stops it and shows the result so far.
    With --deep the best clicks are compared on such layouts, and the best of them is shown first.
    """
    if not deep and seconds is not None:
        raise InputError("--seconds is the time for --deep: give --deep too")
    if seconds is not None:
        from sapper.games.thinking import check_seconds

        check_seconds(seconds)
    if not win and (samples is not None or strategy is not None):
        raise InputError("--samples and --strategy are about --win: give --win too")
    position = read_file(file, mines, density, board, max_per_cell)
    answer: dict[str, Any] = {}
    if as_json:
        answer.update(_answer(position, why, exact).to_dict())
    else:
        _show_picture(position, why)
    chance = (
        _play_on(position, SAMPLES if samples is None else samples, strategy or STRATEGY)
        if win
        else None
    )
    thought = _think(position, seconds) if deep else None
    if as_json:
        if chance is not None:
            answer["win_probability"] = chance.to_dict()
        if thought is not None:
            answer["thought"] = thought.to_dict()
        write_json(answer)
    else:
        if chance is not None:
            _show(chance.summary())
        if thought is not None:
            _show(thought.summary(position))
    if any(part is not None and part.interrupted for part in (chance, thought)):
        raise typer.Exit(INTERRUPTED)


def _show_picture(position: "Position", why: bool) -> None:
    from sapper.analysis import analyze
    from sapper.terminal.analysis_view import report
    from sapper.terminal.render import Terminal

    analysis = analyze(position)
    terminal = Terminal()
    terminal.print(report(analysis, why=why, width=terminal.width, marks=terminal.marks))


def _play_on(position: "Position", samples: int, strategy: str) -> "WinProbability":
    from sapper.games import win_probability

    with bar(strategy, samples, "layouts") as progress:
        return win_probability(position, samples, strategy=strategy, progress=progress)


def _think(position: "Position", seconds: float | None) -> "Thought":
    from sapper.games.thinking import SECONDS, think

    with bar("deep", 100, "percent") as progress:
        return think(position, SECONDS if seconds is None else seconds, progress=progress)


def _show(text: str) -> None:
    from rich.text import Text

    from sapper.terminal.render import Terminal

    Terminal().print(Text(f"\n{text}"))


def _answer(position: "Position", why: bool, exact: bool) -> "AnalysisAnswer":
    from sapper.analysis import analyze

    analysis = analyze(position)
    covered = len(position.covered)
    if covered > MOST_EXACT and not exact:
        note = f"sapper: no exact numbers for {covered:,} covered cells; --exact computes them"
        print(note, file=sys.stderr)
    counted = exact or (covered <= MOST_EXACT and _has_exact(position))
    return analysis.answer(solutions=counted, fractions=counted, reasons=why)


def _has_exact(position: "Position") -> bool:
    return position.density is None or position.max_per_cell == 1
