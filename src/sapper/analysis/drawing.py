"""Pictures of analyses: mine probabilities, certain cells and the safest cell."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sapper.boards import palette
from sapper.boards.drawing import Look, Picture, draw
from sapper.boards.geometry import geometry
from sapper.errors import TooHardError
from sapper.formatting import percent, percent_in_full
from sapper.positions.drawing import known_words, state_look, state_words
from sapper.positions.states import COVERED, FLAGGED

if TYPE_CHECKING:
    from fractions import Fraction

    from sapper.analysis.analysis import Analysis

MOST_EXACT = 100
"""The largest number of covered cells for which tooltips show exact fractions."""

_LONGEST_FRACTION = 24


def analysis_svg(analysis: Analysis) -> str | None:
    r"""Return an SVG of a position with its mine probabilities; None if the board is too large.

    >>> import sapper
    >>> drawn = analysis_svg(sapper.analyze(sapper.parse("1#\n##", mines=1)))
    >>> drawn.count(">33</text>"), "1/3" in drawn
    (3, True)
    """
    position = analysis.position
    board = position.board
    where = geometry(board)
    if where is None:
        return None
    states = position.states.tolist()
    chances = analysis.mine_probability.tolist()
    exact = _fractions(analysis)
    looks, tips = [], []
    for cell, state in enumerate(states):
        look, words = state_look(state), state_words(state)
        if state in (COVERED, FLAGGED):
            look = chance_look(chances[cell], flagged=state == FLAGGED)
            chance = chance_words(chances[cell], exact[cell])
            words = f"flagged, {chance}" if state == FLAGGED else chance
        looks.append(look)
        tips.append(f"{board.name(cell)}: {words}")
    best = analysis.best
    if best is not None:
        looks[best] = replace(looks[best], framed=True)
        tips[best] += ", the safest cell"
    return draw(where, Picture(looks, tips, _caption(analysis)))


def chance_look(probability: float, *, flagged: bool = False) -> Look:
    """Return the look of a covered cell with a mine probability."""
    corner = {0.0: "safe", 1.0: "mine"}.get(probability, "")
    return Look(
        palette.risk_color(probability),
        text=percent(probability),
        corner="flag" if flagged else corner,
    )


def chance_words(probability: float, exact: Fraction | None = None) -> str:
    """Return a mine probability in words, with the exact fraction if it is short.

    >>> from fractions import Fraction
    >>> chance_words(1 / 3, Fraction(1, 3)), chance_words(1.0)
    ('33.33 % chance of a mine (1/3)', 'certainly a mine')
    """
    if probability in (0.0, 1.0):
        return "certainly a mine" if probability else "certainly safe"
    fraction = "" if exact is None else str(exact)
    exactly = f" ({fraction})" if 0 < len(fraction) <= _LONGEST_FRACTION else ""
    return f"{percent_in_full(probability)} chance of a mine{exactly}"


def _fractions(analysis: Analysis) -> list[Fraction | None]:
    position = analysis.position
    if len(position.covered) <= MOST_EXACT:
        try:
            return analysis.exact()
        except TooHardError:
            pass
    return [None] * position.board.size


def _caption(analysis: Analysis) -> str:
    caption = known_words(analysis.position)
    caption += f": {len(analysis.safe):,} certainly safe, {len(analysis.mines):,} certainly mined"
    if analysis.best is None:
        return caption
    risk = float(analysis.mine_probability[analysis.best])
    chance = "" if risk == 0 else f", {percent_in_full(risk)} chance of a mine"
    return f"{caption}; safest {analysis.position.board.name(analysis.best)}{chance}"
