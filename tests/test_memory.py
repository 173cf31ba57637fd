"""Boards that do not fit into memory are refused before they are built."""

from collections.abc import Callable
from pathlib import Path

import pytest

from command_line import Run
from sapper import memory, simulate
from sapper.boards import footprint, parse_spec
from sapper.errors import BoardError

GB = 1_000_000_000


@pytest.fixture
def free(monkeypatch: pytest.MonkeyPatch) -> Callable[[int | None], None]:
    """Set the reported free memory."""

    def set_free(size: int | None) -> None:
        monkeypatch.setattr(memory, "available", lambda: size)

    return set_free


def test_a_board_too_large_names_one_that_fits(free: Callable[[int | None], None]) -> None:
    free(GB // 4)
    message = r"takes about 6\d\d.\d MB .* to play, and 2\d\d.\d MB are free"
    with pytest.raises(BoardError, match=message) as refused:
        parse_spec("4000x4000/5").board()
    named = parse_spec(str(refused.value).split("; ")[1].split()[0])
    assert 2300 <= named.shape[0] <= 2700
    footprint.check_memory("grid", named.shape)
    with pytest.raises(BoardError):
        footprint.check_memory("grid", tuple(length + 1 for length in named.shape))
    with pytest.raises(BoardError, match=r"box:\S+ would fit"):
        footprint.check_memory("box", (250, 250, 250))
    free(None)
    footprint.check_memory("grid", (4000, 4000))


def test_lists_of_neighbors_too_large_are_refused(free: Callable[[int | None], None]) -> None:
    board = parse_spec("2000x2000").board()
    free(GB // 10)
    with pytest.raises(BoardError, match="for lists of its neighbours"):
        _ = board.targets
    assert board.degree(0) == 3


def test_small_boards_are_never_refused(free: Callable[[int | None], None]) -> None:
    free(0)
    assert simulate("30x30/20", "basic", 3).games == 3


def test_fewer_games_at_once_where_memory_is_short(free: Callable[[int | None], None]) -> None:
    free(GB)
    assert footprint.games_at_once(16_000_000, 8) == 1
    assert footprint.games_at_once(4_000_000, 8) == 6
    assert footprint.games_at_once(100, 8) == 8
    free(0)
    assert footprint.games_at_once(16_000_000, 8) == 1
    free(None)
    assert footprint.games_at_once(16_000_000, 8) == 8


def test_on_the_command_line(run: Run, free: Callable[[int | None], None]) -> None:
    free(GB // 10)
    refused = run("simulate", "3000x3000/9", "--games", "1")
    assert refused.code == 2
    assert "of memory to play, and 100.0 MB are free" in refused.err
    assert "would fit" in refused.err


def test_what_the_machine_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reported = tmp_path / "meminfo"
    reported.write_text("MemTotal: 9 kB\nMemAvailable:    2000 kB\n")
    monkeypatch.setattr(memory, "_MEMINFO", reported)
    monkeypatch.setattr(memory, "_GROUP", tmp_path)
    assert memory.available() == 2_048_000
    (tmp_path / "memory.max").write_text("max\n")
    (tmp_path / "memory.current").write_text("1000\n")
    assert memory.available() == 2_048_000
    (tmp_path / "memory.max").write_text("5000\n")
    assert memory.available() == 4000
    reported.write_text("nonsense")
    monkeypatch.setattr(memory, "_GROUP", tmp_path / "none")
    rest = memory.available()
    assert rest is None or rest > 4000
