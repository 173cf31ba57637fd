"""``sapper play``: play games in the terminal."""

import os
import signal
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sapper import defaults
from sapper.cli import options
from sapper.cli.failures import InputError
from sapper.cli.streams import write_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.cli.session import Session
    from sapper.games import Game
    from sapper.terminal.render import Terminal

EXAMPLES = """\b
Examples:
  sapper play
  sapper play expert --seed 7 --index 3
  sapper play hex:8x8/10 --first open
  sapper play 3x3/1 --seed 1 --keys "hk f"
  sapper deal 9x9/10 --no-guess --output board.mbf
  sapper play board.mbf
"""

_TICK = 0.5
_TERMINATED = 128 + signal.SIGTERM


def play(
    spec: Annotated[
        str,
        typer.Argument(
            metavar="SPEC|FILE",
            help="Board with its mines, such as 16x30/99, or a file with a layout.",
        ),
    ] = "beginner",
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="S",
            help="Seed of the games; game I of seed S is always the same. Default: a random seed.",
        ),
    ] = None,
    index: options.Index = 0,
    game: options.FormerGame = None,
    first: options.First = defaults.FIRST,
    max_per_cell: options.MaxPerCell = 1,
    keys: Annotated[
        str | None,
        typer.Option(
            metavar="KEYS",
            help="Press these keys, such as 'll<down>f ', and print the last screen.",
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object at the end.")
    ] = False,
) -> None:
    """Play a game in the terminal.

    Arrows or h j k l move, space opens, f flags, c chords, u undoes, t gives a hint, w explains a
    certain cell, p shows mine probabilities, n deals the next game, ? shows the keys, q quits. Luck
    is the probability of having survived all clicks so far. The first cell that you open is safe,
    except on a layout from a file (see sapper formats), which is not changed.
    """
    from sapper.cli.read_layout import given_layout, refuse_with_layout
    from sapper.cli.session import Session, keys_scripted
    from sapper.games import Game
    from sapper.terminal.render import Terminal, drawable

    index = options.use_former("sapper play --game", index, game) or 0
    layout = given_layout(spec)
    if layout is not None:
        refuse_with_layout(
            spec,
            seed=seed is not None,
            index=index != 0,
            first=first not in ("safe", "any"),
            max_per_cell=max_per_cell != 1,
        )
        seed = 0
    if seed is None:
        import secrets

        seed = secrets.randbits(32)

    def deal(number: int) -> "Game":
        if layout is not None:
            return Game.on(layout)
        return Game(spec, max_per_cell=max_per_cell, first=first, seed=seed, index=number)

    clock = time.monotonic if keys is None else lambda: 0.0
    session = Session(deal, index, clock)
    terminal = Terminal(stderr=as_json)
    if not drawable(session.game.board, terminal.width):
        raise InputError(f"{session.game.board.spec} is too large for the terminal")
    if keys is None:
        _play_by_hand(session, terminal)
    else:
        for key in keys_scripted(keys):
            if not session.press(key):
                break
    if as_json:
        write_json(_to_json(session))
    else:
        _show_last(session, terminal)


def _show_last(session: "Session", terminal: "Terminal") -> None:
    terminal.print(session.screen(terminal.width, marks=terminal.marks))


def _play_by_hand(session: "Session", terminal: "Terminal") -> None:
    if not (sys.stdin is not None and sys.stdin.isatty() and terminal.console.is_terminal):
        raise InputError("sapper play needs a terminal; use --keys to play without one")
    if terminal.console.is_dumb_terminal:
        kind = os.environ.get("TERM", "")
        raise InputError(
            f"sapper play needs a terminal with cursor control, which TERM={kind!r} does not have; "
            "use --keys to play without one"
        )
    from rich.live import Live

    def draw() -> Any:
        size = terminal.console.size
        screen = session.screen(size.width, size.height, terminal.marks)
        screen.no_wrap = True
        return screen

    live = Live(draw(), console=terminal.console, screen=True, auto_refresh=False)
    with _raw_keys() as keys:
        # No context manager: an interruption on entry would leave the alternate screen on.
        try:
            live.start(refresh=True)
            going = True
            while going:
                for key in keys.read():
                    going = going and session.press(key)
                if keys.suspended:
                    live.stop()
                    keys.suspend()
                    live.start()
                live.update(draw(), refresh=True)
        finally:
            live.stop()


class _Keys:
    """Single key presses of a terminal."""

    def __init__(self) -> None:
        import termios

        self._source = sys.stdin.fileno()
        self._before = termios.tcgetattr(self._source)
        self.suspended = False
        """Whether Ctrl-Z was pressed and is still to take effect."""

    def take(self) -> None:
        """Switch the terminal to single key presses."""
        import tty

        tty.setcbreak(self._source)

    def give_back(self) -> None:
        """Restore the terminal."""
        import termios

        termios.tcsetattr(self._source, termios.TCSADRAIN, self._before)

    def read(self) -> list[str]:
        """Return the keys pressed within half a second, possibly none."""
        import select

        from sapper.cli.session import keys_typed

        if not select.select([self._source], [], [], _TICK)[0]:
            return []
        data = os.read(self._source, 1024)
        return keys_typed(data.decode("utf-8", errors="replace")) if data else ["q"]

    def note_suspension(self, number: int, frame: object) -> None:  # noqa: ARG002
        """Record Ctrl-Z, which takes effect when the screen is restored."""
        self.suspended = True

    def suspend(self) -> None:
        """Give the terminal to the shell and stop the process until it is continued."""
        self.suspended = False
        self.give_back()
        os.kill(os.getpid(), signal.SIGSTOP)
        self.take()


@contextmanager
def _raw_keys() -> "Iterator[_Keys]":
    """Read single key presses; the terminal is always restored."""
    try:
        keys = _Keys()
    except ImportError:
        raise InputError("sapper play needs a terminal of a Unix-like system") from None
    handlers = {name: signal.signal(name, _leave) for name in (signal.SIGTERM, signal.SIGHUP)}
    handlers[signal.SIGTSTP] = signal.signal(signal.SIGTSTP, keys.note_suspension)
    try:
        keys.take()
        yield keys
    finally:
        keys.give_back()
        for name, handler in handlers.items():
            signal.signal(name, handler)


def _leave(number: int, frame: object) -> None:  # noqa: ARG001
    raise SystemExit(_TERMINATED)


def _to_json(session: "Session") -> dict[str, Any]:
    game = session.game
    return {
        "spec": game.spec,
        "first": game.first,
        "start": None if game.start is None else list(game.board.coordinates(game.start)),
        "seed": game.seed,
        "index": game.index,
        "game": game.index,
        "status": game.status,
        "moves": game.moves,
        "guesses": game.guesses,
        "luck": game.luck,
        "bbbv": game.bbbv,
        "seconds": session.seconds,
        "position": game.position.to_text().splitlines(),
    }
