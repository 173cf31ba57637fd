"""Reasons: a smallest set of clues that proves a cell, or that contradicts itself.

The search and the sentences are those of the core (``core/explanation``), which finds smallest
unsatisfiable subsets of clues by implicit hitting sets (Ignatiev et al. 2015). If the search
exceeds its limits, the result is only irreducible (no clue can be omitted) and is marked as such.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sapper import _core
from sapper.analysis.question import ask, expiry
from sapper.limits import DEFAULT_LIMITS, Limits
from sapper.positions.totals import mines_in_words

if TYPE_CHECKING:
    from sapper.positions import Position


@dataclass(frozen=True, slots=True)
class Reason:
    """The proof that a cell is safe or a mine."""

    cell: int
    """The cell, an index."""

    mined: bool
    """Whether it holds a mine; otherwise it is safe."""

    kind: str
    """``one clue``; ``subset`` or ``overlap`` (two clues: the covered neighbours of one are a
    subset of those of the other, or not); ``several clues``; ``mine count`` (the number of mines is
    needed); or ``flag`` (the cell is flagged and therefore taken as a mine)."""

    clues: tuple[int, ...]
    """The cells whose clues prove it, together with the mine count if that is the kind."""

    proven_smallest: bool
    """Whether it is proved that no smaller set suffices; if not, the set is irreducible."""

    @classmethod
    def of_proof(cls, proof: _core.Reason) -> Reason:
        """Return the reason that the core has found."""
        return cls(proof.cell, proof.mined, proof.kind, tuple(proof.clues), proof.proven_smallest)

    def text(self, position: Position) -> str:
        """Return the proof in a sentence.

        >>> import sapper
        >>> p = sapper.parse("1#", mines=1)
        >>> sapper.analyze(p).reason(1).text(p)
        '(0, 1) is a mine: the 1 at (0, 0) leaves no other choice'
        """
        proof = _core.Reason(
            self.cell, self.mined, self.kind, list(self.clues), self.proven_smallest
        )
        return proof.text(
            position.board.graph, position.states, position.board.names, mines_in_words(position)
        )


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A contradictory set of clues."""

    clues: tuple[int, ...]
    """The cells that show them, as indices."""

    needs_mine_count: bool
    """Whether the contradiction needs the number of mines."""

    proven_smallest: bool
    """Whether it is proved that no smaller set is contradictory; if not, the set is irreducible."""

    def message(self, position: Position) -> str:
        """Return the contradiction in a sentence."""
        conflict = _core.ConflictingClues(
            list(self.clues), self.needs_mine_count, self.proven_smallest
        )
        return conflict.text(
            position.board.graph, position.states, position.board.names, mines_in_words(position)
        )


def find_reason(
    position: Position, cell: int, *, mined: bool, limits: Limits = DEFAULT_LIMITS
) -> Reason:
    """Return a smallest proof that a certain cell is mined, or safe if not ``mined``."""
    question = ask(position, limits)
    return Reason.of_proof(_core.find_reason(question, cell, mined, expiry(limits)))


def find_contradiction(
    position: Position, hint: int, limits: Limits = DEFAULT_LIMITS
) -> Contradiction:
    """Return a smallest contradiction of a position without a consistent layout.

    ``hint`` is a clue of a contradiction, or negative if it needs the number of mines.
    """
    found = _core.find_contradiction(ask(position, limits), hint, expiry(limits))
    return Contradiction(tuple(found.clues), found.needs_mine_count, found.proven_smallest)
