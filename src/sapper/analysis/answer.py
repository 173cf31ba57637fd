"""The JSON form of an analysis, shared by Python, the command line and the web API.

An answer is a frozen dataclass that is also its own schema: the web API builds its OpenAPI document
from these classes and the docstrings of their fields. This module does not import any package of
the web API. Optional parts that were not requested are null.
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
    """Base of all JSON answers."""

    __pydantic_config__: ClassVar[dict[str, bool]] = {"use_attribute_docstrings": True}

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as strings, numbers, lists and dictionaries, ready for JSON."""
        names: tuple[str, ...] = self.__match_args__  # all fields, with inherited ones
        return {name: _plain(getattr(self, name)) for name in names}


def _plain(value: Any) -> Any:
    if isinstance(value, Answer):
        return value.to_dict()
    if isinstance(value, list) and value and isinstance(value[0], Answer):
        return [entry.to_dict() for entry in value]
    return value


class Range:
    """Inclusive bounds of a numeric field, as an annotation that the web API's schema includes."""

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
"""Row and column of a cell on a flat board, one number per axis on a box, both from 0; on a graph
only its index."""


@dataclass(frozen=True, slots=True)
class CellAnswer(Answer):
    """A covered cell and its probabilities."""

    cell: Coordinates
    """Coordinates of the cell."""

    index: int
    """Index of the cell, from 0."""

    mine_probability: Probability
    """P(the cell holds at least one mine)."""

    exact: str | None
    """The same as an exact fraction, such as 1/4; null if not requested or too long."""

    zero_probability: Probability | None
    """P(the cell is safe and shows 0); null if not requested or beyond the work budget."""

    information: Bits | None
    """Entropy of the cell's number in bits, given that it is safe; null if zero_probability is."""


@dataclass(frozen=True, slots=True)
class ReasonAnswer(Answer):
    """The proof that a cell is safe or a mine."""

    cell: Coordinates
    """Coordinates of the cell."""

    mined: bool
    """Whether the cell holds a mine; otherwise it is safe."""

    kind: str
    """Kind of the proof: one clue, subset, overlap, several clues, mine count or flag."""

    clues: list[Coordinates]
    """Coordinates of the clues that prove it."""

    proven_smallest: bool
    """Whether it is proved that no smaller set of clues is sufficient."""

    text: str
    """The proof as a sentence."""


@dataclass(frozen=True, slots=True)
class ContradictionAnswer(Answer):
    """Why no layout is consistent with the position."""

    error: str
    """The contradiction as a sentence."""

    clues: list[int]
    """Indices of the cells whose clues contradict each other."""

    needs_mine_count: bool
    """Whether the contradiction needs the number of mines."""

    wrong_flags: list[int]
    """Indices of the flagged cells that the clues prove safe; empty if flags are not the cause."""

    conflicting_flags: list[int]
    """Indices of flagged cells that cannot all be mines; empty if there are none."""

    flags_to_remove: list[int]
    """Indices of a smallest set of flags without which some layout is consistent; empty if flags
    are not the cause."""


@dataclass(frozen=True, slots=True)
class MineCountAnswer(Answer):
    """A possible number of mines and its probability, given the position."""

    mines: int
    """Number of mines on the whole board."""

    probability: Probability
    """P(the board has that number of mines)."""

    exact: str | None
    """The same as an exact fraction; null if not requested or too long."""


@dataclass(frozen=True, slots=True)
class AnalysisAnswer(Answer):
    """The analysis of a position."""

    solutions: str | None
    """Exact number of possible solutions (consistent layouts) as decimal digits; null if not
    requested or too long."""

    safe: list[Coordinates]
    """Coordinates of the covered cells that certainly hold no mine."""

    mines: list[Coordinates]
    """Coordinates of the covered cells that certainly hold a mine."""

    best: Coordinates | None
    """Coordinates of the safest cell; null if every covered cell is certainly a mine."""

    cells: list[CellAnswer]
    """Every covered cell, in increasing order of index."""

    log10_solutions: float | None
    """Decimal logarithm of the number of possible solutions; null if the position has a density."""

    mine_count: list[MineCountAnswer] | None
    """Numbers of mines that some consistent layout has, in increasing order, if the number is
    unknown; null if it is known, and with a density."""

    reasons: list[ReasonAnswer] | None
    """Proof for each certain cell; null if not requested."""

    contradiction: ContradictionAnswer | None
    """Why no layout is consistent with the position; null if some layout is."""

    seconds: float | None
    """Time that the analysis took, in seconds; null if not measured."""


def answer(
    analysis: Analysis,
    *,
    solutions: bool,
    fractions: bool,
    longest: int | None,
    shown: bool,
    reasons: bool,
) -> AnalysisAnswer:
    """Implement ``Analysis.answer``."""
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
        log10_solutions=None if position.density is not None else analysis.log10_solutions,
        mine_count=None if position.totals is None else _mine_count(analysis, fractions, longest),
        reasons=[_reason(analysis, cell) for cell in certain] if reasons else None,
        contradiction=None,
        seconds=None,
    )


def contradicted(error: ContradictionError) -> AnalysisAnswer:
    """Return the answer for a position without a consistent layout."""
    return AnalysisAnswer(
        solutions="0",
        safe=[],
        mines=[],
        best=None,
        cells=[],
        log10_solutions=None,
        mine_count=None,
        reasons=None,
        contradiction=ContradictionAnswer(
            str(error),
            list(error.clues),
            error.needs_mine_count,
            list(error.wrong_flags),
            list(error.conflicting_flags),
            list(error.flags_to_remove),
        ),
        seconds=None,
    )


def _mine_count(analysis: Analysis, fractions: bool, longest: int | None) -> list[MineCountAnswer]:
    exact = analysis.exact_mine_count() if fractions else {}
    return [
        MineCountAnswer(mines, p, _text(exact[mines], longest) if mines in exact else None)
        for mines, p in analysis.mine_count.probability.items()
    ]


def coordinates(board: Board, cells: Sequence[int]) -> list[Coordinates]:
    """Return the coordinates of several cells.

    >>> import sapper
    >>> coordinates(sapper.grid(3, 4), [0, 5])
    [[0, 0], [1, 1]]
    """
    axes = np.unravel_index(np.asarray(cells, np.int64), board.shape)
    found: list[Coordinates] = np.column_stack(axes).tolist()
    return found


def digits(number: int) -> str:
    """Return the decimal digits of an integer of any size, beyond the length limit of ``str``.

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
    bits: dict[int, float] = {}  # by id of the mapping, which indistinguishable cells share
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
    """Return fractions as text; each object is formatted once, as cells of a group share one."""
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
