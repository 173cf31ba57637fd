"""A bot plays over HTTP, not knowing the number of mines: python bot.py http://HOST:PORT GAMES."""

import json
import sys
from typing import Any
from urllib.request import Request, urlopen

import sapper

STRATEGY = "best"


def ask(url: str, question: dict[str, Any]) -> dict[str, Any]:
    """Send a question as JSON and return the answer."""
    request = Request(url, json.dumps(question).encode(), {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        return dict(json.load(answer))


def play(url: str, game: int, mines: range = range(8, 13)) -> bool:
    """Play a game to its end and return whether it is won."""
    state = ask(f"{url}/new", {"game": game})
    while state["status"] == "playing":
        position = sapper.parse("\n".join(state["rows"]), mines=mines)  # '?' is an unread number
        state = ask(f"{url}/open", {"game": game, "cell": sapper.choose(position, STRATEGY).place})
    return bool(state["status"] == "won")


if __name__ == "__main__":
    won = sum(play(sys.argv[1], game) for game in range(int(sys.argv[2])))
    print(f"won {won} of {sys.argv[2]} games")
