"""The commands that play: simulate, strategies, watch and play."""

from __future__ import annotations

import csv
import json
import re
import sys
from typing import TYPE_CHECKING

import pytest

import sapper
from command_line import Run, needs_unix, program
from sapper.strategies import names
from strategy_names import REPEATABLE

if TYPE_CHECKING:
    from pathlib import Path


# -- simulate -----------------------------------------------------------------------------------


def test_json_is_the_contract(run: Run) -> None:
    outcome = run(
        *("simulate", "5x6/5", "--strategy", "pseq", "--games", "300", "--seed", "4"),
        *("--first", "open", "--start", "2,4", "--threads", "2", "--json"),
    )
    found = outcome.json
    library = sapper.simulate("5x6/5", "pseq", 300, seed=4, first="open", start=(2, 4)).to_dict()
    for timed in ("seconds", "longest", "processor"):
        del found[timed], library[timed]
    assert found == library
    assert outcome.err == ""
    assert outcome.out.count("\n") == 1


def test_the_table_has_an_interval(run: Run) -> None:
    outcome = run("simulate", "9x9/10", "--games", "200")
    assert outcome.code == 0
    assert outcome.err == ""
    assert "9x9/10, first click safe at (0, 0)" in outcome.out
    assert re.search(r"won +\d+: [\d.]+ %, 95 % interval [\d.]+ to [\d.]+ %", outcome.out)
    for fact in ("perimeter", "200 of seed 1", "moves", "guesses", "3BV", "games/s"):
        assert fact in outcome.out


def test_records_are_written(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    found = run(
        *("simulate", "5x5/5", "--games", "40", "--index", "7", "--json"),
        *("--records", str(path)),
    ).json
    with path.open() as stream:
        rows = list(csv.DictReader(stream))
    assert [int(line["game"]) for line in rows] == list(range(7, 47))
    for column, total in (("won", "wins"), ("moves", "moves"), ("bbbv", "bbbv")):
        assert sum(int(line[column]) for line in rows) == found[total]


def test_several_mines_a_cell_and_other_strategies(run: Run) -> None:
    found = run("simulate", "3x3/12", "--max-per-cell", "2", "--games", "20", "--json").json
    assert (found["spec"], found["max_per_cell"]) == ("3x3/12", 2)
    found = run("simulate", "8x8/10", "--strategy", "book004:pseq", "--games", "5", "--json").json
    assert found["start"] == [4, 4]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["9x9/10", "--strategy", "perimter"], "did you mean 'perimeter'?"),
        (["9x9/10", "--games", "0"], "the number of games is at least 1, not 0"),
        (["9x9/10", "--games", "-5"], "at least 1, not -5"),
        (["9x9/10", "--games", "many"], "valid integer"),
        (["9x9/10", "--seed", "-1"], "the seed is at least 0"),
        (["9x9/10", "--seed", str(2**64)], "the seed is at most"),
        (["9x9/10", "--threads", "0"], "threads is at least 1"),
        (["9x9/10", "--first", "lucky"], "'lucky' is not one of 'any', 'safe', 'open'"),
        (["9x9/10", "--start", "9,9"], "(9, 9) is not on 9x9"),
        (["9x9/10", "--start", "here"], "R,C such as 3,3 or an index such as 17, not 'here'"),
        (["9x9/73", "--first", "open"], "there is room for 72"),
        (["9x9"], "9x9 needs its mines"),
        (["9x9/99"], "99 mines"),
        (["9x9/10", "--records", "/no/such/folder/games.csv"], "cannot write"),
        (["9x9/10", "--strategy", "optimal", "--games", "2"], "too hard: perfect play"),
        ([], "Missing argument"),
    ],
)
def test_bad_input_is_one_line(run: Run, arguments: list[str], message: str) -> None:
    for options in ([], ["--json"]):
        outcome = run("simulate", *arguments, *options)
        assert outcome.code == 2
        assert outcome.out == ""
        assert message in outcome.err
        assert outcome.err.count("\n") == 1


def test_what_was_played_before_a_failure_is_shown(run: Run) -> None:
    class Tired:
        def begin(self, seed: int, index: int) -> None:
            if index == 4:
                raise RuntimeError("enough")

        def choose(self, position: sapper.Position) -> int:
            return position.covered[0]

    sapper.register("tired", Tired, "plays four games")
    try:
        outcome = run("simulate", "4x4/3", "--strategy", "tired", "--json")
    finally:
        from sapper.strategies.registry import unregister

        unregister("tired")
    assert outcome.code == 2
    assert json.loads(outcome.out)["games"] == 4
    assert "strategy 'tired' raised RuntimeError: enough, in game 4 of seed 1" in outcome.err


