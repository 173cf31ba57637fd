"""The compiled engine of Sapper."""

from collections.abc import Callable, Mapping, Sequence
import enum
from typing import Annotated, Any, overload

import numpy
import numpy.typing
from numpy.typing import NDArray


class Contradiction(ValueError):
    pass

class BudgetExceeded(RuntimeError):
    pass

class StateTableFull(RuntimeError):
    pass

class PositionLimitExceeded(RuntimeError):
    pass

class Cancelled(RuntimeError):
    pass

LOG2_STATES: float = 36.0

BYTES: int = 1073741824

COVERED: int = -1

FLAGGED: int = -2

UNREAD: int = -3

OUTSIDE: int = -4

class Stop:
    """Cancels the work of every thread that obeys it."""

    def __init__(self, seconds: float) -> None:
        """`seconds` until the deadline, or infinity."""

    def set(self) -> None:
        """Cancel the work."""

    @property
    def is_set(self) -> bool: ...

    def push(self) -> None:
        """Make this thread obey the stop, in addition to earlier ones."""

def pop_stop() -> None:
    """Release this thread from the last stop that it pushed."""

class Graph:
    """An undirected graph."""

    def __init__(self, offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], targets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], address: int = 0) -> None: ...

    @staticmethod
    def regular(rows: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], steps: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], address: int) -> Graph:
        """
        Make a graph from rows of steps: rows[cell] is the index in `steps` of the row of a cell, which holds the number of its neighbours, then the steps to them.
        """

    def neighbors(self, cell: int) -> list[int]:
        """Return the neighbours of a cell, ascending."""

    @property
    def size(self) -> int:
        """Number of cells."""

    @property
    def address(self) -> int:
        """A 64-bit hash that identifies the board in the addresses of games."""

class BoardKind:
    """The descriptor of a kind of board."""

    def __init__(self, name: str, patterns: Sequence[Sequence[Sequence[int]]], phase: Sequence[int]) -> None:
        """
        Make a kind whose neighbours lie at fixed steps, for tests of symmetries.
        """

    @property
    def name(self) -> str:
        """Its name in specs."""

    @property
    def tiling(self) -> str:
        """squares, hexagons or triangles."""

    @property
    def preset(self) -> str | None:
        """Size and mines of an example; None for the grid."""

    @property
    def preset_name(self) -> str | None:
        """Its display name, if it has one."""

    @property
    def usually_flat(self) -> bool:
        """Whether the name alone describes a board of the shape of a text."""

    @property
    def dimensions(self) -> int:
        """The number of axes; 0 for any number."""

    @property
    def wraps(self) -> bool:
        """Whether opposite edges are joined."""

    @property
    def symmetric(self) -> bool:
        """Whether reflections and exchanges of axes preserve neighbours."""

    def fault(self, shape: Sequence[int]) -> str | None:
        """Why there is no board of a shape; None if there is one."""

    def candidates(self, shape: Sequence[int]) -> int:
        """Number of candidates for the neighbours of a cell."""

    def entries(self, shape: Sequence[int]) -> int:
        """Number of neighbour entries of a board, or a bound on it."""

    def shares_rows(self, shape: Sequence[int]) -> bool:
        """Whether a few shared rows of steps describe a board."""

    def patterns(self, shape: Sequence[int]) -> tuple[list[list[list[int]]], list[int]]:
        """The patterns of steps to neighbours, and the factors of the phase."""

    def check(self, shape: Sequence[int]) -> None:
        """Raise BoardError unless there is a board of a shape."""

    def lists(self, shape: Sequence[int]) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))]]:
        """The compressed neighbour lists: offsets and targets."""

    def graph(self, shape: Sequence[int]) -> Graph:
        """The graph of a board."""

def board_kinds() -> list[BoardKind]:
    """Return the descriptors of all kinds of boards."""

def named_boards() -> list[tuple[str, str]]:
    """Return the names of the named boards and their specs."""

MAX_CELLS: int = 20000000

MAX_ENTRIES: int = 400000000

MAX_DIMENSIONS: int = 32

def shape_text(shape: Sequence[int]) -> str:
    """Return a shape as in specs."""

def spec_text(kind: str, shape: Sequence[int]) -> str:
    """Return the shortest spec of a board."""

def fitting_shape(shape: Sequence[int], cells: int) -> list[int]:
    """
    Shorten the longest sides of a shape until it has at most that many cells.
    """

def cell_name(shape: Sequence[int], cell: int) -> str:
    """Return the name of a cell in texts: its coordinates."""

def graph_address(form: str, offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], targets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
    """Return the 64-bit hash of a graph in the addresses of its games."""

def join_edges(nodes: int, ends: Annotated[NDArray[numpy.int32], dict(shape=(None, 2), order='C', device='cpu', writable=False)], name: Callable[[int], str]) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))]]:
    """
    Build the compressed neighbour lists of a graph; raise BoardError, with the names of nodes, if an edge is a loop or occurs twice.
    """

