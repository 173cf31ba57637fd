"""The command line: ``sapper COMMAND``, one file a command.

Nothing heavy is imported before a command needs it, so that help answers at once.
"""

import warnings
from importlib import import_module
from typing import Annotated

import typer

from sapper.cli.failures import exit_code, tell_warning
from sapper.version import VERSION

COMMANDS = (
    "analyze",
    "infer",
    "simulate",
    "strategies",
    "watch",
    "play",
    "deal",
    "replay",
    "convert",
    "formats",
    "optimal",
    "circuit",
    "sweep",
    "density",
    "study",
    "report",
    "difficulty",
    "suggest",
    "reproduce",
    "demo",
    "value",
    "values",
    "serve",
)
"""Every command: a function in the module of its name, which has EXAMPLES for its help."""

app = typer.Typer(
    name="sapper",
    help="The Minesweeper laboratory: exact probabilities, reasons and counts on any board.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for _name in COMMANDS:
    _module = import_module(f"sapper.cli.{_name}")
    app.command(epilog=_module.EXAMPLES)(getattr(_module, _name))


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sapper {VERSION}")
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
    """Run the command line; ``sapper.__main__`` calls it."""
    warnings.showwarning = tell_warning
    raise SystemExit(exit_code(lambda: app(prog_name="sapper", standalone_mode=False)))
