"""The signatures of all public names are those of a file, which ``make stub`` writes."""

from __future__ import annotations

import difflib
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import public_signatures  # noqa: E402

HOW_TO_PROCEED = """\
The public API differs from tests/data/public_api.txt. Run `make stub` (or only
`python tools/public_signatures.py`) to write the file again, and look at its diff:
- An added line is a new name: it needs a changelog entry.
- A removed or changed line breaks programs that use the name. Keep the former name or argument
  with a DeprecationWarning (sapper.deprecation); see docs/reference/api.md.
After a merge, take either side of the file and run `make stub`."""


def differences(frozen: str, present: str) -> list[str]:
    """Return the lines that are removed, with "-", and added, with "+"."""
    found = difflib.ndiff(frozen.splitlines(), present.splitlines())
    return [line for line in found if line[0] in "-+"]


def test_public_signatures_are_frozen() -> None:
    frozen = public_signatures.FILE.read_text("utf-8")
    found = differences(frozen, public_signatures.listing())
    if found:
        pytest.fail("\n".join([HOW_TO_PROCEED, "", *found]), pytrace=False)


def test_a_removed_name_and_a_changed_argument_are_found() -> None:
    frozen = "f(a: int, b: int = 1) -> int\ng() -> None\n"
    assert differences(frozen, "f(a: int, b: int = 2) -> int\n") == [
        "- f(a: int, b: int = 1) -> int",
        "+ f(a: int, b: int = 2) -> int",
        "- g() -> None",
    ]


def test_the_listing_has_functions_classes_methods_attributes_and_constants() -> None:
    lines = public_signatures.listing().splitlines()
    for start in (
        "sapper.choose(position: Position, strategy: StrategyLike = 'best', seed: int = 1",
        "class sapper.Position(): (board: BoardLike, clues:",
        "sapper.Position.from_states(",
        "sapper.Position.covered: ",
        "sapper.Position.max_per_cell: int",
        "class sapper.BoardError(SapperError, ValueError)",
        "sapper.COVERED = -1",
        "sapper.lab.densities(",
    ):
        assert [line for line in lines if line.startswith(start)], start
    assert not [line for line in lines if "._" in line.partition("(")[0]]
    assert not [line for line in lines if " at 0x" in line]
