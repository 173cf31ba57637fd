"""The analysis of a position: mine probabilities, certain cells, and all that follows from them.

``analyze`` computes the mine probability of every cell and the certain cells in the compiled
engine, by variable elimination over the groups of frontier cells. The cost is exponential only in
the number of clues that are open at once. Everything else (exact integers and fractions, groups,
clue distributions, samples, reasons) is computed on first use and cached.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lgamma, log, log2, log10
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper import _core, defaults
from sapper.analysis.question import ask, guard, raise_too_hard, read_flags
from sapper.cached import cached_property
from sapper.deprecation import renamed_keywords, warn_deprecated
from sapper.errors import BoardError, PositionError, TooHardError
from sapper.limits import DEFAULT_LIMITS, Limits
from sapper.positions.states import COVERED, OUTSIDE, UNREAD
from sapper.stopping import Stop

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import numpy.typing as npt

    from sapper.analysis.answer import AnalysisAnswer
    from sapper.analysis.exact import ExactCounts
    from sapper.analysis.reasons import Reason
    from sapper.boards import Cell
    from sapper.layouts import Layout
    from sapper.positions import Position
    from sapper.types import Flags

TIE = _core.TIE
"""Cells whose mine probability is within this distance of the lowest one are equally safe."""


@dataclass(frozen=True, slots=True)
class Distribution:
    """The probability distribution of a non-negative integer."""

    probability: Mapping[int, float]
    """P(the number is k) for every possible k, in increasing order of k; each above 0."""

    @property
    def expected(self) -> float:
        """The expected value."""
        return sum(k * p for k, p in self.probability.items())

    @property
    def entropy(self) -> float:
        """The Shannon entropy, in bits, at least 0."""
        return max(0.0, -sum(p * log2(p) for p in self.probability.values() if p > 0))


@dataclass(frozen=True, slots=True)
class ClueDistribution(Distribution):
    """The distribution of the clue of a covered cell, given that the cell is safe."""

    cell: int
    """The cell, an index."""

    mine_probability: float
    """P(the cell holds a mine), from 0 to 1."""

    @property
    def zero(self) -> float:
        """P(the cell is safe and shows 0): the probability of an opening, from 0 to 1."""
        return (1 - self.mine_probability) * self.probability.get(0, 0.0)


@dataclass(frozen=True, slots=True)
class Group:
    """Frontier cells with exactly the same clues."""

    cells: tuple[int, ...]
    """The cells of the group, as indices."""

    clues: tuple[int, ...]
    """The cells that show its clues, as indices."""

    component: int
    """The index of its component in ``Analysis.components``."""

    mine_count: Distribution
    """The distribution of the number of mines in the group."""

    mine_probability: float
    """P(a given cell of the group holds at least one mine), from 0 to 1."""

    @property
    def mines(self) -> Distribution:
        """Deprecated name of ``mine_count``."""
        warn_deprecated("Group.mines")
        return self.mine_count


@dataclass(frozen=True, slots=True)
class Component:
    """Groups connected by clues; given its number of mines it is independent of all other cells."""

    groups: tuple[int, ...]
    """The indices of its groups in ``Analysis.groups``."""

    cells: tuple[int, ...]
    """Its covered cells, as sorted indices."""

    clues: tuple[int, ...]
    """The cells that show its clues, as sorted indices."""

    arrangements: Mapping[int, int]
    """The exact number of arrangements that satisfy its clues, by number of mines."""


def analyze(
    position: Position, *, flags: Flags = "trust", limits: Limits = DEFAULT_LIMITS
) -> Analysis:
    r"""Analyse a position: mine probabilities, certain cells and all that follows from them.

    With ``flags="trust"`` flagged cells are mines; with ``"ignore"`` they are covered cells like
    any other. ``limits`` is the work budget. Raises ContradictionError if no layout is consistent
    with the position, with a smallest set of contradictory clues or of flags to remove;
    TooHardError if the analysis exceeds the work budget; and PositionError if ``position`` is not a
    Position.

    >>> import sapper
    >>> a = sapper.analyze(sapper.parse("1#\n##", mines=1))
    >>> a.solutions, a.exact()[3], a.safe
    (3, Fraction(1, 3), [])
    """
    position = read_flags(position, flags)
    question = ask(position, limits)
    try:
        solution = question.solve()
    except _core.Contradiction as failure:
        from sapper.analysis.contradictions import raise_contradiction

        raise_contradiction(position, failure, limits)
    except _core.BudgetExceeded as failure:
        raise_too_hard(failure, limits)
    return Analysis(position, question, solution, limits)


class Analysis:
    """The analysis of a position, made by ``analyze``.

    ``position`` and ``limits`` are its arguments. Results that exceed the work budget raise
    TooHardError when they are requested.
    """

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
        """P(the cell holds at least one mine) for every cell; a read-only array.

        It is nan for open cells, read or unread, exactly 0 or 1 for certain cells, and strictly
        between 0 and 1 for all others.
        """
        return np.frombuffer(self._solution.mine_probability)

    def probability(self, cell: Cell) -> float:
        r"""Return P(the cell holds at least one mine); nan if it is revealed.

        The cell is an index, coordinates, or a node of a graph. Raises BoardError if it is not on
        the board.

        >>> import sapper
        >>> a = sapper.analyze(sapper.parse("1#\n##", mines=1))
        >>> round(a.probability((1, 1)), 4)
        0.3333
        """
        return float(self.mine_probability[self.position.board.cell(cell)])

    @property
    def shaped(self) -> Any:
        r"""``mine_probability`` in the shape of the board, as ``Board.shaped`` returns it.

        >>> import sapper
        >>> sapper.analyze(sapper.parse("#1\n##", mines=1)).shaped.round(2).tolist()
        [[0.33, nan], [0.33, 0.33]]
        >>> star = sapper.graph([("hub", "a"), ("hub", "b")])
        >>> sapper.analyze(sapper.Position(star, {"hub": 1}, mines=1)).shaped
        {'hub': nan, 'a': 0.5, 'b': 0.5}
        """
        return self.position.board.shaped(self.mine_probability)

    @property
    def safe(self) -> list[int]:
        """The covered cells that hold no mine in any consistent layout, as sorted indices."""
        return self._solution.safe

    @property
    def mine_cells(self) -> list[int]:
        """The cells that hold a mine in every consistent layout, flagged ones included; sorted."""
        return self._solution.mines

    @property
    def mines(self) -> list[int]:
        """The older name of ``mine_cells``; it stays."""
        return self._solution.mines

    @property
    def best(self) -> int | None:
        """The safest cell: the first safe one, else the first with the lowest mine probability.

        It is None if every covered cell is certainly a mine. ``sapper.think`` and
        ``Game.hint`` find the cell with the highest win probability, which may be another one.
        """
        safe = self._solution.safe
        if safe:
            return safe[0]
        probability = self.mine_probability
        open_cells = np.flatnonzero((probability < 1.0) & (self.position.states == COVERED))
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
        """Return the exact counts with their time limit restarted."""
        self._exact.renew()
        return self._exact

    @cached_property
    def solutions(self) -> int:
        """The exact number of consistent layouts, at least 1.

        If cells can hold several mines, it is the number of ways to place the mines one by one as
        distinct objects. If the number of mines is unknown, the layouts of all possible numbers
        count, whatever their probabilities; with a density, those with any number of mines. Raises
        TooHardError if the count exceeds the work budget.
        """
        return guard(lambda: self._in_time().solutions, self.limits)

    @property
    def log10_solutions(self) -> float:
        """The decimal logarithm of ``solutions``, as a by-product of the analysis.

        Raises PositionError if the position has a density, as its layouts have unequal weights.
        """
        position = self.position
        if position.density is not None:
            raise PositionError("with a density, ask for solutions: layouts have unequal weights")
        bits = self._solution.log2_layouts
        if position.max_per_cell > 1 and position.mines is not None:
            bits += lgamma(position.mines + 1) / log(2)
        return bits * log10(2)

    @cached_property
    def _fractions(self) -> list[Fraction | None]:
        return guard(lambda: self._in_time().mine_probability(), self.limits)

    def exact(self) -> list[Fraction | None]:
        """Return ``mine_probability`` as exact fractions, with None for revealed cells."""
        return list(self._fractions)

    # -- the number of mines --------------------------------------------------------------------

    @property
    def mine_count(self) -> Distribution:
        r"""The distribution of the number of mines on the whole board, given the position.

        If the number is known, it has probability 1. If it is unknown, this is the posterior of
        ``Position.totals``; numbers that no consistent layout has are omitted.

        >>> import sapper
        >>> position = sapper.parse("1##\n###", mines={1: 0.5, 2: 0.5})
        >>> a = sapper.analyze(position)
        >>> a.exact_mine_count(), round(a.mine_count.expected, 3)
        ({1: Fraction(5, 9), 2: Fraction(4, 9)}, 1.444)
        """
        if self.position.mines is not None:
            return Distribution({self.position.mines: 1.0})
        if self.position.density is not None:
            from sapper.analysis.independent import mines_by_density

            return Distribution(mines_by_density(self.position, self._details))
        return Distribution({mines: p for mines, p in self._details.totals if p > 0})

    def exact_mine_count(self) -> dict[int, Fraction]:
        """Return ``mine_count`` as exact fractions.

        Raises PositionError if the position has a density.
        """
        if self.position.density is not None:
            raise PositionError("with a density, the number of mines has no exact distribution")
        return guard(lambda: self._in_time().mine_count(), self.limits)

    # -- clue distributions ---------------------------------------------------------------------

    def clue_distribution(self, cell: Cell) -> ClueDistribution:
        """Return the distribution of the clue of a covered cell, given that the cell is safe.

        An unread cell, whose clue exists but is unknown, has one as well. The probabilities sum to
        1; those of ``exact_clue_distribution`` are not conditional and sum to P(the cell is safe).
        The distribution of a certain mine is empty. Raises BoardError if the cell is revealed.

        >>> import sapper
        >>> a = sapper.analyze(sapper.parse("1##", mines=1))
        >>> a.clue_distribution(2).probability
        {1: 1.0}
        """
        index = self._without_clue(cell)
        unread = self.position.states[index] == UNREAD
        mined = 0.0 if unread else float(self.mine_probability[index])
        if mined == 1.0:
            return ClueDistribution({}, index, mined)
        shown = guard(lambda: self._question.shown(index), self.limits)
        known = {shown.first + i: p for i, p in enumerate(shown.probability) if p > 0}
        return ClueDistribution(known, index, mined)

    def clue_distributions(self) -> dict[int, ClueDistribution]:
        """Return the clue distribution of every covered and every unread cell, by cell.

        Indistinguishable cells share one computation. Cells whose distribution exceeds the work
        budget are omitted, and so are the remaining cells after the time limit.

        >>> import sapper
        >>> a = sapper.analyze(sapper.parse("1##", mines=1))
        >>> {cell: shown.zero for cell, shown in a.clue_distributions().items()}
        {1: 0.0, 2: 0.0}
        """
        from sapper.analysis.likeness import alike

        stop = Stop(self.limits.seconds)
        mined = set(self.mines)
        position = self.position
        wanted = [cell for cell in position.covered if cell not in mined]
        first_alike = alike(position, [*wanted, *position.unread])
        known: dict[int, ClueDistribution | None] = {}
        found = {cell: ClueDistribution({}, cell, 1.0) for cell in mined}
        for cell, first in first_alike.items():
            if first not in known:
                if stop.expired:
                    break
                try:
                    known[first] = self.clue_distribution(first)
                except TooHardError:
                    known[first] = None
            shown = known[first]
            if shown is not None:
                found[cell] = ClueDistribution(shown.probability, cell, shown.mine_probability)
        return dict(sorted(found.items()))

    def exact_clue_distribution(self, cell: Cell) -> dict[int, Fraction]:
        """Return P(the cell is safe and shows the number) for every number, as exact fractions.

        They sum to P(the cell is safe); those of ``clue_distribution`` are conditional on that.
        Raises BoardError if the cell is revealed.

        >>> import sapper
        >>> a = sapper.analyze(sapper.parse("1##", mines=1))
        >>> a.exact_clue_distribution(1)
        {}
        """
        from sapper.analysis.exact import ExactCounts

        index = self._without_clue(cell)
        mined = self._fractions[index] or Fraction(0)
        if mined == 1:
            return {}
        counts = ExactCounts(self.position, self.limits, question=self._question, probe=index)
        weights = guard(counts.shown, self.limits)
        total = sum(weights.values())
        return {number: (1 - mined) * Fraction(w) / total for number, w in weights.items()}

    def _covered(self, cell: Cell) -> int:
        index = self._without_clue(cell)
        if self.position.states[index] == UNREAD:
            where = self.position.board.name(index)
            raise BoardError(f"cell {where} is already open: its number is unread")
        return index

    def _without_clue(self, cell: Cell) -> int:
        index = self.position.board.cell(cell)
        state = int(self.position.states[index])
        where = self.position.board.name(index)
        if state >= 0:
            raise BoardError(f"cell {where} is already revealed: it shows {state}")
        if state == OUTSIDE:
            raise BoardError(f"cell {where} is out of view")
        return index

    # -- layouts --------------------------------------------------------------------------------

    @cached_property
    def _sampler(self) -> _core.Sampler:
        return guard(self._question.sampler, self.limits)

    @renamed_keywords(first="index")
    def sample(self, n: int, seed: int = defaults.SEED, *, index: int = 0) -> npt.NDArray[np.uint8]:
        r"""Return ``n`` random consistent layouts, one per row: the number of mines of every cell.

        All layouts are equally likely. If cells can hold several mines, a layout is drawn with
        probability proportional to the ways to place its mines one by one; with a density, with its
        probability under the density. Row i is layout ``index + i`` of the seed and depends only on
        the position, the seed and that number. ``seed`` and ``index`` are below 2^64. Raises
        PositionError if an argument is out of range or the layouts do not fit into free memory.

        >>> import sapper
        >>> a = sapper.analyze(sapper.parse("1#\n##", mines=1))
        >>> a.sample(4, seed=1).tolist()
        [[0, 0, 0, 1], [0, 0, 1, 0], [0, 0, 1, 0], [0, 1, 0, 0]]
        """
        from sapper.analysis.sampling import draw_layouts

        return draw_layouts(self._sampler, self.position.board.size, n, seed, index)

    def layouts(self, limit: int | None = None) -> Iterator[Layout]:
        r"""Return an iterator over all consistent layouts, each exactly once, in a fixed order.

        At most ``limit`` layouts are returned; None for all of them. Memory does not grow with
        their number, and the first one takes no longer than an analysis. The order depends only on
        the position: the number of mines varies slowest, then the mines of the components and of
        their groups, then the cells of each group, and the cells outside the frontier fastest.

        If cells can hold several mines, each layout comes once, although ``solutions`` counts it
        once for each way to place its mines one by one. With a density, layouts with any number of
        mines come. Raises PositionError if ``limit`` is not a number, and TooHardError if the
        enumeration exceeds the work budget.

        >>> import sapper
        >>> a = sapper.analyze(sapper.parse("1#\n##", mines=1))
        >>> [layout.mined for layout in a.layouts()]
        [[3], [2], [1]]
        """
        from sapper.analysis.enumeration import layouts

        return layouts(self, limit)

    def layout_arrays(
        self, rows: int | None = None, limit: int | None = None
    ) -> Iterator[npt.NDArray[np.uint8]]:
        """Return an iterator over arrays of the layouts of ``layouts``, in the same order.

        Each row of an array is a layout: the number of mines of every cell. An array has ``rows``
        rows, and the last one may have fewer; with None, the arrays grow up to 65,536 layouts or
        262,144 cells.

        >>> import sapper
        >>> a = sapper.analyze(sapper.Position("4x4/8", [None] * 16))
        >>> sum(len(array) for array in a.layout_arrays()), a.solutions
        (12870, 12870)
        """
        from sapper.analysis.enumeration import layout_arrays

        return layout_arrays(self, rows, limit)

    # -- groups, components, frontier -----------------------------------------------------------

    @cached_property
    def _details(self) -> _core.Details:
        return guard(self._question.details, self.limits)

    @cached_property
    def groups(self) -> list[Group]:
        """The groups of the frontier, component by component (Fowler & Young 2004, IV.3)."""
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
        """The components of the frontier, with their exact numbers of arrangements."""
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

    def reason(self, cell: Cell) -> Reason:
        """Return why a certain cell is safe or a mine: a smallest set of clues that proves it.

        Raises BoardError if the cell is revealed or not certain. After the time limit the set is
        irreducible instead of smallest.
        """
        from sapper.analysis.reasons import find_reason

        index = self._covered(cell)
        probability = float(self.mine_probability[index])
        if 0.0 < probability < 1.0:
            where = self.position.board.name(index)
            raise BoardError(f"cell {where} is not certain: its mine probability is {probability}")
        return guard(
            lambda: find_reason(self.position, index, mined=probability == 1.0, limits=self.limits),
            self.limits,
        )

    def reasons(self) -> dict[int, Reason]:
        """Return the reason of every certain cell, by cell."""
        return {cell: self.reason(cell) for cell in sorted(self.safe + self.mines)}

    # -- output ---------------------------------------------------------------------------------

    def summary(self) -> str:
        """Return the safe cells, the mines and the safest cell as text, one line each."""
        board = self.position.board

        def show(cells: list[int]) -> str:
            return ", ".join(board.name(c) for c in cells) or "none"

        lines = [f"safe: {show(self.safe)}", f"mines: {show(self.mines)}"]
        if self.best is not None:
            risk = float(self.mine_probability[self.best])
            lines.append(f"safest: {board.name(self.best)}, mine probability {risk:.4g}")
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
        """Return the analysis as a JSON-compatible dataclass; costly parts are optional.

        ``solutions`` and ``fractions`` include exact numbers; fractions whose denominator has more
        than ``longest`` bits, if given, are omitted. ``shown`` includes the probability of a zero
        and the information of every cell, and ``reasons`` the reason of every certain cell.
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
        """Return the dictionary that ``sapper analyze --json`` prints."""
        return self.answer().to_dict()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle only the position and the limits; unpickling analyses the position again."""
        return _analyze_again, (self.position, self.limits)

    def __repr__(self) -> str:
        return f"<Analysis of {self.position!r}: {len(self.safe)} safe, {len(self.mines)} mines>"

    def _repr_svg_(self) -> str | None:
        """Return an SVG for a notebook; None if the board is too large to draw."""
        from sapper.analysis.drawing import analysis_svg

        return analysis_svg(self)


def _analyze_again(position: Position, limits: Limits) -> Analysis:
    return analyze(position, limits=limits)