def split_spec(text: str) -> tuple[str, str | None]:
    """Return the board and the mines in a spec as plain texts."""

def parse_spec(text: str, max_per_cell: int, added: Sequence[str]) -> tuple[str, str, list[int], int | None]:
    """
    Read a spec of a built-in kind: its shortest form without mines, kind, shape and mines.
    """

def parse_dimensions(dimensions: str, text: str) -> list[int]:
    """Read the dimensions of a spec."""

def parse_spec_mines(mines: str, room: int, text: str) -> int:
    """Read the mines of a spec of a board that can hold `room` mines."""

def claimed_cells(text: str) -> int:
    """
    Return the number of cells by the dimensions in a spec; 0 if it has none.
    """

class Count:
    """The layouts of a component by its number of mines."""

    @property
    def shown(self) -> int:
        """The probe's clue value, above its base."""

    @property
    def low(self) -> int:
        """The least number of mines."""

    @property
    def residues(self) -> list[int]:
        """The numbers of layouts with low, low + 1, ... mines."""

class Share:
    """The layouts of a component by the number of mines in a group."""

    @property
    def low(self) -> int:
        """The least number of mines."""

    @property
    def residues(self) -> list[int]:
        """The numbers of layouts with low, low + 1, ... mines."""

class CountedGroup:
    """Frontier cells with exactly the same clues."""

    @property
    def cells(self) -> list[int]: ...

    @property
    def flagged(self) -> bool: ...

class ExactCounter:
    """Exact counts as residues modulo large primes."""

    def counts(self, prime_index: int) -> list[list[Count]]:
        """
        Return the counts by component: one each, but one per clue value for the probe's.
        """

    def shares(self, prime_index: int, component: int, above: Sequence[int]) -> list[list[Share]]:
        """
        Return the shares of a component by its number of mines above the least, then by group.
        """

    @property
    def groups(self) -> list[list[CountedGroup]]:
        """The groups by component."""

    @property
    def values(self) -> list[int]:
        """The number of mines of each cell if it is known, else -1."""

    @property
    def known_mines(self) -> int: ...

    @property
    def floating(self) -> int: ...

    @property
    def floating_flagged(self) -> int: ...

    @property
    def probe_base(self) -> int: ...

    @property
    def probe_component(self) -> int: ...

def prime(index: int) -> int:
    """
    Return a prime from the list of the largest primes below 2^62, descending.
    """

class MineCount:
    """What is known about the number of mines of a board."""

    def __init__(self, mines: int) -> None:
        """A known number of mines."""

    @staticmethod
    def independent(odds: float) -> MineCount:
        """
        Return that of independent cells, which hold i mines with weight odds^i / i!.
        """

    @staticmethod
    def prior(cells: int, max_per_cell: int, totals: Sequence[int], probabilities: Sequence[float]) -> MineCount:
        """
        Return a prior over ascending totals; without probabilities all layouts of all totals are equally likely.
        """

    @property
    def known(self) -> int | None:
        """The number of mines if it is known, else None."""

class Solution:
    """The analysis of a position."""

    @property
    def mine_probability(self) -> memoryview:
        """P(at least one mine) by cell, as doubles; nan for revealed cells."""

    @property
    def safe(self) -> list[int]: ...

    @property
    def mines(self) -> list[int]: ...

    @property
    def log2_layouts(self) -> float: ...

    @property
    def width(self) -> int: ...

    @property
    def entries(self) -> int: ...

    @property
    def bytes(self) -> int: ...

class GroupTable:
    @property
    def cells(self) -> list[int]: ...

    @property
    def clues(self) -> list[int]: ...

    @property
    def component(self) -> int: ...

    @property
    def low(self) -> int: ...

    @property
    def mines(self) -> list[float]: ...

class Details:
    @property
    def groups(self) -> list[GroupTable]: ...

    @property
    def frontier_first(self) -> int: ...

    @property
    def frontier(self) -> list[float]: ...

    @property
    def totals(self) -> list[tuple[int, float]]:
        """Under a prior: each total of it and its posterior probability."""

class Shown:
    """
    The distribution of the clue value of a covered cell, given that it is safe.
    """

    @property
    def first(self) -> int:
        """The least clue value."""

    @property
    def probability(self) -> list[float]:
        """The probabilities of first, first + 1, ..."""

class Sampler:
    """Draws layouts uniformly from all that are consistent with a position."""

    def fill(self, seed: int, first: int, rows: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]) -> None:
        """Write layouts `first`, `first` + 1, ... of a seed into the rows."""

class LayoutEnumeration:
    """All consistent layouts of a position, each once."""

    def fill(self, rows: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]) -> int:
        """
        Write the next layouts into the rows and return their number, less than the number of rows only at the end. A call that raises may skip layouts.
        """

