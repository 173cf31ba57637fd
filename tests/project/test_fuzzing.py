"""A part of ``make fuzz``: some inputs for every reader, the command line and the API."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from command_line import needs_unix

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

sys.path.insert(0, str(Path(__file__).parents[2] / "robustness"))

import fuzz
import fuzz_readers
from targets import Target

pytestmark = needs_unix
TARGETS = {target.name: target for target in fuzz.all_targets(Path("nowhere"))}


@pytest.mark.parametrize("name", TARGETS)
def test_a_block_without_a_fault(name: str, tmp_path: Path) -> None:
    progress = fuzz.Fuzzer(1, tmp_path).run(TARGETS[name], lambda _: True)
    assert progress.faults == {}
    assert progress.inputs > 0
    assert progress.accepted > 0, "nothing that is right is among them"


KEPT = sorted(path for path in fuzz_readers.CORPUS.glob("*/*"))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_inputs_that_were_kept(path: Path) -> None:
    name = path.parent.name
    TARGETS[name if name in TARGETS else f"read:{name}"].attempt(path.read_bytes())


def _letters(random: Random) -> Iterator[bytes]:
    while True:
        yield bytes(random.choices(b"abcdefgh", k=30))


def _no_double_a(data: bytes) -> bool:
    if b"aa" in data:
        raise ValueError("two of them")
    return True


def test_a_run_goes_on_and_what_fails_is_shrunk_and_kept(tmp_path: Path) -> None:
    target = Target("letters", _letters, _no_double_a)
    first = fuzz.Fuzzer(1, tmp_path / "a")
    first.run(target, lambda progress: progress.blocks == 2)
    again = fuzz.Fuzzer(1, tmp_path / "a")
    again.run(target, lambda progress: progress.blocks == 4)
    whole = fuzz.Fuzzer(1, tmp_path / "b").run(target, lambda progress: progress.blocks == 4)
    gone_on = again.progress["letters"]
    assert (
        (gone_on.inputs, gone_on.accepted)
        == (whole.inputs, whole.accepted)
        == (4 * fuzz.BLOCK, 4 * fuzz.BLOCK - sum(whole.faults.values()))
    )
    assert gone_on.faults == whole.faults
    (kept,) = (tmp_path / "b" / "faults").iterdir()
    assert kept.read_bytes() == b"aa"
