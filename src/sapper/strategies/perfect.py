"""Perfect play on tiny boards: the strategy ``optimal`` (level 3 of Fowler & Young 2004).

With one mine per cell the compiled search is used (``perfect_search``). With several mines per cell
it is an exact expectimax over information sets in Python. All layouts of the board are listed once;
a state is the set of consistent layouts, as the bits of one integer. Its value is the total weight
of the layouts that can still be won. A cell that is safe in all layouts is opened at no risk; the
value of a guess is the sum over its clue values. Values are stored by set. The cost is exponential
in the layouts, so their number and that of the sets are limited.

With several mines per cell layouts differ in their number of safe cells, so a game may end before
its layout is known. That a game continues is then information, too.
"""

from __future__ import annotations

from functools import lru_cache
from math import factorial, lgamma, log, prod
from typing import TYPE_CHECKING

from sapper.errors import StrategyError, TooHardError
from sapper.strategies.perfect_search import MAX_LAYOUTS_IN_PLAY, perfect_search

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.boards import Board
    from sapper.positions import Position

MOST_ENTRIES = 500_000
"""Maximum of layouts times cells of a board."""

MOST_SETS = 1_000_000
"""Maximum number of sets of layouts in a search."""


class PerfectStrategy:
    r"""Opens the cell from which the greatest number of layouts can be won.

    >>> import sapper
    >>> PerfectStrategy().choose(sapper.parse("1#\n##\n##", mines=1))
    4
    """

    name = "optimal"

    def choose(self, position: Position) -> int:
        """Return a safe cell, or the best guess."""
        if position.mines is None:
            raise StrategyError(
                f"optimal needs the number of mines, which is unknown in {position!r}"
            )
        if position.unread:
            where = position.board.name(position.unread[0])
            raise StrategyError(
                f"optimal needs the number of every open cell, but that of {where} is unread"
            )
        if position.max_per_cell == 1:
            search = perfect_search(
                position.board, position.mines, most_layouts=MAX_LAYOUTS_IN_PLAY
            )
            cell = search.advise(position.states).cell
            if cell < 0:
                raise StrategyError(f"no cell is safe any more in position\n{position}")
            return cell
        weighted = _search(position.board, position.mines, position.max_per_cell)
        fitting = weighted.fitting(position)
        if not fitting:
            raise StrategyError(f"no cell is safe any more in position\n{position}")
        for cell in position.covered:
            if weighted.always_safe(cell, fitting):
                return cell
        return weighted.best_guess(fitting)[0]


@lru_cache(maxsize=4)
def _search(board: Board, mines: int, max_per_cell: int) -> WeightedSearch:
    return WeightedSearch(board, mines, max_per_cell)


