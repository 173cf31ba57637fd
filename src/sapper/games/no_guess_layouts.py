"""Layouts that are solved from their first click without a guess.

The core searches (``core/play/no_guess.hpp``) by repair, which moves mines of a stuck place until
it is solvable, or by rejection sampling, which is uniform. What a level may reason with is the
same as in ``sapper.lab.difficulty``: one clue, two clues, everything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper import _core
from sapper.errors import GameError, NoLayoutError
from sapper.games.deals import Deal, check_whole, default_start, read_game_board
from sapper.layouts import Layout

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.boards import Board, Spec
    from sapper.progress import Progress

LEVELS = ("single", "subtraction", "engine")
"""What may be reasoned with: one clue at a time; pairs of clues too; all clues and the mine count.

Each proves all that those before it prove."""

TRIES = {False: 20_000, True: 1_000_000}
"""The layouts that are tried, if not told: by repair, and where the layout is uniform."""

MAX_TRIES = 10**12
"""The most layouts that can be tried."""


def no_guess(
    spec: str | Spec | Board,
    seed: int = 1,
    index: int = 0,
    start: int | Sequence[int] | None = None,
    uniform: bool = False,
    level: str = "engine",
    *,
    mines: int | None = None,
    tries: int | None = None,
    progress: Progress | None = None,
) -> Layout:
    """Find a layout that is solved from its first click without a guess.

    ``spec`` is a text such as ``"16x30/99"``, or a Board with ``mines``; a cell holds one mine at
    most. ``start`` is the first cell, otherwise (3, 3) or the middle cell. It is an opening where
    the mines leave room for that, and safe in any case (see ``no_guess_deal``). Layout ``index`` of
    a seed is the same on every machine; with another board, number of mines, first cell, level or
    ``uniform`` it is an independent one.

    ``level`` is what a player may reason with: ``single`` (a clue whose mines are all found, or
    whose covered cells must all be mines), ``subtraction`` (pairs of clues too), or ``engine`` (all
    that follows from the clues and the number of mines). A layout of an easier level is also one of
    the harder ones.

    Where a dealt layout gets stuck, mines are moved until it does not. Layouts found in this way
    are not equally likely: those that a move leads to from many others come more often, and they
    have somewhat more zeros and fewer clicks than they should (``docs/no_guess.md`` has figures).
    With ``uniform`` layouts are dealt until one is solved, so that all of them are equally likely;
    that takes long where they are rare.

    At most ``tries`` layouts are tried, 20,000 if not told, 1,000,000 with ``uniform``;
    NoLayoutError where none of them will do. ``progress(tried, tries)`` is called at the beginning
    and about twenty times a second.

    >>> layout = no_guess("9x9/10", seed=7)
    >>> int(layout.mines.sum()), layout == no_guess("9x9/10", seed=7)
    (10, True)
    >>> is_no_guess(layout, (3, 3)), is_no_guess(layout, (3, 3), level="single")
    (True, True)
    """
    check_level(level)
    deal = no_guess_deal(spec, start, mines=mines)
    most = TRIES[bool(uniform)] if tries is None else tries
    search = _core.NoGuess(
        deal.core,
        level,
        bool(uniform),
        check_whole(seed, "the seed", 0),
        check_whole(index, "the number of the layout", 0),
        check_whole(most, "the number of tries", 1, MAX_TRIES),
    )

    def report() -> None:
        if progress is not None:
            progress(search.tries, most)

    report()
    if not search.search(report if progress is not None else None):
        raise NoLayoutError(
            f"no layout of {deal.spec} that level {level!r} solves without a guess from "
            f"{deal.board.name(deal.start)} was among {most} tried, and there may be none",
            tries=most,
        )
    return Layout(deal.board, search.mines)


def no_guess_deal(
    board: str | Spec | Board,
    start: int | Sequence[int] | None = None,
    *,
    mines: int | None = None,
) -> Deal:
    """Return what kind of game a no-guess layout is for: its first cell, and the rule of that.

    The rule is ``open`` where the mines fit beside the first cell and its neighbours, and ``safe``
    otherwise. Without ``start`` the first cell is that of ``open``.

    >>> deal = no_guess_deal("16x30/99")
    >>> deal.first, deal.start, no_guess_deal("4x4/14").first
    ('open', 93, 'safe')
    """
    where, count = read_game_board(board, mines, 1)
    if count == where.size:
        raise GameError(f"{count} mines fill all of {where.spec}, so that no first cell is safe")
    begin = default_start(where, "open") if start is None else start
    safe = Deal.read(where, mines=count, first="safe", start=begin)
    opening = Deal(where, count, 1, "open", safe.start)
    return opening if count <= opening.room else safe


def is_no_guess(layout: Layout, start: int | Sequence[int], level: str = "engine") -> bool:
    """Return whether a layout is solved from a first cell without a guess.

    A layout that meets a position too hard for the engine counts as one that is not.

    >>> corner = Layout("1x4", [0, 0, 1, 0])
    >>> is_no_guess(corner, 0), is_no_guess(corner, 0, level="subtraction")
    (True, False)
    """
    check_level(level)
    most = int(layout.mines.max())
    if most > 1:
        raise GameError(f"a cell of the layout holds {most} mines, and no-guess play knows of one")
    mines = int(layout.mines.sum())
    deal = Deal.read(layout.board, mines=mines, first="any", start=start)
    if layout.mines[deal.start]:
        raise GameError(f"the first cell {deal.board.name(deal.start)} is a mine of the layout")
    return _core.safe_left(deal.core, layout.mines, level) == 0


def check_level(level: str) -> None:
    """Raise GameError unless there is such a level."""
    if level not in LEVELS:
        raise GameError(f"the level is {' or '.join(LEVELS)}, not {level!r}")
