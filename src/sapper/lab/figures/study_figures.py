"""The figures of ``sapper study``: the table, the trends, and the scaling laws of large boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.lab.figures.asymptote import FEWEST, asymptote
from sapper.lab.figures.collapse import collapse_figure
from sapper.lab.figures.forced_guesses import forced_guesses_figure
from sapper.lab.figures.guess_peaks import PART, guess_peaks
from sapper.lab.figures.large_boards import large_boards
from sapper.lab.figures.long_rows import long_rows
from sapper.lab.figures.published_comparison import compare_with_table
from sapper.lab.figures.style import need_matplotlib, write
from sapper.lab.figures.table_map import table, table_map
from sapper.lab.figures.transition import transition
from sapper.lab.figures.trends import aspect_trend, pair_trend, row_trend, square_trend
from sapper.lab.figures.two_rows import two_row_win_rates
from sapper.lab.study import PUBLISHED
from sapper.lab.study.forced_guesses import forced_guesses
from sapper.lab.study.win_rate_table import win_rate_curve

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sapper.lab.study import StudyPoint, StudyRow

LARGE_SIDE = 50
"""Smallest side of the squares in the fit of scaling laws; smaller ones deviate."""

TWO_ROWS = "2x10"
"""The board of figure 9.5; its win rates are those of the table that ships with the package."""

_FEWEST_FOR_A_TABLE = 10


def draw_study(
    rows: Sequence[StudyRow], folder: str | Path, points: Sequence[StudyPoint] = ()
) -> list[Path]:
    """Draw all figures for which there are enough rows and points; return the files."""
    need_matplotlib()
    written: list[Path] = []
    for strategy in (PUBLISHED, "perimeter", "pseq"):
        chosen = _select(rows, ("table",), strategy, "paper")
        if len(table(chosen)) >= _FEWEST_FOR_A_TABLE:
            title = f"Sapper, {strategy}, method of Chong et al. 2024"
            figure = table_map(chosen, title=title, agreement=compare_with_table(chosen))
            written += write(figure, folder, f"table_{strategy.replace('-', '_')}")
    for shorter, name, part, draw in (
        ("1x", "rows", "rows", row_trend),
        ("2x", "pairs", "pairs", pair_trend),
    ):
        chosen = _select(rows, ("table", part), PUBLISHED, "paper")
        chosen = [row for row in chosen if row.board.startswith(shorter)]
        if any(row.part == part for row in chosen):
            written += write(draw(chosen), folder, name)
    chosen = _select(rows, ("table", "aspect"), "perimeter", "paper")
    if any(row.part == "aspect" for row in chosen):
        written += write(aspect_trend(chosen, largest=30), folder, "aspect")
    chosen = _select(rows, ("table",), PUBLISHED, "paper")
    if len(table(chosen)) >= _FEWEST_FOR_A_TABLE:
        written += write(square_trend(chosen), folder, "squares")
        written += write(aspect_trend(chosen, published=True), folder, "aspect_ratio")
    if any(row.board == TWO_ROWS for row in chosen):
        written += write(two_row_win_rates(win_rate_curve(TWO_ROWS)), folder, "two_rows")
    large = [
        row
        for row in _select(rows, ("open-squares",), "pseq", "half")
        if row.low is not None and _side(row) >= LARGE_SIDE
    ]
    if len(large) >= FEWEST:
        written += write(asymptote(large, halves=True), folder, "asymptote_large")
    if any(row.part == "open-squares" for row in rows):
        written += write(large_boards(rows), folder, "large_boards")
    if any(row.part == "open-rows" and row.method == "half" for row in rows):
        written += write(long_rows(rows), folder, "long_rows")
    on_squares = [point for point in points if point.part in ("open-squares", "open-tori")]
    if any(point.part == "open-squares" for point in on_squares):
        written += write(transition(on_squares, rows), folder, "transition")
        written += write(forced_guesses_figure(forced_guesses(on_squares)), folder, "forced")
    if any(point.part == PART for point in points):
        written += write(guess_peaks(points, rows), folder, "guess_peaks")
    of_the_law = [point for point in points if point.part == "law-squares"]
    if of_the_law:
        written += write(collapse_figure(of_the_law), folder, "collapse")
    return written


def _select(
    rows: Sequence[StudyRow], parts: tuple[str, ...], strategy: str, method: str
) -> list[StudyRow]:
    return [
        row
        for row in rows
        if row.part in parts and row.strategy == strategy and row.method == method
    ]


def _side(row: StudyRow) -> int:
    return int(row.board.split("x")[0])