class WeightedSearch:
    """The weighted layouts of a board, and the values of sets of them.

    The weight of a layout is the number of ways to drop distinct mines that give it.
    """

    def __init__(self, board: Board, mines: int, max_per_cell: int = 1) -> None:
        _check_size(board, mines, max_per_cell)
        layouts = list(_layouts(board.size, mines, max_per_cell))
        self._weights = [
            factorial(mines) // prod(map(factorial, layout)) if max_per_cell > 1 else 1
            for layout in layouts
        ]
        self._uniform = max_per_cell == 1
        self.all: int = (1 << len(layouts)) - 1
        # By cell and clue value: the layouts that show this value there, as bits.
        self._shown: list[dict[int, int]] = [{} for _ in range(board.size)]
        self._safe = [0] * board.size
        for cell, shown in enumerate(self._shown):
            around = board.neighbors(cell)
            for i, layout in enumerate(layouts):
                if layout[cell] == 0:
                    number = sum(layout[other] for other in around)
                    shown[number] = shown.get(number, 0) | 1 << i
            self._safe[cell] = sum(shown.values())
        self._values: dict[int, int] = {}

    def fitting(self, position: Position) -> int:
        """Return the layouts consistent with a position in which the game is not over."""
        fit = self.all
        for cell in position.revealed:
            fit &= self._shown[cell].get(int(position.states[cell]), 0)
        unfinished = 0
        for cell in position.covered:
            unfinished |= self._safe[cell]
        return fit & unfinished

    def weight(self, layouts: int) -> int:
        """Return the total weight of a set of layouts."""
        if self._uniform:
            return layouts.bit_count()
        total = 0
        while layouts:
            lowest = layouts & -layouts
            total += self._weights[lowest.bit_length() - 1]
            layouts ^= lowest
        return total

    def always_safe(self, cell: int, layouts: int) -> bool:
        """Return whether a cell holds no mine in any of the layouts."""
        return layouts & ~self._safe[cell] == 0

    def value(self, layouts: int) -> int:
        """Return the weight of the layouts that perfect play wins."""
        if layouts & (layouts - 1) == 0:
            return self.weight(layouts)
        known = self._values.get(layouts)
        if known is None:
            if len(self._values) >= MOST_SETS:
                raise TooHardError(f"too hard: perfect play met {MOST_SETS:,} sets of layouts")
            known = self._value(layouts)
            self._values[layouts] = known
        return known

    def _value(self, layouts: int) -> int:
        finished = 0 if self._uniform else self._finished(layouts)
        if finished:
            return self.weight(finished) + self.value(layouts & ~finished)
        free = self._informative_cell(layouts)
        if free is not None:
            return self.value_after(free, layouts)
        return self.best_guess(layouts)[1]

    def best_guess(self, layouts: int) -> tuple[int, int]:
        """Return the best cell to guess and the weight of the layouts that it wins.

        Cells are tried in order of safety. A cell is pruned if the weight of the layouts in which
        it is safe, an upper bound on its value, does not exceed the best value so far.
        """
        order = []
        for cell, safe in enumerate(self._safe):
            here = layouts & safe
            if here and here != layouts:
                order.append((-self.weight(here), cell))
        order.sort()
        best, most = -1, -1
        for negative, cell in order:
            if -negative <= most:
                break
            won = self.value_after(cell, layouts, most)
            if won > most:
                best, most = cell, won
        return best, most

    def _finished(self, layouts: int) -> int:
        """Return the layouts whose safe cells are safe in all the layouts, so that they are won."""
        unfinished = 0
        for cell, safe in enumerate(self._safe):
            if not self.always_safe(cell, layouts):
                unfinished |= safe
        return layouts & ~unfinished

    def _informative_cell(self, layouts: int) -> int | None:
        """Return a cell that is safe in all the layouts and has several possible clue values."""
        for cell in range(len(self._safe)):
            if self.always_safe(cell, layouts):
                shown = sum(1 for fit in self._shown[cell].values() if fit & layouts)
                if shown > 1:
                    return cell
        return None

    def value_after(self, cell: int, layouts: int, most: int = -1) -> int:
        """Return the weight won by opening a cell; some value up to ``most`` if it is no more."""
        parts = [fit & layouts for fit in self._shown[cell].values() if fit & layouts]
        rest = sum(map(self.weight, parts))
        won = 0
        for part in parts:
            rest -= self.weight(part)
            won += self.value(part)
            if won + rest <= most:
                return won
        return won


def _check_size(board: Board, mines: int, max_per_cell: int) -> None:
    size = board.size
    allowed = log(MOST_ENTRIES / size)
    filled = min(-(-mines // max_per_cell), size)
    # With several mines per cell there are at least as many layouts as choices of cells to fill.
    count = lgamma(size + 1) - lgamma(filled + 1) - lgamma(size - filled + 1)
    if max_per_cell > 1 and count <= allowed:
        count = log(max(1, _count_layouts(size, mines, max_per_cell)))
    if count > allowed:
        raise TooHardError(
            f"too hard: perfect play on {board.spec} with {mines} mines has to list over "
            f"10^{int(count / log(10))} layouts; at most {MOST_ENTRIES // size} are allowed",
            cost=count / log(2),
            budget=allowed / log(2),
        )


def _count_layouts(cells: int, mines: int, max_per_cell: int) -> int:
    row = [1] + [0] * mines
    for _ in range(cells):
        row = [sum(row[max(0, m - max_per_cell) : m + 1]) for m in range(mines + 1)]
    return row[mines]


def _layouts(cells: int, mines: int, max_per_cell: int) -> Iterator[tuple[int, ...]]:
    """Yield every layout, as the number of mines of each cell."""
    if cells == 0:
        if mines == 0:
            yield ()
        return
    for here in range(min(mines, max_per_cell) + 1):
        if mines - here <= (cells - 1) * max_per_cell:
            for rest in _layouts(cells - 1, mines - here, max_per_cell):
                yield (here, *rest)
