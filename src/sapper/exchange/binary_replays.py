"""AVF, EVF, MVF and RMV: replays of Arbiter, Metasweeper, Clone and Viennasweeper.

ms-toollib (``pip install 'sapper[replays]'``) parses them in a separate process; ``toollib_child``
explains why. The mouse events are then converted to clicks by the same rules as in other replays.
AVF and EVF have no magic number: they are detected by their ending or selected by ``format=``.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from functools import partial
from importlib.util import find_spec
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper.errors import NotationError
from sapper.exchange.format import Format
from sapper.exchange.mine import grid_spec
from sapper.layouts import Layout
from sapper.replays import Replay
from sapper.replays.mouse import BUTTONS, Mouse

if TYPE_CHECKING:
    from sapper.exchange.content import Content

_LIBRARY = "ms_toollib"
_TIMEOUT_SECONDS = 120
_LARGEST = 8_000_000
"""The largest replay, in bytes; an hour on the largest board takes less than a million."""


def _read(content: Content, name: str) -> Replay:
    if find_spec(_LIBRARY) is None:
        raise NotationError(
            f"{name} replays are read with ms-toollib: pip install 'sapper[replays]'"
        )
    if len(content.data) > _LARGEST:
        raise NotationError(f"{len(content.data):,} bytes, but a replay has at most {_LARGEST:,}")
    return _replay(_ask_toollib(content.data, name), name)


def _ask_toollib(data: bytes, name: str) -> Any:
    """Return the replay as ms-toollib parses it; raise NotationError if it fails or hangs."""
    child = Path(__file__).with_name("toollib_child.py")
    command = [sys.executable, "-P", str(child), f"{name.capitalize()}Video"]
    broken = NotationError(f"not a replay in {name}, or a damaged one: ms-toollib cannot read it")
    with tempfile.TemporaryDirectory() as folder:
        try:
            done = subprocess.run(
                command, input=data, capture_output=True, cwd=folder, timeout=_TIMEOUT_SECONDS
            )
        except subprocess.TimeoutExpired:
            raise broken from None
        except OSError as error:
            raise NotationError(f"cannot start the process that reads it: {error}") from None
    if done.returncode != 0:
        raise broken
    try:
        return json.loads(done.stdout)
    except ValueError:
        raise broken from None


def _replay(parsed: Any, name: str) -> Replay:
    rows = [[cell == -1 for cell in row] for row in parsed["board"]]
    if not rows or not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        raise NotationError(f"not a replay in {name}: it has no board")
    mines = np.array(rows)
    height, width = len(rows), len(rows[0])
    layout = Layout(grid_spec(height, width, int(mines.sum())), mines)
    pixels = max(1, parsed["pixels"])
    mouse = Mouse(layout)
    for time, event, x, y in parsed["events"]:
        row, column = y // pixels, x // pixels
        inside = 0 <= row < height and 0 <= column < width
        if event in BUTTONS and isfinite(time):
            mouse.event(time, event, row * width + column if inside else None)
    player, program = (parsed[key].strip() or None for key in ("player", "program"))
    return Replay(layout, tuple(mouse.clicks), player, program)


def _marked(content: Content, name: str, mark: bytes) -> bool:
    if mark and content.data.startswith(mark):
        return True
    return content.ending == f".{name}" and not content.is_text


def _format(name: str, about: str, mark: bytes) -> Format:
    return Format(
        name=name,
        endings=(f".{name}",),
        holds=("replay",),
        about=f"replays of {about}, read by ms-toollib",
        detect=lambda content: _marked(content, name, mark),
        reader=partial(_read, name=name),
    )


AVF = _format("avf", "Minesweeper Arbiter", b"")
EVF = _format("evf", "Metasweeper", b"")
MVF = _format("mvf", "Minesweeper Clone", b"\x11M")
RMV = _format("rmv", "Viennasweeper", b"*rmv")
