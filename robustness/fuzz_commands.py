"""Fuzzing the command line: commands with valid, invalid and unusual options and values.

A command must exit with 0, or with 1 or 2 and one line on standard error; with ``--json`` and 0 it
must print exactly one JSON object. Boards and numbers are small, so that every command is fast.
Commands that run for long or serve are left out: demo, reproduce, serve, study. Each block starts
in an empty folder, so that it can be reproduced and stores stay small.
"""

from __future__ import annotations

import atexit
import contextlib
import io
import json
import os
import shutil
import tempfile
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import typer

import mutations
import things
from sapper.cli import COMMANDS, DEPRECATED, app
from sapper.cli.failures import exit_code
from sapper.exchange.registry import FORMATS
from targets import Target, demand

if TYPE_CHECKING:
    from collections.abc import Iterator

_LEFT_OUT = {"demo", "reproduce", "serve", "study"}
_RARE = {"report": 0.05, "--figures": 0.02}
"""Share of inputs for commands that draw figures: each takes as long as a hundred others."""

_SPECS = (
    "2x2/1",
    "3x3/2",
    "4x4/3",
    "1x6/2",
    "hex:3x3/2",
    "box:2x2x3/2",
    "torus:3x4/3",
    "tri:2x4/1",
)
_FIXED = {
    "--workers": ("1",),
    "--delay": ("0",),
    "--keys": ("q", "oq", "ooq", "x"),
    "--store": ("lab.db", "other.db", "no/such/lab.db", "board.txt"),
    "--games": ("1", "5", "20", "0", "-1"),
    "--half-width": ("0.2", "0.4", "0", "x"),
    "--samples": ("1", "20", "0"),
    "--seconds": ("0.01", "0", "-1"),
    "--tries": ("1", "5", "0"),
    "--largest": ("1x4", "2x2", "x", "0x0"),
    "--longer": ("2", "0"),
    "--layouts": ("5", "0", "100"),
    "--memory": ("10", "0", "-5", "1000"),
    "--threads": ("1", "2", "0"),
    "--figures": ("figures", "/dev/null/figures"),
    "--cluster": ("nowhere", "tcp://127.0.0.1:1"),
    "--guess-free": ("0.5", "2", "x"),
    "--win-rate": ("0.5", "1", "-1"),
}
_WORDS = {
    "--strategy": (
        "perimeter",
        "pseq",
        "random",
        "heuristic:PSEQ",
        "deep:n=2",
        "best",
        "unknown",
        "book004:pseq",
    ),
    "--strategies": ("pseq", "random,pseq", ","),
    "--first": ("safe", "open", "any", "safe,open", "never"),
    "--start": ("0,0", "1,1", "0", "9,9", "-1", "a"),
    "--mines": ("1", "2", "3", "1:3", "2,4", "0", "-1", "1:99:7"),
    "--density": ("0.2", "1/5", "0", "1", "1e-300", "1/0"),
    "--board": ("4x4", "torus", "hex:3x3", "box", "none"),
    "--method": ("paper", "likelihood", "half", "wrong"),
    "--level": ("engine", "single", "subtraction", "x"),
    "--format": tuple(known.name for known in FORMATS),
    "--from": tuple(known.name for known in FORMATS),
    "--to": tuple(known.name for known in FORMATS),
    "--output": ("out.txt", "out.json", "out.csv", "out.mbf", "/dev/full", "no/such/out", "out"),
    "--export": ("table.csv", "table.txt", "/dev/full", "table.parquet"),
    "--records": ("records.csv", "/dev/full", "no/such.csv"),
}
_FILES = (
    "board.txt",
    "layout.mbf",
    "replay.rawvf",
    "position.json",
    "noise",
    "lab.db",
    "missing",
    "-",
)
_BOUNDED = {
    "watch": ["--plain"],
    "values": ["--largest", "2x2", "--longer", "2", "--layouts", "10"],
}
"""Options appended last, so that a command ends soon."""

_BOUNDS = {"--win": ["--samples", "5"], "--deep": ["--seconds", "0.01"]}
"""The same by option: without it these commands play and search for long."""

_ARGUMENTS = {
    "spec": _SPECS,
    "specs": _SPECS,
    "file": _FILES,
    "source": _FILES,
    "position": (*_FILES, "1##", "1#\n##"),
    "target": ("out.txt", "out.json", "out.mine", "out.rawvf", "out", "-"),
    "formula": ("a and b", "a or (not b)", "a xor", "(", "a"),
    "level": ("easy", "beginner", "expert", "none"),
}


