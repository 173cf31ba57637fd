"""A game server that shows a player no more than a screen would.

``POST /new {"game": 0}`` starts a game and opens its first cell; ``POST /open {"game": 0, "cell":
[row, column]}`` opens a cell. Both answer with the game, its status and its rows: ``#`` is covered,
a digit is a number, and ``?`` is an open cell whose number cannot be read this time. The number of
mines is one of ``mines``, which the answers do not contain.

    python examples/bot/server.py --port 8021 --board 9x9 --mines 8 12 --unread 0.05
"""

from __future__ import annotations

import argparse
import json
import random
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import sapper

if TYPE_CHECKING:
    from collections.abc import Callable


class Games:
    """The games of a server: game i of the seed, each with one of the numbers of mines."""

    def __init__(self, board: str, mines: range, unread: float, seed: int = 1) -> None:
        self.board, self.mines, self.unread, self.seed = board, mines, unread, seed
        self.running: dict[int, sapper.Game] = {}

    def spec(self, game: int) -> str:
        """Return the board of a game with its number of mines, which takes turns."""
        return f"{self.board}/{self.mines[game % len(self.mines)]}"

    def new(self, game: int) -> dict[str, Any]:
        """Start a game with the first click of ``sapper.simulate``."""
        self.running[game] = sapper.Game(self.spec(game), seed=self.seed, index=game, start=0)
        return self.state(game)

    def open(self, game: int, cell: list[int]) -> dict[str, Any]:
        """Open a cell."""
        self.running[game].open(cell)
        return self.state(game)

    def state(self, game: int) -> dict[str, Any]:
        """Return what a player sees; some numbers are unread, and others the next time."""
        played = self.running[game]
        eyes = random.Random(f"{self.seed} {game} {played.moves}")
        text = "".join(
            "?" if sign in "12345678" and eyes.random() < self.unread else sign
            for sign in played.position.to_text()
        )
        return {"game": game, "status": played.status, "rows": text.splitlines()}


class Handler(BaseHTTPRequestHandler):
    """Answers the two kinds of requests."""

    games: Games

    def do_POST(self) -> None:
        """Answer a request."""
        answers: dict[str, Callable[..., dict[str, Any]]] = {
            "/new": self.games.new,
            "/open": self.games.open,
        }
        if self.path not in answers:
            self.send_error(404)
            return
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = answers[self.path](**asked)
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Print nothing."""


def server(games: Games, port: int = 0) -> ThreadingHTTPServer:
    """Return a server on a port of this machine; 0 selects a free one."""
    handler = type("GamesHandler", (Handler,), {"games": games})
    return ThreadingHTTPServer(("127.0.0.1", port), handler)


def main() -> None:
    """Serve games until Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--port", type=int, default=8021)
    parser.add_argument("--board", default="9x9")
    parser.add_argument("--mines", type=int, nargs=2, default=(8, 12), help="least and most")
    parser.add_argument("--unread", type=float, default=0.05, help="share of unread numbers")
    options = parser.parse_args()
    mines = range(options.mines[0], options.mines[1] + 1)
    games = Games(options.board, mines, options.unread)
    with server(games, options.port) as running:
        print(f"http://127.0.0.1:{running.server_port}", flush=True)
        running.serve_forever()


if __name__ == "__main__":
    main()