class ClickValues:
    """The value of every click under perfect play."""

    @property
    def layouts(self) -> int:
        """The consistent layouts."""

    @property
    def cells(self) -> list[int]:
        """The covered cells that may be safe."""

    @property
    def wins(self) -> list[int]:
        """By cell: the layouts won by clicking it first."""

class Question:
    """A position to analyse, with its mines and work budget."""

    def __init__(self, graph: Graph, states: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], mines: int | MineCount, max_per_cell: int, log2_states: float, bytes: int) -> None: ...

    def solve(self) -> Solution:
        """Return the mine probabilities and certain cells."""

    def solve_rows(self, states: Annotated[NDArray[numpy.int16], dict(shape=(None, None), order='C', device='cpu', writable=False)], mines: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int, probabilities: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], log2_layouts: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], best: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], status: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """
        Analyse one position per row, with the mines of the question or one number per row, and write the results into the arrays. A status is 0 for a consistent position, 1 for a contradictory one, 2 for one beyond the work budget.
        """

    def details(self) -> Details:
        """
        Return the groups with their distributions of mines, and that of the frontier.
        """

    def shown(self, cell: int) -> Shown:
        """Return the distribution of the clue value of a covered cell."""

    def feasible(self) -> bool:
        """Return whether any layout is consistent."""

    def sampler(self) -> Sampler:
        """Return a sampler of consistent layouts."""

    def enumeration(self) -> LayoutEnumeration:
        """Return an enumeration of the consistent layouts, before the first one."""

    def click_values(self, most_layouts: int, most_steps: int) -> ClickValues:
        """Return the value of every click by exhaustive search."""

    def counter(self, probe: int | None, propagate: bool) -> ExactCounter:
        """
        Return exact counts; with a probe, given that this cell is safe, by its clue value.
        """

class CellNames:
    """The names of cells in texts."""

    def __init__(self, shape: Sequence[int]) -> None:
        """Names by coordinates, from the length of each dimension."""

    @staticmethod
    def of_nodes(nodes: Sequence[str]) -> CellNames:
        """Return the names of the nodes of a graph."""

    def __call__(self, cell: int) -> str:
        """Return the name of a cell."""

class Reason:
    """The proof that a cell is safe or a mine."""

    def __init__(self, cell: int, mined: bool, kind: str, clues: Sequence[int], proven_smallest: bool) -> None: ...

    @property
    def cell(self) -> int: ...

    @property
    def mined(self) -> bool: ...

    @property
    def kind(self) -> str: ...

    @property
    def clues(self) -> list[int]: ...

    @property
    def proven_smallest(self) -> bool: ...

    @property
    def tests(self) -> int:
        """The sets of clues that were tested for consistency."""

    def text(self, graph: Graph, states: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], names: CellNames, mines: str) -> str:
        """
        Return the proof in a sentence; `mines` is the number of mines in words.
        """

class ConflictingClues:
    """A contradictory set of clues."""

    def __init__(self, clues: Sequence[int], needs_mine_count: bool, proven_smallest: bool) -> None: ...

    @property
    def clues(self) -> list[int]: ...

    @property
    def needs_mine_count(self) -> bool: ...

    @property
    def proven_smallest(self) -> bool: ...

    @property
    def tests(self) -> int:
        """The sets of clues that were tested for consistency."""

    def text(self, graph: Graph, states: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], names: CellNames, mines: str) -> str:
        """
        Return the contradiction in a sentence; `mines` is the number of mines in words.
        """

def find_reason(question: Question, cell: int, mined: bool, expired: Callable[[], bool] | None) -> Reason:
    """
    Return a smallest proof that a certain cell is mined or safe; `expired` returns whether the time is up.
    """

def find_contradiction(question: Question, hint: int, expired: Callable[[], bool] | None) -> ConflictingClues:
    """
    Return a smallest contradiction of a position without a consistent layout; `hint` is a clue of one, or -1 if it needs the number of mines.
    """

def faults(graph: Graph, states: numpy.typing.NDArray[numpy.int16], max_per_cell: int, mines: tuple[int, int] | None, names: CellNames, mines_in_words: str) -> list[tuple[str, int | None, str]]:
    """
    Return the visible inconsistencies of a position: kind, cell and message.
    """

def irreducible(contradictory: Callable[[list[int]], bool], elements: Sequence[int]) -> list[int]:
    """Return an irreducible contradictory subset, ascending."""

def percent(probability: float) -> str:
    """Return a probability as a percentage of at most three characters."""

def percent_in_full(probability: float) -> str:
    """
    Return a probability as a percentage with about four significant digits.
    """

def percent_chance(probability: float) -> str:
    """Return a probability as a noun phrase with its article."""

def first_click_text(name: str, safe: bool, mine_probability: float | None) -> str:
    """
    Describe the first click in one sentence; None if it may hold several mines.
    """

def first_alike(graph: Graph, states: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], cells: Sequence[int]) -> list[int]:
    """
    Return for each of some covered or unread cells the first of them that is alike.
    """

