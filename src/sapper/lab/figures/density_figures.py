"""The figures of ``sapper density``: win-rate curves, and tables and trends of several boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.boards import parse_spec
from sapper.lab.figures.asymptote import FEWEST, asymptote
from sapper.lab.figures.published_comparison import comparison_by_paper
from sapper.lab.figures.sized import rows, squares
from sapper.lab.figures.style import need_matplotlib, write
from sapper.lab.figures.table_map import table, table_map
from sapper.lab.figures.trends import row_trend, square_trend
from sapper.lab.figures.win_rates import MOST_TOGETHER, win_rate_panels, win_rates

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sapper.lab.sweeps.densities import BoardDensity

_ENOUGH_FOR_A_TABLE = 4
_ENOUGH_FOR_A_TREND = 5


def draw_densities(results: Sequence[BoardDensity], folder: str | Path) -> list[Path]:
    """Draw all figures for which there are enough boards; return the files."""
    need_matplotlib()
    chosen = _spread(results)
    written = [*write(win_rates(chosen), folder, "win_rates")]
    if len(chosen) < len(results):
        written += write(win_rate_panels(results), folder, "win_rates_of_all")
    if len(table(results)) >= _ENOUGH_FOR_A_TABLE:
        title = f"Sapper, {results[0].strategy}, by {results[0].critical.method}"
        shown = table_map(results, title=title, agreement=comparison_by_paper(results))
        written += write(shown, folder, "table")
    if len(rows(results, 1).inner()) >= _ENOUGH_FOR_A_TREND:
        written += write(row_trend(results), folder, "rows")
    square_boards = len(squares(results).inner())
    if square_boards >= _ENOUGH_FOR_A_TREND:
        written += write(square_trend(results), folder, "squares")
    if square_boards >= FEWEST:
        written += write(asymptote(results), folder, "asymptote")
    return written


def _spread(results: Sequence[BoardDensity]) -> list[BoardDensity]:
    """Return at most ``MOST_TOGETHER`` results, evenly spread; only squares if there are enough."""
    even = [result for result in results if _is_square(result.board)]
    chosen = list(even if len(even) >= MOST_TOGETHER < len(results) else results)
    if len(chosen) <= MOST_TOGETHER:
        return chosen
    step = (len(chosen) - 1) / (MOST_TOGETHER - 1)
    return [chosen[round(number * step)] for number in range(MOST_TOGETHER)]


def _is_square(board: str) -> bool:
    shape = parse_spec(board).shape
    return len(shape) == 2 and shape[0] == shape[1] > 2
