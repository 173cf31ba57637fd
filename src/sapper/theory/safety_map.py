"""The picture of figure 4.2 of Chong et al. 2024: the safety of every covered cell, in percent."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sapper.boards import palette
from sapper.boards.drawing import Look, Picture, draw
from sapper.boards.geometry import geometry
from sapper.formatting import percent
from sapper.positions.drawing import state_look, state_words

if TYPE_CHECKING:
    from sapper.theory.guessing import Guess


def safety_svg(guess: Guess) -> str | None:
    r"""Return the picture as SVG; None if the board is too large or has no plane drawing.

    >>> import sapper
    >>> drawn = safety_svg(sapper.theory.guess(sapper.parse("1#\n##", mines=1)))
    >>> drawn.count(">67</text>"), "safety 2/3" in drawn
    (3, True)
    """
    position = guess.position
    where = geometry(position.board)
    if where is None:
        return None
    looks, tips = [], []
    safest = set(guess.best)
    for cell, state in enumerate(position.states.tolist()):
        look, words = state_look(state), state_words(state)
        safety = guess.safety.get(cell)
        if safety is not None:
            corner = {0.0: "mine", 1.0: "safe"}.get(float(safety), "")
            look = Look(
                palette.risk_color(float(1 - safety)), text=percent(float(safety)), corner=corner
            )
            words = f"safety {safety}"
        if cell in safest:
            look, words = replace(look, framed=True), f"{words}, of the highest safety"
        looks.append(look)
        tips.append(f"{position.board.name(cell)}: {words}")
    caption = (
        f"safety in %, from {len(guess.configurations):,} configurations with {guess.layouts:,} "
        "layouts"
    )
    return draw(where, Picture(looks, tips, caption))
