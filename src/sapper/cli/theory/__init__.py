"""``sapper theory``: the formulas and methods of the papers, one command each."""

from importlib import import_module

import typer

from sapper.cli.help import Command, GroupedCommands
from sapper.cli.logged import logged

COMMANDS = ("bound", "opening", "perimeter", "epp", "ppp", "census", "law", "guess")
"""The commands of the group: a function in the module of its name, with EXAMPLES for its help."""

LOGGED = ("bound", "census", "law")
"""The commands with ``--log-level`` and ``--log-every``, because they may take long."""

EXAMPLES = """\b
Examples:
  sapper theory opening expert
  sapper theory bound 4x4/5
  sapper theory COMMAND --help
"""

theory: typer.Typer = typer.Typer(cls=GroupedCommands, rich_markup_mode=None)


def _add(name: str) -> None:
    module = import_module(f"sapper.cli.theory.{name}")
    command = getattr(module, name)
    theory.command(name, cls=Command, epilog=module.EXAMPLES, rich_help_panel="Commands")(
        logged(command) if name in LOGGED else command
    )


for _name in COMMANDS:
    _add(_name)


@theory.callback(invoke_without_command=True)
def _theory(context: typer.Context) -> None:
    """Compute bounds, formulas and methods of the papers.

    From Chong et al. 2024, Fowler & Young 2004 and the combinatorics note; sapper one-mine, infer
    and circuit are commands of their own.
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
