"""Formatting of layouts as text; ``notation`` describes and parses the notation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper import _core
from sapper.positions.states import STATE

if TYPE_CHECKING:
    from sapper.layouts.layout import Layout


def format_layout(layout: Layout, header: bool = False) -> str:
    """Return a layout as text, without a line end after the last row.

    >>> import sapper
    >>> print(format_layout(sapper.Layout("1x4", [0, 1, 2, 0]), header=True))
    1x4/3
    -*(2)-
    """
    text = _core.format_rows(layout.board.shape, layout.mines.astype(STATE), True)
    return f"{layout.spec}\n{text}" if header else text
