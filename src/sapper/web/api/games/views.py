"""The views of a game for its player; they contain the layout only when the game is over."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from sapper.errors import GameError
from sapper.web.api.games.answers import GameStanding, GameState, GameStep, Luck, Replay, Risk

if TYPE_CHECKING:
    from sapper.web.api.games.played import Played


def state(played: Played) -> GameState:
    """Return everything that a player sees."""
    game = played.game
    return GameState(
        **_standing(played, 0),
        spec=game.spec,
        size=game.board.size,
        clues=game.position.clues,
        opened=played.opened,
        mines_left_unflagged=game.mines,
    )


def step(played: Played, before: int) -> GameStep:
    """Return what the moves after the first ``before`` have changed for the player."""
    opened = played.opened[before:]
    return GameStep(
        **_standing(played, before),
        key=played.key,
        opened=opened,
        clues=[[played.game.clue(cell) or 0 for cell in cells] for cells in opened],
    )


def _standing(played: Played, before: int) -> dict[str, Any]:
    """Return the fields of GameStanding, with the risks of the moves after the first ``before``."""
    game = played.game
    over = game.status != "playing"
    standing = GameStanding(
        status=played.status,
        start=game.start,
        safe_left=game.safe_left,
        moves=played.clicks,
        guesses=game.guesses,
        luck=Luck(game.luck, _risks(played, before)),
        judged=played.judged,
        unavoidable=played.must_guess(),
        exploded=game.exploded,
        bbbv=game.bbbv if over else None,
        layout=game.true_layout.mines.tolist() if over else None,
    )
    return {field.name: getattr(standing, field.name) for field in fields(standing)}


def _risks(played: Played, before: int) -> list[Risk]:
    """Return the risks of the moves after the first ``before``."""
    if not played.judged:
        return []
    return [
        Risk(one.move, one.cell, one.mine_probability)
        for one in played.steps
        if one.move >= before and not one.certain
    ]


def replay(played: Played) -> Replay:
    """Return a finished game, one opened cell after the other."""
    game = played.game
    if game.status == "playing":
        raise GameError("the game has no replay yet: it is not over")
    return Replay(played.end, played.steps, game.true_layout.mines.tolist())
