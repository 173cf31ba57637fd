"""Pictures of positions: clues, covered cells and flags on the picture of a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.boards import palette
from sapper.boards.drawing import Look, Picture, draw
from sapper.boards.geometry import geometry
from sapper.positions.states import FLAGGED, OUTSIDE, UNREAD, WORDS
from sapper.positions.totals import mines_in_words

if TYPE_CHECKING:
    from sapper.positions.position import Position


def position_svg(position: Position) -> str | None:
    r"""Return an SVG of a position; None if the board is too large to draw.

    >>> import sapper
    >>> "covered" in position_svg(sapper.parse("1#\n##", mines=1))
    True
    """
    board = position.board
    where = geometry(board)
    if where is None:
        return None
    states = position.states.tolist()
    looks = [state_look(state) for state in states]
    tips = [f"{board.name(cell)}: {state_words(state)}" for cell, state in enumerate(states)]
    covered, flags = len(position.covered), len(position.flags)
    caption = f"{known_words(position)}, {covered:,} covered"
    if flags:
        caption += f", {flags:,} flagged"
    return draw(where, Picture(looks, tips, caption))


def state_look(state: int) -> Look:
    """Return the look of a cell by its state."""
    if state == UNREAD:
        return Look(palette.OPEN, raised=False, text="?", large=True)
    if state == OUTSIDE:
        return Look(palette.OPEN, raised=False)
    if state < 0:
        return Look(mark="flag" if state == FLAGGED else "")
    text = str(state) if state else ""
    return Look(palette.OPEN, raised=False, text=text, ink=palette.clue_color(state), large=True)


def state_words(state: int) -> str:
    """Return the state of a cell in words.

    >>> [state_words(state) for state in (3, -1, -2)]
    ['3', 'covered', 'flagged']
    """
    return str(state) if state >= 0 else WORDS[state]


def known_words(position: Position) -> str:
    """Return the board and its number or density of mines in words."""
    board = position.board
    spec = board.spec if board.described is not None else f"{board.size:,} nodes"
    if position.density is not None:
        words = f"{spec}, density {position.density}"
    elif position.totals is not None:
        words = f"{spec}, {mines_in_words(position)}"
    else:
        words = f"{spec}, {position.mines:,} mine{'s' * (position.mines != 1)}"
    limit = position.max_per_cell
    return words if limit == 1 else f"{words}, up to {limit} in a cell"
