"""Exact policy evaluation: the expected number of layouts of a small board that a strategy wins.

The game tree of the strategy is traversed by information sets: a strategy is asked once in every
position that it can reach, for all consistent layouts. If a compiled strategy breaks ties at
random, the value is the expectation over all choices. A strategy written in Python must be
deterministic: the same cell whenever it sees the same position. Compared with ``optimal``, the
value shows how far a strategy is from perfect play, as an exact fraction.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper import _core, defaults
from sapper.analysis.remainders import fraction
from sapper.errors import StrategyError, TooHardError
from sapper.games import Deal
from sapper.positions import COVERED
from sapper.strategies.protocol import opens_certain
from sapper.strategies.registry import made, resolve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.boards import Cell
    from sapper.strategies.protocol import Strategy
    from sapper.types import BoardLike, FirstClickRule, StrategyLike

MAX_CELLS = 64
MAX_DEGREE = 15
MAX_LAYOUTS = 1_500_000
"""Maximum number of layouts for a compiled strategy."""

MAX_LAYOUTS_IN_PYTHON = 50_000
"""Maximum number of layouts for a strategy written in Python."""

MAX_POSITIONS = 1 << 22
"""Maximum number of stored positions of a randomised strategy, about 150 bytes each."""

_LONGEST_FRACTION = 60
"""Maximum length of a fraction in a notebook table, in characters."""


@dataclass(frozen=True, slots=True)
class StrategyValue:
    """The result of ``strategy_value``."""

    deal: Deal
    """The deal: board, mines and first click."""

    strategy: str
    """The name of the strategy."""

    wins: Fraction
    """The number of layouts won, in expectation if the strategy is randomised."""

    layouts: int
    """Layouts that can be dealt."""

    positions: int
    """Number of positions in which the strategy was asked."""

    seconds: float
    """Wall time in seconds."""

    @property
    def probability(self) -> Fraction:
        """The probability that the strategy wins."""
        return self.wins / self.layouts

    def summary(self) -> str:
        """Return the main facts in a few lines."""
        where = self.deal.board.name(self.deal.start)
        wins = f"{self.wins}" if self.wins.denominator == 1 else f"{float(self.wins):.6f}"
        return (
            f"{self.strategy} on {self.deal.spec}, first click {self.deal.first} at {where}\n"
            f"wins {wins} of {self.layouts:,} layouts: {100 * float(self.probability):.4f} %\n"
            f"{self.positions:,} positions, {self.seconds:.2f} s"
        )

    def _repr_html_(self) -> str:
        """Return the result as a table for a notebook."""
        from sapper.html_table import share, table

        whole = self.wins.denominator == 1
        wins = f"{self.wins.numerator:,}" if whole else f"{float(self.wins):,.6f}"
        fraction = f"{self.probability}, "
        lead = fraction if len(fraction) <= _LONGEST_FRACTION else ""
        deal = self.deal
        return table(
            f"{self.strategy} on {deal.spec}, first click {deal.first} at "
            f"{deal.board.name(deal.start)}",
            [
                ("wins", f"{wins} of {self.layouts:,} layouts"),
                ("chance", share(float(self.probability), lead=lead)),
                ("positions", self.positions),
                ("seconds", f"{self.seconds:.2f}"),
            ],
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain values."""
        return {
            "spec": self.deal.spec,
            "strategy": self.strategy,
            "first": self.deal.first,
            "start": list(self.deal.board.coordinates(self.deal.start)),
            "wins": str(self.wins),
            "layouts": self.layouts,
            "probability": str(self.probability),
            "positions": self.positions,
            "seconds": self.seconds,
        }


def strategy_value(
    board: BoardLike,
    strategy: StrategyLike = defaults.STRATEGY,
    first: FirstClickRule = defaults.FIRST,
    start: Cell | None = None,
    *,
    mines: int | None = None,
) -> StrategyValue:
    """Return the exact value of a strategy on a small board.

    Without ``start`` the first cell is that of the strategy, if it has one, or else that of the
    rule. Raises TooHardError at once if the board is too large.

    >>> pseq = strategy_value("4x4/4", "pseq", first="any")
    >>> pseq.wins, pseq.layouts
    (Fraction(924, 1), 1820)
    >>> strategy_value("2x2/1", "random").probability
    Fraction(1, 3)
    """
    began = time.perf_counter()
    entry = made(resolve(strategy))
    deal = Deal.read(board, mines=mines, first=first, start=start, strategy=entry)
    layouts = comb(len(deal.allowed), deal.mines)
    in_core = entry.make is None
    _refuse_if_too_large(deal, layouts, MAX_LAYOUTS if in_core else MAX_LAYOUTS_IN_PYTHON)
    if entry.make is None:
        wins, positions = _by_the_core(deal, entry.name)
    else:
        tree = _Tree(deal, entry.make(), entry.name)
        wins, positions = Fraction(tree.wins()), tree.positions
    return StrategyValue(deal, entry.name, wins, layouts, positions, time.perf_counter() - began)


