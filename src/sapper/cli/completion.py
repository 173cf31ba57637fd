"""``sapper completion``: the script by which a shell completes commands and options."""

import os
from importlib import import_module
from typing import Annotated, Any

import typer

from sapper.cli import options
from sapper.cli.failures import InputError
from sapper.cli.streams import write_json

SHELLS = ("bash", "zsh", "fish")

VARIABLE = "_SAPPER_COMPLETE"
"""The environment variable by which a script asks for completions."""

EXAMPLES = """\b
Examples:
  source <(sapper completion bash)
  sapper completion zsh > ~/.zfunc/_sapper
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
            metavar="SHELL", help="bash, zsh or fish.", autocompletion=lambda: list(SHELLS)
        ),
    ],
    as_json: options.AsJson = False,
) -> None:
    """Print the completion script for a shell.

    The script asks sapper for the words that fit, so it stays valid after an update. The command
    writes no file: load the script in the current shell, or save it where the shell looks for it.
    """
    if shell not in SHELLS:
        raise InputError(f"a shell is one of {', '.join(SHELLS)}, not {shell[:40]!r}")
    make: Any = import_module("typer.completion").get_completion_script
    script = make(prog_name="sapper", complete_var=VARIABLE, shell=shell)
    if as_json:
        write_json({"shell": shell, "script": script})
    else:
        typer.echo(script)
