"""Every example in the help texts runs as it is printed."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest
import typer

from command_line import needs_unix
from sapper.cli import COMMANDS, app
from sapper.cli.failures import exit_code
from sapper.cli.theory import COMMANDS as THEORY_COMMANDS

if TYPE_CHECKING:
    from pathlib import Path

NOT_RUN = {
    "sapper play": "needs a terminal",
    "sapper play expert --seed 7 --index 3": "needs a terminal",
    "sapper play hex:8x8/10 --first open": "needs a terminal",
    "sapper play board.mbf": "needs a terminal",
    "sapper serve --open": "runs until Ctrl-C",
    "sapper serve --port 8080 --store lab.db": "runs until Ctrl-C",
    "sapper serve --workers 4": "runs until Ctrl-C",
    "sapper serve --host 0.0.0.0 --port 8080": "runs until Ctrl-C",
    "sapper reproduce --quick": "plays for a minute",
    "sapper reproduce golan2014": "computes for half a minute",
    "sapper reproduce chong2024 --quick --json": "plays for half a minute",
    "sapper reproduce --quick --jsonl > rows.jsonl": "plays for a minute",
    "sapper reproduce --markdown reproduction.md": "plays for many minutes",
    "sapper reproduce chong2024 --recompute --store rows.db": "plays for hours",
    "sapper study table --output critical_densities.csv": "plays for minutes",
    "sapper study rows pairs --store study.db": "plays for many minutes",
    "sapper study open-squares open-tori --store study.db --points study_points.csv": (
        "plays for an hour"
    ),
    "sapper study --store study.db --output critical_densities.csv --figures figures": (
        "plays for two hours"
    ),
    "sapper demo": "plays for a minute",
    "sapper demo --seed 2 --figures figures": "plays for a minute",
    "sapper COMMAND --help": "a form of command, not a command",
    "sapper theory COMMAND --help": "a form of command, not a command",
}
"""Examples of which only the options are parsed, each with its reason."""

COMMAND_NAMES = [
    "",
    *(name for names in COMMANDS.values() for name in names),
    *(f"theory {name}" for name in THEORY_COMMANDS),
]


def examples(command: str) -> list[str]:
    """Return the examples in the help of a command, as printed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", "80")
        lines = helped(command).splitlines()
    (start,) = [number for number, line in enumerate(lines) if line.strip() == "Examples:"]
    return [line.strip() for line in lines[start + 1 :]]


def helped(command: str) -> str:
    main: Any = typer.main.get_command(app)
    context = typer.Context(main, info_name="sapper")
    for name in command.split():
        main = main.get_command(context, name)
        context = typer.Context(main, info_name=name, parent=context)
    return str(main.get_help(context))


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment with ``sapper`` on PATH and a home folder of its own."""
    folder = tmp_path_factory.mktemp("bin")
    (folder / "sapper").write_text(f"#!/bin/sh\nexec '{sys.executable}' -m sapper \"$@\"\n")
    (folder / "sapper").chmod(0o755)
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    return os.environ | {"PATH": path, "HOME": str(tmp_path_factory.mktemp("home"))}


@needs_unix
@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize("command", COMMAND_NAMES)
def test_the_examples_run_as_pasted(
    command: str, tmp_path: Path, environment: dict[str, str]
) -> None:
    lines = [line for line in examples(command) if line not in NOT_RUN]
    script = "set -o pipefail\n" + "".join(
        f"{line} || {{ echo {shlex.quote('failed: ' + line)} >&2; exit 1; }}\n" for line in lines
    )
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("line", NOT_RUN)
def test_the_options_of_the_other_examples_are_valid(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = line.partition(" > ")[0]
    program, name, *arguments = shlex.split(command) + [""] * (line == "sapper")
    assert program == "sapper"
    assert line in examples("" if name == "COMMAND" else name)
    if "COMMAND" in line:
        return
    main: Any = typer.main.get_command(app)
    inner = main.get_command(typer.Context(main), name)
    called: list[dict[str, Any]] = []
    monkeypatch.setattr(inner, "callback", lambda **given: called.append(given))
    assert exit_code(lambda: inner.main(arguments, standalone_mode=False)) == 0
    assert len(called) == 1


def test_every_command_has_examples() -> None:
    for name in COMMAND_NAMES[1:]:
        text = import_module(f"sapper.cli.{_module(name)}").EXAMPLES
        assert re.match(r"[\b]\nExamples:\n(  \S.*\n)+$", text), name
        assert all(len(line) <= 100 for line in text.splitlines()), name


def _module(command: str) -> str:
    return command.replace(" ", ".").replace("-", "_")