def _refuse_if_too_large(deal: Deal, layouts: int, most: int) -> None:
    board = deal.board
    if board.size > MAX_CELLS or board.max_degree > MAX_DEGREE:
        raise TooHardError(
            f"too hard: strategies are evaluated on at most {MAX_CELLS} cells of at most "
            f"{MAX_DEGREE} neighbours, and {board.spec} has {board.size} cells of up to "
            f"{board.max_degree}"
        )
    if layouts > most:
        raise TooHardError(
            f"too hard: {deal.spec} has {layouts:,} layouts; at most {most:,} are allowed",
            cost=float(layouts),
            budget=float(most),
        )


def _by_the_core(deal: Deal, name: str) -> tuple[Fraction, int]:
    evaluation = _core.Evaluation(deal.core, name, MAX_POSITIONS)
    try:
        residues = evaluation.wins()
    except _core.PositionLimitExceeded:
        raise TooHardError(
            f"too hard: {name} on {deal.spec} reaches more than {MAX_POSITIONS:,} positions",
            cost=float(evaluation.positions),
            budget=float(MAX_POSITIONS),
        ) from None
    wins = fraction(residues)
    if wins is None:
        raise TooHardError(f"too hard: the value of {name} on {deal.spec} is too long a fraction")
    return wins, evaluation.positions


class _Tree:
    """The game tree of a strategy written in Python, with layouts as bits of integers."""

    def __init__(self, deal: Deal, strategy: Strategy, name: str) -> None:
        self._deal = deal
        self._strategy = strategy
        self._name = name
        self._opens_certain = opens_certain(strategy)
        self._around = [
            sum(1 << other for other in deal.board.neighbors(cell))
            for cell in range(deal.board.size)
        ]
        self.positions = 0

    def wins(self) -> int:
        layouts = [sum(1 << c for c in some) for some in self._layouts()]
        if self._deal.full:
            return len(layouts)
        states = np.full(self._deal.board.size, COVERED, dtype=np.int16)
        return self._click(states, layouts, self._deal.start)

    def _layouts(self) -> Iterator[tuple[int, ...]]:
        return combinations(self._deal.allowed, self._deal.mines)

    def _decide(self, states: np.ndarray[Any, Any], layouts: list[int]) -> int:
        covered = [cell for cell, state in enumerate(states.tolist()) if state == COVERED]
        if len(covered) == self._deal.mines:
            return len(layouts)
        if self._opens_certain:
            for cell in covered:
                if not any(layout >> cell & 1 for layout in layouts):
                    return self._click(states, layouts, cell)
        self.positions += 1
        position = self._deal.position(states)
        cell = self._strategy.choose(position)
        if cell not in covered:
            raise StrategyError(
                f"strategy {self._name!r} chose {cell!r}, which is not a covered cell, in position "
                f"\n{position.to_text(header=True)}",
                strategy=self._name,
                position=position,
            )
        return self._click(states, layouts, cell)

    def _click(self, states: np.ndarray[Any, Any], layouts: list[int], cell: int) -> int:
        safe = [layout for layout in layouts if not layout >> cell & 1]
        return self._reveal(states, safe, [cell]) if safe else 0

    def _reveal(self, states: np.ndarray[Any, Any], layouts: list[int], queue: list[int]) -> int:
        while queue and states[queue[0]] != COVERED:
            queue = queue[1:]
        if not queue:
            return self._decide(states, layouts)
        cell, rest = queue[0], queue[1:]
        shown: dict[int, list[int]] = {}
        for layout in layouts:
            shown.setdefault((layout & self._around[cell]).bit_count(), []).append(layout)
        wins = 0
        for number, fitting in shown.items():
            after = states.copy()
            after[cell] = number
            more = [] if number else list(self._deal.board.neighbors(cell))
            wins += self._reveal(after, fitting, rest + more)
        return wins
