"""Wrong flags against an enumeration of every layout and of every set of flags.

The suite checks 600 random boards; ``BOARDS=20000 .venv/bin/python -m pytest
tests/analysis/test_wrong_flags.py`` checks 20,000.
"""

from __future__ import annotations

import os
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import sapper
from every_layout import MOST_CELLS, EveryLayout, random_board, random_layout, show
from sapper import ContradictionError, PositionError
from sapper.analysis import wrong_flags
from sapper.strategies.trusted_flags import take_out_flags

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sapper.positions import Position

BOARDS = int(os.environ.get("BOARDS", "600"))


def random_flags(random: Random) -> Position:
    """Return a position of a layout, with flags on any covered cells."""
    limit = 2 if random.random() < 0.15 else 1
    board = random_board(random, MOST_CELLS[limit])
    layout = random_layout(random, board, limit)
    shown = random.choice([0.2, 0.5, 0.8])
    clues: list[Any] = [None] * board.size
    for cell, mines in enumerate(layout):
        if not mines and random.random() < shown:
            clues[cell] = show(board, layout, cell)
    covered = [cell for cell, clue in enumerate(clues) if clue is None]
    flags = [cell for cell in covered if random.random() < random.choice([0.2, 0.6, 1.0])]
    known: dict[str, Any] = {"mines": sum(layout)}
    if random.random() < 0.3:
        known = {"density": 0.5}
    return sapper.Position(board, clues, max_per_cell=limit, flags=flags, **known)


def mined_together(position: Position) -> list[frozenset[int]]:
    """The cells that are mined in each layout that satisfies the clues."""
    bare = position.without_flags()
    if bare.density is not None:
        states, board = bare.states, bare.board
        counts = range(board.size * bare.max_per_cell + 1)
        alike = [
            sapper.Position.from_states(board, states, mines, max_per_cell=bare.max_per_cell)
            for mines in counts
        ]
    else:
        alike = [bare]
    return [
        frozenset(cell for cell, mines in enumerate(row) if mines)
        for each in alike
        for row in EveryLayout(each).layouts.tolist()
    ]


@pytest.mark.parametrize("part", range(4))
def test_the_fewest_flags_are_removed(part: int) -> None:
    for number in range(part, BOARDS, 4):
        position = random_flags(Random(number))
        mined = mined_together(position)
        flags = position.flags

        def fits(kept: Iterable[int], mined: list[frozenset[int]] = mined) -> bool:
            return any(frozenset(kept) <= layout for layout in mined)

        check = sapper.check_flags(position)
        if fits(flags):
            assert check.remove == check.wrong == check.conflict == ()
            sapper.analyze(position)
            continue
        most = max(len(layout & frozenset(flags)) for layout in mined)
        assert len(check.remove) == len(flags) - most
        assert fits(set(flags) - set(check.remove))
        assert check.proven_smallest
        assert check.wrong == tuple(cell for cell in flags if not fits([cell]))
        assert set(check.wrong) <= set(check.remove)
        doubted = set(flags) - set(check.wrong)
        assert bool(check.conflict) != fits(doubted)
        if check.conflict:
            assert set(check.conflict) <= doubted
            assert not fits(check.conflict)
            assert all(fits(part) for part in combinations(check.conflict, len(check.conflict) - 1))
        with pytest.raises(ContradictionError) as caught:
            sapper.analyze(position)
        assert caught.value.wrong_flags == check.wrong
        assert caught.value.conflicting_flags == check.conflict
        assert caught.value.flags_to_remove == check.remove
        assert str(caught.value) == check.message(position)
        sapper.analyze(position, flags="ignore")


@pytest.mark.parametrize(
    ("text", "mines", "message"),
    [
        ("#FF\n#1.", 1, "(0, 1) and (0, 2) are safe; remove the 2 flags at (0, 1) and (0, 2)"),
        ("1F\n#F", 1, "(0, 1) and (1, 1) cannot both be mines; remove the flag at (1, 1)"),
        (
            "###F\n1###",
            1,
            "(0, 3) is safe with 1 mine in all; remove the flag at (0, 3)",
        ),
        (
            "FFF",
            2,
            "(0, 0), (0, 1) and (0, 2) cannot all be mines with 2 mines in all; remove the flag at "
            "(0, 2)",
        ),
        (
            "F1F#\n####\n####\n.F##",
            3,
            "(3, 1) is safe, and (0, 0) and (0, 2) cannot both be mines; remove the 2 flags at "
            "(0, 2) and (3, 1)",
        ),
    ],
)
def test_wrong_flags_are_named_instead_of_clues(text: str, mines: int, message: str) -> None:
    with pytest.raises(ContradictionError) as caught:
        sapper.analyze(sapper.parse(text, mines))
    assert str(caught.value) == f"no layout fits the flags: {message}"


