"""``sapper completion``: the script that completes commands and options in a shell."""

import os
from importlib import import_module
from typing import Annotated, Any

import typer

from sapper.cli import options
from sapper.cli.failures import InputError
from sapper.cli.streams import write_json

SHELLS = ("bash", "zsh", "fish")

VARIABLE = "_SAPPER_COMPLETE"
"""The environment variable that a completion script sets to request completions."""

EXAMPLES = """\b
Examples:
  source <(sapper completion bash)
  mkdir -p ~/.zfunc && sapper completion zsh > ~/.zfunc/_sapper
  mkdir -p ~/.config/fish/completions
  sapper completion fish > ~/.config/fish/completions/sapper.fish
"""


def prepare() -> None:
    """Register the shells with typer if a completion script runs this process."""
    if VARIABLE in os.environ:
        import_module("typer.completion").completion_init()


def completion(
    shell: Annotated[
        str,
        typer.Argument(
            metavar="SHELL", help="Shell: bash, zsh or fish.", autocompletion=lambda: list(SHELLS)
        ),
    ],
    as_json: options.AsJson = False,
) -> None:
    """Print the completion script for a shell.

    The script asks sapper for completions, so it stays valid after an update. The command writes no
    file: load the script in the current shell, or save it in the folder for completions.
    """
    if shell not in SHELLS:
        raise InputError(f"the shell is one of {', '.join(SHELLS)}, not {shell[:40]!r}")
    make: Any = import_module("typer.completion").get_completion_script
    script = make(prog_name="sapper", complete_var=VARIABLE, shell=shell)
    if as_json:
        write_json({"shell": shell, "script": script})
    else:
        typer.echo(script)
