"""``sapper analyze``: mine probabilities, certain cells and reasons for one position."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sapper import defaults
from sapper.cli import options, text_options
from sapper.cli.failures import InputError, note
from sapper.cli.interruption import interrupted
from sapper.cli.progress import bar
from sapper.cli.read_position import read_file
from sapper.cli.streams import write_json

if TYPE_CHECKING:
    from sapper.analysis.answer import AnalysisAnswer
    from sapper.games import Thought, WinProbability
    from sapper.positions import Position

MOST_EXACT = 10_000
"""Covered cells up to which exact numbers are computed without --exact."""

EXAMPLES = """\b
Examples:
  printf '###\\n121\\n' | sapper analyze - --mines 2 --why
  printf '######\\n##2###\\n##32##\\n######\\n' > board.txt
  sapper analyze board.txt --mines 7
  sapper analyze board.txt --mines 6-8
  sapper analyze board.txt --mines 6:0.3,7:0.7 --json
  sapper analyze board.txt --density 0.2 --board torus
  sapper analyze board.txt --mines 99 --window 16x30 --at 3,5
  printf '1F#\\n?##\\n' | sapper analyze - --mines 2 --flags ignore
  sapper analyze board.txt --mines 7 --win --samples 500
  sapper analyze board.txt --mines 7 --deep --seconds 0.5
"""


def analyze(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="File with a position, or - for standard input."),
    ],
    mines: options.WholeMines = None,
    max_per_cell: Annotated[
        int,
        typer.Option(metavar="X", min=1, max=100, help="Maximum number of mines in one cell."),
    ] = 1,
    density: options.MineDensity = None,
    board: options.BoardOrKind = None,
    symbols: text_options.Symbols = None,
    window: text_options.Window = None,
    at: text_options.At = None,
    flags: options.FlagsAs = "trust",
    why: Annotated[
        bool, typer.Option("--why", help="Prove every certain cell from as few clues as possible.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object, with exact fractions.")
    ] = False,
    exact: Annotated[
        bool,
        typer.Option(
            "--exact",
            help=f"With --json: compute exact numbers for more than {MOST_EXACT:,} covered cells, "
            "too. This takes minutes or hours; without it they are null.",
        ),
    ] = False,
    win: Annotated[
        bool,
        typer.Option("--win", help="Estimate the win probability of the position by rollouts."),
    ] = False,
    samples: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help=f"With --win: number of layouts to draw and play. Default: {defaults.SAMPLES:,}.",
        ),
    ] = None,
    strategy: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=f"With --win: strategy that plays. Default: {defaults.POSITION_STRATEGY}.",
            autocompletion=options.complete_strategy,
        ),
    ] = None,
    deep: Annotated[
        bool,
        typer.Option("--deep", help="Compare the best candidate clicks by rollout search."),
    ] = False,
    seconds: Annotated[
        float | None,
        typer.Option(
            metavar="S", help="With --deep: time limit of the search, in seconds. Default: 1."
        ),
    ] = None,
) -> None:
    """Show the mine probability of every covered cell.

    Also shows the certain cells, the best cell to open and the number of consistent layouts. FILE
    has one character per cell: # is covered, F is flagged, ? is open but unread, . or 0 to 9 is a
    clue, and a larger clue is in parentheses, such as (12). Symbols of other programs, emoji and
    pasted tables are read, too. The first line may be a board with its mines, such as
    torus:9x12/15; then --mines is not needed. Other formats are recognised by their content; see
    sapper formats.

    With --win, a strategy plays the position to the end on consistent layouts: on a random sample,
    or on all of them if they are few, which makes the probability exact. With --deep, the best
    clicks are compared on such layouts, and the best one is shown first. Ctrl-C stops either and
    shows the result so far.
    """
    if not deep and seconds is not None:
        raise InputError("--seconds requires --deep")
    if seconds is not None:
        from sapper.games.thinking import check_seconds

        check_seconds(seconds)
    if not win and (samples is not None or strategy is not None):
        raise InputError("--samples and --strategy require --win")
    text = text_options.text_options(symbols, window, at)
    position = read_file(file, mines, density, board, max_per_cell, text)
    if options.read_flags(flags) == "ignore":
        position = position.without_flags()
    answer: dict[str, Any] = {}
    if as_json:
        answer.update(_answer(position, why, exact).to_dict())
    else:
        _show_picture(position, why)
    win_chance = (
        _play_on(
            position,
            defaults.SAMPLES if samples is None else samples,
            strategy or defaults.POSITION_STRATEGY,
        )
        if win
        else None
    )
    searched = _search(position, seconds) if deep else None
    if as_json:
        if win_chance is not None:
            answer["win_probability"] = win_chance.to_dict()
        if searched is not None:
            answer["thought"] = searched.to_dict()
        write_json(answer)
    else:
        if win_chance is not None:
            _show(win_chance.summary())
        if searched is not None:
            _show(searched.summary(position))
    if any(part is not None and part.interrupted for part in (win_chance, searched)):
        raise typer.Exit(interrupted())


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


def _search(position: "Position", seconds: float | None) -> "Thought":
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
        note(f"no exact numbers for {covered:,} covered cells; use --exact to compute them")
    counted = exact or (covered <= MOST_EXACT and _has_exact(position))
    return analysis.answer(solutions=counted, fractions=counted, reasons=why)


def _has_exact(position: "Position") -> bool:
    return position.density is None or position.max_per_cell == 1
