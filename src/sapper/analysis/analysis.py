"""Analysis: everything that can be known about a position.

``analyze`` asks the compiled engine for the probability of a mine in every cell and for what is
certain; all else (exact integers and fractions, groups, what a cell would show, reasons) is
computed when it is asked for and kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lgamma, log, log2, log10
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from sapper import _core
from sapper.analysis.question import ask, guard, raise_too_hard
from sapper.cached import cached_property
from sapper.errors import BoardError, ContradictionError, PositionError, TooHardError
from sapper.limits import DEFAULT_LIMITS, Limits
from sapper.stopping import Stop

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy.typing as npt

    from sapper.analysis.answer import AnalysisAnswer
    from sapper.analysis.exact import ExactCounts
    from sapper.analysis.reasons import Reason
    from sapper.positions import Position

TIE = _core.TIE
"""Cells this close to the least mine probability count as equally safe, as in the core's play."""


@dataclass(frozen=True, slots=True)
class Distribution:
    """The distribution of a number."""

    probability: Mapping[int, float]
    """P(the number is k), for every k that is possible, in increasing order."""

    @property
    def expected(self) -> float:
        """The mean."""
        return sum(k * p for k, p in self.probability.items())

    @property
    def entropy(self) -> float:
        """The information in the number, in bits."""
        return max(0.0, -sum(p * log2(p) for p in self.probability.values() if p > 0))


@dataclass(frozen=True, slots=True)
class ClueDistribution(Distribution):
    """What a covered cell would show: the distribution of its number, given that it is safe."""

    cell: int
    """The cell."""

    mine_probability: float
    """P(the cell holds a mine)."""

    @property
    def zero(self) -> float:
        """P(the cell is safe and shows zero): the chance of an opening."""
        return (1 - self.mine_probability) * self.probability.get(0, 0.0)


@dataclass(frozen=True, slots=True)
class Group:
    """Frontier cells with exactly the same clues."""

    cells: tuple[int, ...]
    """The cells."""

    clues: tuple[int, ...]
    """The cells that show those clues."""

    component: int
    """The number of its component in ``Analysis.components``."""

    mines: Distribution
    """The distribution of the mines in the group."""

    mine_probability: float
    """P(a cell of the group holds at least one mine)."""


@dataclass(frozen=True, slots=True)
class Component:
    """Groups joined by clues; given its number of mines it is independent of all else."""

    groups: tuple[int, ...]
    """The numbers of its groups in ``Analysis.groups``."""

    cells: tuple[int, ...]
    """All its cells."""

    clues: tuple[int, ...]
    """All its clues."""

    arrangements: Mapping[int, int]
    """By number of mines: in how many ways they lie in the component's cells, clues respected."""


def analyze(position: Position, *, limits: Limits = DEFAULT_LIMITS) -> Analysis:
    r"""Analyse a position: mine probabilities, certain cells and all that follows from them.

    Raises ContradictionError where no layout fits, with a smallest set of clues that cannot hold
    together, and TooHardError where the answer would cost more than the limits allow.

    >>> import sapper
    >>> a = sapper.analyze(sapper.parse("1#\n##", mines=1))
    >>> a.solutions, a.exact()[3], a.safe
    (3, Fraction(1, 3), [])
    """
    question = ask(position, limits)
    try:
        solution = question.solve()
    except _core.Contradiction as failure:
        _raise_contradiction(position, failure, limits)
    except _core.BudgetExceeded as failure:
        raise_too_hard(failure, limits)
    return Analysis(position, question, solution, limits)


