"""Exact counts and fractions by modular variable elimination.

The engine eliminates each component modulo several primes near 2^62, and the Chinese remainder
theorem gives the exact number of arrangements of the component for every number of mines. These
numbers are convolved with those of the other components, the floating cells and the known cells in
Python integers. If cells can hold several mines, the mines are distinct objects and the convolution
is binomial. The cost is one elimination per prime; the number of primes grows with the number of
digits of the counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial, lcm, log2
from typing import TYPE_CHECKING

from sapper import _core
from sapper.analysis.counting import binomial_window, join, occupied_row, ways, ways_row
from sapper.analysis.question import ask
from sapper.analysis.remainders import whole_number
from sapper.cached import cached_property
from sapper.errors import PositionError
from sapper.positions.states import may_hold_mine
from sapper.stopping import Stop

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sapper.limits import Limits
    from sapper.positions import Position

_RESIDUE_BITS = 61
"""The base-2 logarithm of a lower bound on the primes of the engine."""


@dataclass(frozen=True, slots=True)
class Ways:
    """Numbers of ways by number of mines: ``counts[i]`` is for ``low + i`` mines."""

    low: int
    counts: list[int]

    def items(self) -> Iterator[tuple[int, int]]:
        """Yield (mines, ways) for every number of mines."""
        return ((self.low + i, count) for i, count in enumerate(self.counts))

    def join(self, other: Ways, labeled: bool) -> Ways:
        """Convolve the ways of two disjoint sets of cells."""
        if not labeled:
            return Ways(self.low + other.low, join(self.counts, other.counts, labeled=False))
        first, second = [0] * self.low + self.counts, [0] * other.low + other.counts
        low = self.low + other.low
        return Ways(low, join(first, second, labeled=True)[low:])


class ExactCounts:
    """Exact counts of the consistent layouts of a position.

    With ``probe`` the counts are those of layouts in which that cell is safe, by the number that it
    shows. ``propagate=False`` omits the deduction from single clues before the elimination, which
    gives the same counts at a higher cost; tests use it.
    """

    def __init__(
        self,
        position: Position,
        limits: Limits,
        *,
        question: _core.Question | None = None,
        probe: int | None = None,
        propagate: bool = True,
    ) -> None:
        self._position = position
        self._labeled = position.max_per_cell > 1
        self._seconds = limits.seconds
        self._stop = Stop(limits.seconds)
        if question is None:
            question = ask(position, limits)
        self._counter = question.counter(probe, propagate)
        self._groups = [
            [(group.cells, group.flagged) for group in groups] for groups in self._counter.groups
        ]

    def renew(self) -> None:
        """Restart the time limit for the next request."""
        self._stop = Stop(self._seconds)

    def _in_time(self, numbers: Iterable[int]) -> Iterator[int]:
        """Yield the numbers; raise TooHardError after the time limit."""
        for number in numbers:
            self._stop.check()
            yield number

    # -- components -----------------------------------------------------------------------------

    @property
    def groups(self) -> list[list[tuple[list[int], bool]]]:
        """For each component, the cells of its groups and whether they are flagged."""
        return self._groups

    def _flagged(self, component: int) -> int:
        return sum(len(cells) for cells, flagged in self._groups[component] if flagged)

    def _most_bits(self, component: int) -> int:
        """Return an upper bound on the bits of the component's counts."""
        cells = sum(len(cells) for cells, _ in self._groups[component])
        if not self._labeled:
            return cells + 1
        mines = cells * self._position.max_per_cell
        if self._position.density is None:
            mines = min(mines, max(self._totals))
        return int(mines * log2(max(cells, 2))) + 2

    @cached_property
    def _outcomes(self) -> list[list[tuple[int, Ways]]]:
        """For each component, the ways for each number that the probe shows.

        A component without the probe has one entry.
        """
        count = len(self._groups)
        if count == 0:
            return []
        primes = max(self._most_bits(c) for c in range(count)) // _RESIDUE_BITS + 1
        runs = [self._counter.counts(index) for index in self._in_time(range(primes))]
        found = []
        for c in self._in_time(range(count)):
            flagged = self._flagged(c)
            outcomes = []
            for outcome, count_of in enumerate(runs[0][c]):
                low = count_of.low + flagged
                residues = [run[c][outcome].residues for run in runs]
                length = len(residues[0])
                scale = self._scale(low, length)
                counts = [whole_number([r[i] for r in residues], scale[i]) for i in range(length)]
                outcomes.append((count_of.shown, Ways(low, counts)))
            found.append(outcomes)
        return found

    def _scale(self, low: int, length: int) -> list[int]:
        """Return the factors that turn coefficients for low, low + 1, ... mines into counts."""
        if not self._labeled:
            return [1] * length
        return [factorial(low + i) for i in range(length)]

    @property
    def components(self) -> list[Ways]:
        """The ways of each component by number of mines, flagged cells included."""
        return [_sum_ways([ways for _, ways in outcomes]) for outcomes in self._outcomes]

    def arrangements(self, cells: Iterable[int]) -> Ways:
        """Return the ways of a union of components, given by its frontier cells."""
        chosen = set(cells)
        values = self._counter.values
        total = self._ways_of_known(values[cell] for cell in chosen)
        for groups, ways_of in zip(self._groups, self.components, strict=True):
            if groups[0][0][0] in chosen:
                total = total.join(ways_of, self._labeled)
        return total

    # -- the whole board ------------------------------------------------------------------------

    @cached_property
    def _known(self) -> Ways:
        """The ways of the cells whose number of mines is known."""
        return self._ways_of_known(self._counter.values)

    def _ways_of_known(self, known: Iterable[int]) -> Ways:
        values = [value for value in known if value > 0]
        total = sum(values)
        if not self._labeled:
            return Ways(total, [1])
        count = factorial(total)
        for value in values:
            count //= factorial(value)
        return Ways(total, [count])

    def _floating(self, plain: int, first: int, last: int) -> Ways:
        """Return the ways of the floating cells for ``first`` to ``last`` mines.

        ``plain`` of these cells are not flagged; the number of flagged ones is known.
        """
        first = max(first, 0)
        if last < first:
            return Ways(first, [])
        if not self._labeled:
            return Ways(first, binomial_window(plain, first, last))
        x = self._position.max_per_cell
        row = join(
            ways_row(plain, last, x),
            occupied_row(self._counter.floating_flagged, last, x),
            labeled=True,
        )
        return Ways(first, row[first : last + 1])

    @cached_property
    def _joined(self) -> Ways:
        """The ways of all components and the known cells together."""
        total = self._known
        for component in self.components:
            self._stop.check()
            total = total.join(component, self._labeled)
        return total

    @cached_property
    def _totals(self) -> dict[int, int]:
        """The weight of each way to place the mines, by their possible number on the board."""
        return number_weights(self._position)

    def _by_total(self, inner: Ways, plain: int) -> dict[int, int]:
        """Return the ways of the inner cells and the floating cells by possible number of mines."""
        least, most = min(self._totals), max(self._totals)
        outer = self._floating(plain, least - inner.low - len(inner.counts) + 1, most - inner.low)
        found = {}
        for mines in self._in_time(self._totals):
            found[mines] = 0
            for left, count in inner.items():
                m = mines - left - outer.low
                if count and 0 <= m < len(outer.counts):
                    product = count * outer.counts[m]
                    found[mines] += product * comb(mines, left) if self._labeled else product
        return found

    def _weigh(self, by_total: dict[int, int]) -> int:
        """Return the sum of the ways by number of mines, times the prior weights."""
        return sum(self._totals[mines] * ways for mines, ways in by_total.items())

    @cached_property
    def _all_by_total(self) -> dict[int, int]:
        return self._by_total(self._joined, self._counter.floating)

    def mine_count(self) -> dict[int, Fraction]:
        """Return P(the board has that number of mines) for every number with a layout."""
        total = self._weigh(self._all_by_total)
        return {
            mines: Fraction(self._totals[mines] * ways, total)
            for mines, ways in self._all_by_total.items()
            if ways
        }

    @cached_property
    def solutions(self) -> int:
        """The number of consistent layouts; with a density, those with any number of mines."""
        if self._position.density is not None:
            if self._labeled:
                raise PositionError(
                    "layouts cannot be counted with a density and several mines per cell"
                )
            total: int = 1 << self._counter.floating
            for component in self.components:
                total *= sum(component.counts)
            return total
        return sum(self._all_by_total.values())

    @cached_property
    def _outside(self) -> list[Ways]:
        """For each component, the ways of all other cells (a prefix and suffix convolution)."""
        least, most = min(self._totals), max(self._totals)
        components = self.components
        before = [self._known]
        for component in components:
            self._stop.check()
            before.append(before[-1].join(component, self._labeled))
        low = before[-1].low
        spread = len(before[-1].counts) - 1
        after = self._floating(self._counter.floating, least - low - spread, most - low)
        outside: list[Ways] = []
        for c in self._in_time(range(len(components) - 1, -1, -1)):
            joined = before[c].join(after, self._labeled)
            outside.append(joined)
            after = after.join(components[c], self._labeled)
        return outside[::-1]

    def _component_weights(self, component: int) -> dict[int, Fraction | int]:
        """Return the weight of all other cells, by number of mines in the component."""
        ways_of = self.components[component]
        position = self._position
        if position.density is not None:
            odds = odds_of(position)
            return {m: odds**m for m, count in ways_of.items() if count}
        outside = self._outside[component]
        weights: dict[int, Fraction | int] = {}
        for m, count in ways_of.items():
            weight = 0
            for mines, prior in self._totals.items() if count else ():
                left = mines - m - outside.low
                if 0 <= left < len(outside.counts) and outside.counts[left]:
                    factor = comb(mines, m) if self._labeled else 1
                    weight += prior * outside.counts[left] * factor
            if weight:
                weights[m] = weight
        return weights

    # -- probabilities --------------------------------------------------------------------------

    def mine_probability(self) -> list[Fraction | None]:
        """Return P(at least one mine) for every cell, with None for revealed cells."""
        position = self._position
        result: list[Fraction | None] = []
        floating = self._floating_mine() if self._counter.floating else None
        for state, value in zip(position.states.tolist(), self._counter.values, strict=True):
            if not may_hold_mine(state):
                result.append(None)
            elif value >= 0:
                result.append(Fraction(int(value > 0)))
            else:
                result.append(Fraction(1) if state == _core.FLAGGED else floating)
        for component in self._in_time(range(len(self._groups))):
            for (cells, flagged), p in zip(
                self._groups[component], self._group_mine(component), strict=True
            ):
                for cell in cells:
                    result[cell] = Fraction(1) if flagged else p
        return result

    def _floating_mine(self) -> Fraction:
        position = self._position
        if position.density is not None:
            return density_of(position)
        safe = self._by_total(self._joined, self._counter.floating - 1)
        return 1 - Fraction(self._weigh(safe), self._weigh(self._all_by_total))

    def _group_mine(self, component: int) -> list[Fraction]:
        """Return P(a cell of the group holds a mine) for each group of the component."""
        sizes = [len(cells) for cells, _ in self._groups[component]]
        sums: list[Fraction | int] = [0] * len(sizes)
        total: Fraction | int = 0
        ways_of = self.components[component]
        weights = self._component_weights(component)
        for m, marginals in self._marginals(component, list(weights)).items():
            total += weights[m] * ways_of.counts[m - ways_of.low]
            for g, (low, counts) in enumerate(marginals):
                sums[g] += weights[m] * self._mined_ways(sizes[g], low, counts)
        return [Fraction(value) / (total * size) for value, size in zip(sums, sizes, strict=True)]

    def _mined_ways(self, size: int, low: int, counts: list[int]) -> Fraction | int:
        """Return the ways with a mine in a given cell of a group, summed over its cells."""
        if not self._labeled:
            return sum(count * j for j, count in enumerate(counts, low))
        x = self._position.max_per_cell
        return size * sum(
            (count * _one_of(size, j, x) for j, count in enumerate(counts, low) if count),
            Fraction(0),
        )

    def _marginals(
        self, component: int, mines: list[int]
    ) -> dict[int, list[tuple[int, list[int]]]]:
        """Return the ways by mines in each group, for each number of mines in the component.

        A group has the pair (low, counts): ``counts[j]`` ways with ``low + j`` mines in it.
        """
        ways_of = self.components[component]
        largest = max(ways_of.counts[m - ways_of.low] for m in mines)
        primes = largest.bit_length() // _RESIDUE_BITS + 1
        above = [m - ways_of.low for m in mines]
        runs = [
            self._counter.shares(index, component, above) for index in self._in_time(range(primes))
        ]
        result = {}
        for row, m in enumerate(self._in_time(mines)):
            scale = factorial(m) if self._labeled else 1
            groups = []
            for g, share in enumerate(runs[0][row]):
                residues = [run[row][g].residues for run in runs]
                counts = [
                    whole_number([r[j] for r in residues], scale) for j in range(len(residues[0]))
                ]
                groups.append((share.low, counts))
            result[m] = groups
        return result

    # -- the probe ------------------------------------------------------------------------------

    def shown(self) -> dict[int, Fraction | int]:
        """Return the weight of the layouts in which the probe is safe, by the number it shows.

        The weight is the number of layouts, or their relative probability if the number of mines
        is unknown.
        """
        counter = self._counter
        component = counter.probe_component
        if component < 0:
            if self._position.density is not None:
                return {counter.probe_base: self._density_weight(None)}
            return {counter.probe_base: self._weigh(self._all_by_total)}
        weights = self._component_weights(component)
        others = self._density_weight(component) if self._position.density is not None else 1
        result: dict[int, Fraction | int] = {}
        for number, ways_of in self._outcomes[component]:
            total: Fraction | int = sum(
                (count * weights[m] for m, count in ways_of.items() if m in weights), Fraction(0)
            )
            if total:
                result[counter.probe_base + number] = total * others
        return dict(sorted(result.items()))

    def _density_weight(self, without: int | None) -> Fraction:
        """Return the weight of the known and floating cells and all components but ``without``."""
        odds = odds_of(self._position)
        total = odds**self._counter.known_mines * (1 + odds) ** self._counter.floating
        for c, component in enumerate(self.components):
            if c != without:
                total *= sum((count * odds**m for m, count in component.items()), Fraction(0))
        return total


