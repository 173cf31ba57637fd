"""ABF: the same format as MBF with another ending; the content alone is detected as MBF."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.exchange.format import Format
from sapper.exchange.mbf import read_board_file, write_board_file

if TYPE_CHECKING:
    from sapper.layouts import Layout


def _write(layout: Layout) -> bytes:
    return write_board_file(layout, "abf")


ABF = Format(
    name="abf",
    endings=(".abf",),
    holds=("layout",),
    about="boards as in mbf, with another ending",
    detect=lambda _: False,
    reader=read_board_file,
    writer=_write,
)
