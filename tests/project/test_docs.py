"""The documents are correct: their examples run, and the help of every command has one."""

from __future__ import annotations

import doctest
import importlib
import os
import pkgutil
import re
import subprocess
import sys
from fractions import Fraction
from math import prod
from pathlib import Path

import pytest

import sapper
from sapper.cli import app

ROOT = Path(__file__).parents[2]
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(sapper.__path__, "sapper.")
    if not module.name.endswith("._core")
    # It needs a package that is no requirement of the tests; it has no examples that could run.
    and module.name != "sapper.gym.stable_baselines3"
)


def blocks(document: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", document.read_text("utf-8"), re.S | re.M)


def in_commands() -> list[str]:
    names = [command.name or command.callback.__name__ for command in app.registered_commands]  # type: ignore[union-attr]
    assert names
    return names


# -- commands -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", *in_commands()])
def test_every_help_has_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    app([*name.split(), "--help"], prog_name="sapper", standalone_mode=False)
    helped = capsys.readouterr().out
    assert re.search(r"Examples?:", helped)
    assert f"sapper {name}".strip() in helped.partition("Example")[2]


def test_examples_in_help_stand_on_lines_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    app(["analyze", "--help"], prog_name="sapper", standalone_mode=False)
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert "sapper analyze board.txt --mines 7" in lines


# -- documents ----------------------------------------------------------------------------------


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_python_in_documents_runs(document: Path) -> None:
    names: dict[str, object] = {}
    runner = doctest.DocTestRunner()
    for number, block in enumerate(blocks(document, "python")):
        examples = doctest.DocTestParser().get_doctest(block, names, document.name, None, number)
        assert examples.examples, f"nothing is run in {document.name}:\n{block}"
        runner.run(examples, clear_globs=False)
        names |= examples.globs
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.skipif(os.name == "nt", reason="the examples are for a shell")
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_commands_in_documents_print_what_is_said(document: Path) -> None:
    program = f'sapper() {{ "{sys.executable}" -c "from sapper.cli import main; main()" "$@"; }}\n'
    environment = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "FORCE_COLOR")}
    for block in blocks(document, "console"):
        command, _, expected = block.removeprefix("$ ").partition("\n")
        done = subprocess.run(
            ["bash", "-c", program + command], capture_output=True, text=True, env=environment
        )
        assert done.stdout == expected, done.stderr


def test_readme_has_its_two_commands_and_runs_something() -> None:
    readme = ROOT / "README.md"
    text = readme.read_text("utf-8")
    assert "make demo" in text
    assert "make test" in text
    assert blocks(readme, "python")
    assert blocks(readme, "console")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_in_documents_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", document.read_text("utf-8")):
        assert (document.parent / target).exists(), target


@pytest.mark.filterwarnings(r"ignore:sapper\.papers\.p00\d_\w+ is now:DeprecationWarning")
@pytest.mark.parametrize("name", ["sapper", *MODULES])
def test_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


# -- numbers that only docs/results/papers.md has -----------------------------------------------


def chances_around(clues: str, max_per_cell: int = 1) -> dict[str, float]:
    """The chances around a row of clues in the middle of an expert board."""
    covered = ["#" * 30]
    text = "\n".join(covered * 7 + ["#" * 10 + clues + "#" * (20 - len(clues))] + covered * 8)
    position = sapper.parse(text, mines=99, max_per_cell=max_per_cell)
    chances = sapper.analyze(position).mine_probability
    places = {"left": (7, 9), "above": (6, 10), "right": (7, 10 + len(clues))}
    return {name: float(chances[position.board.cell(place)]) for name, place in places.items()}


@pytest.mark.parametrize(
    ("clues", "place", "percent"),
    [
        ("1", "left", 12.5),
        ("11", "right", 12.4),
        ("12", "left", 5.5),
        ("111", "left", 10.3),
        ("112", "above", 6.4),
        ("112", "left", 12.8),
    ],
)
def test_risks_of_the_opening_strategy_of_paper_004(clues: str, place: str, percent: float) -> None:
    assert round(100 * chances_around(clues)[place], 1) == percent


def test_several_mines_in_the_example_of_paper_004() -> None:
    assert round(chances_around("12", max_per_cell=2)["right"], 6) == 0.375960
    assert round(chances_around("12", max_per_cell=3)["right"], 6) == 0.375391


def test_the_lucky_product_of_paper_000() -> None:
    cells, mines = 16, 14
    steps = range(1, cells - mines)
    assert prod(Fraction(cells - mines - 1 - k, cells - k) for k in steps) == 0
    assert prod(Fraction(cells - mines - k, cells - k) for k in steps) == Fraction(1, 15)


def test_the_inference_example_of_paper_000() -> None:
    """Its first coordinate is the row here; a flag stands for the mine it knows."""
    position = sapper.parse("##2\n#F2\n#21\n#1.", mines=3)
    analysis = sapper.analyze(position)
    named = position.board.coordinates
    assert [named(cell) for cell in analysis.mines] == [(0, 1), (1, 1)]
    assert [named(cell) for cell in analysis.safe] == [(0, 0), (1, 0)]
    assert analysis.exact()[6] == analysis.exact()[9] == Fraction(1, 2)
