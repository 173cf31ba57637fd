"""The table of small boards: recomputed rows, its statements on corners, and its generation."""

from fractions import Fraction
from pathlib import Path

import pytest

from command_line import Run
from sapper.errors import NotationError, SpecError
from sapper.perfect import BetterCell, SmallBoard, corner_limits, optimal, shortfalls, small_boards
from sapper.perfect import small_board_table as table

FEW = table.specs("2x3", ["1x4"])


@pytest.fixture(scope="module")
def rows() -> list[SmallBoard]:
    return small_boards()


@pytest.mark.parametrize(
    ("board", "mines"),
    [("1x5", 2), ("2x4", 3), ("3x3", 4), ("3x5", 9), ("4x4", 6), ("4x5", 3), ("5x5", 3),
     ("5x5", 22), ("3x10", 2), ("6x6", 2), ("4x6", 21)],
)  # fmt: skip
def test_the_shipped_table_is_what_is_made_again(
    rows: list[SmallBoard], board: str, mines: int
) -> None:
    shipped = [row for row in rows if (row.board, row.mines) == (board, mines)]
    assert shipped == table.evaluate(board, mines)


@pytest.mark.parametrize("game", ["5x5/4", "5x5/20", "4x6/20", "5x6/26", "3x7/4"])
def test_perfect_play_again_on_larger_boards(rows: list[SmallBoard], game: str) -> None:
    found = optimal(game).first_clicks
    shipped = {row.start: row.optimal for row in rows if f"{row.board}/{row.mines}" == game}
    assert shipped == {cell: click.wins for cell, click in found.items()}


def test_the_shipped_table_is_complete_and_consistent(rows: list[SmallBoard]) -> None:
    games: dict[tuple[str, int], list[int]] = {}
    for row in rows:
        games.setdefault((row.board, row.mines), []).append(row.start)
    assert set(games) >= set(table.specs())
    for (board, _), starts in games.items():
        assert starts == table.starts(board)
    for row in rows:
        assert tuple(row.wins) == table.STRATEGIES
        assert row.layouts >= row.optimal > 0
        for wins in row.wins.values():
            assert wins is None or 0 < wins <= row.optimal
    for row in rows:
        if row.optimal <= table.MOST_WINS_OF_RANDOMISED and row.board in ("4x5", "3x6", "4x4"):
            assert None not in row.wins.values()


def test_one_mine_and_one_free_cell(rows: list[SmallBoard]) -> None:
    """With all cells but one mined, the first click is the game."""
    full = [row for row in rows if row.layouts == 1]
    assert full
    assert all(row.optimal == 1 for row in full)


def row(board: str, mines: int, start: int, layouts: int, won: int, pseq: str) -> SmallBoard:
    return SmallBoard(board, mines, start, layouts, won, {"pseq": Fraction(pseq) if pseq else None})


def test_corners_and_shortfalls_by_hand() -> None:
    made = [
        row("3x3", 1, 0, 10, 9, "9"),
        row("3x3", 1, 1, 10, 8, "8"),
        row("3x3", 2, 0, 10, 5, "4"),
        row("3x3", 2, 1, 10, 6, "6"),
        row("3x3", 2, 4, 10, 7, "1"),
        row("3x3", 3, 0, 10, 5, ""),
        row("3x3", 3, 1, 10, 5, "5"),
    ]
    (limit,) = corner_limits(made)
    assert limit.mines == (1, 2, 3)
    assert limit.better == (BetterCell(2, 4, Fraction(1, 5)),)
    assert limit.greatest == limit.better[0]
    (gap,) = shortfalls(made)
    assert (gap.games, gap.mines) == (2, 2)
    assert gap.most == pytest.approx(0.2)
    assert gap.mean == pytest.approx(0.1)
    assert corner_limits(made[:2])[0].greatest is None
    assert made[5].shortfall("pseq") is None
    assert table.read("\n".join(",".join(r) for r in [table.header(["pseq"]), made[5].row()])) == [
        made[5]
    ]


def test_a_random_strategy_is_left_out_if_it_wins_too_many_layouts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table, "MOST_WINS_OF_RANDOMISED", 4)
    corner, edge = table.evaluate("2x3", 2, ["perimeter", "pseq"])
    assert corner.wins == {"perimeter": None, "pseq": 5}
    assert edge.wins == {"perimeter": Fraction(16, 5), "pseq": 4}


def test_a_stopped_run_continues_where_it_was(tmp_path: Path) -> None:
    made = tmp_path / "table.csv"
    table.make(FEW, path=made)
    whole = made.read_text()
    lines = whole.splitlines(keepends=True)
    assert lines[0] == "board,mines,start,layouts,optimal,perimeter,infer-guess,pseq,pseq-d256\n"
    for kept in (0, 7, len(lines)):
        made.write_text("".join(lines[:kept]) + ("2x3,2" if 1 < kept < len(lines) else ""))
        table.make(FEW, path=made)
        assert made.read_text() == whole, kept


def test_an_interruption_keeps_the_finished_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, evaluate, asked = tmp_path / "table.csv", table.evaluate, []

    def interrupted(board: str, mines: int, names: list[str], memory: int) -> list[SmallBoard]:
        asked.append((board, mines))
        if len(asked) == 5:
            raise KeyboardInterrupt
        return evaluate(board, mines, names, memory)

    undisturbed = [table.header(table.STRATEGIES), *(row.row() for row in table.make(FEW))]
    monkeypatch.setattr(table, "evaluate", interrupted)
    with pytest.raises(KeyboardInterrupt):
        table.make(FEW, path=made)
    found = table.read(made.read_text())
    assert list(dict.fromkeys((row.board, row.mines) for row in found)) == asked[:4]
    table.make(FEW, path=made)
    assert made.read_text() == table.csv_text(undisturbed)
    assert asked[4] == asked[5]


def test_bad_tables_and_boards_are_refused(run: Run, tmp_path: Path) -> None:
    made = tmp_path / "table.csv"
    made.write_text("board,mines,start,layouts,optimal,best\n")
    with pytest.raises(NotationError, match="not a table of pseq"):
        table.make(FEW, ["pseq"], path=made)
    other = run("values", "--strategies", "pseq", "--output", str(made))
    assert (other.code, "not a table of pseq" in other.err) == (2, True)
    made.write_text("board,mines,start,layouts,optimal,pseq\n2x2,one,0,3,1,1\n")
    other = run("values", "--strategies", "pseq", "--output", str(made))
    assert (other.code, "not one of this table" in other.err) == (2, True)
    assert run("values", "--largest", "torus:3x3").code == 2
    assert run("values", "--longer", "3x3/4").code == 2
    with pytest.raises(SpecError, match="a grid without mines such as 4x5"):
        table.specs("hex:3x3")
    assert run("value", "4x4/4", "--strategy", "pseq").code == 0
    assert run("value", "9x9/10").code == 2
