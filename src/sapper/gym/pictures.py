"""Rendering of a game as text and as an array of pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sapper.boards import palette

if TYPE_CHECKING:
    from sapper.boards import Board
    from sapper.positions import Position, States

Pixels = npt.NDArray[np.uint8]

_SIDE = 16
_GLYPHS = {
    "0": ("###", "#.#", "#.#", "#.#", "###"),
    "1": (".#.", "##.", ".#.", ".#.", "###"),
    "2": ("###", "..#", "###", "#..", "###"),
    "3": ("###", "..#", "###", "..#", "###"),
    "4": ("#.#", "#.#", "###", "..#", "..#"),
    "5": ("###", "#..", "###", "..#", "###"),
    "6": ("###", "#..", "###", "#.#", "###"),
    "7": ("###", "..#", ".#.", ".#.", ".#."),
    "8": ("###", "#.#", "###", "#.#", "###"),
    "9": ("###", "#.#", "###", "..#", "###"),
    "*": ("#.#", ".#.", "###", ".#.", "#.#"),
}


def board_text(position: Position, exploded: int | None) -> str:
    r"""Return a position as text, with the mine that was hit as ``*``.

    >>> import sapper
    >>> board_text(sapper.parse("1#\n##", mines=1), 3)
    '1#\n#*'
    """
    text = position.to_text()
    if exploded is None:
        return text
    # Each covered cell is one '#', so the number of covered cells before the mine locates it.
    before = int((position.states[:exploded] < 0).sum())
    place = -1
    for _ in range(before + 1):
        place = text.index("#", place + 1)
    return f"{text[:place]}*{text[place + 1 :]}"


def board_picture(board: Board, states: States, exploded: int | None) -> Pixels:
    """Return a picture of the player's view, with 16x16 pixels per cell.

    Boards of other kinds are drawn with square cells, too, and layers one below the other.

    >>> from sapper.boards import grid
    >>> board_picture(grid(2, 3), np.array([0, 1, -1, 2, -1, -1], dtype=np.int16), 4).shape
    (32, 48, 3)
    """
    columns = board.shape[-1]
    rows = board.size // columns
    picture = np.empty((rows, _SIDE, columns, _SIDE, 3), dtype=np.uint8)
    for cell, state in enumerate(states.tolist()):
        picture[cell // columns, :, cell % columns] = _square(-2 if cell == exploded else state)
    return picture.reshape(rows * _SIDE, columns * _SIDE, 3)


def _square(state: int) -> Pixels:
    """Return the pixels of one cell; state -2 is the mine that was hit."""
    if state == -2:
        return _written("*", palette.LOST, palette.LOST, palette.LOST_INK)
    if state < 0:
        return _written("", palette.TILE, palette.TILE_EDGE, palette.INK)
    text = str(state) if state else ""
    return _written(text, palette.OPEN, palette.OPEN_EDGE, palette.clue_color(state))


def _written(text: str, ground: str, edge: str, ink: str) -> Pixels:
    square = np.empty((_SIDE, _SIDE, 3), dtype=np.uint8)
    square[:] = _channels(ground)
    square[-1, :] = square[:, -1] = _channels(edge)
    if not text:
        return square
    rows = [".".join(_GLYPHS[character][row] for character in text) for row in range(5)]
    marked = np.array([[pixel == "#" for pixel in row] for row in rows])
    scale = 2 if len(text) == 1 else 1
    marked = marked.repeat(scale, axis=0).repeat(scale, axis=1)[:, : _SIDE - 1]
    top, left = ((_SIDE - 1 - length) // 2 for length in marked.shape)
    square[top : top + marked.shape[0], left : left + marked.shape[1]][marked] = _channels(ink)
    return square


def _channels(color: str) -> tuple[int, int, int]:
    """Return the red, green and blue of a colour written as #rrggbb."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)