class Analysis:
    """What is known about a position; made by ``analyze``."""

    def __init__(
        self,
        position: Position,
        question: _core.Question,
        solution: _core.Solution,
        limits: Limits,
    ) -> None:
        self.position = position
        self.limits = limits
        self._question = question
        self._solution = solution

    # -- probabilities --------------------------------------------------------------------------

    @property
    def mine_probability(self) -> npt.NDArray[np.float64]:
        """P(the cell holds at least one mine) for every cell, nan where revealed; read-only.

        Exactly 0 or 1 for certain cells and strictly between for all others.
        """
        return np.frombuffer(self._solution.mine_probability)

    @property
    def safe(self) -> list[int]:
        """The covered cells that hold no mine in any layout."""
        return self._solution.safe

    @property
    def mines(self) -> list[int]:
        """The covered cells that hold a mine in every layout, flagged ones included."""
        return self._solution.mines

    @property
    def best(self) -> int | None:
        """The cell it would open: a safe one, else the least likely mine; None if none is left.

        Among equals the first in order of the cells.
        """
        safe = self._solution.safe
        if safe:
            return safe[0]
        probability = self.mine_probability
        open_cells = np.flatnonzero(probability < 1.0)
        if not len(open_cells):
            return None
        values = probability[open_cells]
        return int(open_cells[np.argmax(values <= values.min() + TIE)])

    # -- exact ----------------------------------------------------------------------------------

    @cached_property
    def _exact(self) -> ExactCounts:
        from sapper.analysis.exact import ExactCounts

        return ExactCounts(self.position, self.limits, question=self._question)

    def _in_time(self) -> ExactCounts:
        """The exact counts, which may now take as long as the limits allow."""
        self._exact.renew()
        return self._exact

    @cached_property
    def solutions(self) -> int:
        """The number of layouts that fit, exactly.

        With several mines a cell: the ways to drop the mines one by one as distinct objects. With
        a density: layouts with any number of mines.
        """
        return guard(lambda: self._in_time().solutions, self.limits)

    @property
    def log10_solutions(self) -> float:
        """The decimal logarithm of ``solutions``, at no cost and for any size of board."""
        position = self.position
        if position.mines is None:
            raise PositionError("with a density, ask for solutions: layouts have unequal weights")
        bits = self._solution.log2_layouts
        if position.max_per_cell > 1:
            bits += lgamma(position.mines + 1) / log(2)
        return bits * log10(2)

    @cached_property
    def _fractions(self) -> list[Fraction | None]:
        return guard(lambda: self._in_time().mine_probability(), self.limits)

    def exact(self) -> list[Fraction | None]:
        """Return ``mine_probability`` as exact fractions, None where revealed."""
        return list(self._fractions)

    # -- what a cell would show -----------------------------------------------------------------

    def clue_distribution(self, cell: int | Sequence[int]) -> ClueDistribution:
        """Return what a covered cell would show, given that it is safe.

        The probabilities add up to one; ``exact_clue_distribution`` has those of being safe and
        showing the number, which add up to the chance that the cell is safe.

        >>> import sapper
        >>> a = sapper.analyze(sapper.parse("1##", mines=1))
        >>> a.clue_distribution(2).probability
        {1: 1.0}
        """
        index = self._covered(cell)
        mined = float(self.mine_probability[index])
        if mined == 1.0:
            return ClueDistribution({}, index, mined)
        shown = guard(lambda: self._question.shown(index), self.limits)
        known = {shown.first + i: p for i, p in enumerate(shown.probability) if p > 0}
        return ClueDistribution(known, index, mined)

    def clue_distributions(self) -> dict[int, ClueDistribution]:
        """Return what every covered cell would show; without those that are too hard.

        Cells that nothing tells apart are computed once. When the time of the limits is over, the
        rest is left out.

        >>> import sapper
        >>> a = sapper.analyze(sapper.parse("1##", mines=1))
        >>> {cell: shown.zero for cell, shown in a.clue_distributions().items()}
        {1: 0.0, 2: 0.0}
        """
        from sapper.analysis.likeness import alike

        stop = Stop(self.limits.seconds)
        mined = set(self.mines)
        twins = alike(self.position, [c for c in self.position.covered if c not in mined])
        known: dict[int, ClueDistribution | None] = {}
        found = {cell: ClueDistribution({}, cell, 1.0) for cell in mined}
        for cell, twin in twins.items():
            if twin not in known:
                if stop.expired:
                    break
                try:
                    known[twin] = self.clue_distribution(twin)
                except TooHardError:
                    known[twin] = None
            shown = known[twin]
            if shown is not None:
                found[cell] = ClueDistribution(shown.probability, cell, shown.mine_probability)
        return dict(sorted(found.items()))

    def exact_clue_distribution(self, cell: int | Sequence[int]) -> dict[int, Fraction]:
        """Return P(the cell is safe and shows the number) for every number, exactly.

        They add up to the chance that the cell is safe, other than those of ``clue_distribution``,
        which hold given that it is safe.

        >>> import sapper
        >>> a = sapper.analyze(sapper.parse("1##", mines=1))
        >>> a.exact_clue_distribution(1)
        {}
        """
        from sapper.analysis.exact import ExactCounts

        index = self._covered(cell)
        mined = self._fractions[index]
        assert mined is not None
        if mined == 1:
            return {}
        counts = ExactCounts(self.position, self.limits, question=self._question, probe=index)
        weights = guard(counts.shown, self.limits)
        total = sum(weights.values())
        return {number: (1 - mined) * Fraction(w) / total for number, w in weights.items()}

    def _covered(self, cell: int | Sequence[int]) -> int:
        index = self.position.board.cell(cell)
        if self.position.states[index] >= 0:
            where = self.position.board.name(index)
            raise BoardError(
                f"cell {where} is revealed already: it shows {self.position.clue(index)}"
            )
        return index

    # -- layouts --------------------------------------------------------------------------------

    @cached_property
    def _sampler(self) -> _core.Sampler:
        return guard(self._question.sampler, self.limits)

    def sample(self, n: int, seed: int = 1, *, first: int = 0) -> npt.NDArray[np.uint8]:
        r"""Return ``n`` layouts drawn from all that fit, a row each: the mines of every cell.

        Every layout is equally likely; with several mines a cell, in proportion to the ways to
        drop the mines one by one; with a density, as likely as its mines make it. Row i is layout
        ``first + i`` of the seed, and depends on the position and these numbers alone.

        >>> import sapper
        >>> a = sapper.analyze(sapper.parse("1#\n##", mines=1))
        >>> a.sample(4, seed=1).tolist()
        [[0, 0, 0, 1], [0, 0, 1, 0], [0, 0, 1, 0], [0, 1, 0, 0]]
        """
        from sapper.analysis.sampling import draw_layouts

        return draw_layouts(self._sampler, self.position.board.size, n, seed, first)

    # -- groups, components, frontier -----------------------------------------------------------

    @cached_property
    def _details(self) -> _core.Details:
        return guard(self._question.details, self.limits)

    @cached_property
    def groups(self) -> list[Group]:
        """The frontier's groups, component by component (Fowler & Young 2004, IV.3)."""
        return [
            Group(
                tuple(table.cells),
                tuple(table.clues),
                table.component,
                Distribution({table.low + i: p for i, p in enumerate(table.mines) if p > 0}),
                float(self.mine_probability[table.cells[0]]),
            )
            for table in self._details.groups
        ]

    @cached_property
    def components(self) -> list[Component]:
        """The frontier's components, with the exact number of arrangements by mines."""
        members: dict[int, list[int]] = {}
        for g, group in enumerate(self.groups):
            members.setdefault(group.component, []).append(g)
        return guard(lambda: [self._component(m) for m in members.values()], self.limits)

    def _component(self, members: list[int]) -> Component:
        cells = sorted(cell for g in members for cell in self.groups[g].cells)
        clues = sorted({clue for g in members for clue in self.groups[g].clues})
        ways = self._exact.arrangements(cells)
        arrangements = {mines: count for mines, count in ways.items() if count}
        return Component(tuple(members), tuple(cells), tuple(clues), arrangements)

    @property
    def frontier_mines(self) -> Distribution:
        """The distribution of the number of mines in the frontier, flagged cells included."""
        first = self._details.frontier_first
        return Distribution({first + i: p for i, p in enumerate(self._details.frontier) if p > 0})

    # -- reasons --------------------------------------------------------------------------------

    def reason(self, cell: int | Sequence[int]) -> Reason:
        """Return why a certain cell is safe or a mine: a smallest set of clues that proves it."""
        from sapper.analysis.reasons import find_reason

        index = self._covered(cell)
        probability = float(self.mine_probability[index])
        if 0.0 < probability < 1.0:
            where = self.position.board.name(index)
            raise BoardError(f"cell {where} is not certain: a mine with probability {probability}")
        return guard(
            lambda: find_reason(self.position, index, mined=probability == 1.0, limits=self.limits),
            self.limits,
        )

    def reasons(self) -> dict[int, Reason]:
        """Return the reason of every certain cell."""
        return {cell: self.reason(cell) for cell in sorted(self.safe + self.mines)}

    # -- for people and machines ----------------------------------------------------------------

    def summary(self) -> str:
        """Return the main facts in a few lines."""
        board = self.position.board

        def show(cells: list[int]) -> str:
            return ", ".join(board.name(c) for c in cells) or "none"

        lines = [f"safe: {show(self.safe)}", f"mines: {show(self.mines)}"]
        if self.best is not None:
            risk = float(self.mine_probability[self.best])
            lines.append(f"best: {board.name(self.best)}, a mine with probability {risk:.4g}")
        return "\n".join(lines)

    def answer(
        self,
        *,
        solutions: bool = True,
        fractions: bool = True,
        longest: int | None = None,
        shown: bool = False,
        reasons: bool = False,
    ) -> AnalysisAnswer:
        """Return the analysis for machines, with as much of what costs extra as is asked for.

        ``solutions`` and ``fractions`` are exact numbers, the fractions only where ``longest``,
        if it is given, is not below the bits of the denominator; ``shown`` is what every cell
        would show, and ``reasons`` are those of the certain cells.
        """
        from sapper.analysis.answer import answer

        return answer(
            self,
            solutions=solutions,
            fractions=fractions,
            longest=longest,
            shown=shown,
            reasons=reasons,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the analysis as ``sapper analyze --json`` prints it."""
        return self.answer().to_dict()

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel as the position, which is analysed again at the other end."""
        return _analyze_again, (self.position, self.limits)

    def __repr__(self) -> str:
        return f"<Analysis of {self.position!r}: {len(self.safe)} safe, {len(self.mines)} mines>"

    def _repr_svg_(self) -> str | None:
        """Draw it for a notebook; None where the board is too large to take in."""
        from sapper.analysis.drawing import analysis_svg

        return analysis_svg(self)


def _analyze_again(position: Position, limits: Limits) -> Analysis:
    return analyze(position, limits=limits)


def _raise_contradiction(position: Position, failure: Exception, limits: Limits) -> NoReturn:
    from sapper.analysis.reasons import find_contradiction

    found = guard(lambda: find_contradiction(position, int(failure.args[1]), limits), limits)
    raise ContradictionError(
        found.message(position),
        clues=found.clues,
        needs_mine_count=found.needs_mine_count,
        proven_smallest=found.proven_smallest,
    ) from None
