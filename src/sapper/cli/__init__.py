"""The command line: ``sapper COMMAND``, one file per command.

Commands import heavy packages when they run, so that help answers at once.
"""

import warnings
from importlib import import_module
from typing import Annotated

import typer

from sapper.cli import completion, interruption
from sapper.cli.failures import exit_code, show_warning
from sapper.cli.help import Command, GroupedCommands
from sapper.cli.logged import logged
from sapper.version import VERSION

COMMANDS: dict[str, tuple[str, ...]] = {
    "Play": ("play", "watch", "deal", "replay", "serve"),
    "Analyse": ("analyze", "choose", "optimal", "value", "difficulty", "suggest"),
    "Laboratory": ("simulate", "compare", "sweep", "density", "merge", "report"),
    "Papers": ("reproduce", "study", "demo", "infer", "circuit", "one-mine", "theory"),
    "Tools": ("strategies", "formats", "convert", "bench", "completion"),
}
"""The commands of each group: a function in the module of its name, with EXAMPLES for its help.

A hyphen in the name of a command is an underscore in Python."""

LOGGED = (
    *("simulate", "compare", "sweep", "density", "report", "difficulty", "suggest", "optimal"),
    *("merge", "reproduce", "study", "demo", "bench", "serve"),
)
"""The commands with ``--log-level`` and ``--log-every``, because they may take long."""

DEPRECATED = ("values",)
"""Former commands that still work. Help does not list them; each prints what replaces it."""

app: typer.Typer = typer.Typer(
    name="sapper",
    cls=GroupedCommands,
    help="The Minesweeper laboratory: exact probabilities, reasons and counts on any board.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _add(name: str, group: str | None) -> None:
    called = name.replace("-", "_")
    module = import_module(f"sapper.cli.{called}")
    command = getattr(module, called)
    if isinstance(command, typer.Typer):
        app.add_typer(
            command, name=name, cls=GroupedCommands, epilog=module.EXAMPLES, rich_help_panel=group
        )
        return
    app.command(
        name, cls=Command, epilog=module.EXAMPLES, rich_help_panel=group, hidden=group is None
    )(logged(command) if name in LOGGED else command)


for _group, _names in COMMANDS.items():
    for _name in _names:
        _add(_name, _group)
for _name in DEPRECATED:
    _add(_name, None)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sapper {VERSION}")
        raise typer.Exit


@app.callback(
    invoke_without_command=True,
    epilog="""\b
Examples:
  sapper simulate expert --strategy pseq --games 1000
  printf '###\\n121\\n' | sapper analyze - --mines 2
  sapper COMMAND --help
""",
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
    warnings.showwarning = show_warning
    interruption.handle_sigterm()
    completion.prepare()
    code = exit_code(lambda: app(prog_name="sapper", standalone_mode=False))
    interruption.restore()  # a signal during the interpreter's shutdown must not print a traceback
    raise SystemExit(code)
