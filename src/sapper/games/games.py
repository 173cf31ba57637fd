"""An interactive game: open, flag, chord and undo, with the risk of every click.

A game is addressed by board, rule, first cell, seed and number, and is the same in any simulation.
Without an explicit first cell, the first cell that is opened is the first click, so that a player
may start anywhere and the first-click rule holds there.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from sapper import _core, defaults
from sapper.analysis import Analysis
from sapper.analysis.question import ask, guard, mine_count
from sapper.deprecation import warn_deprecated
from sapper.errors import GameError
from sapper.games.deals import Deal, check_whole, read_game_deal
from sapper.games.given_layouts import given_deal
from sapper.games.given_positions import position_deal
from sapper.games.hints import Hint
from sapper.games.journals import record, restore
from sapper.games.no_guess_deals import NoGuessDeal
from sapper.layouts import Layout
from sapper.limits import DEFAULT_LIMITS, Limits
from sapper.positions import FLAGGED, UNREAD, Position

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

    from sapper.boards import Board, Cell
    from sapper.types import BoardLike, FirstClickRule, Level, StrategyLike


class Game:
    """One game in progress.

    ``board`` is a spec such as ``"16x30/99"``, or a Board with ``mines``. ``first`` is the
    first-click rule, as in ``simulate``. ``start`` is the first cell, as an index or as
    coordinates, and is opened at once; without it the first cell that is opened is the first click.
    ``seed`` and ``index`` address the game. ``limits`` is the work budget for the analysis of a
    position. With ``risks=False`` clicks are not analysed, so that their cost does not depend on
    the board; luck and risk are then None, and guesses 0.

    Raises SpecError, BoardError or GameError if the arguments are invalid.

    >>> game = Game("3x3/1", seed=1, start=4)
    >>> game.status, game.moves, str(game.position).count("#")
    ('playing', 1, 8)
    """

    seed: int
    """The seed."""

    index: int
    """The number of the game."""

    def __init__(
        self,
        board: BoardLike,
        *,
        mines: int | None = None,
        max_per_cell: int = 1,
        first: FirstClickRule = defaults.FIRST,
        start: Cell | None = None,
        seed: int = defaults.SEED,
        index: int = 0,
        limits: Limits = DEFAULT_LIMITS,
        risks: bool = True,
    ) -> None:
        deal = read_game_deal(board, mines, max_per_cell, first, start)
        self._set_up(deal, seed, index, limits, risks, fixed=start is not None)
        if start is not None and not deal.full:
            self.open(deal.start)
            self._game.commit()

    @classmethod
    def _of(cls, deal: Deal, seed: int = defaults.SEED, index: int = 0, *, limits: Limits) -> Self:
        """Return the game of a deal."""
        game = cls.__new__(cls)
        game._set_up(deal, seed, index, limits)
        return game

    def _set_up(
        self,
        deal: Deal,
        seed: int,
        index: int,
        limits: Limits,
        risks: bool = True,
        *,
        fixed: bool = False,
    ) -> None:
        """Initialise the game; its layout is dealt at once if no first click can change it."""
        self.seed = check_whole(seed, "the seed", 0)
        self.index = check_whole(index, "the number of the game", 0)
        self._deal = deal  # before the first click
        self._dealt = deal  # with the first cell that determined the layout
        self._limits = limits
        self._risks = risks
        self._judges = False  # whether the core knows how to judge clicks
        self._analysis: Analysis | None = None
        self._game = _core.Game(deal.board.graph, deal.full)
        if fixed or deal.first == "any" or deal.full:
            self._game.adopt(deal.game(self.seed, self.index), False)

    @classmethod
    def on(cls, layout: Layout, *, limits: Limits = DEFAULT_LIMITS) -> Game:
        """Return a game on a given layout; even its first click may hit a mine.

        >>> from sapper.layouts import Layout
        >>> game = Game.on(Layout("1x4", [0, 0, 1, 0]))
        >>> game.open(0), game.luck
        ([0, 1], 0.75)
        """
        return cls._of(given_deal(layout), limits=limits)

    @classmethod
    def from_position(
        cls,
        position: Position,
        *,
        seed: int = defaults.SEED,
        index: int = 0,
        limits: Limits = DEFAULT_LIMITS,
    ) -> Game:
        """Return a game that continues from a position, on a random consistent layout.

        All consistent layouts are equally likely; flags of the position are taken as true. Raises
        ContradictionError if there is no consistent layout, TooHardError if the analysis exceeds
        the work budget, and GameError if no safe cell is left or the position has a density.

        >>> import sapper
        >>> game = Game.from_position(sapper.parse("#1##", mines=1), seed=3)
        >>> game.position.clues, game.open(3), game.position.clues
        ([None, 1, None, None], [3], [None, 1, None, 1])
        """
        return cls._of(position_deal(position, limits), seed, index, limits=limits)

    @classmethod
    def without_guess(
        cls,
        board: BoardLike,
        level: Level = defaults.LEVEL,
        *,
        mines: int | None = None,
        seed: int = defaults.SEED,
        index: int = 0,
        limits: Limits = DEFAULT_LIMITS,
        seconds: float = inf,
    ) -> Game:
        """Return a game that can be solved without a guess from any first cell.

        The first cell that is opened selects the layout of ``sapper.no_guess``. Opening it raises
        NoLayoutError if there seems to be none for that cell, and TooHardError if none was found in
        ``seconds``.

        >>> game = Game.without_guess("9x9/10", "single", seed=7)
        >>> len(game.open(0)) > 1, game.must_guess
        (True, False)
        """
        deal = NoGuessDeal.read_level(board, level, mines=mines, seconds=seconds)
        return cls._of(deal, seed, index, limits=limits)

    # -- state ----------------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The board."""
        return self._deal.board

    @property
    def spec(self) -> str:
        """The spec of the board with its mines."""
        return self._deal.spec

    @property
    def mines(self) -> int:
        """The number of mines."""
        return self._deal.mines

    @property
    def first(self) -> FirstClickRule:
        """The first-click rule: ``any``, ``safe`` or ``open``."""
        return self._deal.first

    @property
    def start(self) -> int | None:
        """The first cell, an index; None before the first click."""
        first = self._game.start
        return self._game.exploded if first is None else first

    @property
    def deal(self) -> Deal:
        """The kind of game; before the first click, its ``start`` is the suggested first cell."""
        return self._dealt if self._game.laid else self._deal

    @property
    def status(self) -> str:
        """``playing``, ``won`` or ``lost``.

        Won if every safe cell is open or, by the rule of Fowler & Young 2004, if exactly the cells
        with mines are flagged; a board full of mines is won from the start.
        """
        return self._game.status

    @property
    def position(self) -> Position:
        """The position that the player sees, with flags."""
        bare, flags = self._bare(), self._game.flags
        if not flags:
            return bare
        states = bare.states.copy()
        states[flags] = FLAGGED
        return self._deal.position(states)

    def clue(self, cell: Cell) -> int | None:
        """Return the clue value of a cell, or None if the cell is covered or unread."""
        state = self._game.state(self.board.cell(cell))
        return state if state >= 0 else None

    @property
    def flags(self) -> list[int]:
        """The flagged cells, as sorted indices."""
        return self._game.flags

    @property
    def moves(self) -> int:
        """The number of clicks so far: opened cells and chords."""
        return self._game.moves

    @property
    def guesses(self) -> int:
        """The number of cells opened so far that were not certainly safe."""
        return self._game.guesses

    @property
    def luck(self) -> float | None:
        """The probability of surviving all clicks that were survived, above 0 and at most 1.

        It is the product of 1 - risk over these clicks, and 1 if all were certain. The last click
        of a lost game is not included, and flags are not used. It is None if a position exceeded
        the work budget, after ``push``, or with ``risks=False``.
        """
        return self._game.luck if self._risks else None

    @property
    def risk(self) -> float | None:
        """Mine probability of the last opened cell before it was opened; None as for ``luck``."""
        return self._game.risk

    @property
    def forced(self) -> bool | None:
        """Whether the last click was a forced guess: no covered cell was certainly safe.

        It is None if the click was no guess, and as for ``luck``.

        >>> game = Game.on(Layout("1x4", [0, 0, 1, 0]))
        >>> game.open(0), game.risk, game.forced
        ([0, 1], 0.25, True)
        """
        return self._game.forced

    @property
    def must_guess(self) -> bool:
        """Whether the next click is a forced guess: no covered cell is certainly safe.

        Raises TooHardError if the position exceeds the work budget.
        """
        budget = self._budget()
        return guard(lambda: self._judged.must_guess(*budget), self._limits)

    @property
    def safe_left(self) -> int | None:
        """The number of safe cells that are not open.

        It is None during a game in which cells may hold several mines, because the number would
        reveal how many cells are mined.
        """
        if self._deal.max_per_cell > 1 and self.status == "playing":
            return None
        return self._game.safe_left if self._game.laid else self.board.size - self.mines

    @property
    def exploded(self) -> int | None:
        """The mine that ended the game, an index; None if none did."""
        return self._game.exploded

    @property
    def bbbv(self) -> int | None:
        """The 3BV of the layout; None before the first click determines the layout."""
        return self._game.bbbv if self._game.laid else None

    @property
    def true_layout(self) -> Layout:
        """The layout; raises GameError before the game is over."""
        if self.status == "playing":
            raise GameError("the layout is available when the game is over")
        return Layout(self.board, self._game.mines)

    @property
    def layout(self) -> list[int]:
        """Deprecated: ``true_layout.mines`` as a list."""
        warn_deprecated("Game.layout")
        return [int(count) for count in self.true_layout.mines]

    @property
    def analysis(self) -> Analysis:
        """The analysis of the position without flags; raises TooHardError beyond the budget."""
        if self._analysis is None:
            position, budget = self._bare(), self._budget()
            solution = guard(lambda: self._judged.solution(*budget), self._limits)
            self._analysis = Analysis(position, ask(position, self._limits), solution, self._limits)
        return self._analysis

    # -- moves ----------------------------------------------------------------------------------

    def open(self, cell: Cell) -> list[int]:
        """Open a covered cell; return the cells that opened, an empty list if it held a mine.

        Raises GameError if the game is over or the cell is open or flagged.
        """
        index = self._to_open(cell)
        self._lay(index)
        self._analysis = None
        if not self._risks:
            return self._game.open(index)
        return self._judged.open_judged(index, *self._budget())

    def push(self, cell: Cell) -> list[int]:
        """Open a cell like ``open`` at the cost of a tree search: without an analysis of its risk.

        ``luck`` and ``risk`` are then None, and ``guesses`` does not change, until ``pop`` undoes
        it.

        >>> game = Game("9x9/10", seed=1, start=0)
        >>> cell = game.position.covered[0]
        >>> opened, score = game.push(cell), game.status
        >>> game.pop() == cell, game.moves
        (True, 1)
        """
        opened = self._game.push(cell)
        if opened is None:
            index = self._to_open(cell)
            self._lay(index)
            opened = self._game.push(index)
            assert opened is not None
        self._analysis = None
        return opened

    def flag(self, cell: Cell) -> bool:
        """Toggle the flag of a covered cell; return whether it is flagged now.

        Raises GameError if the game is over or the cell is open.
        """
        self._check_on()
        index = self.board.cell(cell)
        if self._game.state(index) >= 0:
            raise GameError(
                f"cell {self.board.name(index)} is open: only covered cells are flagged"
            )
        self._game.flag(index)
        return self._game.flagged(index)

    def chord(self, cell: Cell) -> list[int]:
        """Open the unflagged neighbours of a clue with as many flags around it as it shows.

        Return the cells that opened. A chord is one move, but each opened cell has its own risk.
        Raises GameError if the game is over, the cell is covered, or the number of flags differs.
        """
        self._check_on()
        index = self.board.cell(cell)
        clue = self._game.state(index)
        if clue < 0:
            raise GameError(f"cell {self.board.name(index)} is covered: only clues can be chorded")
        if self._deal.max_per_cell > 1:
            raise GameError("there are no chords if cells may hold several mines")
        around = self.board.neighbors(index)
        flagged = sum(map(self._game.flagged, around))
        if flagged != clue:
            count = "1 flag" if flagged == 1 else f"{flagged} flags"
            raise GameError(f"the {clue} at {self.board.name(index)} has {count} around it")
        self._analysis = None
        return self._judged.chord(index, *self._budget())

    def undo(self) -> bool:
        """Undo the last move or flag, even a losing one; return whether there was one.

        With ``start`` the first click stays. Without it the first click is undone too, and another
        first click may select another layout.
        """
        return self._pop() >= 0

    def pop(self) -> int:
        """Undo the last move or flag as ``undo`` does, and return its cell.

        Raises GameError if there is none.
        """
        cell = self._pop()
        if cell < 0:
            raise GameError("there is no move to undo")
        return cell

    # -- copies ---------------------------------------------------------------------------------

    def copy(self) -> Self:
        """Return an independent game in the same state, which can undo the same moves.

        ``copy.copy``, ``copy.deepcopy`` and ``pickle`` work at any time, too.

        >>> game = Game("9x9/10", seed=1)
        >>> other = game.copy()
        >>> opened = other.open(40)
        >>> game.moves, other.moves
        (0, 1)
        """
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._game = self._game.copy()
        return other

    __copy__ = copy

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_game": record(self._game), "_analysis": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._game = restore(self._deal.board, self._deal.full, state["_game"])
        self._judges = False

    # -- advice ---------------------------------------------------------------------------------

    def hint(self, strategy: StrategyLike = defaults.HINT_STRATEGY) -> Hint:
        """Return the cell that a strategy would open, with the reason.

        Raises GameError if the game is over, StrategyError if the strategy does not exist, and
        TooHardError if the position exceeds the work budget.
        """
        from sapper.strategies.choosing import next_click
        from sapper.strategies.compiled import Compiled, as_strategy
        from sapper.strategies.registry import made, resolve

        self._check_on()
        if self._first_is_safe():
            cell = self._deal.start
            text = f"the first click is safe anywhere; {self.board.name(cell)} is as good as any"
            return Hint(cell, 0.0, text)
        entry = made(resolve(strategy))
        player = as_strategy(entry)
        if isinstance(player, Compiled):
            return Hint.of_compiled(player.name, self.analysis)
        choice = next_click(self._bare(), entry, seed=0, analysis=self.analysis)
        return Hint.of_choice(choice.cell, entry, self.analysis)

    def why(self, cell: Cell) -> str:
        """Explain a cell in one sentence: its proof if it is certain, else its mine probability."""
        from sapper.analysis.commentary import explain

        index = self.board.cell(cell)
        state = self._game.state(index)
        if state >= 0:
            return f"{self.board.name(index)} is open and shows {state}"
        if state == UNREAD:
            return f"{self.board.name(index)} is open, but its number is unread"
        if self._first_is_safe():
            return "the first click is safe anywhere"
        return explain(self.analysis, index)

    # -- implementation -------------------------------------------------------------------------

    def _bare(self) -> Position:
        """Return the position that the player sees, without flags."""
        return self._deal.position(self._game.states)

    def _check_on(self) -> None:
        if self.status != "playing":
            raise GameError(f"the game is over: it is {self.status}")

    def _first_is_safe(self) -> bool:
        return self._game.opens == 0 and self._deal.start_is_safe

    @property
    def _judged(self) -> _core.Game:
        """The game, with what the core must know to judge clicks."""
        if not self._judges:
            position = self._bare()
            self._game.judge_by(
                mine_count(position),
                position.max_per_cell,
                self._deal.start_is_safe,
                self._risks,
                position.flags,
            )
            self._judges = True
        return self._game

    def _budget(self) -> tuple[float, int]:
        return self._limits.log2_states, self._limits.table_bytes

    def _to_open(self, cell: Cell) -> int:
        self._check_on()
        index = self.board.cell(cell)
        if self._game.state(index) >= 0:
            raise GameError(f"cell {self.board.name(index)} is open already")
        if self._game.flagged(index):
            raise GameError(f"cell {self.board.name(index)} is flagged: take the flag away first")
        return index

    def _lay(self, first: int) -> None:
        """Determine the layout by the first cell, unless it is determined."""
        if not self._game.laid:
            # Before any change of state: the mines may not fit if this cell is kept free.
            self._game.adopt(self._deal_at(first), True)

    def _deal_at(self, first: int) -> _core.Game:
        """Return a game on the layout that a first cell selects."""
        dealt = self._deal.at(first)
        game = dealt.game(self.seed, self.index)
        self._dealt = dealt
        return game

    def _follow(self, cells: Sequence[Cell], start: int | None) -> list[_core.ClickStep]:
        """Open cells as one move, but not those that are open already, and return the steps.

        ``start`` is the cell that must be opened first, if there is one.
        """
        indices = [self.board.cell(cell) for cell in cells]
        self._analysis = None
        return self._judged.follow(indices, start, self._deal_at, self.board.names, *self._budget())

    def _pop(self) -> int:
        """Undo the last move and return its cell; -1 if there is none."""
        self._analysis = None
        return self._game.pop()

    def __repr__(self) -> str:
        return (
            f"<Game {self.index} of seed {self.seed} on {self.spec}: {self.status}, "
            f"{self.moves} moves>"
        )

    def _repr_svg_(self) -> str | None:
        """Return a drawing for a notebook; None if the board is too large for one."""
        from sapper.games.drawing import game_svg

        return game_svg(self)
