"""``sapper play``: by a script of keys and by hand in a terminal; and what else redraws one."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

import sapper
from command_line import SAPPER, Run, needs_unix
from sapper.cli.session import Session, keys_scripted, keys_typed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


# -- play, by a script --------------------------------------------------------------------------


def test_a_script_plays(run: Run) -> None:
    out = run("play", "5x5/4", "--seed", "3", "--keys", " t").out
    assert out.startswith(
        "5x5/4, first click safe, game 0 of seed 3\nplaying   mines left 4   time 0:00"
    )
    assert "moves 1   3BV 7   luck 100 %" in out
    assert "[ ■ ]" in out
    assert "chance of being a mine" in out.splitlines()[-1]
    assert "the greatest win probability, estimated by rollouts" in out
    chances = run("play", "5x5/4", "--seed", "3", "--keys", " p").out
    assert chances.count("13") >= 8
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
    assert last("fu")[-1] == "undone"
    assert last("u")[-1] == "there is nothing to undo"
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
    assert "\nplaying " in again


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
    assert outcome.err == "sapper: sapper play needs a terminal; use --keys to play without one\n"
    assert "too large" in run("play", "100x100/1000").err
    assert "unknown key <jump>" in run("play", "--keys", "<jump>").err
    assert "unknown board" in run("play", "nowhere").err


def test_keys_of_terminals() -> None:
    assert keys_typed("\x1b[A\x1bOB\x1b[C\x1b[D") == ["up", "down", "right", "left"]
    assert keys_typed("\x1b[1;5C\x1b[5~a\x1b") == ["right", "unknown", "a", "escape"]
    assert keys_typed(" \r\n\x04?") == ["space", "enter", "enter", "q", "?"]
    assert keys_scripted("a<up>< >") == ["a", "up", "<", "space", ">"]


class TestSession:
    """Sessions on boards that are not flat, and keys that no script contains."""

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

    def test_a_long_message_is_broken(self) -> None:
        session = Session(lambda index: sapper.Game("9x9/10", seed=1, index=index), 0, lambda: 0.0)
        session.message = "the clues 1 and 2 " * 12
        lines = session.screen(70, 24).plain.split("\n")
        assert len(lines) <= 24
        assert max(map(len, lines)) <= 70
        assert sum("the clues" in line for line in lines) >= 3

    def test_too_hard_is_a_message(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(compute: object, limits: sapper.Limits) -> None:
            raise sapper.TooHardError("too hard to analyse")

        session = self.session("5x5/5", start=12)
        monkeypatch.setattr("sapper.games.games.guard", refuse)
        session.press("p")
        assert session.screen().plain.endswith("too hard to analyse")
        session.press("t")
        assert session.message == "too hard to analyse"


# -- play and watch, in a terminal --------------------------------------------------------------


LAST = "the last line"


class Pty:
    """A process of sapper in a terminal of its own."""

    def __init__(self, *arguments: str, kind: str = "xterm-256color") -> None:
        import fcntl
        import struct
        import termios

        self.master, self.slave = os.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        self.before = termios.tcgetattr(self.slave)
        environment = {**os.environ, "TERM": kind}
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

    def wait_for(self, text: str) -> None:
        while text not in self.shown:
            running = self.process.poll() is None
            assert self.read(0.1) or running, f"no {text!r} in {self.shown[-2000:]!r}"

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

        while self.process.poll() is None:
            self.read(0.1)
        assert termios.tcgetattr(self.slave) == self.before
        # The output is read in order, so this arrives after everything the program wrote.
        os.write(self.slave, LAST.encode())
        while LAST not in self.shown:
            self.read(0.1)
        self.shown = self.shown.replace(LAST, "")
        return self.process.returncode

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)
        os.close(self.slave)


@pytest.fixture
def pty() -> Iterator[Callable[..., Pty]]:
    opened: list[Pty] = []

    def start(*arguments: str, **options: str) -> Pty:
        opened.append(Pty(*arguments, **options))
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
def test_a_game_rests_while_the_shell_has_the_terminal(pty: Callable[..., Pty]) -> None:
    import termios

    terminal = pty("play", "5x5/4", "--seed", "3")
    terminal.wait_for("? shows the keys")
    terminal.process.send_signal(signal.SIGTSTP)
    terminal.wait_for("\x1b[?1049l")
    while not _state(terminal.process).startswith("T"):
        terminal.read(0.05)
    assert termios.tcgetattr(terminal.slave) == terminal.before
    terminal.shown = ""
    terminal.process.send_signal(signal.SIGCONT)
    terminal.wait_for("\x1b[?1049h")
    terminal.type(" ")
    terminal.wait_for("moves 1")
    terminal.type("q")
    assert terminal.end() == 0


def _state(process: subprocess.Popen[bytes]) -> str:
    shown = subprocess.run(["ps", "-o", "stat=", "-p", str(process.pid)], capture_output=True)
    return shown.stdout.decode().strip()


@needs_unix
def test_a_terminal_without_cursor_control_is_refused(pty: Callable[..., Pty]) -> None:
    terminal = pty("play", "5x5/4", kind="dumb")
    assert terminal.end() == 2
    assert "TERM='dumb'" in terminal.shown
    watched = pty("watch", "5x5/5", "--strategy", "pseq", "--seed", "10", kind="dumb")
    watched.wait_for("won in 9 moves")
    assert watched.end() == 0
    assert "\x1b" not in watched.shown


def test_a_watched_board_stays_within_a_low_screen(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An expert board is cut in two panels at 80 columns, more lines than the screen has."""
    from rich.console import Console
    from rich.live import Live

    drawn: list[str] = []
    monkeypatch.setattr(Live, "update", lambda _, text, **__: drawn.append(text.plain))
    monkeypatch.setattr(Console, "is_terminal", True)
    monkeypatch.setattr(Console, "is_dumb_terminal", False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    assert run("watch", "expert", "--strategy", "pseq", "--delay", "0").code == 0
    assert drawn
    for screen in drawn:
        lines = screen.split("\n")
        assert len(lines) <= 24
        assert max(map(len, lines)) <= 80
        assert sum("[" in line for line in lines) == 1


@needs_unix
def test_a_game_is_redrawn_in_place(pty: Callable[..., Pty]) -> None:
    terminal = pty("watch", "5x5/5", "--strategy", "pseq", "--seed", "10", "--delay", "0.01")
    terminal.wait_for("won in 9 moves")
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
