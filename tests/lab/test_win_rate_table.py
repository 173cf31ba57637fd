"""The win rates behind table B.2: complete, reproducible, and validated when read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sapper import LabError, simulate
from sapper.data.published_densities import CRITICAL_DENSITIES, STRATEGY
from sapper.lab.fits.definitions import critical_density
from sapper.lab.store.store import Store
from sapper.lab.study import study, win_rate_table
from sapper.lab.study.win_rate_table import (
    BOARDS,
    from_csv,
    play_win_rates,
    to_csv,
    win_rate_curve,
    win_rates,
    write_win_rates,
)

if TYPE_CHECKING:
    from pathlib import Path


def test_every_board_of_the_paper_has_every_number_of_mines() -> None:
    found = [(row.board, row.mines) for row in win_rates()]
    assert found == [
        (f"{p}x{q}", mines) for p, q in CRITICAL_DENSITIES for mines in range(1, p * q)
    ]
    assert all(row.games == 1000 and row.guess_free <= row.wins <= 1000 for row in win_rates())


@pytest.mark.parametrize(("board", "mines"), [("2x2", 1), ("3x6", 4), ("5x5", 5), ("10x10", 20)])
def test_the_games_can_be_played_again(board: str, mines: int) -> None:
    (row,) = (row for row in win_rates() if (row.board, row.mines) == (board, mines))
    again = simulate(f"{board}/{mines}", STRATEGY, games=1000, seed=1)
    assert (row.wins, row.guess_free, row.guesses, row.moves) == (
        again.wins,
        again.guess_free,
        again.guesses,
        again.moves,
    )


@pytest.mark.parametrize("board", ["1x5", "3x3", "6x6", "10x10"])
def test_the_critical_densities_of_the_study_follow(board: str) -> None:
    (row,) = (
        row
        for row in study()
        if (row.part, row.board, row.strategy, row.method) == ("table", board, STRATEGY, "paper")
    )
    assert critical_density(win_rate_curve(board), "paper").value == pytest.approx(row.value)


def test_a_table_is_played_written_and_read_back(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(win_rate_table, "BOARDS", ("1x3", "2x2"))
    reported: list[tuple[int, int]] = []
    with Store() as store:
        rows = play_win_rates(store, games=20, progress=lambda *done: reported.append(done))
    assert [(row.board, row.mines, row.games) for row in rows] == [
        ("1x3", 1, 20), ("1x3", 2, 20), ("2x2", 1, 20), ("2x2", 2, 20), ("2x2", 3, 20)
    ]  # fmt: skip
    assert reported[-1] == (100, 100)
    assert from_csv(to_csv(rows)) == tuple(rows)
    monkeypatch.setattr(win_rate_table, "play_win_rates", lambda store, progress: rows)
    write_win_rates(tmp_path / "rates.csv")
    assert (tmp_path / "rates.csv").read_text() == to_csv(rows)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text.replace("board,", "bord,", 1), "has the columns board, mines"),
        (lambda text: text.replace("1000", "many", 1), "invalid row"),
        (lambda text: text.replace("0.2.0", "0.1.0", 1), "older Sapper"),
    ],
)
def test_other_tables_are_refused(change: object, message: str) -> None:
    assert callable(change)
    with pytest.raises(LabError, match=message):
        from_csv(change(to_csv(list(win_rates()[:3]))))


def test_other_boards_are_not_in_it() -> None:
    assert len(BOARDS) == 54
    with pytest.raises(LabError, match="not '11x11'"):
        win_rate_curve("11x11")
