"""Choices, rollouts and win probabilities with an unknown number of mines or a density."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

import sapper
import unknown_mines
from sapper import Position, choose, think, win_probability
from sapper.positions import COVERED

STRATEGIES = [
    "best",
    "perimeter",
    "entropy",
    "perimeter-entropy",
    "basic",
    "random",
    "neighborhood-sum",
    "frontier",
    "pseq",
    "pseq-d256",
    "infer-guess",
    "heuristic:QUEPS",
    "limited-search",
    "agent003:5",
    "agent003:3+1",
    "deep:n=40",
]


def open_cases(count: int, limit: int | None = None) -> list[Position]:
    """Return consistent cases without flags that have a cell which may be safe."""
    found: list[Position] = []
    number = 0
    while len(found) < count:
        position = unknown_mines.make_case(number).position.without_flags()
        number += 1
        if limit is not None and position.max_per_cell > limit:
            continue
        analysis = unknown_mines.analyzed(position)
        if isinstance(analysis, sapper.Analysis) and analysis.best is not None:
            found.append(position)
    return found


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy_chooses(strategy: str) -> None:
    for position in open_cases(40):
        choice = choose(position, strategy)
        assert position.states[choice.cell] == COVERED
        probability = sapper.analyze(position).mine_probability[choice.cell]
        assert choice.mine_probability == probability
        assert choice.certain == (probability == 0)
        density = Position(position.board, position.clues, density=0.3)
        analysis = unknown_mines.analyzed(density)
        if isinstance(analysis, sapper.Analysis) and analysis.best is not None:
            assert density.states[choose(density, strategy).cell] == COVERED


def optimum(position: Position) -> Fraction:
    """Return the win probability of perfect play, by expectimax over all layouts.

    The player knows that the game is not over while safe cells are left.
    """
    oracle = unknown_mines.Oracle(position)
    board, size = position.board, position.board.size
    layouts = list(oracle.weights)

    def number(layout: tuple[int, ...], cell: int) -> int:
        return sum(layout[other] for other in board.neighbors(cell))

    @cache
    def value(opened: frozenset[int], rows: frozenset[int]) -> Fraction:
        done = {row for row in rows if all(layouts[row][c] for c in range(size) if c not in opened)}
        won = sum((oracle.weights[layouts[row]] for row in done), Fraction(0))
        left = rows - done
        best = Fraction(0)
        for cell in range(size) if left else ():
            if cell in opened:
                continue
            parts: dict[int, set[int]] = {}
            for row in left:
                if not layouts[row][cell]:
                    parts.setdefault(number(layouts[row], cell), set()).add(row)
            chance = sum(
                (value(opened | {cell}, frozenset(part)) for part in parts.values()), Fraction(0)
            )
            best = max(best, chance)
        return won + best

    opened = frozenset(position.revealed)
    return value(opened, frozenset(range(len(layouts)))) / oracle.total


def small(position: Position) -> bool:
    return len(position.covered) <= 7


def test_best_is_close_to_perfect_play() -> None:
    """It plays endgames perfectly if all layouts are equally likely."""
    cases = [case for case in open_cases(150, limit=1) if small(case)]
    assert len(cases) > 40
    perfect = 0
    for position in cases:
        found = win_probability(position, strategy="best")
        assert found.exact
        assert found.fraction is not None
        limit = optimum(position)
        assert found.fraction <= limit
        assert found.fraction >= limit * Fraction(4, 5)
        perfect += found.fraction == limit
    assert perfect >= 0.9 * len(cases)


@pytest.mark.parametrize("mines", [range(2, 5), {2: 0.5, 4: 0.5}, None])
def test_exact_win_probabilities_agree_with_samples(mines: Any) -> None:
    text = "1###\n####\n###1"
    position = (
        sapper.parse(text, density=0.25) if mines is None else sapper.parse(text, mines=mines)
    )
    for strategy in ("pseq", "perimeter"):
        exact = win_probability(position, strategy=strategy, most_layouts=2000)
        drawn = win_probability(position, 4000, strategy=strategy, most_layouts=0)
        assert exact.exact
        assert not drawn.exact
        assert drawn.interval[0] - 0.015 < exact.value < drawn.interval[1] + 0.015


class FirstCovered:
    """Opens the first covered cell that is not a certain mine."""

    name = "first-covered"

    def choose(self, position: Position) -> int:
        probability = sapper.analyze(position).mine_probability
        return next(c for c in position.covered if probability[c] < 1)


def test_python_strategies_see_the_prior() -> None:
    position = sapper.parse("1##\n###", mines={1: 0.5, 2: 0.5})
    found = win_probability(position, strategy=FirstCovered)
    assert found.exact
    drawn = win_probability(position, 600, strategy=FirstCovered, most_layouts=0)
    assert drawn.interval[0] - 0.02 < found.value < drawn.interval[1] + 0.02
    assert choose(position, FirstCovered).cell == 1


def test_thinking_with_an_unknown_number() -> None:
    layout = sapper.deal("9x9/12", seed=4, first="open")
    game = sapper.Game("9x9/12", seed=4, first="open")
    game.open((3, 3))
    position = Position(layout.board, game.position.clues, mines=range(9, 16))
    found = think(position, layouts=60)
    assert position.states[found.best] == COVERED
    density = Position(layout.board, game.position.clues, density=0.15)
    assert density.states[think(density, layouts=60).best] == COVERED


def test_perfect_strategies_name_the_unknown_number() -> None:
    with pytest.raises(sapper.StrategyError, match=r"optimal needs the number of mines, which is"):
        choose(sapper.parse("1##\n###", mines=range(1, 3)), "optimal")


def test_no_safe_cell_is_one_sentence() -> None:
    position = sapper.parse("2##", mines=range(2, 4))
    with pytest.raises(sapper.ContradictionError):
        choose(position)
    full = sapper.parse("#1#\n###", mines={1: 0.5, 6: 0.0, 2: 0.5})
    assert choose(full).mine_probability < 1
    mined = sapper.parse("1#", mines={1: 0.5, 2: 0.5})
    for attempt in (choose, think):
        with pytest.raises(sapper.PositionError):
            attempt(mined)
    assert win_probability(mined).fraction == 1
