"""Pictures of games: the position and, after the end, the hidden mines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.boards import palette
from sapper.boards.drawing import Look, Picture, draw
from sapper.boards.geometry import geometry
from sapper.errors import GameError
from sapper.positions.drawing import known_words, state_look, state_words
from sapper.positions.states import may_hold_mine

if TYPE_CHECKING:
    from sapper.games.games import Game


def game_svg(game: Game) -> str | None:
    """Return an SVG of a game; None if the board is too large to draw.

    >>> from sapper.games import Game
    >>> "playing, 0 moves" in game_svg(Game("3x3/1"))
    True
    """
    board = game.board
    where = geometry(board)
    if where is None:
        return None
    states = game.position.states.tolist()
    looks = [state_look(state) for state in states]
    words = [state_words(state) for state in states]
    layout = _layout(game)
    if layout is not None:
        flags = set(game.flags)
        for cell, state in enumerate(states):
            if may_hold_mine(state):
                mines, flagged = layout[cell], cell in flags
                looks[cell] = end_look(mines, flagged=flagged, exploded=cell == game.exploded)
                words[cell] = end_words(mines, flagged=flagged, exploded=cell == game.exploded)
    tips = [f"{board.name(cell)}: {text}" for cell, text in enumerate(words)]
    return draw(where, Picture(looks, tips, _caption(game)))


def end_look(mines: int, *, flagged: bool = False, exploded: bool = False) -> Look:
    """Return the look of a covered cell after the end; several mines are shown as a number."""
    text = str(mines) if mines > 1 else ""
    if exploded:
        return Look(palette.LOST, mark="mine", ink=palette.LOST_INK, text=text)
    if flagged:
        return Look(mark="flag" if mines else "wrong")
    return Look(mark="mine" if mines else "", text=text)


def end_words(mines: int, *, flagged: bool = False, exploded: bool = False) -> str:
    """Return the content of a covered cell after the end, in words.

    >>> end_words(0, flagged=True), end_words(2, exploded=True)
    ('flagged, but no mine', '2 mines, which ended the game')
    """
    hidden = {0: "no mine", 1: "a mine"}.get(mines, f"{mines} mines")
    if exploded:
        return f"{hidden}, which ended the game"
    if flagged:
        return f"flagged, {'and' if mines else 'but'} {hidden}"
    return f"covered, {hidden}"


def _layout(game: Game) -> list[int] | None:
    """Return the mines of every cell; None before the end of the game."""
    try:
        return [int(count) for count in game.true_layout.mines]
    except GameError:
        return None


def _caption(game: Game) -> str:
    caption = f"{known_words(game.position)}, seed {game.seed}, game {game.index}: {game.status}"
    caption += f", {game.moves:,} move{'s' * (game.moves != 1)}"
    caption += f", {game.guesses:,} guess{'es' * (game.guesses != 1)}"
    if game.exploded is not None:
        caption += f"; {game.board.name(game.exploded)} was a mine"
    return caption
