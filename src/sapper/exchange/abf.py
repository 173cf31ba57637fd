"""ABF: boards in the bytes of MBF under another ending; by content alone they are taken for MBF."""

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
    about="boards as in mbf, under another ending",
    detect=lambda _: False,
    reader=read_board_file,
    writer=_write,
)
