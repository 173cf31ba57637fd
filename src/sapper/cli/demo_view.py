"""What ``sapper demo`` prints: tables, pictures and sentences on standard output."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import typer

from sapper.formatting import percent

if TYPE_CHECKING:
    from pathlib import Path

    from rich.table import Table

    from sapper.lab.fits.agreement import Agreement
    from sapper.lab.sweeps.densities import BoardDensity
    from sapper.papers.chong2024.headline import Trial
    from sapper.papers.other_papers import Result
    from sapper.theory.step_by_step import SolvedGame

MOST_COLUMNS = 100
"""The width of text without a terminal, or on a wide one."""


def say(text: str) -> None:
    """Print a wrapped sentence and an empty line."""
    _wrapped(text)
    typer.echo()


def title(text: str) -> None:
    """Print the title of a part, at once, so that progress is visible in a pipe."""
    import sys

    typer.echo(typer.style(text, bold=True))
    typer.echo()
    sys.stdout.flush()


def show_game(game: SolvedGame) -> None:
    """Print a game step by step up to its first guess."""
    from sapper.terminal.render import Terminal
    from sapper.terminal.solved_game import game_lines

    terminal = Terminal()
    for line in game_lines(game, terminal.marks):
        terminal.print(line)
    typer.echo()


def show_table(found: list[BoardDensity], agreement: Agreement) -> None:
    """Print the critical density of every board, with its test or why there is none."""
    single, adjusted = agreement.p_values, agreement.holm
    reasons = list(dict.fromkeys(agreement.left_out.values()))
    table = _table(("board", "games", "this run", "± 95 %", "published", "diff.", "p", "Holm p"))
    for board in found:
        value, interval, name = board.critical.value, board.critical.interval, board.board
        tested = name in single
        note = "" if tested else f"({_letter(reasons.index(agreement.left_out[name]))})"
        table.add_row(
            name,
            f"{int(board.curve.games.sum()):,}",
            "-" if value is None else f"{value:.4f}",
            "-" if interval is None or not tested else f"{(interval[1] - interval[0]) / 2:.4f}",
            "-" if board.published is None else f"{board.published:.4f}",
            "-" if value is None or board.published is None else f"{value - board.published:+.4f}",
            f"{single[name]:.3f}" if tested else note,
            f"{adjusted[name]:.3f}" if tested else note,
        )
    _print(table)
    for number, reason in enumerate(reasons):
        boards = ", ".join(board for board, why in agreement.left_out.items() if why == reason)
        _wrapped(f"({_letter(number)}) not compared: {boards}: {reason}", after="    ")
    typer.echo()
    say(
        f"As a whole: {agreement.summary()}. p: two-sample test, with noise in both values; the "
        "paper prints no errors, so they are ours, scaled to its 1,000 games. Holm p: corrected "
        f"for {agreement.degrees} tests. Published: table B.2 of the paper."
    )


def source_of_games(found: list[BoardDensity], kept: int, store: Path) -> str:
    """Return how many games of the table were played now, and how many an earlier run stored."""
    games = int(sum(board.curve.games.sum() for board in found))
    new = max(games - kept, 0)
    if new == games:
        return f"All {games:,} games were played in this run; they are kept in {store}."
    played = f"{new:,} of the {games:,} games were" if new else f"None of the {games:,} games was"
    return (
        f"{played} played in this run; the others were played before and read from {store}. "
        "Another --store or --seed plays all of them."
    )


def show_trials(trials: list[Trial]) -> None:
    """Print the win rates of large boards with theory, its test, and the proved bound."""
    table = _table(("board", "density", "games", "won, 95 % interval", "theory", "p", "bound"))
    for trial in trials:
        table.add_row(
            trial.board,
            f"{trial.density:.4f}",
            f"{trial.games:,}",
            trial.share,
            f"{percent(trial.expected)} %",
            f"{trial.p_value:.3f}",
            f"{percent(trial.bound)} %",
        )
    _print(table)
    typer.echo()


def show_result(result: Result) -> None:
    """Print a result of another paper in a line or two."""
    word = "agrees" if result.agrees else "differs"
    text = (
        f"{result.paper}: {result.subject}: published {result.published}, computed "
        f"{result.computed}: {word}"
    )
    _wrapped(text, first="  ", after="    ")


def _wrapped(text: str, first: str = "", after: str = "") -> None:
    """Print a text in lines of the width of the terminal, with these indents."""
    typer.echo(textwrap.fill(text, _columns(), initial_indent=first, subsequent_indent=after))


def _columns() -> int:
    from sapper.terminal.render import Terminal

    return min(Terminal().width or MOST_COLUMNS, MOST_COLUMNS)


def _table(columns: tuple[str, ...]) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    for name in columns:
        table.add_column(name, justify="left" if name == "board" else "right", no_wrap=True)
    return table


def _print(table: Table) -> None:
    """Print a table; lines longer than the terminal wrap, and nothing is left out."""
    from rich.measure import Measurement

    from sapper.terminal.render import Terminal

    terminal = Terminal()
    needed = Measurement.get(terminal.console, terminal.console.options, table).maximum
    terminal.console.width = max(needed, _columns())
    terminal.console.print(table)


def _letter(number: int) -> str:
    return "abcdefgh"[number]
