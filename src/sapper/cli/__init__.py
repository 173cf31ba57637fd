"""The command line: ``sapper COMMAND``, one file a command.

Nothing heavy is imported before a command needs it, so that help answers at once.
"""

from typing import Annotated

import typer

from sapper.cli import (
    analyze,
    density,
    difficulty,
    optimal,
    play,
    report,
    reproduce,
    serve,
    simulate,
    strategies,
    study,
    suggest,
    sweep,
    value,
    values,
    watch,
)
from sapper.cli.failures import exit_code

app = typer.Typer(
    name="sapper",
    help="The Minesweeper laboratory: exact probabilities, reasons and counts on any board.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command(epilog=analyze.EXAMPLES)(analyze.analyze)
app.command(epilog=simulate.EXAMPLES)(simulate.simulate)
app.command(epilog=strategies.EXAMPLES)(strategies.strategies)
app.command(epilog=watch.EXAMPLES)(watch.watch)
app.command(epilog=play.EXAMPLES)(play.play)
app.command(epilog=optimal.EXAMPLES)(optimal.optimal)
app.command(epilog=sweep.EXAMPLES)(sweep.sweep)
app.command(epilog=density.EXAMPLES)(density.density)
app.command(epilog=study.EXAMPLES)(study.study)
app.command(epilog=report.EXAMPLES)(report.report)
app.command(epilog=difficulty.EXAMPLES)(difficulty.difficulty)
app.command(epilog=suggest.EXAMPLES)(suggest.suggest)
app.command(epilog=reproduce.EXAMPLES)(reproduce.reproduce)
app.command(epilog=value.EXAMPLES)(value.value)
app.command(epilog=values.EXAMPLES)(values.values)
app.command(epilog=serve.EXAMPLES)(serve.serve)


def _show_version(wanted: bool) -> None:
    if wanted:
        from sapper import __version__

        typer.echo(f"sapper {__version__}")
        raise typer.Exit


@app.callback(
    invoke_without_command=True,
    epilog="Example:  sapper analyze board.txt --mines 99",
)
def _sapper(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001  (its callback does the work)
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """The Minesweeper laboratory: exact probabilities, reasons and counts on any board."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """Run the command line; the entry point of the ``sapper`` script."""
    raise SystemExit(exit_code(lambda: app(prog_name="sapper", standalone_mode=False)))
