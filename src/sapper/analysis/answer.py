"""What an analysis tells machines: one shape for Python, the command line and the web.

An answer is a value and its own schema: a frozen dataclass whose fields are documented under them.
The web makes its OpenAPI document of the same classes, with these texts; nothing here needs the
web's packages. What costs extra is null where it was not asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

    from sapper.analysis.analysis import Analysis, ClueDistribution
    from sapper.boards import Board
    from sapper.errors import ContradictionError


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to machines."""

    __pydantic_config__: ClassVar[dict[str, bool]] = {"use_attribute_docstrings": True}

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON has it: text, numbers, lists and dictionaries."""
        names: tuple[str, ...] = self.__match_args__  # all fields, with inherited ones
        return {name: _plain(getattr(self, name)) for name in names}


def _plain(value: Any) -> Any:
    if isinstance(value, Answer):
        return value.to_dict()
    if isinstance(value, list) and value and isinstance(value[0], Answer):
        return [entry.to_dict() for entry in value]
    return value


class Range:
    """The bounds of a number in a field's type; the web's schema tells them."""

    def __init__(self, least: float, most: float | None = None) -> None:
        self.least = least
        self.most = most

    def __get_pydantic_json_schema__(self, number: Any, describe: Any) -> dict[str, Any]:
        """Add the bounds to the schema of the number."""
        found: dict[str, Any] = {**describe(number), "minimum": self.least}
        return found if self.most is None else {**found, "maximum": self.most}


Probability = Annotated[float, Range(0, 1)]
Bits = Annotated[float, Range(0)]
Coordinates = list[int]
"""Of a cell, from 0: its row and column on a flat board, its index alone on a graph."""


@dataclass(frozen=True, slots=True)
class CellAnswer(Answer):
    """What is known about a covered cell."""

    cell: Coordinates
    """Its coordinates."""

    index: int
    """Its index."""

    mine_probability: Probability
    """P(it holds at least one mine)."""

    exact: str | None
    """The same as a fraction; null where it was not asked for or is too long."""

    zero_probability: Probability | None
    """P(it is safe and shows 0); null where it was not asked for or is too hard."""

    information: Bits | None
    """The bits that its number tells, given that it is safe; null where zero_probability is."""


@dataclass(frozen=True, slots=True)
class ReasonAnswer(Answer):
    """Why a cell is certain."""

    cell: Coordinates
    """Its coordinates."""

    mined: bool
    """Whether it holds a mine; otherwise it is safe."""

    kind: str
    """What kind of step proves it."""

    clues: list[Coordinates]
    """The coordinates of the clues that prove it."""

    proven_smallest: bool
    """Whether no smaller set of clues proves it."""

    text: str
    """The same as a sentence for people."""


@dataclass(frozen=True, slots=True)
class ContradictionAnswer(Answer):
    """Why no layout fits."""

    error: str
    """A sentence for people."""

    clues: list[int]
    """The indices of cells whose clues clash, as in an error."""

    needs_mine_count: bool
    """Whether the number of mines takes part."""


@dataclass(frozen=True, slots=True)
class AnalysisAnswer(Answer):
    """What is known about a position."""

    solutions: str | None
    """The number of layouts that fit, exactly; null where it was not asked for or is too long."""

    safe: list[Coordinates]
    """The coordinates of covered cells that certainly hold no mine."""

    mines: list[Coordinates]
    """The coordinates of covered cells that certainly hold a mine."""

    best: Coordinates | None
    """The coordinates of the cell to open; null if none is left."""

    cells: list[CellAnswer]
    """Every covered cell, in order."""

    log10_solutions: float | None
    """The decimal logarithm of the number of layouts; null with a density instead of mines."""

    reasons: list[ReasonAnswer] | None
    """Why each certain cell is so; null where it was not asked for."""

    contradiction: ContradictionAnswer | None
    """Why no layout fits; null where some do."""

    seconds: float | None
    """How long it took; null where that was not measured."""


def answer(
    analysis: Analysis,
    *,
    solutions: bool,
    fractions: bool,
    longest: int | None,
    shown: bool,
    reasons: bool,
) -> AnalysisAnswer:
    """Return what ``Analysis.answer`` does."""
    position = analysis.position
    board, covered, best = position.board, position.covered, analysis.best
    promises = analysis.clue_distributions() if shown else {}
    exact = _fraction_texts(analysis.exact(), longest) if fractions else [None] * board.size
    certain = sorted([*analysis.safe, *analysis.mines]) if reasons else []
    return AnalysisAnswer(
        solutions=digits(analysis.solutions) if solutions else None,
        safe=coordinates(board, analysis.safe),
        mines=coordinates(board, analysis.mines),
        best=None if best is None else list(board.coordinates(best)),
        cells=_cells(board, covered, analysis.mine_probability.tolist(), exact, promises),
        log10_solutions=None if position.mines is None else analysis.log10_solutions,
        reasons=[_reason(analysis, cell) for cell in certain] if reasons else None,
        contradiction=None,
        seconds=None,
    )


def contradicted(error: ContradictionError) -> AnalysisAnswer:
    """Return the answer about a position that no layout fits."""
    return AnalysisAnswer(
        solutions="0",
        safe=[],
        mines=[],
        best=None,
        cells=[],
        log10_solutions=None,
        reasons=None,
        contradiction=ContradictionAnswer(str(error), list(error.clues), error.needs_mine_count),
        seconds=None,
    )


def coordinates(board: Board, cells: Sequence[int]) -> list[Coordinates]:
    """Return the coordinates of many cells at once.

    >>> import sapper
    >>> coordinates(sapper.grid(3, 4), [0, 5])
    [[0, 0], [1, 1]]
    """
    axes = np.unravel_index(np.asarray(cells, np.int64), board.shape)
    found: list[Coordinates] = np.column_stack(axes).tolist()
    return found


def digits(number: int) -> str:
    """Write an integer of any size, beyond the length that ``str`` refuses.

    >>> len(digits(10**5000))
    5001
    """
    return format(Decimal(number), "f")


def _cells(
    board: Board,
    covered: list[int],
    chances: list[float],
    exact: Sequence[str | None],
    promises: dict[int, ClueDistribution],
) -> list[CellAnswer]:
    bits: dict[int, float] = {}  # those of cells that are alike share one mapping
    found = []
    for cell, where in zip(covered, coordinates(board, covered), strict=True):
        promise = promises.get(cell)
        zero = information = None
        if promise is not None:
            key = id(promise.probability)
            if key not in bits:
                bits[key] = promise.entropy
            zero, information = promise.zero, bits[key]
        found.append(CellAnswer(where, cell, chances[cell], exact[cell], zero, information))
    return found


def _fraction_texts(fractions: Iterable[Fraction | None], longest: int | None) -> list[str | None]:
    """Write fractions; cells of a group share theirs, so that each is written once."""
    known: dict[int, str | None] = {}
    found = []
    for fraction in fractions:
        if id(fraction) not in known:
            known[id(fraction)] = None if fraction is None else _text(fraction, longest)
        found.append(known[id(fraction)])
    return found


def _text(fraction: Fraction, longest: int | None) -> str | None:
    whole, parts = fraction.numerator, fraction.denominator
    if longest is not None and parts.bit_length() > longest:
        return None
    return digits(whole) if parts == 1 else f"{digits(whole)}/{digits(parts)}"


def _reason(analysis: Analysis, cell: int) -> ReasonAnswer:
    board, reason = analysis.position.board, analysis.reason(cell)
    return ReasonAnswer(
        cell=list(board.coordinates(cell)),
        mined=reason.mined,
        kind=reason.kind,
        clues=coordinates(board, reason.clues),
        proven_smallest=reason.proven_smallest,
        text=reason.text(analysis.position),
    )
