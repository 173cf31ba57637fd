"""``sapper play``: a person plays in the terminal."""

import os
import signal
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

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
  sapper play expert --seed 7 --game 3
  sapper play hex:8x8/10 --first open
  sapper play 3x3/1 --seed 1 --keys "hk f"
"""

_TICK = 0.5
_TERMINATED = 128 + signal.SIGTERM


def play(
    spec: Annotated[
        str, typer.Argument(metavar="[SPEC]", help="A board with its mines, such as 16x30/99.")
    ] = "beginner",
    seed: Annotated[
        int | None,
        typer.Option(metavar="S", help="Game I of seed S never changes; otherwise a new one."),
    ] = None,
    game: Annotated[int, typer.Option(metavar="I", help="The number of the game.")] = 0,
    first: options.First = "safe",
    max_per_cell: options.MaxPerCell = 1,
    keys: Annotated[
        str | None,
        typer.Option(
            metavar="KEYS",
            help="Play these keys instead, as in 'll<down>f ', and print the last screen.",
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="At the end print one JSON object.")
    ] = False,
) -> None:
    """Play a game in the terminal.

    Arrows or h j k l move, space opens, f flags, c chords, u takes back, t gives a hint, w says why
    a cell is certain, p shows the chances of mines, n deals the next game, ? helps, q quits. Luck
    is the chance of having survived all clicks so far. The cell that you open first is safe.
    """
    from sapper.cli.session import Session, keys_scripted
    from sapper.games import Game
    from sapper.terminal.render import Terminal, drawable

    if seed is None:
        import secrets

        seed = secrets.randbits(32)

    def deal(index: int) -> "Game":
        return Game(spec, max_per_cell=max_per_cell, first=first, seed=seed, index=index)

    clock = time.monotonic if keys is None else lambda: 0.0
    session = Session(deal, game, clock)
    terminal = Terminal(stderr=as_json)
    if not drawable(session.game.board, terminal.width):
        raise InputError(f"{session.game.board.spec} is too large to be played in a terminal")
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
    if not (sys.stdin.isatty() and terminal.console.is_terminal):
        raise InputError("sapper play needs a terminal; --keys plays without one")
    from rich.live import Live

    def draw() -> Any:
        size = terminal.console.size
        screen = session.screen(size.width, size.height, terminal.marks)
        screen.no_wrap = True
        return screen

    live = Live(draw(), console=terminal.console, screen=True, auto_refresh=False)
    with _raw_keys() as read:
        # Not as a context: an interruption while it is entered would leave the screen as it is.
        try:
            live.start(refresh=True)
            going = True
            while going:
                for key in read():
                    going = going and session.press(key)
                live.update(draw(), refresh=True)
        finally:
            live.stop()


@contextmanager
def _raw_keys() -> "Iterator[Any]":
    """Read keys as they are pressed; the terminal is as before at the end, however it comes."""
    try:
        import select
        import termios
        import tty
    except ImportError:
        raise InputError("sapper play needs a terminal of a Unix-like system") from None
    from sapper.cli.session import keys_typed

    source = sys.stdin.fileno()
    before = termios.tcgetattr(source)
    handlers = {name: signal.signal(name, _leave) for name in (signal.SIGTERM, signal.SIGHUP)}
    handlers[signal.SIGTSTP] = signal.signal(signal.SIGTSTP, signal.SIG_IGN)

    def read() -> list[str]:
        """Return the keys pressed in the next moment, of which there may be none."""
        if not select.select([source], [], [], _TICK)[0]:
            return []
        data = os.read(source, 1024)
        return keys_typed(data.decode("utf-8", errors="replace")) if data else ["q"]

    try:
        tty.setcbreak(source)
        yield read
    finally:
        termios.tcsetattr(source, termios.TCSADRAIN, before)
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
        "game": game.index,
        "status": game.status,
        "moves": game.moves,
        "guesses": game.guesses,
        "luck": game.luck,
        "bbbv": game.bbbv,
        "seconds": session.seconds,
        "position": game.position.to_text().splitlines(),
    }
