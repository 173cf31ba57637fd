"""``sapper one-mine``: graphs as lines and as JSON, boards, and bad input."""

from __future__ import annotations

import io
import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from command_line import Outcome, Run
from sapper.boards import hexagonal
from sapper.cli import app
from sapper.cli.failures import exit_code
from sapper.perfect import one_mine

if TYPE_CHECKING:
    from collections.abc import Iterator

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "one_mine.json").read_text("utf-8"))
HOUSE = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (1, 4)]
LINES = "# a house\n0 1\n1 2\n2,3  # the floor\n\n3 0\n0 4\n1 4\n"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    def run_sapper(*arguments: str, stdin: bytes = b"") -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        call = lambda: app(["one-mine", *arguments], prog_name="sapper", standalone_mode=False)  # noqa: E731
        code = exit_code(call)
        return Outcome(code, *capsys.readouterr())

    return run_sapper  # type: ignore[return-value]


def test_a_file_gives_the_result_of_the_library(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "house.txt"
    path.write_text(LINES)
    expected = one_mine(HOUSE)
    assert expected.probability == Fraction(4, 5)
    assert run(str(path)).out == expected.summary() + "\n"
    assert run(str(path), "--json").json == expected.to_dict()
    assert run("-", stdin=LINES.encode()).out == expected.summary() + "\n"


@pytest.mark.parametrize("number", range(0, len(VECTORS), max(1, len(VECTORS) // 20)))
def test_the_vectors_are_read_as_they_are(run: Run, number: int) -> None:
    vector = VECTORS[number]
    given = json.dumps({"n": vector["n"], "edges": vector["edges"]}).encode()
    assert Fraction(run("-", "--json", stdin=given).json["probability"]) == Fraction(vector["best"])


def test_names_and_single_nodes(run: Run) -> None:
    expected = one_mine([("a", "b"), ("b", "07")], nodes=["d", 5])
    for text in (
        "a b\nb 07\nd\n5\n",
        '{"edges": [["a", "b"], ["b", "07"]], "nodes": ["d", 5]}',
    ):
        found = run("-", "--json", stdin=text.encode()).json
        assert found["wins"] == expected.wins == 3
        assert set(found["nodes"]) == {"a", "b", "07", "d", 5}
    assert run("-", "--json", stdin=b"[[0, 1], [1, 2]]").json["probability"] == "2/3"


def test_a_board_is_a_graph(run: Run) -> None:
    assert run("--board", "hex:4x5", "--json").json == one_mine(hexagonal(4, 5)).to_dict()


@pytest.mark.parametrize(
    ("arguments", "stdin", "words"),
    [
        ((), "", "give either a FILE with a graph or --board SPEC"),
        (("-", "--board", "3x3"), "0 1", "give either a FILE with a graph or --board SPEC"),
        (("no such file",), "", "cannot read 'no such file'"),
        (("--board", "3x3/2"), "", "give the board without mines, not '3x3/2'"),
        (("--board", "cube:3x3"), "", "cube"),
        (("-",), "", "a graph needs at least one node"),
        (("-",), "0 1\n0 1 2", "line 2 is two nodes for an edge or one node, not '0 1 2'"),
        (("-",), "0 0", "node 0 is joined to itself"),
        (("-",), "0 1\n1 0", "joined twice"),
        (("-",), "\udcff", "standard input is not text in UTF-8"),
        (("-",), "{", "standard input is not valid JSON"),
        (("-",), "[" * 200_000, "standard input is not valid JSON"),
        (("-",), "{}", "standard input has no list of edges"),
        (("-",), "[[0, 1, 2]]", "an edge is a pair of nodes, not [0, 1, 2]"),
        (("-",), "[[0, true]]", "a node is an integer or a text, not True"),
        (("-",), '{"edges": [], "nodes": 3}', "'nodes' is a list of nodes, not 3"),
        (("-",), '{"edges": [], "n": -1}', "'n' is a number of nodes up to 10,000,000, not -1"),
        (("-",), '{"edges": [], "nodes": [[0]]}', "a node is an integer or a text, not [0]"),
    ],
)
def test_bad_input_is_one_sentence(
    run: Run, arguments: tuple[str, ...], stdin: str, words: str
) -> None:
    outcome = run(*arguments, stdin=stdin.encode("utf-8", "surrogateescape"))
    assert (outcome.code, outcome.out) == (2, "")
    assert words in outcome.err
    assert outcome.err.count("\n") == 1
