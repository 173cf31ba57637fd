"""Generation of no-guess layouts, which are solvable from their first click without a guess.

The core (``core/play/no_guess.hpp``) searches by simulated repair, a local search that moves mines
near the cells at which the solver is stuck, or by rejection sampling, which is uniform. The levels
of deduction are those of ``sapper.lab.difficulty``: one clue, two clues, everything. The cost is
one solver run per try.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from sapper import _core, defaults
from sapper.errors import GameError, NoLayoutError
from sapper.games.deals import Deal, check_whole, default_start, read_game_board
from sapper.layouts import Layout
from sapper.types import Level

if TYPE_CHECKING:
    from sapper.boards import Cell
    from sapper.progress import Progress
    from sapper.types import BoardLike

LEVELS: tuple[Level, ...] = get_args(Level)
"""The levels of deduction: single clues; also pairs of clues; all clues and the mine count.

Each level proves everything that the levels before it prove."""

TRIES = {False: 20_000, True: 1_000_000}
"""The default limit on tries, by ``uniform``."""

MAX_TRIES = 10**12
"""The largest limit on tries."""


def no_guess(
    spec: BoardLike,
    seed: int = defaults.SEED,
    index: int = 0,
    start: Cell | None = None,
    uniform: bool = False,
    level: Level = defaults.LEVEL,
    *,
    mines: int | None = None,
    tries: int | None = None,
    progress: Progress | None = None,
) -> Layout:
    """Return a layout that is solvable from its first click without a guess.

    ``spec`` is a text such as ``"16x30/99"``, or a Board with ``mines``; a cell holds at most one
    mine. ``start`` is the first cell, by default (3, 3) or the middle cell. It is an opening if the
    mines leave room for one, and otherwise safe (see ``no_guess_deal``). Layout ``index`` of a seed
    is the same on every machine; with another board, number of mines, first cell, level or
    ``uniform`` it is an independent one.

    ``level`` is the kind of deductions that suffice: ``single`` (a clue whose mines are all found,
    or whose covered cells must all be mines), ``subtraction`` (also pairs of clues), or ``engine``
    (everything that follows from the clues and the number of mines). A layout of an easier level
    is also one of the harder levels.

    By default a dealt layout is repaired: mines are moved until it is solvable. These layouts are
    not equally likely; they have slightly more zeros and a lower 3BV than uniform ones (see
    ``docs/results/no_guess-2026-11.md``). With ``uniform`` layouts are dealt until one is solvable
    (rejection sampling), so that all no-guess layouts are equally likely; this is slow if they are
    rare.

    At most ``tries`` layouts (1 to 10^12) are tried, by default 20,000, or 1,000,000 with
    ``uniform``. ``progress(tried, tries)`` is called at the start and about twenty times per
    second. Raises NoLayoutError if none of the layouts is solvable, and SpecError, BoardError or
    GameError if the arguments are invalid.

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
            f"{deal.board.name(deal.start)} was found among {most} tried; there may be none",
            tries=most,
        )
    return Layout(deal.board, search.mines)


def no_guess_deal(
    board: BoardLike,
    start: Cell | None = None,
    *,
    mines: int | None = None,
) -> Deal:
    """Return the deal of no-guess layouts: the first cell and the first-click rule.

    The rule is ``open`` if the mines fit on the cells other than the first one and its neighbours,
    else ``safe``. Without ``start`` the first cell is that of ``open``. Raises GameError if the
    mines fill the board.

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


def is_no_guess(layout: Layout, start: Cell, level: Level = defaults.LEVEL) -> bool:
    """Return whether a layout is solvable from a first cell without a guess.

    The result is False if the engine meets a position that exceeds its work budget. Raises
    GameError if the first cell is a mine, a cell holds several mines, or the level is unknown.

    >>> corner = Layout("1x4", [0, 0, 1, 0])
    >>> is_no_guess(corner, 0), is_no_guess(corner, 0, level="subtraction")
    (True, False)
    """
    check_level(level)
    most = int(layout.mines.max())
    if most > 1:
        raise GameError(
            f"a cell of the layout holds {most} mines, but no-guess play allows one per cell"
        )
    mines = int(layout.mines.sum())
    deal = Deal.read(layout.board, mines=mines, first="any", start=start)
    if layout.mines[deal.start]:
        raise GameError(f"the first cell {deal.board.name(deal.start)} is a mine of the layout")
    return _core.safe_left(deal.core, layout.mines, level) == 0


def check_level(level: str) -> None:
    """Raise GameError unless the level is known."""
    if level not in LEVELS:
        raise GameError(f"the level is {' or '.join(LEVELS)}, not {level!r}")