class GuessCandidate:
    """A cell that could be guessed."""

    @property
    def cell(self) -> int: ...

    @property
    def equals(self) -> int: ...

    @property
    def safety(self) -> float: ...

    @property
    def progress(self) -> float: ...

    @property
    def expected_safe(self) -> float: ...

    @property
    def entropy(self) -> float: ...

    @property
    def next(self) -> float: ...

def find_candidates(question: Question, solution: Solution, most: int, include: Sequence[int], expired: Callable[[], bool] | None) -> list[GuessCandidate]:
    """Return the safest cells as candidates for a guess, safest first."""

class CellExplanation:
    """Why a cell is certain, or what a guess is."""

    @property
    def cell(self) -> int: ...

    @property
    def mine_probability(self) -> float: ...

    @property
    def text(self) -> str: ...

    @property
    def reason(self) -> Reason | None: ...

    @property
    def clues(self) -> list[int]:
        """The clues of the proof, or those next to the cell."""

    @property
    def kind(self) -> str:
        """`guess`, or the kind of the proof."""

def explain(question: Question, solution: Solution, cell: int, names: CellNames, mines: str, grounds: str, grounds_among_equals: bool, expired: Callable[[], bool] | None) -> CellExplanation:
    """
    Explain why a covered cell is certain, or how risky it is to open it; `mines` is the number of mines in words.
    """

def strategy_hint(question: Question, solution: Solution, strategy: str, seed: int, index: int, names: CellNames, mines: str, expired: Callable[[], bool] | None) -> CellExplanation:
    """Return the cell to open by a compiled strategy, with the reason."""

def hint(question: Question, solution: Solution, choice: int, names: CellNames, mines: str, grounds: str, grounds_among_equals: bool, expired: Callable[[], bool] | None) -> CellExplanation:
    """Explain the cell to open instead of the choice of a strategy."""

class Deal:
    """One kind of game: a board, its mines and the first click."""

    def __init__(self, graph: Graph, mines: int, max_per_cell: int, first: str, start: int) -> None: ...

    @property
    def address(self) -> int:
        """A 64-bit hash of all parameters of the deal."""

    @property
    def allowed(self) -> list[int]:
        """The cells that may hold mines, ascending."""

    @property
    def start_is_safe(self) -> bool:
        """Whether the first click cannot hit a mine."""

    @property
    def full(self) -> bool:
        """Whether every cell must be full of mines."""

class Game:
    """One game, played move by move, with an undo journal."""

    @overload
    def __init__(self, graph: Graph, full: bool = False) -> None: ...

    @overload
    def __init__(self, deal: Deal, seed: int, index: int) -> None: ...

    @overload
    def __init__(self, graph: Graph, states: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], mines: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def copy(self) -> Game:
        """Return an independent copy with the same journal."""

    def adopt(self, dealt: Game, provisional: bool) -> None:
        """Take over the layout and the states of another game on the same graph."""

    def push(self, cell: object) -> list[int] | None:
        """
        Open a cell whose risk is unknown and return the opened cells, an empty list if it holds a mine; None, without a move, if it cannot be opened.
        """

    def open(self, cell: int, risk: float | None = None, guess: bool = False, forced: bool | None = None) -> list[int]:
        """
        Open a covered cell; return the opened cells, an empty list if it holds a mine.
        """

    def begin_chord(self, cell: int) -> None:
        """Start a chord, which consists of the following reveals."""

    def reveal(self, cell: int, risk: float | None, guess: bool, forced: bool | None = None) -> list[int]:
        """Open a cell as part of the current move."""

    def flag(self, cell: int) -> None:
        """Toggle the flag of a covered cell."""

    def flagged(self, cell: int) -> bool:
        """Return whether a cell is flagged."""

    def pop(self) -> int:
        """Undo the last move and return its cell; -1 if there is none."""

    def commit(self) -> None:
        """Make the moves so far permanent."""

    @property
    def permanent(self) -> int:
        """The number of moves that cannot be undone."""

    def journal(self) -> list[tuple[str, int, list[tuple[int, float | None, bool, bool | None]]]]:
        """
        Return all moves: kind, cell, and the clicked cells with risk, whether a guess, and whether it was forced.
        """

    def dealt_states(self) -> bytes:
        """
        Return the states before the first move, as the bytes of an int16 array.
        """

    @property
    def states(self) -> Annotated[NDArray[numpy.int16], dict(shape=(None,), writable=False)]:
        """The states of all cells, as the player sees them, without flags."""

    def state(self, cell: int) -> int:
        """Return the state of one cell."""

    @property
    def flags(self) -> list[int]:
        """The flagged cells, ascending."""

    @property
    def status(self) -> str: ...

    @property
    def laid(self) -> bool:
        """Whether the layout is determined."""

    @property
    def provisional(self) -> bool:
        """Whether undoing the first reveal drops the layout."""

    @property
    def moves(self) -> int:
        """The number of opened cells and chords."""

    @property
    def guesses(self) -> int: ...

    @property
    def opens(self) -> int:
        """The number of clicks that opened cells."""

    @property
    def luck(self) -> float | None:
        """The product of 1 - risk over these clicks; None if one is unknown."""

    @property
    def risk(self) -> float | None:
        """The risk of the last click; None if it is unknown."""

    @property
    def start(self) -> int | None:
        """The first cell that was opened."""

    @property
    def exploded(self) -> int | None:
        """The mine that ended the game."""

    @property
    def safe_left(self) -> int: ...

    @property
    def bbbv(self) -> int: ...

    @property
    def mines(self) -> list[int]:
        """
        The layout: the number of mines of each cell; empty if it is not determined.
        """

    def judge_by(self, mines: int | MineCount, max_per_cell: int, start_is_safe: bool, risks: bool, known_mines: Sequence[int]) -> None:
        """
        Set what a player knows, and whether the following clicks are analysed.
        """

    def open_judged(self, cell: int, log2_states: float, bytes: int) -> list[int]:
        """
        Open a covered cell; return the opened cells, an empty list if it holds a mine.
        """

    def chord(self, cell: int, log2_states: float, bytes: int) -> list[int]:
        """
        Open the unflagged neighbours of a clue up to the first mine; return what opened.
        """

    def must_guess(self, log2_states: float, bytes: int) -> bool:
        """Return whether no covered cell is certainly safe."""

    def solution(self, log2_states: float, bytes: int) -> Solution:
        """Return the analysis of the position without flags."""

    @property
    def first_is_safe(self) -> bool:
        """Whether the next click is the first one and cannot hit a mine."""

    @property
    def forced(self) -> bool | None:
        """
        Whether the last click was a forced guess; None if it was none or that is unknown.
        """

    def follow(self, cells: Sequence[int], start: int | None, deal: Callable[[int], Game], names: CellNames, log2_states: float, bytes: int) -> list[ClickStep]:
        """
        Open several cells as one move and return the steps. `start` must be the first cell; `deal` returns a game on the layout that it selects.
        """

    @property
    def followed_moves(self) -> int:
        """The number of moves that were followed."""

    @property
    def followed_clicks(self) -> int:
        """The number of these that opened a cell or hit a mine."""

    @property
    def followed_guesses(self) -> tuple[int, int, int]:
        """
        The forced and the avoidable guesses, and those of which that is unknown.
        """

