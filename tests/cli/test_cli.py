"""The command line: output, errors and exit codes."""

from __future__ import annotations

import io
import os
import re
import shutil
import signal
import subprocess
import sys
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

import sapper
from sapper.cli import COMMANDS, DEPRECATED, app
from sapper.cli.analyze import MOST_EXACT
from sapper.cli.failures import exit_code
from sapper.cli.theory import COMMANDS as THEORY_COMMANDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

from command_line import (
    SAPPER,
    Outcome,
    Run,
    needs_unix,
    processor_seconds,
    program,
    wait_until,
)

PERIMETER = "######\n######\n##1###\n##32##\n######\n######\n"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    digits = sys.get_int_max_str_digits()
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def run_sapper(*arguments: str, stdin: bytes = b"") -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        call = lambda: app(list(arguments), prog_name="sapper", standalone_mode=False)  # noqa: E731
        code = exit_code(call)
        return Outcome(code, *capsys.readouterr())

    yield run_sapper
    sys.set_int_max_str_digits(digits)


# -- analyze ------------------------------------------------------------------------------------


def test_json_of_a_file_is_the_contract(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(PERIMETER)
    outcome = run("analyze", str(path), "--mines", "11", "--json")
    found = outcome.json
    assert list(found)[:5] == ["solutions", "safe", "mines", "best", "cells"]
    assert found["solutions"] == "2558160"
    assert found["safe"] == found["mines"] == []
    assert found["best"] == [1, 1]
    cell = found["cells"][7]
    assert (cell["cell"], cell["index"], cell["exact"]) == ([1, 1], 7, "1/22")
    assert cell["mine_probability"] == pytest.approx(1 / 22)
    assert len(found["cells"]) == 33
    assert outcome.err == ""
    assert outcome.out.count("\n") == 1


def test_json_agrees_with_the_library(run: Run) -> None:
    text = "F1.1#\n11.1#\n...11"
    found = run("analyze", "-", "--mines", "2", "--json", stdin=text.encode()).json
    assert found == sapper.analyze(sapper.parse(text, mines=2)).to_dict()


def test_json_of_a_finished_board_has_no_best_cell(run: Run) -> None:
    found = run("analyze", "-", "--mines", "1", "--json", stdin=b"1F").json
    assert found["best"] is None
    assert found["mines"] == [[0, 1]]


def test_json_with_reasons(run: Run) -> None:
    found = run("analyze", "-", "--mines", "2", "--json", "--why", stdin=b"###\n121").json
    assert [reason["cell"] for reason in found["reasons"]] == [[0, 0], [0, 1], [0, 2]]
    assert found["reasons"][0] == {
        "cell": [0, 0],
        "mined": True,
        "kind": "subset",
        "clues": [[1, 1], [1, 2]],
        "proven_smallest": True,
        "text": "(0, 0) is a mine: the 2 at (1, 1) and the 1 at (1, 2) "
        "together leave no other choice",
    }


def test_options_reach_the_position(run: Run) -> None:
    found = run("analyze", "-", "--density", "1/4", "--json", stdin=b"1#\n##").json
    assert found["solutions"] == "3"
    found = run(
        "analyze", "-", "--mines", "3", "--max-per-cell", "2", "--json", stdin=b"2##\n###"
    ).json
    position = sapper.parse("2##\n###", mines=3, max_per_cell=2)
    assert found["solutions"] == str(sapper.analyze(position).solutions)
    found = run(
        "analyze", "-", "--mines", "1", "--board", "torus", "--json", stdin=b"1##\n###\n###"
    ).json
    assert [cell["exact"] for cell in found["cells"]] == ["1/8"] * 8


def test_the_header_of_the_file_is_enough(run: Run) -> None:
    found = run("analyze", "-", "--json", stdin=b"hex:3x3/1\n1##\n###\n###").json
    assert found["cells"][0]["exact"] == "1/2"


def test_density_with_several_mines_a_cell_has_no_exact_numbers(run: Run) -> None:
    options = ("--density", "0.2", "--max-per-cell", "2", "--json")
    found = run("analyze", "-", *options, stdin=b"1#\n##").json
    assert found["solutions"] is None
    assert found["cells"][0]["exact"] is None
    assert 0 < found["cells"][0]["mine_probability"] < 1


def test_large_boards_leave_exact_numbers_out_and_say_so(run: Run) -> None:
    rows = MOST_EXACT // 100 + 1
    text = f"{rows}x100/2000\n" + "\n".join(["#" * 100] * rows)
    outcome = run("analyze", "-", "--json", stdin=text.encode())
    found = outcome.json
    assert found["solutions"] is None
    assert 2000 < found["log10_solutions"] < 3000
    assert found["cells"][0]["exact"] is None
    assert found["cells"][0]["mine_probability"] == pytest.approx(2000 / (100 * rows))
    assert "--exact" in outcome.err
    exact = run("analyze", "-", "--json", "--exact", stdin=text.encode()).json
    assert exact["cells"][0]["exact"] == str(Fraction(2000, 100 * rows))
    assert len(exact["solutions"]) == int(found["log10_solutions"]) + 1


def test_counts_of_thousands_of_digits_are_printed(run: Run) -> None:
    text = "100x200/4000\n" + "\n".join(["#" * 200] * 100)
    found = run("analyze", "-", "--json", "--exact", stdin=text.encode()).json
    assert len(found["solutions"]) > 4300


def test_picture_on_a_pipe_is_plain_and_whole(run: Run) -> None:
    text = "expert\n" + "\n".join(["#" * 30] * 16)
    outcome = run("analyze", "-", stdin=text.encode())
    assert outcome.code == 0
    assert "\x1b" not in outcome.out
    assert outcome.out.startswith("16x30, 99 mines, 480 covered cells\n")
    assert "28  29\n" in outcome.out
    assert outcome.err == ""


def test_a_narrow_terminal_gets_no_broken_lines(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    text = "expert\n" + "\n".join(["#" * 30] * 16)
    outcome = run("analyze", "-", stdin=text.encode())
    assert max(map(len, outcome.out.split("\n"))) <= 70


def test_color_only_where_it_is_wanted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("FORCE_COLOR", "1")
    colored = run("analyze", "-", "--mines", "1", stdin=b"1#\n##").out
    monkeypatch.setenv("NO_COLOR", "1")
    plain = run("analyze", "-", "--mines", "1", stdin=b"1#\n##").out
    assert "\x1b[38;5;" in colored
    assert "\x1b[38;5;" not in plain


def test_why_in_words(run: Run) -> None:
    outcome = run("analyze", "-", "--mines", "2", "--why", stdin=b"###\n121")
    assert "(0, 1) is safe: the 1 at (1, 0), the 2 at (1, 1) and the 1 at (1, 2)" in outcome.out


# -- choose -------------------------------------------------------------------------------------


def test_choose_prints_the_cell_and_the_reason(run: Run) -> None:
    outcome = run("choose", "-", "--mines", "2", "--strategy", "pseq", stdin=b"1##\n###\n##1\n")
    assert outcome.code == 0
    assert outcome.err == ""
    assert outcome.out.startswith("open (0, 2): a guess: (0, 2) has a 16.67 % chance")


def test_json_of_choose_is_the_contract(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(PERIMETER)
    arguments = ("choose", str(path), "--mines", "7", "--strategy", "random", "--seed", "3")
    found = run(*arguments, "--json").json
    assert found == sapper.choose(sapper.parse(PERIMETER, mines=7), "random", 3).to_dict()
    assert run(*arguments, "--json").json == found


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--mines", "1", "--strategy", "bst"], "unknown strategy 'bst': did you mean 'best'?"),
        (["--mines", "1", "--strategy", "infer-guess-published"], "depends on the history"),
        (["--mines", "2"], "every covered cell of <Position 1x3 mines=2, 2 covered> is a mine"),
        (["--mines", "9"], "no layout fits"),
        (["--mines", "1", "--seed", "-1"], "a seed is an integer from 0 to 2^64 - 1, not -1"),
    ],
)
def test_bad_input_of_choose_is_one_line(run: Run, arguments: list[str], message: str) -> None:
    text = b"#2#" if "2" in arguments else b"1##"
    outcome = run("choose", "-", *arguments, "--json", stdin=text)
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err
    assert outcome.err.count("\n") == 1


# -- failures -----------------------------------------------------------------------------------

BAD_INPUT: list[tuple[list[str], bytes, str]] = [
    (["analyze"], b"", "Missing argument"),
    (["analyze", "-", "--mine", "1"], b"1#", "--mines"),
    (["analyze", "-", "--mines", "one"], b"1#", "--mines"),
    (["analyze", "-", "extra", "--mines", "1"], b"1#", "extra"),
    (["analyse", "-"], b"1#", "analyze"),
    (["analyze", "-", "--mines", "1", "--max-per-cell", "0"], b"1#", "--max-per-cell"),
    (["analyze", "-"], b"1#", "--mines N or --density D"),
    (["analyze", "-", "--mines", "1", "--density", "0.5"], b"1#", "not both"),
    (["analyze", "-", "--mines", "-1"], b"1#", "negative"),
    (["analyze", "-", "--density", "2"], b"1#", "between 0 and 1"),
    (["analyze", "-", "--density", "1/0"], b"1#", "'1/0'"),
    (["analyze", "-", "--density", "1e-999999999"], b"1#", "between 0 and 1"),
    (["analyze", "-", "--density", "much"], b"1#", "'much'"),
    (["analyze", "-", "--mines", "1", "--board", "toros"], b"1#", "did you mean 'torus'?"),
    (["analyze", "-", "--mines", "1"], b"", "standard input: there are no cells"),
    (["analyze", "-", "--mines", "1"], b"\n \n", "there are no cells"),
    (["analyze", "-", "--mines", "1"], b"1#\n#=", "line 2, column 2: unknown character '='"),
    (["analyze", "-", "--mines", "1"], b"1#\n#", "line 2"),
    (["analyze", "-", "--mines", "1"], b"\x7fELF\0\0", "not a text file"),
    (["analyze", "-", "--mines", "1"], b"\xff\xfe", "not UTF-8"),
    (["analyze", "-"], b"999999999x999999999/5\n##", "more than 20000000 cells"),
    (["analyze", "-"], b"graph:2/1\n1#", "edges of a graph"),
    (["analyze", "-", "--mines", "1"], b"2#\n##", "no layout fits"),
    (["analyze", "-", "--mines", "99"], b"1#\n##", "there cannot be 99 mines"),
    (["analyze", "no such file", "--mines", "1"], b"", "cannot read 'no such file'"),
    (["analyze", "line\nbreak", "--mines", "1"], b"", "cannot read"),
    (["analyze", "nul\0byte", "--mines", "1"], b"", "cannot read"),
    (["analyze", ".", "--mines", "1"], b"", "Is a directory"),
]


@pytest.mark.parametrize(("arguments", "stdin", "expected"), BAD_INPUT)
@pytest.mark.parametrize("as_json", [False, True])
def test_bad_input_is_one_line_and_exit_code_2(
    run: Run, arguments: list[str], stdin: bytes, expected: str, as_json: bool
) -> None:
    outcome = run(*arguments, *(["--json"] if as_json else []), stdin=stdin)
    assert outcome.code == 2
    assert outcome.out == ""
    assert outcome.err.count("\n") == 1
    assert outcome.err.startswith("sapper")
    assert expected in outcome.err
    assert "Traceback" not in outcome.err


def test_too_hard_is_an_answer(run: Run) -> None:
    rows = ["#".join("3" * 40), "#" * 79] * 40
    outcome = run("analyze", "-", "--mines", "2000", stdin="\n".join(rows).encode())
    assert outcome.code == 2
    assert "clues are open at once" in outcome.err


def test_running_out_of_memory_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        raise MemoryError

    assert exit_code(fail) == 2
    assert capsys.readouterr().err == "sapper: not enough memory\n"


def test_internal_errors_keep_their_traceback() -> None:
    def fail() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        exit_code(fail)


# -- the whole program --------------------------------------------------------------------------


def test_help_and_version(run: Run) -> None:
    assert run("--version").out == f"sapper {sapper.__version__}\n"
    helped = run("--help")
    assert helped.code == 0
    assert "analyze" in helped.out
    assert run().out == helped.out


EVERY_COMMAND = [name for names in COMMANDS.values() for name in names]


def test_help_lists_the_commands_in_groups(run: Run) -> None:
    lines = run("--help").out.splitlines()
    for title, names in COMMANDS.items():
        start = lines.index(f"{title}:") + 1
        assert [line.split()[0] for line in lines[start : start + len(names)]] == list(names)


def test_every_summary_is_one_whole_sentence_on_one_line(run: Run) -> None:
    lines = run("--help").out.splitlines()
    for name in EVERY_COMMAND:
        (line,) = [line for line in lines if line.startswith(f"  {name} ")]
        assert line.endswith("."), line
        assert "..." not in line


@pytest.mark.parametrize(
    "name", ["", *EVERY_COMMAND, *DEPRECATED, *(f"theory {name}" for name in THEORY_COMMANDS)]
)
def test_help_has_no_artefacts_of_its_generator(run: Run, name: str) -> None:
    helped = run(*name.split(), "--help").out.partition("Example")[0]
    assert not re.search(
        r"[{}]|list\[|<(str|int|float|bool|path)\W|\.\.\.\S|\[\[|\.\.\.\]", helped
    ), helped
    usage = helped.partition("\n")[0].removeprefix(f"Usage: sapper {name}".rstrip() + " [OPTIONS]")
    for argument in re.findall(r"[A-Z|_]{2,}", usage.removesuffix(" COMMAND [ARGS]...")):
        assert re.search(rf"^  (\S+ )?\[?{re.escape(argument)}\]?(\.\.\.)? +\S", helped, re.M), (
            argument
        )


def test_help_imports_nothing_heavy() -> None:
    heavy = "{'rich', 'numpy', 'scipy', 'networkx', 'matplotlib', 'sapper._core'}"
    program = (
        "import sys; from sapper.cli import app\n"
        "app(['--help'], prog_name='sapper', standalone_mode=False)\n"
        f"print({heavy} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.endswith("\nset()\n"), done.stderr


def test_a_deprecated_command_works_and_names_its_replacement(run: Run) -> None:
    assert "values" not in run("--help").out
    outcome = run("values", "--largest", "1x2", "--longer", "", "--strategies", "pseq")
    assert outcome.code == 0
    assert outcome.out == "board,mines,start,layouts,optimal,pseq\n1x2,1,0,1,1,1\n"
    assert outcome.err.count("\n") == 1
    assert "deprecated: use sapper value for one board, or tools/small_boards.py" in outcome.err


# -- completion ---------------------------------------------------------------------------------


def completed(shell: str, *words: str) -> list[str]:
    """Return the completions of the last word, by the protocol of the shell."""
    line = " ".join(["sapper", *words])
    variables = {"COMP_WORDS": line, "COMP_CWORD": str(len(words)), "_TYPER_COMPLETE_ARGS": line}
    variables |= {
        "_SAPPER_COMPLETE": f"complete_{shell}",
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }
    done = subprocess.run(SAPPER, env=os.environ | variables, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, ""), done
    return done.stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None or os.name == "nt", reason="there is no bash")
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("sapper an", ["analyze"]),
        ("sapper simulate --str", ["--strategy"]),
        ("sapper simulate 9x9/10 --strategy perimeter-", ["perimeter-entropy"]),
        ("sapper optimal 4x4/4 --first o", ["open"]),
        ("sapper values", []),
    ],
)
def test_the_script_completes_in_bash(
    run: Run, tmp_path: Path, line: str, offered: list[str]
) -> None:
    (tmp_path / "completion").write_text(run("completion", "bash").out)
    (tmp_path / "sapper").write_text(f"#!/bin/sh\nexec '{SAPPER[0]}' -c '{SAPPER[2]}' \"$@\"\n")
    (tmp_path / "sapper").chmod(0o755)
    ask = (
        f"source {tmp_path}/completion; complete -p sapper > /dev/null || exit 1\n"
        f"COMP_WORDS=({line}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))\n"
        '_sapper_completion sapper; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    environment = os.environ | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, env=environment)
    assert (done.returncode, done.stdout.split()) == (0, offered), done.stderr


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_script_of_other_shells_asks_the_program(run: Run, shell: str) -> None:
    script = run("completion", shell, "--json").json["script"]
    assert f"_SAPPER_COMPLETE=complete_{shell}" in script
    assert any("simulate" in word for word in completed(shell, "simul"))


def test_completion_knows_three_shells(run: Run) -> None:
    outcome = run("completion", "tcsh")
    assert (outcome.code, outcome.out) == (2, "")
    assert "the shell is one of bash, zsh, fish, not 'tcsh'" in outcome.err


def test_the_program_runs_and_fails_as_a_process() -> None:
    good = subprocess.run(
        [*SAPPER, "analyze", "-", "--mines", "1"], input=b"1#", capture_output=True
    )
    assert (good.returncode, good.stderr) == (0, b"")
    bad = subprocess.run([*SAPPER, "analyze", "-", "--mines", "1"], input=b"=", capture_output=True)
    assert (bad.returncode, bad.stdout) == (2, b"")
    assert bad.stderr.startswith(b"sapper: standard input: line 1, column 1")


@pytest.mark.skipif(os.name == "nt", reason="there are no such pipes and signals")
@pytest.mark.parametrize("arguments", [["--help"], ["analyze", "-"], ["analyze", "-", "--json"]])
def test_a_closed_pipe_is_not_an_error_message(arguments: list[str]) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    text = b"expert\n" + b"\n".join([b"#" * 30] * 16)
    done = subprocess.run(
        [*SAPPER, *arguments], input=text, stdout=write_end, stderr=subprocess.PIPE
    )
    os.close(write_end)
    assert done.returncode == 1
    assert done.stderr == b""


LONG_WORK = [
    ["analyze", "large.txt", "--json", "--exact"],
    ["deal", "16x30/140", "--no-guess", "--uniform"],
    ["optimal", "5x5/7"],
]
"""Commands that compute for minutes."""


@needs_unix
@pytest.mark.parametrize("arguments", LONG_WORK, ids=" ".join)
def test_ctrl_c_ends_long_work_without_a_traceback(tmp_path: Path, arguments: list[str]) -> None:
    large = tmp_path / "large.txt"
    large.write_text("1000x1000/200000\n" + "\n".join(["#" * 1000] * 1000))
    command = [str(large) if word == large.name else word for word in arguments]
    with program([*SAPPER, *command]) as process:
        wait_until(lambda: processor_seconds(process) >= 2 or process.poll() is not None)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (130, "", "")


def test_an_interruption_between_steps_is_quiet_too(capsys: pytest.CaptureFixture[str]) -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    assert exit_code(stop) == 130
    assert capsys.readouterr() == ("", "")
