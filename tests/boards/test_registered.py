"""Kinds of boards that a user registers: every use of their specs, and builders with faults."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

import sapper
from command_line import SAPPER
from sapper.boards import parse_spec
from sapper.boards.registered import built, registered_kinds
from sapper.errors import BoardError, SpecError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from sapper.boards import Board


def ring(cells: int) -> Board:
    return sapper.graph([(cell, (cell + 1) % cells) for cell in range(cells)])


@pytest.fixture
def own() -> Iterator[Callable[[Any], None]]:
    """Registers builders as ``own``, until the test ends."""
    yield lambda builder: sapper.register_board("own", builder, replace=True)
    if "own" in registered_kinds():
        sapper.unregister_board("own")


def test_specs_of_a_registered_kind_work_everywhere(own: Callable[[Any], None]) -> None:
    own(ring)
    spec = parse_spec(" OWN:012/3 ")
    assert (str(spec), spec.size, spec.mines) == ("own:12/3", 12, 3)
    board = sapper.board("own:12")
    assert board == ring(12)
    assert board.spec == "own:12"
    assert sapper.simulate("own:12/3", "pseq", 50).spec == "own:12/3"
    assert sapper.simulate("own:12/3", "pseq", 50, threads=2).wins == (
        sapper.simulate(ring(12), "pseq", 50, mines=3).wins
    )
    assert sapper.deal("own:12/3", seed=2).mine_count == 3
    assert sapper.optimal("own:5/1").wins == sapper.optimal(ring(5), mines=1).wins
    position = sapper.parse("own:6/2\n1#####")
    assert sapper.analyze(position).solutions == 6
    assert sapper.parse(position.to_text(header=True)) == position


def test_the_interface_example_is_not_a_built_in_name() -> None:
    sapper.register_board("hextorus", lambda rows, columns: sapper.torus(rows, columns))
    try:
        assert sapper.board("hextorus:8x8/10").spec == "hextorus:8x8"
        assert sapper.board("hextorus:8x8") == sapper.torus(8, 8)
        assert sapper.simulate("hextorus:8x8/10", "pseq", 20).games == 20
    finally:
        sapper.unregister_board("hextorus")
    with pytest.raises(SpecError, match="unknown kind of board 'hextorus'"):
        sapper.board("hextorus:8x8")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("grid", "'grid': it is built in"),
        ("graph", "'graph': it is built in"),
        ("expert", "'expert': it is built in"),
        ("HexTorus", "'HexTorus': a name is a word of at most 40 lower-case"),
        ("a:b", "'a:b': a name is a word"),
        ("a b", "'a b': a name is a word"),
        ("", "'': a name is a word"),
        ("7", "'7': a name is a word"),
        ("x" * 41, "a name is a word of at most 40"),
        (None, "None: a name is a word"),
    ],
)
def test_names_follow_a_rule(name: Any, message: str) -> None:
    with pytest.raises(BoardError, match=message):
        sapper.register_board(name, ring)


def test_a_name_is_taken_unless_replaced(own: Callable[[Any], None]) -> None:
    own(ring)
    with pytest.raises(BoardError, match="there is a kind of board 'own' already: pass replace"):
        sapper.register_board("own", ring)
    assert sapper.board("own:4") == ring(4)
    sapper.register_board("own", sapper.box, replace=True)
    assert sapper.board("own:4") == sapper.box(4)
    sapper.unregister_board("own")
    with pytest.raises(BoardError, match="'own' is not a kind of board that was registered here"):
        sapper.unregister_board("own")
    with pytest.raises(BoardError, match="'grid' is not a kind of board that was registered"):
        sapper.unregister_board("grid")
    with pytest.raises(BoardError, match="needs a function that builds it, not 5"):
        sapper.register_board("own", 5)  # type: ignore[arg-type]


def failing(*dims: int) -> Board:
    raise RuntimeError("no glue left")


COUNT = itertools.count(4)


@pytest.mark.parametrize(
    ("builder", "message"),
    [
        (failing, "the builder of 'own' failed: RuntimeError: no glue left"),
        (lambda cells: sapper.grid(0, cells), "failed: every dimension must be at least 1"),
        (lambda: sapper.grid(2, 2), "failed: TypeError: .*takes 0 positional arguments"),
        (lambda cells: None, "the builder of 'own' returned None, which is no Board"),
        (lambda cells: list(range(999)), "returned a list, which is no Board"),
        (lambda cells: ring(next(COUNT)), "returns different boards for 9 in different calls"),
        (lambda cells: sapper.board("own:8"), "failed: .*RecursionError"),
    ],
)
def test_a_builder_with_a_fault_is_one_sentence(
    own: Callable[[Any], None], builder: Any, message: str
) -> None:
    own(builder)
    for call in (sapper.parse_spec, sapper.board, sapper.simulate, sapper.deal):
        with pytest.raises(SpecError, match=message) as caught:
            call("own:9/2")
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("own:0x4", "every dimension must be at least 1, not 0 as in own:0x4"),
        ("own:99999x99999", "the product of the dimensions of own:99999x99999 is over 20000000"),
        ("own:" + "x".join(["1"] * 33), "1 to 32 dimensions, not 33"),
        ("own:4x", "bad dimension ''"),
        ("own:", "bad dimension ''"),
        ("own:4/5", "5 mines in board spec 'own:4/5', but this board can have 0 to 4"),
        ("own", "this kind of board needs its size, as in own:16x30"),
        ("own:4x4/2x", "bad number of mines '2x'"),
        ("owm:4", "did you mean 'own'"),
    ],
)
def test_sizes_are_checked(own: Callable[[Any], None], text: str, message: str) -> None:
    own(sapper.box)
    with pytest.raises(SpecError, match=message):
        parse_spec(text)


def test_a_board_is_built_twice_and_then_cached(own: Callable[[Any], None]) -> None:
    calls = []

    def counted(cells: int) -> Board:
        calls.append(cells)
        return ring(cells)

    own(counted)
    for _ in range(5):
        assert parse_spec("own:9").size == 9
    assert calls == [9, 9]
    own(counted)
    assert built("own", (9,)).size == 9
    assert len(calls) == 4


def plugin(folder: Path, points: str, code: str) -> None:
    """Put a package with kinds of boards in a folder, as an installer would."""
    (folder / "shapes.py").write_text(code)
    about = folder / "shapes-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: shapes\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[sapper.boards]\n{points}\n")


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONWARNINGS": "default"}
    return subprocess.run(
        [*SAPPER, *arguments], capture_output=True, text=True, env=environment, check=False
    )


RING = (
    "import sapper\n"
    "def ring(cells):\n"
    "    return sapper.graph([(i, (i + 1) % cells) for i in range(cells)])\n"
)


def test_kinds_of_other_packages_work_on_the_command_line(tmp_path: Path) -> None:
    plugin(tmp_path, "ring = shapes:ring\ngrid = shapes:ring\nlost = shapes:lost", RING)
    done = run(tmp_path, "simulate", "ring:9/2", "--games", "20", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["spec"], found["games"]) == ("ring:9/2", 20)
    assert "kind of board 'grid' of package 'shapes' is left out: there is one" in done.stderr
    lost = run(tmp_path, "simulate", "lost:9/2", "--games", "20")
    assert lost.returncode == 2
    assert "the kind of board 'lost' of another package cannot be loaded" in lost.stderr
    sizes = run(tmp_path, "simulate", "ring:2/1")
    assert sizes.returncode == 2
    assert sizes.stderr.splitlines()[-1] == (
        "sapper: bad board spec 'ring:2/1': the builder of 'ring' failed: nodes 0 and 1 are joined "
        "twice"
    )