@cache
def _command_line() -> Any:
    """The command line, built once, because that takes longer than most commands."""
    return typer.main.get_command(app)


@cache
def _parameters() -> dict[str, list[tuple[str, bool, bool]]]:
    """By command: the name of every parameter, whether it is an option, whether it is a flag."""
    return {
        name: [
            (p.opts[0], p.param_type_name == "option", bool(getattr(p, "is_flag", False)))
            for p in _command_line().commands[name].params
            if p.name != "help"
        ]
        for name in chain(*COMMANDS.values(), DEPRECATED)
        if name not in _LEFT_OUT
    }


def _value(random: Random, name: str) -> str:
    if name in _FIXED:  # other values of these take long
        return random.choice(_FIXED[name])
    known = _WORDS.get(name) or _ARGUMENTS.get(name, ("1", "2", "17"))
    value = random.choice(known)
    if name in ("spec", "specs"):
        return value if random.random() < 0.8 else _strange(random, random.choice(_STRANGE_SPECS))
    return _strange(random, value) if random.random() < 0.2 else value


_STRANGE_SPECS = (
    "3x",
    "x3",
    "0x0",
    "3x3/99",
    "hexa:3x3",
    "beginer",
    "",
    "3x3/-1",
    "box:",
    "2x2/1/1",
)


def _strange(random: Random, value: str) -> str:
    if random.random() < 0.4:
        return random.choice(mutations.NUMBERS)
    data = mutations.change_bytes(
        random,
        value.encode("utf-8", "surrogateescape"),
        (b":", b",", b"/", b"-", b"\n", b"\xff"),
        b"x",
    )
    return data.replace(b"\0", b"").decode("utf-8", "surrogateescape")


def _inputs(random: Random) -> Iterator[list[str]]:
    _fill(_folder())
    names = list(_parameters())
    weights = [_RARE.get(name, 1.0) for name in names]
    while True:
        (name,) = random.choices(names, weights)
        words = [name]
        for parameter, is_option, is_flag in _parameters()[name]:
            if not is_option:
                words += [_value(random, parameter)] if random.random() < 0.95 else []
            elif parameter == "--workers" or parameter == "--games":
                words += [parameter, _value(random, parameter)]  # the defaults take longer
            elif random.random() < _RARE.get(parameter, 0.25):
                words += [parameter] if is_flag else [parameter, _value(random, parameter)]
        words += _BOUNDED.get(name, [])
        for option, bound in _BOUNDS.items():
            words += bound if option in words and bound[0] not in words else []
        if random.random() < 0.1:
            at = random.randint(0, len(words))
            words.insert(at, random.choice(("--nothing", "--", "-x", "--json=1", "\udcff", "")))
        yield words


@cache
def _folder() -> Path:
    """A temporary working folder."""
    folder = Path(tempfile.mkdtemp(prefix="sapper-fuzz-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _fill(folder: Path) -> None:
    """Put a file of every kind into a folder and remove everything else."""
    from sapper.exchange.registry import write

    shutil.rmtree(folder)
    folder.mkdir()
    random = Random(1)
    write(things.any_layout(random), folder / "layout.mbf")
    write(things.any_replay(random), folder / "replay.rawvf")
    write(things.any_position(random, true=True), folder / "position.json")
    write(things.any_position(random, true=True), folder / "board.txt")
    (folder / "noise").write_bytes(random.randbytes(200))


def _attempt(words: list[str]) -> bool:
    written = io.BytesIO()
    out, err = io.TextIOWrapper(written, "utf-8", "surrogateescape"), io.StringIO()
    out.fileno = lambda: 1  # type: ignore[method-assign]
    before = Path.cwd()
    os.chdir(_folder())
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = exit_code(
                lambda: _command_line()(words, prog_name="sapper", standalone_mode=False)
            )
    finally:
        os.chdir(before)
    out.flush()
    reported = err.getvalue()
    demand(code in (0, 1, 2), f"exit code {code}: {reported[-400:]}")
    demand("Traceback" not in reported, f"a traceback: {reported[-400:]}")
    if code == 0:
        if "--json" in words and "--help" not in words and written.getvalue():
            demand(isinstance(json.loads(written.getvalue()), (dict, list)), "no JSON object")
        return True
    lines = [line for line in reported.splitlines() if line.startswith("sapper")]
    demand(len(lines) >= 1, f"no line that says what is wrong: {reported[-400:]!r}")
    return False


def targets() -> list[Target]:
    """Return the target of the command line."""
    return [Target("commands", _inputs, _attempt, cost=20)]
