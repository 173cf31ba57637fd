"""Figures of the laboratory in a common style, as SVG and PNG.

Each function takes results and returns a Matplotlib figure; ``write`` saves it. Matplotlib (extra
``lab``) is loaded when the first figure is drawn.

>>> from sapper.lab.sweeps.densities import densities
>>> from sapper.lab.figures import win_rates
>>> from sapper.lab.store.store import Store
>>> with Store() as store:
...     figure = win_rates(densities(["4x4", "5x5"], store, games=100))
>>> [axes.get_ylabel() for axes in figure.axes]
['win rate W (share of games won)']
"""

from sapper.lab.figures.asymptote import asymptote
from sapper.lab.figures.differences import differences
from sapper.lab.figures.first_cells import first_cell_gains
from sapper.lab.figures.levels import win_rates_by_mines
from sapper.lab.figures.strategies import strategy_gaps
from sapper.lab.figures.style import house_style, to_png, to_svg, write
from sapper.lab.figures.table_map import table_map
from sapper.lab.figures.trends import aspect_trend, pair_trend, row_trend, square_trend
from sapper.lab.figures.two_rows import two_row_win_rates
from sapper.lab.figures.win_rates import win_rate_panels, win_rates

__all__ = [
    "aspect_trend",
    "asymptote",
    "differences",
    "first_cell_gains",
    "house_style",
    "pair_trend",
    "row_trend",
    "square_trend",
    "strategy_gaps",
    "table_map",
    "to_png",
    "to_svg",
    "two_row_win_rates",
    "win_rate_panels",
    "win_rates",
    "win_rates_by_mines",
    "write",
]
