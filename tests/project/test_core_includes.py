"""The folders of ``core/`` are layers: a file includes only its own or a lower folder."""

from __future__ import annotations

import re
from pathlib import Path

CORE = Path(__file__).parents[2] / "core"

ORDER = [
    "support",
    "board",
    "notation",
    "counting",
    "deduction",
    "explanation",
    "endgame",
    "search",
    "strategies",
    "play",
    "theory",
    "service",
    "bindings",
    "wasm",
    "tests",
]
"""From the lowest layer to the highest."""

APART = {("tests", "bindings"), ("tests", "wasm"), ("wasm", "bindings"), ("theory", "play")}
"""Pairs of (folder, lower folder) between which there is no include either."""

INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)


def includes_against_the_order(core: Path) -> list[str]:
    """Return one line for each include that points to a higher layer, or to no file."""
    wrong = []
    for file in sorted(core.glob("*/*.?pp")):
        room = file.parent.name
        for name in INCLUDE.findall(file.read_text()):
            target = core / name if (core / name).is_file() else file.parent / name
            if not target.is_file():
                wrong.append(f"{file.relative_to(core)} includes {name}, which does not exist")
                continue
            other = target.parent.name
            if ORDER.index(other) > ORDER.index(room) or (room, other) in APART:
                wrong.append(f"{file.relative_to(core)} includes {name}")
    return wrong


def test_includes_point_to_lower_layers() -> None:
    assert includes_against_the_order(CORE) == []


def test_every_folder_is_a_layer() -> None:
    folders = {path.name for path in CORE.iterdir() if path.is_dir()}
    assert folders == set(ORDER)
    assert [path.name for path in CORE.iterdir() if path.is_file()] == []


def test_an_include_against_the_order_is_found(tmp_path: Path) -> None:
    for room in ORDER:
        (tmp_path / room).mkdir()
    (tmp_path / "play" / "player.hpp").write_text("")
    (tmp_path / "board" / "game.hpp").write_text(
        '#include <vector>\n#include "play/player.hpp"\n#include "board/missing.hpp"\n'
    )
    assert includes_against_the_order(tmp_path) == [
        "board/game.hpp includes play/player.hpp",
        "board/game.hpp includes board/missing.hpp, which does not exist",
    ]
