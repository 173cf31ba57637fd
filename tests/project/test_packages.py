"""Packages: one version everywhere, and every file that they name exists."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from typing import Any

import pytest
import typer

import sapper
from sapper.cli import app

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "packaging"))

import check_wheel  # noqa: E402
import try_packages  # noqa: E402


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def last_command(dockerfile: str) -> list[str]:
    """Return the words of the last CMD of a Dockerfile that is not that of a health check."""
    (words,) = re.findall(r"^CMD (\[.*\])$", dockerfile, re.M)
    reported: list[str] = json.loads(words)
    return reported


# -- one version --------------------------------------------------------------------------------


def test_the_citation_has_the_version_of_the_package() -> None:
    assert re.findall(r"^version: (.*)$", text("CITATION.cff"), re.M) == [sapper.__version__]


def test_the_build_reads_the_version_where_it_stands() -> None:
    read = project()["tool"]["scikit-build"]["metadata"]["version"]
    found = re.search(read["regex"], text(read["input"]))
    assert found is not None
    assert found["value"] == sapper.__version__
    assert project()["project"]["dynamic"] == ["version"]


@pytest.mark.parametrize(
    "name", ["Dockerfile", ".github/workflows/wheels.yml", "docs/how-to/packages.md"]
)
def test_nothing_else_names_the_version(name: str) -> None:
    assert sapper.__version__ not in text(name)


# -- one list of everything ---------------------------------------------------------------------


def test_tools_know_every_folder_with_python() -> None:
    """Ruff sorts the imports of a folder only if it is listed, and mypy checks only what is."""
    own = {path.name for path in ROOT.iterdir() if path.is_dir()} - {"build", "dist", "docs"}
    folders = {name for name in own if name[0] != "." and any((ROOT / name).rglob("*.py"))}
    assert {"benchmarks", "robustness", "tools", "training"} <= folders
    tools = project()["tool"]
    assert {name.partition("/")[0] for name in tools["ruff"]["src"]} == folders
    assert {name.partition("/")[0] for name in tools["mypy"]["files"]} >= folders


def test_no_two_extras_are_the_same() -> None:
    extras = list(project()["project"]["optional-dependencies"].values())
    assert all(extra not in extras[:at] for at, extra in enumerate(extras))


# -- the module as a program --------------------------------------------------------------------


def test_the_module_runs_as_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sapper", "--version"], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (0, f"sapper {sapper.__version__}\n"), done.stderr


@pytest.mark.parametrize("words", [[], ["analyze"], ["serve"]])
def test_help_is_asked_for_by_one_letter_too(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    reported = []
    for name in ("-h", "--help"):
        app([*words, name], prog_name="sapper", standalone_mode=False)
        reported.append(capsys.readouterr().out)
    assert reported[0] == reported[1] != ""


# -- the container ------------------------------------------------------------------------------


def test_the_container_starts_a_command_that_exists() -> None:
    program, name, *arguments = last_command(text("Dockerfile"))
    assert program in project()["project"]["scripts"]
    command = typer.main.get_command(app)
    serve = command.commands[name]  # type: ignore[attr-defined]
    given = serve.make_context(name, list(arguments)).params
    assert (given["host"], given["port"]) == ("0.0.0.0", 8000)
    assert str(given["store"]) == "/data/sapper.db"


def test_the_container_gets_what_it_copies() -> None:
    allowed = {line[1:] for line in text(".dockerignore").splitlines() if line.startswith("!")}
    copied = {
        word
        for line in re.findall(r"^COPY (?!--from)(.*)$", text("Dockerfile"), re.M)
        for word in shlex.split(line)[:-1]
    }
    assert copied == allowed
    assert all((ROOT / name).exists() for name in copied)


def test_the_container_asks_the_port_it_opens() -> None:
    dockerfile = text("Dockerfile")
    port = last_command(dockerfile)[last_command(dockerfile).index("--port") + 1]
    assert f"EXPOSE {port}\n" in dockerfile
    assert f"http://127.0.0.1:{port}/" in dockerfile


# -- wheels -------------------------------------------------------------------------------------


def test_wheels_are_built_for_every_python_that_is_supported() -> None:
    table = project()["tool"]["cibuildwheel"]
    built = {name.removeprefix("cp3").removesuffix("-*") for name in table["build"]}
    said = set(re.findall(r"Python :: 3\.(\d+)", text("pyproject.toml")))
    assert said == built
    assert f">=3.{min(built)}" == project()["project"]["requires-python"]
    assert set(table["test-extras"]) <= set(project()["project"]["optional-dependencies"])


def test_wheels_are_tried_by_a_script_that_exists() -> None:
    command = shlex.split(project()["tool"]["cibuildwheel"]["test-command"])
    assert Path(command[1].replace("{project}", str(ROOT))).is_file()


def test_every_table_and_file_of_the_page_that_is_needed_is_in_the_sources() -> None:
    tables = {f"sapper/data/{file.name}" for file in (ROOT / "src/sapper/data").glob("*.csv")}
    assert tables <= set(check_wheel.NEEDED)
    assert all((ROOT / "src" / name).is_file() for name in check_wheel.NEEDED)


@pytest.mark.parametrize(
    ("name", "unwanted"),
    [
        ("sapper/__init__.py", False),
        ("sapper/data/win_rates.csv", False),
        ("sapper/_core.abi3.so", False),
        ("tests/cli/test_cli.py", True),
        ("core/board/deal.cpp", True),
        ("sapper/value_weights.inc", True),
        ("sapper.db", True),
    ],
)
def test_files_that_do_not_belong_in_a_wheel_are_reported(name: str, unwanted: bool) -> None:
    assert bool(check_wheel.UNWANTED.search(name)) is unwanted


# -- the source package -------------------------------------------------------------------------


def source_package(folder: Path, names: set[str]) -> Path:
    package = folder / "sapper-1.tar.gz"
    with tarfile.open(package, "w:gz") as archive:
        for name in sorted(names):
            archive.addfile(tarfile.TarInfo(f"sapper-1/{name}"))
    return package


def test_a_source_package_of_the_right_files_passes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    try_packages.look_through(source_package(tmp_path, try_packages.WANTED))
    assert "files" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (try_packages.WANTED - {"core"}, "missing ['core']"),
        (try_packages.WANTED | {"sapper.db"}, "not wanted ['sapper.db']"),
        (try_packages.WANTED | {"node_modules/a.js"}, "not wanted ['node_modules']"),
    ],
)
def test_a_source_package_of_other_files_is_refused(
    names: set[str], said: str, tmp_path: Path
) -> None:
    with pytest.raises(SystemExit, match=re.escape(said)):
        try_packages.look_through(source_package(tmp_path, names))


def test_what_stands_in_the_tree_is_packed_or_left_out_on_purpose() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode != 0:
        pytest.skip("not a working copy")
    top = {line.partition("/")[0] for line in listed.stdout.splitlines()}
    excluded = project()["tool"]["scikit-build"]["sdist"]["exclude"]
    assert all(name.startswith("/") for name in excluded)  # others leave out src/sapper/web, too
    packed = {name for name in top if not name.startswith(".")} - {name[1:] for name in excluded}
    assert packed == try_packages.WANTED - {"PKG-INFO"}