PRESSED_AFTER_A_GAME = """
import os, signal, sapper
from sapper.cli import main

simulate = sapper.simulate

def press(done, games):
    if done:
        os.kill(os.getpid(), signal.SIGINT)

def pressed(*asked, **options):
    return simulate(*asked, **{**options, "progress": press})

sapper.simulate = pressed
main()
"""
"""The command line, where Ctrl-C is pressed as soon as the first games are played."""


@needs_unix
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_an_interruption_shows_what_was_done(options: list[str], tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    asked = ["simulate", "16x30/99", "--strategy", "pseq", "--games", "4000000"]
    command = [sys.executable, "-c", PRESSED_AFTER_A_GAME, *asked]
    with program([*command, "--records", str(path), *options]) as process:
        out, err = process.communicate()
    assert process.returncode == 130, err
    assert err == ""
    if options:
        found = json.loads(out)
        assert found["interrupted"]
        assert 0 < found["games"] < 4_000_000
        with path.open() as stream:
            assert sum(1 for _ in stream) == found["games"] + 1
    else:
        assert "of 4,000,000 games were not played" in out
        assert "95 % interval" in out


# -- strategies ---------------------------------------------------------------------------------


def test_strategies_are_listed(run: Run) -> None:
    outcome = run("strategies")
    for name in names():
        assert f"{name} " in outcome.out
    assert "Fowler and Young 2004" in outcome.out
    found = run("strategies", "--json").json
    listed = [strategy["name"] for strategy in found["strategies"]]
    assert [name for name in listed if ":" not in name] == names()
    assert all(strategy["description"] and strategy["source"] for strategy in found["strategies"])


# -- watch --------------------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", [*REPEATABLE, "heuristic:QP", "book004:frontier"])
def test_every_strategy_can_be_watched(run: Run, strategy: str) -> None:
    outcome = run("watch", "4x4/3", "--strategy", strategy, "--seed", "2", "--index", "1")
    assert outcome.code == 0, outcome.err
    assert outcome.out.startswith(f"{strategy} on 4x4/3, game 1 of seed 2\n")
    assert "the first click: " in outcome.out
    assert re.search(r"(won in|lost at move) \d+", outcome.out)


def test_reasons_are_given(run: Run) -> None:
    out = run("watch", "5x5/5", "--strategy", "pseq", "--seed", "10").out
    assert "(0, 0) is safe by the rule" in out
    assert re.search(
        r"a guess: \(0, 4\) has a 19.05 % chance of being a mine, tied for safest with 20 others; "
        r"of them the best by S, E and Q; an? [0-9.]+ % chance of an opening",
        out,
    )
    assert "(2, 0) is safe: the 1 at (1, 1) and the 1 at (0, 0) together leave" in out
    assert "\x1b" not in out
    random = run("watch", "5x5/5", "--strategy", "random", "--seed", "3").out
    assert "taken at random" in random
    lost = run("watch", "5x5/12", "--strategy", "random", "--first", "any", "--index", "2").out
    assert "has a 48 % chance of being a mine" in lost


def test_watch_in_json(run: Run) -> None:
    found = run("watch", "5x5/5", "--strategy", "pseq", "--seed", "10", "--json").json
    assert found["won"]
    played = sapper.simulate("5x5/5", "pseq", 1, seed=10)
    assert sum(not move["certain"] for move in found["moves"]) == played.guesses
    assert found["moves"][0]["cell"] == [0, 0]
    assert found["moves"][0]["mine_probability"] is None
    assert found["moves"][1]["mine_probability"] == pytest.approx(4 / 21)
    opened = [tuple(cell) for move in found["moves"] for cell in move["opened"]]
    assert len(opened) == len(set(opened)) == 20
    assert found["moves"][2]["reason"].startswith("(2, 0) is safe: ")


def test_watching_odd_games(run: Run) -> None:
    assert "won: 2x2/4 is full of mines" in run("watch", "2x2/4").out
    assert "won in 1 move\n" in run("watch", "3x3/0", "--first", "any").out
    assert "layer" in run("watch", "box:3x3x3/3").out
    assert run("watch", "2x3/4", "--max-per-cell", "2", "--first", "any").code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["9x9/10", "--strategy", "bst"], "did you mean 'best'?"),
        (["9x9/10", "--index", "-1"], "the number of the game is at least 0"),
        (["9x9/10", "--delay", "-1"], "the delay is from 0 to 60 seconds"),
        (["100x100/1000"], "too large for the terminal"),
        (["9x9"], "needs its mines"),
    ],
)
def test_watch_refuses(run: Run, arguments: list[str], message: str) -> None:
    outcome = run("watch", *arguments)
    assert outcome.code == 2
    assert message in outcome.err
