"""The commands that play: simulate, strategies, watch and play."""

from __future__ import annotations

import csv
import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

import sapper
from sapper.cli import app
from sapper.cli.failures import exit_code
from sapper.cli.session import Session, keys_scripted, keys_typed
from sapper.strategies import names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Run = Callable[..., "Outcome"]

SAPPER = [sys.executable, "-c", "from sapper.cli import main; main()"]
needs_unix = pytest.mark.skipif(os.name == "nt", reason="there are no such terminals and signals")


class Outcome:
    """What a run of the command line left behind."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    @property
    def json(self) -> Any:
        assert self.code == 0, self.err
        return json.loads(self.out)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def run_sapper(*arguments: str) -> Outcome:
        code = exit_code(lambda: app(list(arguments), prog_name="sapper", standalone_mode=False))
        return Outcome(code, *capsys.readouterr())

    return run_sapper


# -- simulate -----------------------------------------------------------------------------------


def test_json_is_the_contract(run: Run) -> None:
    outcome = run(
        *("simulate", "5x6/5", "--strategy", "pseq", "--games", "300", "--seed", "4"),
        *("--first", "open", "--start", "2,4", "--threads", "2", "--json"),
    )
    found = outcome.json
    library = sapper.simulate("5x6/5", "pseq", 300, seed=4, first="open", start=(2, 4)).to_dict()
    for timed in ("seconds", "longest"):
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
        *("simulate", "5x5/5", "--games", "40", "--first-game", "7", "--json"),
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
        (["9x9/10", "--first", "lucky"], "not 'lucky'"),
        (["9x9/10", "--start", "9,9"], "(9, 9) is not on 9x9"),
        (["9x9/10", "--start", "here"], "R,C as in 3,3, not 'here'"),
        (["9x9/73", "--first", "open"], "there is room for 72"),
        (["9x9"], "9x9 needs its mines"),
        (["9x9/99"], "99 mines"),
        (["9x9/10", "--records", "/no/such/folder/games.csv"], "cannot write"),
        (["9x9/10", "--strategy", "optimal", "--games", "2"], "too hard: perfect play on 9x9"),
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


@needs_unix
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_an_interruption_shows_what_was_done(options: list[str], tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    command = [*SAPPER, "simulate", "16x30/99", "--strategy", "pseq", "--games", "40000000"]
    process = subprocess.Popen(
        [*command, "--records", str(path), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(2.0)
    process.send_signal(signal.SIGINT)
    began = time.perf_counter()
    out, err = process.communicate(timeout=20)
    assert time.perf_counter() - began < 2.0
    assert process.returncode == 130, err
    assert err == ""
    if options:
        found = json.loads(out)
        assert found["interrupted"]
        assert 0 < found["games"] < 40_000_000
        with path.open() as stream:
            assert sum(1 for _ in stream) == found["games"] + 1
    else:
        assert "of 40,000,000 games were not played" in out
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


@pytest.mark.parametrize("strategy", [*names(), "heuristic:QP", "book004:frontier"])
def test_every_strategy_can_be_watched(run: Run, strategy: str) -> None:
    outcome = run("watch", "4x4/3", "--strategy", strategy, "--seed", "2", "--game", "1")
    assert outcome.code == 0, outcome.err
    assert outcome.out.startswith(f"{strategy} on 4x4/3, game 1 of seed 2\n")
    assert "the first click: " in outcome.out
    assert re.search(r"(won in|lost at move) \d+", outcome.out)


def test_reasons_are_given(run: Run) -> None:
    out = run("watch", "5x5/5", "--strategy", "pseq", "--seed", "3").out
    assert "(0, 0) is safe by the rule" in out
    assert re.search(
        r"a guess: \(0, 4\) is a mine with 19.05 %, the least, as 21 cells are; "
        r"of them the best by S, E and Q; an opening with",
        out,
    )
    assert "(1, 2) is safe: the 1 at (2, 3) and the 1 at (2, 4) together leave" in out
    assert "\x1b" not in out
    random = run("watch", "5x5/5", "--strategy", "random", "--seed", "3").out
    assert "taken at random" in random
    lost = run("watch", "5x5/12", "--strategy", "random", "--first", "any", "--game", "2").out
    assert re.search(r"is a mine with 48 %", lost)


def test_watch_in_json(run: Run) -> None:
    found = run("watch", "5x5/5", "--strategy", "pseq", "--seed", "3", "--json").json
    assert found["won"]
    played = sapper.simulate("5x5/5", "pseq", 1, seed=3)
    assert sum(not move["certain"] for move in found["moves"]) == played.guesses
    assert found["moves"][0]["cell"] == [0, 0]
    assert found["moves"][0]["mine_probability"] is None
    assert found["moves"][1]["mine_probability"] == pytest.approx(4 / 21)
    opened = [tuple(cell) for move in found["moves"] for cell in move["opened"]]
    assert len(opened) == len(set(opened)) == 20
    assert found["moves"][2]["reason"].startswith("(1, 2) is safe: ")


def test_watching_odd_games(run: Run) -> None:
    assert "won: 2x2/4 is full of mines" in run("watch", "2x2/4").out
    assert "won in 1 move\n" in run("watch", "3x3/0", "--first", "any").out
    assert "layer" in run("watch", "box:3x3x3/3").out
    assert run("watch", "2x3/4", "--max-per-cell", "2", "--first", "any").code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["9x9/10", "--strategy", "bst"], "did you mean 'best'?"),
        (["9x9/10", "--game", "-1"], "the number of the game is at least 0"),
        (["9x9/10", "--delay", "-1"], "a delay is from 0 to 60 seconds"),
        (["100x100/1000"], "too large to be shown"),
        (["9x9"], "needs its mines"),
    ],
)
def test_watch_refuses(run: Run, arguments: list[str], message: str) -> None:
    outcome = run("watch", *arguments)
    assert outcome.code == 2
    assert message in outcome.err


# -- play, by a script --------------------------------------------------------------------------


def test_a_script_plays(run: Run) -> None:
    out = run("play", "5x5/4", "--seed", "3", "--keys", " t").out
    assert out.startswith(
        "5x5/4, first click safe, game 0 of seed 3\non   mines left 4   time 0:00"
    )
    assert "moves 1   3BV 5   luck 100 %" in out
    assert "[ ■ ]" in out
    assert "a guess: (1, 2) is a mine with 12.5 %" in out
    chances = run("play", "5x5/4", "--seed", "3", "--keys", " p").out
    assert chances.count("12") >= 8
    assert "\x1b" not in out


def test_the_keys(run: Run) -> None:
    def last(keys: str) -> list[str]:
        return run("play", "4x4/3", "--seed", "1", "--keys", keys).out.splitlines()

    assert "[ ■ ]" in last("<up><up><up><left><left>")[4]
    assert last("<up><up><up><left><left>")[4].startswith("0 [ ■ ]")
    assert last("kkkhh") == last("<up><up><up><left><left>")
    assert "[ ⚑ ]" in "\n".join(last("f"))
    assert "mines left 2" in last("f")[1]
    assert "mines left 3" in last("ff")[1]
    assert last("fu")[-1] == "taken back"
    assert last("u")[-1] == "there is nothing to take back"
    assert "is covered: only clues can be chorded" in last("c")[-1]
    assert "game 2 of seed 1" in last("nn")[0]
    assert "undo, also a loss" in "\n".join(last("?"))
    assert last("??")[-1] == "" or "undo" not in "\n".join(last("??"))
    assert last("w")[-1] == "the first click is safe anywhere"
    assert last("x")[-1] == "? shows the keys"
    assert last("q ") == last("")


def test_a_won_and_a_lost_game(run: Run) -> None:
    won = run("play", "1x2/1", "--seed", "1", "--keys", " ").out
    assert "\nwon   mines left 1" in won
    assert "won; n deals the next game" in won
    lost = run("play", "1x3/2", "--first", "any", "--seed", "1", "--keys", "h ").out
    assert "\nlost " in lost
    assert re.search(r"lost: \(0, \d\) was a mine, with a chance of", lost)
    assert "*" in lost
    again = run(
        "play", "1x3/2", "--first", "any", "--seed", "1", "--keys", "hh <right> <right> u"
    ).out
    assert "\non " in again


def test_the_result_of_a_game_in_json(run: Run) -> None:
    outcome = run("play", "1x2/1", "--seed", "1", "--keys", " ", "--json")
    found = outcome.json
    assert (found["status"], found["moves"], found["luck"], found["start"]) == (
        "won",
        1,
        1.0,
        [0, 1],
    )
    assert found["position"] == ["#1"]
    assert run("play", "1x2/1", "--keys", "", "--json").json["start"] is None


def test_play_refuses(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with open(os.devnull) as nothing:  # noqa: PTH123
        monkeypatch.setattr("sys.stdin", nothing)
        outcome = run("play")
    assert outcome.code == 2
    assert outcome.err == "sapper: sapper play needs a terminal; --keys plays without one\n"
    assert "too large" in run("play", "100x100/1000").err
    assert "unknown key <jump>" in run("play", "--keys", "<jump>").err
    assert "unknown board" in run("play", "nowhere").err


def test_keys_of_terminals() -> None:
    assert keys_typed("\x1b[A\x1bOB\x1b[C\x1b[D") == ["up", "down", "right", "left"]
    assert keys_typed("\x1b[1;5C\x1b[5~a\x1b") == ["right", "unknown", "a", "escape"]
    assert keys_typed(" \r\n\x04?") == ["space", "enter", "enter", "q", "?"]
    assert keys_scripted("a<up>< >") == ["a", "up", "<", "space", ">"]


class TestSession:
    """What no script of keys shows on a flat board."""

    @staticmethod
    def session(spec: str, board: sapper.Board | None = None, **options: Any) -> Session:
        clock = iter(range(0, 10_000, 7))
        game = spec if board is None else board
        return Session(
            lambda index: sapper.Game(game, seed=1, index=index, **options), 0, lambda: next(clock)
        )

    def test_layers_of_a_box(self) -> None:
        session = self.session("box:3x3x3/3")
        assert session.cursor == 13
        for key, cell in (("]", 22), ("]", 22), ("[", 13), ("[", 4), ("[", 4), ("l", 5), ("j", 8)):
            session.press(key)
            assert session.cursor == cell

    def test_a_torus_wraps_and_a_graph_is_a_row(self) -> None:
        torus = self.session("torus:3x3/1")
        for key, cell in (("l", 5), ("l", 3), ("k", 0), ("k", 6)):
            torus.press(key)
            assert torus.cursor == cell
        path = self.session("", sapper.graph([(0, 1), (1, 2)]), mines=1)
        for key, cell in (("right", 2), ("right", 2), ("up", 1), ("left", 0)):
            path.press(key)
            assert path.cursor == cell
        assert "next to" in path.screen().plain

    def test_the_clock_runs_from_the_first_click_to_the_end(self) -> None:
        session = self.session("1x2/1")
        assert session.seconds == 0
        session.press("space")
        assert session.game.status == "won"
        assert session.seconds == 7
        assert session.seconds == 7
        session.press("u")
        assert session.seconds > 7

    def test_space_on_a_clue_chords(self) -> None:
        session = self.session("4x4/1", start=5)
        session.cursor = 5
        session.press("space")
        assert "flags around it" in session.message or session.game.status == "won"

    def test_a_low_screen_shows_what_is_around_the_cursor(self) -> None:
        session = self.session("30x30/100")
        lines = session.screen(height=15).plain.splitlines()
        assert len(lines) <= 15
        assert any("[" in line for line in lines)
        assert len(self.session("5x5/5").screen(height=40).plain.splitlines()) < 15

    def test_too_hard_is_a_message(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(position: sapper.Position) -> None:
            raise sapper.TooHardError("too hard to analyse")

        session = self.session("5x5/5", start=12)
        monkeypatch.setattr("sapper.games.analyze", refuse)
        session.press("p")
        assert session.screen().plain.endswith("too hard to analyse")
        session.press("t")
        assert session.message == "too hard to analyse"


# -- play and watch, in a terminal --------------------------------------------------------------


class Pty:
    """A process of sapper in a terminal of its own."""

    def __init__(self, *arguments: str) -> None:
        import fcntl
        import struct
        import termios

        self.master, self.slave = os.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        self.before = termios.tcgetattr(self.slave)
        environment = {**os.environ, "TERM": "xterm-256color"}
        environment.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            [*SAPPER, *arguments],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env=environment,
            start_new_session=True,
        )
        self.shown = ""

    def wait_for(self, text: str, seconds: float = 15) -> None:
        end = time.monotonic() + seconds
        while text not in self.shown:
            assert time.monotonic() < end, f"no {text!r} in {self.shown[-2000:]!r}"
            self.read(0.1)

    def read(self, seconds: float) -> bool:
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        self.shown += os.read(self.master, 65536).decode("utf-8", errors="replace")
        return True

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def end(self) -> int:
        """Return the exit code; the terminal must be as it was."""
        import termios

        until = time.monotonic() + 15
        while self.process.poll() is None and time.monotonic() < until:
            self.read(0.1)
        while self.read(0.2):
            pass
        assert termios.tcgetattr(self.slave) == self.before
        return self.process.wait(1)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)
        os.close(self.slave)


@pytest.fixture
def pty() -> Iterator[Callable[..., Pty]]:
    opened: list[Pty] = []

    def start(*arguments: str) -> Pty:
        opened.append(Pty(*arguments))
        return opened[-1]

    yield start
    for terminal in opened:
        terminal.close()


@needs_unix
def test_a_person_plays(pty: Callable[..., Pty]) -> None:
    terminal = pty("play", "5x5/4", "--seed", "3")
    terminal.wait_for("? shows the keys")
    assert "\x1b[?1049h" in terminal.shown
    terminal.type(" ")
    terminal.wait_for("moves 1")
    terminal.type("\x1b[Af")
    terminal.wait_for("mines left 3")
    terminal.type("w")
    terminal.wait_for("a guess: ")
    terminal.type("q")
    assert terminal.end() == 0
    assert "\x1b[?1049l" in terminal.shown
    assert "\x1b[?25h" in terminal.shown
    last = terminal.shown.rpartition("\x1b[?1049l")[2]
    assert "game 0 of seed 3" in last


@needs_unix
@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_the_terminal_is_restored_whatever_happens(
    pty: Callable[..., Pty], sent: signal.Signals, code: int
) -> None:
    terminal = pty("play", "5x5/4")
    terminal.wait_for("? shows the keys")
    terminal.process.send_signal(sent)
    assert terminal.end() == code
    assert "\x1b[?1049l" in terminal.shown


@needs_unix
def test_a_game_is_redrawn_in_place(pty: Callable[..., Pty]) -> None:
    terminal = pty("watch", "5x5/5", "--strategy", "pseq", "--seed", "3", "--delay", "0.01")
    terminal.wait_for("won in 13 moves")
    assert terminal.end() == 0
    assert "move 2: a guess" in terminal.shown
    assert "\x1b[1A" in terminal.shown or "\x1b[2K" in terminal.shown


@needs_unix
def test_progress_is_shown_in_a_terminal_alone(pty: Callable[..., Pty]) -> None:
    terminal = pty("simulate", "16x30/99", "--strategy", "pseq", "--games", "3000")
    terminal.wait_for("games/s")
    terminal.wait_for("95 % interval")
    assert terminal.end() == 0
    assert "3000" in terminal.shown
