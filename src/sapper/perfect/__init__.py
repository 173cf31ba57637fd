"""Perfect play on small boards, and of the one-mine game on any graph."""

from sapper.perfect.clicks import ClickValues, click_values
from sapper.perfect.corners import BetterCell, CornerLimit, Shortfall, corner_limits, shortfalls
from sapper.perfect.golan import GuessComponent, OneMine, one_mine
from sapper.perfect.one_mine_families import (
    expected_guess_components,
    grid_probability,
    random_graph_bound,
    tree_probability,
)
from sapper.perfect.one_mine_strategy import OneMineStrategy
from sapper.perfect.perfect_play import FirstClick, PerfectPlay, optimal
from sapper.perfect.small_board_table import SmallBoard, small_boards
from sapper.perfect.values import StrategyValue, strategy_value

__all__ = [
    "BetterCell",
    "ClickValues",
    "CornerLimit",
    "FirstClick",
    "GuessComponent",
    "OneMine",
    "OneMineStrategy",
    "PerfectPlay",
    "Shortfall",
    "SmallBoard",
    "StrategyValue",
    "click_values",
    "corner_limits",
    "expected_guess_components",
    "grid_probability",
    "one_mine",
    "optimal",
    "random_graph_bound",
    "shortfalls",
    "small_boards",
    "strategy_value",
    "tree_probability",
]