def number_weights(position: Position) -> dict[int, int]:
    """Return the relative weight of each way to place the mines, by their possible number.

    The ways of one number are equally likely. Numbers beyond the room of the board are omitted,
    unless there is no other. Raises PositionError with a density and several mines per cell.
    """
    totals, limit, cells = position.totals, position.max_per_cell, position.board.size
    if position.density is not None:
        odds = odds_of(position)
        mined, safe = odds.numerator, odds.denominator
        return {mines: mined**mines * safe ** (cells - mines) for mines in range(cells + 1)}
    if totals is None:
        assert position.mines is not None
        return {position.mines: 1}
    possible = totals.up_to(cells * limit) or [totals.least]
    if totals.probabilities is None:
        return dict.fromkeys(possible, 1)
    row = ways_row(cells, possible[-1], limit) if limit > 1 else None
    shares = {
        mines: totals.by_number[mines] / (comb(cells, mines) if row is None else row[mines])
        for mines in possible
    }
    common = lcm(*(share.denominator for share in shares.values()))
    return {mines: int(share * common) for mines, share in shares.items()}


def density_of(position: Position) -> Fraction:
    """Return the density as a fraction; a float is read as the shortest decimal that gives it.

    Raises PositionError if cells can hold several mines.
    """
    if position.max_per_cell > 1:
        raise PositionError(
            "there are no exact fractions with a density and several mines per cell"
        )
    density = position.density
    return density if isinstance(density, Fraction) else Fraction(repr(density))


def odds_of(position: Position) -> Fraction:
    """Return the odds density / (1 - density) of a position."""
    density = density_of(position)
    return density / (1 - density)


def _one_of(size: int, mines: int, max_per_cell: int) -> Fraction:
    """Return P(a given cell holds a mine) if a group of ``size`` cells holds ``mines`` mines."""
    without = ways(size - 1, mines, max_per_cell)
    return 1 - Fraction(without, ways(size, mines, max_per_cell)) if mines else Fraction(0)


def _sum_ways(parts: list[Ways]) -> Ways:
    if len(parts) == 1:
        return parts[0]
    low = min(part.low for part in parts)
    counts = [0] * (max(part.low + len(part.counts) for part in parts) - low)
    for part in parts:
        for m, count in part.items():
            counts[m - low] += count
    return Ways(low, counts)
