"""Atomic writes of files."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import sapper
from command_line import needs_unix
from sapper.errors import FileError, LabError
from sapper.files import check_writable, write


def test_text_and_bytes(tmp_path: Path) -> None:
    write(tmp_path / "a", "first\nß\n")
    write(str(tmp_path / "a"), "second\n")
    write(tmp_path / "b", b"\x00\r\n")
    assert (tmp_path / "a").read_bytes() == b"second\n"
    assert (tmp_path / "b").read_bytes() == b"\x00\r\n"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a", "b"]


def test_what_cannot_be_written_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    write(path, "old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", full)
    with pytest.raises(FileError, match=r"cannot write '.*a': No space left on device"):
        write(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("act", [check_writable, lambda path: write(path, "x")])
def test_one_sentence_where_it_cannot_be(tmp_path: Path, act: object) -> None:
    assert callable(act)
    for wrong in (tmp_path / "no" / "a", tmp_path, "a\0b"):
        with pytest.raises(FileError, match="cannot write"):
            act(wrong)
    assert list(tmp_path.iterdir()) == []


def test_a_layout_that_cannot_be_written_is_no_matter_of_the_laboratory(tmp_path: Path) -> None:
    layout = sapper.deal("9x9/10")
    with pytest.raises(OSError, match="cannot write") as failed:
        sapper.write(layout, tmp_path / "no folder" / "board.mbf")
    assert isinstance(failed.value, sapper.FileError)
    assert not isinstance(failed.value, LabError)
    again = pickle.loads(pickle.dumps(failed.value))
    assert (type(again), str(again)) == (FileError, str(failed.value))


def test_a_check_leaves_nothing_behind(tmp_path: Path) -> None:
    check_writable(tmp_path / "new")
    (tmp_path / "old").write_text("old")
    check_writable(tmp_path / "old")
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == {"old": "old"}


@needs_unix
def test_links_modes_and_devices_stay_what_they_are(tmp_path: Path) -> None:
    path, link = tmp_path / "a", tmp_path / "link"
    path.write_text("old")
    path.chmod(0o600)
    link.symlink_to(path)
    write(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o600
    null = Path("/dev/null")
    write(null, "nothing")
    assert null.is_char_device()