def test_clues_that_contradict_each_other_are_named_despite_flags() -> None:
    position = sapper.parse("1F#\n2#.", mines=3)
    with pytest.raises(ContradictionError, match="no layout fits: the ") as caught:
        sapper.analyze(position)
    assert caught.value.flags_to_remove == ()
    with pytest.raises(ContradictionError):
        sapper.check_flags(position)
    with pytest.raises(ContradictionError):
        sapper.analyze(position, flags="ignore")


def test_flags_can_be_ignored() -> None:
    position = sapper.parse("1F#\n###", mines=1)
    ignored = sapper.analyze(position, flags="ignore")
    assert ignored.position == position.without_flags()
    assert ignored.exact() == sapper.analyze(sapper.parse("1##\n###", mines=1)).exact()
    assert sapper.analyze(position).mines == [1]
    assert str(position.without_flags()) == "1##\n###"
    assert ignored.position.without_flags() is ignored.position


def test_a_choice_trusts_or_ignores_flags() -> None:
    position = sapper.parse("1F#\n###", mines=2)
    assert not sapper.choose(position).certain
    for strategy in ("best", "perimeter", "basic"):
        trusting = sapper.choose(position, strategy, flags="trust")
        assert (trusting.cell, trusting.certain) == (3, True)
        assert trusting.position == position
    with pytest.raises(sapper.StrategyError, match=r"chose .*, which is flagged: it does not see"):
        sapper.choose(position, FirstCovered, flags="trust")
    with pytest.raises(ContradictionError):
        sapper.choose(sapper.parse("1F#\n#F#", mines=2), flags="trust")
    assert sapper.choose(sapper.parse("1F#\n#F#", mines=2)).cell in range(1, 6)
    many = sapper.Position("1x4", [1, *[None] * 3], 2, max_per_cell=2, flags=[1])
    with pytest.raises(PositionError, match="needs at most one mine per cell"):
        sapper.choose(many, "perimeter", flags="trust")


class FirstCovered:
    """Opens the first covered cell, flagged or not."""

    def choose(self, position: Position) -> int:
        return position.covered[0]


@pytest.mark.parametrize("mines", [2, range(1, 5), range(1, 6, 2), {2: 0.25, 3: 0.5, 4: 0.25}])
def test_flags_are_taken_out_of_the_number_of_mines(mines: Any) -> None:
    position = sapper.parse("1F#\n###\n##F", mines=mines)
    taken = take_out_flags(position)
    assert taken.unread == [1, 8]
    expected = sapper.analyze(position).exact()
    found = sapper.analyze(taken).exact()
    assert [p for cell, p in enumerate(found) if p is not None] == [
        p for cell, p in enumerate(expected) if p is not None and cell not in (1, 8)
    ]


def test_random_choices_that_trust_flags_are_those_of_an_analysis_with_flags() -> None:
    for number in range(150):
        position = random_flags(Random(number))
        try:
            analysis = sapper.analyze(position)
        except ContradictionError:
            continue
        if position.mines is None or position.max_per_cell > 1 or analysis.best is None:
            continue
        choice = sapper.choose(position, "perimeter", flags="trust")
        assert choice.certain == bool(analysis.safe)
        assert choice.mine_probability == pytest.approx(analysis.mine_probability[analysis.best])


@pytest.mark.parametrize("flags", ["Trust", None, True, 3])
def test_flags_are_trusted_or_ignored_and_nothing_else(flags: Any) -> None:
    position = sapper.parse("1#", mines=1)
    for call in (sapper.analyze, sapper.choose):
        with pytest.raises(PositionError, match="flags are 'trust' or 'ignore', not "):
            call(position, flags=flags)
    with pytest.raises(PositionError, match="only a Position has flags to check, not '1#'"):
        sapper.check_flags("1#")  # type: ignore[arg-type]


def test_beyond_the_limit_the_set_is_only_irreducible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wrong_flags, "MOST_FLAGS", 1)
    position = sapper.parse("F1F#\n####\nF10#", 3)
    check = sapper.check_flags(position)
    assert not check.proven_smallest
    assert "though fewer may do" in check.message(position)
    kept = [cell for cell in position.flags if cell not in check.remove]
    bare = position.without_flags()
    sapper.analyze(sapper.Position(bare.board, bare.clues, bare.mines, flags=kept))
