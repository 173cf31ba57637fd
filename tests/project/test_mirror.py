"""The folders of ``tests/`` mirror ``src/sapper`` and ``core``, so that tests are found by name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
PACKAGE = ROOT / "src" / "sapper"

OWN = {
    "browser": "the web page in a real browser, by room and subject",
    "data": "vectors and inputs",
    "project": "the project itself: layers, documents, examples, packages, robustness",
    "support": "oracles, fixtures and clients that several tests share",
}
"""Folders that mirror no package."""


def subjects_of(folder: Path) -> set[str]:
    """The names of a package, and of all its modules and packages or files of C++."""
    files = [path for path in folder.rglob("*") if path.suffix in (".py", ".cpp", ".hpp")]
    return {folder.name, *(file.stem for file in files), *(file.parent.name for file in files)}


def names_one_of(test: Path, names: set[str]) -> bool:
    """Whether a test is called after one of these, perhaps with its subject behind."""
    stem = test.stem.removeprefix("test_")
    return any(stem == name or stem.startswith(f"{name}_") for name in names)


def unnamed(folder: Path, names: set[str]) -> list[str]:
    """The tests of a folder whose name begins with none of these."""
    return [test.name for test in folder.glob("test_*.py") if not names_one_of(test, names)]


def mirrored() -> list[Path]:
    folders = [path for path in TESTS.iterdir() if path.is_dir() and path.name not in OWN]
    return sorted(path for path in folders if path.name != "__pycache__")


@pytest.mark.parametrize("folder", mirrored(), ids=lambda folder: folder.name)
def test_a_folder_mirrors_a_package_and_its_tests_name_what_they_test(folder: Path) -> None:
    tested = ROOT / "core" if folder.name == "core" else PACKAGE / folder.name
    assert tested.is_dir(), f"{folder.name} is no package of sapper: add it to OWN if it is none"
    assert unnamed(folder, subjects_of(tested)) == []
    assert not [path for path in folder.iterdir() if path.is_dir() and path.name != "__pycache__"]


def test_tests_outside_folders_are_of_modules_outside_packages() -> None:
    assert unnamed(TESTS, {path.stem for path in PACKAGE.glob("*.py")}) == []


def test_modules_and_tests_are_only_where_they_belong() -> None:
    """Tests are found by their names alone, and what they share is in one folder."""
    others = [path for folder in mirrored() for path in folder.glob("*.py")]
    assert [path.name for path in others if not path.name.startswith("test_")] == []
    assert list((TESTS / "support").glob("test_*.py")) == []


def test_a_name_of_nothing_is_found(tmp_path: Path) -> None:
    for name in ("test_deals.py", "test_deals_twice.py", "test_dealsomething.py"):
        (tmp_path / name).touch()
    assert unnamed(tmp_path, {"deals"}) == ["test_dealsomething.py"]


def test_the_tests_that_documents_name_are_there() -> None:
    named = {
        (document.name, name)
        for document in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
        for name in re.findall(r"\btests/[\w/]+\.(?:py|json)\b", document.read_text("utf-8"))
    }
    assert named
    assert not [pair for pair in sorted(named) if not (ROOT / pair[1]).exists()]