class ClickStep:
    """A cell that a move opened."""

    @property
    def move(self) -> int: ...

    @property
    def cell(self) -> int: ...

    @property
    def certain(self) -> bool: ...

    @property
    def risk(self) -> float | None: ...

    @property
    def forced(self) -> bool | None: ...

    @property
    def opened(self) -> list[int]: ...

class MeasuredLayout:
    """A layout with its 3BV, openings, islands and ZiNi."""

    def __init__(self, graph: Graph, mines: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    @property
    def bbbv(self) -> int: ...

    @property
    def openings(self) -> int: ...

    @property
    def islands(self) -> int: ...

    def solved(self, opened: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
        """Return the part of the 3BV that is solved once these cells are open."""

    def zini(self, order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
        """
        Return the greedy ZiNi; equal premiums are decided by the order of the cells.
        """

    def human_zini(self, order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
        """
        Return the same with all openings first and chords at opened cells only.
        """

def encode(clues: object | None, shape: Sequence[int], cells: int) -> bytes | None:
    """
    Convert lists of clues, flat or nested, to the bytes of an int16 array of states; None if they are not plain.
    """

def read_rows(text: str) -> tuple[bytes, int, int] | None:
    """
    Convert rows of one character per cell to the bytes of an int16 array of states, the number of rows and the number of columns; None if they are not plain.
    """

def read_mine_totals(text: str) -> tuple[str, str, list[str], list[tuple[str, str]]]:
    """
    Read a number of mines as text: the first and last possible number, all of them unless they are a range, and their probabilities as pairs of numerator and denominator unless all layouts are equally likely; numbers as decimal digits.
    """

MAX_TEXT: int = 50000000

MAX_LINES: int = 1000000

def read_text(text: str, layouts: bool, symbols: Mapping[str, int], board: tuple[str, Sequence[int], int | None] | None, spec: str, kind: str, read_spec: Callable[[str], tuple[str, Sequence[int], int | None]]) -> tuple[str, str, int | None, bytes, list[tuple[str, str]]]:
    """
    Read a position or a layout. The board is a title, a shape and a number of mines, `kind` a kind whose board has the shape of the rows, or empty. Return the source of the board (caller, header or rows), its title, the number of mines, the bytes of an int16 array of states, and the meanings of symbols outside of the standard notation.
    """

def format_rows(shape: Sequence[int], states: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], layout: bool) -> str:
    """
    Write the states of a position, or the mines of a layout, in rows and layers.
    """

def symbol_meanings() -> list[tuple[str, int]]:
    """Return the words for the meaning of a symbol, with their states."""

def check_symbol(symbol: str) -> str:
    """Return the normal form of a symbol; raise NotationError if it is none."""

def is_known_symbol(symbol: str) -> bool:
    """Return whether a symbol has a meaning without the caller's help."""

def read_mbf(data: bytes) -> tuple[int, int, int, bytes]:
    """Read rows, columns, mines and the mines of each cell from MBF."""

def read_ptta(b: str, m: str) -> tuple[int, int, int, bytes]:
    """Read the same from the parameters of a PTTA link."""

def read_mine_file(text: str) -> tuple[int, int, int, bytes]:
    """
    Read rows, columns, mines and states from a text file of JSMinesweeper.
    """

def read_jsminesweeper(data: str) -> tuple[int, int, int, bytes]:
    """Read the same from the data of a link to JSMinesweeper."""

def write_mbf(rows: int, columns: int, mines: int, cells: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> bytes:
    """Write a layout as MBF."""

def write_ptta(rows: int, columns: int, mines: int, cells: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> bytes:
    """Write a layout as the query of a PTTA link."""

def write_mine_file(rows: int, columns: int, mines: int, cells: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> bytes:
    """Write a position as a text file of JSMinesweeper."""

def write_jsminesweeper(rows: int, columns: int, mines: int, cells: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> bytes:
    """Write a position as the query of a link to JSMinesweeper."""

MAX_LINK_CELLS: int = 1000000

def answer(route: str, request: bytes, host: object) -> tuple[int, bytes]:
    """
    Answer a request of the page: JSON in, an HTTP status and JSON out. The host finds the boards that the core does not know.
    """

def service_routes() -> list[str]:
    """Return the routes that answer() knows."""

def size_fault(spec: str, cells: int, entries: int, to_play: bool) -> str | None:
    """
    Return why a board is too large to be analysed or played; None if it is not.
    """

MAX_BODY: int = 1000000

MAX_ANALYSED_CELLS: int = 20000

MAX_ANALYSED_ENTRIES: int = 1000000

MAX_PLAYED_CELLS: int = 1000000

MAX_PLAYED_ENTRIES: int = 10000000

MAX_EDGES: int = 100000

MAX_DRAWN: int = 400

TIE: float = 1e-09

class StrategyFacts:
    """The facts of a strategy."""

    @property
    def name(self) -> str:
        """The name; for a family, with a placeholder in capitals."""

    @property
    def description(self) -> str:
        """A description in one line."""

    @property
    def source(self) -> str:
        """Its source, by author and year."""

    @property
    def grounds(self) -> str:
        """Why it guessed a cell, as a phrase."""

    @property
    def grounds_among_equals(self) -> bool:
        """
        Whether the grounds only explain the choice among cells of least mine probability.
        """

    @property
    def opens_certain(self) -> bool:
        """Whether it opens all certain cells before any guess, in any order."""

    @property
    def follows_game(self) -> bool:
        """
        Whether its clicks depend on the history of the game, not only on the position.
        """

    @property
    def needs_analysis(self) -> bool:
        """
        Whether it analyses the whole position, which may exceed the work budget.
        """

    @property
    def is_family(self) -> bool:
        """Whether the name stands for a family."""

def strategies() -> list[StrategyFacts]:
    """Return the facts of every compiled strategy."""

def strategy_facts(name: str) -> StrategyFacts:
    """
    Return the facts of one strategy; ValueError if there is none of that name.
    """

class Move:
    """The next click of a strategy."""

    @property
    def cell(self) -> int: ...

    @property
    def certain(self) -> bool:
        """Whether the strategy has proved it safe."""

def advise(graph: Graph, states: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], mines: int | MineCount, max_per_cell: int, strategy: str, seed: int, index: int) -> Move:
    """
    Return the next click of a strategy in a position of game `index` of a seed.
    """

class Advisor:
    """A strategy that is asked in many positions of one kind of game."""

    def __init__(self, graph: Graph, mines: int | MineCount, max_per_cell: int, strategy: str) -> None: ...

    def options(self, states: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> list[int]:
        """Return the clicks that it may take next, all equally likely."""

class Simulation:
    """Games on a pool of threads, which starts with the construction."""

    def __init__(self, deal: Deal, strategy: str, seed: int, first_game: int, games: int, threads: int, keep_records: bool) -> None: ...

    @staticmethod
    def moved(origin: Deal, deal: Deal, strategy: str, seed: int, first_game: int, games: int, threads: int, keep_records: bool) -> Simulation:
        """
        Simulate the games of one deal from the first cell of another, with the mines of the two first cells exchanged.
        """

    @staticmethod
    def from_position(graph: Graph, states: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], mines: int | MineCount, max_per_cell: int, log2_states: float, bytes: int, strategy: str, seed: int, first_game: int, games: int, threads: int, keep_records: bool) -> Simulation:
        """
        Simulate games that continue from a position, on layouts drawn uniformly from all consistent ones.
        """

    def wait(self, seconds: float) -> bool:
        """Wait for at most this many seconds; return whether all games are done."""

    def cancel(self) -> None:
        """Stop soon; finished games count."""

    @property
    def done(self) -> int:
        """Games finished so far."""

    @property
    def totals(self) -> dict[str, Any]:
        """Sums over the finished games."""

    def records(self) -> dict[str, list[Any]]:
        """
        Columns with one entry per finished game, if records are kept: its number, won, moves, guesses, 3BV.
        """

class Evaluation:
    """Exact evaluation of a strategy on a board of at most 64 cells."""

    def __init__(self, deal: Deal, strategy: str, most_positions: int) -> None: ...

    def wins(self) -> list[int]:
        """
        Return the expected number of layouts won, modulo each of the largest primes below 2^62.
        """

    @property
    def positions(self) -> int:
        """Number of positions in which the strategy was asked."""

class PerfectAdvice:
    """The value of a position and its best click."""

    @property
    def wins(self) -> int:
        """Layouts that are won."""

    @property
    def layouts(self) -> int:
        """Consistent layouts."""

    @property
    def cell(self) -> int:
        """The best click; -1 if no layout is consistent or no cell is left."""

class PerfectSearch:
    """Perfect play on a board of at most 64 cells."""

    def __init__(self, graph: Graph, mines: int, symmetries: Sequence[Sequence[int]], memory: int) -> None: ...

    def wins_from(self, deal: Deal) -> int:
        """Return the number of layouts of a deal that perfect play wins."""

    def advise(self, states: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> PerfectAdvice:
        """
        Return the layouts won by perfect play from a position, the consistent layouts, and the best click.
        """

    @property
    def states(self) -> int:
        """States in the transposition table."""

    @property
    def dropped(self) -> int:
        """States that were replaced because the table was full."""

def nearly_perfect(graph: Graph, states: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], mines: int) -> PerfectAdvice:
    """
    Pruned search of a position in which a guess is due. Return the layouts won by nearly perfect play, the consistent layouts, and the click, which is -1 if there are too many layouts.
    """

class Joint(enum.Enum):
    """The kind of a node of the modular decomposition."""

    PARALLEL = 0
    """No edge between its children."""

    SERIES = 1
    """Every edge between its children."""

    PRIME = 2
    """Neither; no proper union of its children is a module."""

class ModularNode:
    """A module of a graph."""

    @property
    def parent(self) -> int:
        """Index of the parent; -1 at the root."""

    @property
    def start(self) -> int:
        """Its vertices are order[start:stop]."""

    @property
    def stop(self) -> int: ...

    @property
    def singles(self) -> int:
        """Children that are single vertices."""

    @property
    def inner(self) -> int:
        """Children that are nodes."""

    @property
    def wins(self) -> int:
        """Places of the mine in this module for which perfect play wins."""

    @property
    def joint(self) -> Joint: ...

class ModularTree:
    """The modular decomposition tree of a graph: its strong modules."""

    def __init__(self, graph: Graph) -> None: ...

    @property
    def order(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]:
        """The vertices in an order in which every node is an interval."""

    @property
    def above(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]:
        """By vertex: the node of which it is a child, or -1."""

    @property
    def guesses(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]:
        """The optimal first guesses, ascending."""

    @property
    def wins(self) -> int:
        """Places of the mine for which perfect play wins."""

    @property
    def size(self) -> int:
        """Number of nodes."""

    def node(self, index: int) -> ModularNode:
        """Return the node with this index; 0 is the root."""

class AmbiguousPattern:
    """Two sets of mines that no clue distinguishes."""

    @property
    def first(self) -> list[int]:
        """Cells mined in the first case only."""

    @property
    def second(self) -> list[int]:
        """Cells mined in the second case only."""

    @property
    def common(self) -> list[int]:
        """Cells that must be mined in both."""

class AmbiguitySearch:
    """Search for ambiguous patterns."""

    def __init__(self, graph: Graph, most_mines: int, unequal: bool = False) -> None: ...

    def patterns(self, root: int) -> list[AmbiguousPattern]:
        """Return all patterns whose least cell is the root."""

    @property
    def nodes(self) -> int:
        """Search nodes visited so far."""

class LayoutClasses:
    """Classes of layouts between which every player must guess."""

    def __init__(self, graph: Graph, kept_free: Sequence[int], most_moved: int) -> None: ...

    def share(self, mined: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[int, int]:
        """
        Return an upper bound on the share of the class of a layout that can be won, as numerator and denominator.
        """

class LayoutTally:
    """
    Counts layouts by the share of their class that can be won, given the first two clicks.
    """

    def __init__(self, graph: Graph, start: int, kept_free: Sequence[int], most_moved: int, second_clicks: bool) -> None: ...

    def add_games(self, deal: Deal, seed: int, first_game: int, games: int) -> None:
        """Add the layouts of some games."""

    def add_all(self, allowed: Sequence[int], mines: int) -> None:
        """Add all layouts with mines in allowed cells."""

    def entries(self) -> list[tuple[int, int, int, int, int]]:
        """
        Return the first number, the second cell, the share as numerator and denominator, and the number of layouts.
        """

VALUE_INPUTS: int = 73

VALUE_FIRST: int = 48

VALUE_SECOND: int = 24

VALUE_MOST_INPUT: float = 5.0

VALUE_NEXT_SAFETY: int = 13

class ValueModel:
    """The value network: win probability by features of a position."""

    def __init__(self, weights: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

def training_games(deal: Deal, model: ValueModel, patience: float, seed: int, first: int, games: int) -> tuple[Annotated[NDArray[numpy.float32], dict(shape=(None, None))], Annotated[NDArray[numpy.float32], dict(shape=(None,))]]:
    """
    Play training games of the value network; return the features of positions and their TD(lambda) targets. `patience` is lambda, from 0 to 1.
    """

def training_choices(deal: Deal, model: ValueModel, seed: int, first: int, games: int) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None, None))]]:
    """
    Play games and evaluate decisions by rollouts, to train the value network. Return three arrays by click (decision, safety, value) and four by outcome (click, probability, whether it wins, features).
    """

MOST_VALUED: int = 10000

class Considered:
    """The estimates of a click."""

    @property
    def cell(self) -> int: ...

    @property
    def safety(self) -> float:
        """P(safe)."""

    @property
    def value(self) -> float:
        """The win probability."""

    @property
    def error(self) -> float:
        """The standard error of the value."""

    @property
    def layouts(self) -> int:
        """The number of layouts that it was tried on."""

    @property
    def exact(self) -> bool:
        """Whether the value is exact."""

    @property
    def dropped(self) -> bool:
        """Whether racing has eliminated it."""

class RolloutSearch:
    """Rollout search of the best clicks in a position."""

    def __init__(self, graph: Graph, states: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], mines: int | MineCount, patience: float | None = None, looks_ahead: bool = True) -> None:
        """
        `patience` is the time for the decision in seconds; the search of all layouts takes at most half of it. Without `looks_ahead` the values start from the network alone.
        """

    def think(self, layouts: int) -> None:
        """Try the clicks on this many further layouts."""

    @property
    def ranking(self) -> list[Considered]:
        """The clicks by value, best first; dropped ones come last."""

    @property
    def decided(self) -> bool:
        """Whether further layouts cannot change the choice."""

    @property
    def certain(self) -> bool:
        """Whether the first of the ranking is proved safe."""

    @property
    def layouts(self) -> int:
        """Layouts drawn or searched so far."""

class NoGuess:
    """Search for a layout that can be solved without guessing."""

    def __init__(self, deal: Deal, level: str, uniform: bool, seed: int, index: int, most_tries: int) -> None: ...

    def search(self, progress: Callable[[], object] | None = None) -> bool:
        """
        Search; return whether a layout was found. `progress` is called about twenty times per second.
        """

    @property
    def tries(self) -> int:
        """Layouts tried so far."""

    @property
    def mines(self) -> list[int]:
        """The layout that was found: the number of mines of each cell."""

def safe_left(deal: Deal, mines: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], level: str) -> int:
    """
    Count the safe cells of a layout that stay covered if only certain cells are opened.
    """

class VectorGames:
    """
    Vectorised games, with one click per game and step. The arrays are views that every call overwrites; they must not be read during a call.
    """

    def __init__(self, graph: Graph, mines: int, max_per_cell: int, first: str, games: int, *, won: float, lost: float, opened: float, share: float, guess: float, useless: float, patience: int) -> None: ...

    def begin(self, seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], indices: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Reset every slot to the start of a game of its seed."""

    def step(self, cells: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        Click once per game; a game that has ended is replaced by the next one of its seed.
        """

    def replace_finished(self) -> None:
        """Start the next game of its seed in every slot whose game is over."""

    def probabilities(self, rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], threads: int) -> None:
        """Write the mine probability of every cell; nan for opened cells."""

    def snapshot(self) -> list[bytes]:
        """Return all arrays as bytes."""

    def restore(self, arrays: Sequence[bytes]) -> None:
        """Restore a snapshot of games of the same kind and number."""

    @property
    def states(self) -> Annotated[NDArray[numpy.int16], dict(shape=(None, None), writable=False)]:
        """The state of each cell, as the player sees it."""

    @property
    def openable(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None, None), writable=False)]:
        """1 if a cell can be opened, else 0."""

    @property
    def rewards(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]:
        """The rewards of the last step."""

    @property
    def won(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]: ...

    @property
    def lost(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]: ...

    @property
    def cut(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]:
        """1 if a game was truncated after `patience` useless clicks in a row."""

    @property
    def seeds(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), writable=False)]: ...

    @property
    def indices(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), writable=False)]: ...
