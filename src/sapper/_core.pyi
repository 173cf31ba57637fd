"""The compiled engine of Sapper."""

from collections.abc import Callable, Sequence
import enum
from typing import Annotated, Any, overload

import numpy
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

UNLABELED: int = -3

class Stop:
    """A flag that ends the work of every thread that obeys it."""

    def __init__(self) -> None: ...

    def set(self) -> None:
        """End the work soon."""

    @property
    def is_set(self) -> bool: ...

    def push(self) -> None:
        """Make this thread obey the stop, as well as those before it."""

def pop_stop() -> None:
    """Release this thread from the stop that it pushed last."""

class Graph:
    """An undirected graph."""

    def __init__(self, offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], targets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], address: int = 0) -> None: ...

    @staticmethod
    def regular(rows: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], steps: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], address: int) -> Graph:
        """
        By cell where its row begins in steps: how many there are, then the steps.
        """

    def neighbors(self, cell: int) -> list[int]:
        """The neighbours of a cell, ascending."""

    @property
    def size(self) -> int:
        """Number of cells."""

    @property
    def address(self) -> int:
        """The board's identity, by which games differ."""

class Count:
    """The layouts of a component by its mines."""

    @property
    def shown(self) -> int:
        """What the probe shows, above its base."""

    @property
    def low(self) -> int:
        """The least mines."""

    @property
    def residues(self) -> list[int]:
        """For low, low + 1, ... mines."""

class Share:
    """The layouts of a component by the mines in a group."""

    @property
    def low(self) -> int:
        """The least mines."""

    @property
    def residues(self) -> list[int]:
        """For low, low + 1, ... mines."""

class CountedGroup:
    """Frontier cells with exactly the same clues."""

    @property
    def cells(self) -> list[int]: ...

    @property
    def flagged(self) -> bool: ...

class ExactCounter:
    """Exact counts as residues modulo large primes."""

    def counts(self, prime_index: int) -> list[list[Count]]:
        """By component: its counts, several only where the probe is."""

    def shares(self, prime_index: int, component: int, above: Sequence[int]) -> list[list[Share]]:
        """
        By number of mines in the component, each above its least, and by group.
        """

    @property
    def groups(self) -> list[list[CountedGroup]]:
        """By component."""

    @property
    def values(self) -> list[int]:
        """The mines of every cell where they are known, else -1."""

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
    """The largest primes below 2^62, descending."""

class Solution:
    """What is known about every cell of a position."""

    @property
    def mine_probability(self) -> memoryview:
        """P(at least one mine) by cell, as doubles; nan where revealed."""

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

class Shown:
    """What a covered cell would show, given that it is safe."""

    @property
    def first(self) -> int:
        """The least number."""

    @property
    def probability(self) -> list[float]:
        """Of first, first + 1, ..."""

class Sampler:
    """Layouts drawn from all that fit a position."""

    def fill(self, seed: int, first: int, rows: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]) -> None:
        """Write layouts number first, first + 1, ... of a seed into the rows."""

class Question:
    """A position with what is asked of it."""

    def __init__(self, graph: Graph, states: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], mines: int | None, odds: float | None, max_per_cell: int, log2_states: float, bytes: int) -> None: ...

    def solve(self) -> Solution:
        """Probabilities and certain cells."""

    def details(self) -> Details:
        """Groups with their distributions, and the mines in the frontier."""

    def shown(self, cell: int) -> Shown:
        """What a covered cell would show."""

    def feasible(self) -> bool:
        """Whether any layout fits."""

    def sampler(self) -> Sampler:
        """What draws layouts that fit."""

    def counter(self, probe: int | None, propagate: bool) -> ExactCounter:
        """
        Exact counts; with a probe, given that this cell is safe, by what it shows.
        """

class Deal:
    """One kind of game: a board, its mines and the first click."""

    def __init__(self, graph: Graph, mines: int, max_per_cell: int, first: str, start: int) -> None: ...

    @property
    def address(self) -> int:
        """A word made of all that makes the deal."""

    @property
    def allowed(self) -> list[int]:
        """The cells that may hold mines."""

    @property
    def start_is_safe(self) -> bool:
        """Whether the first click cannot hit a mine."""

    @property
    def full(self) -> bool:
        """Whether every cell is full."""

class Game:
    """One game, to be opened cell by cell."""

    @overload
    def __init__(self, deal: Deal, seed: int, index: int) -> None: ...

    @overload
    def __init__(self, graph: Graph, states: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], mines: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def open(self, cell: int) -> list[int] | None:
        """Open a covered cell: the cells that opened, or None on a mine."""

    @property
    def states(self) -> Annotated[NDArray[numpy.int16], dict(shape=(None,), writable=False)]:
        """What the player sees of every cell."""

    def state(self, cell: int) -> int:
        """What the player sees of one cell."""

    @property
    def safe_left(self) -> int: ...

    @property
    def bbbv(self) -> int: ...

    @property
    def mines(self) -> list[int]:
        """The layout: mines by cell."""

class MeasuredLayout:
    """A layout with what its clicks solve."""

    def __init__(self, graph: Graph, mines: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    @property
    def bbbv(self) -> int: ...

    @property
    def openings(self) -> int: ...

    @property
    def islands(self) -> int: ...

    def solved(self, opened: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
        """The part of the 3BV that is done where these cells are open."""

    def zini(self, order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
        """Clicks by greed; the first in the order where premiums are equal."""

    def human_zini(self, order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
        """The same, with all openings first and chords at open cells only."""

def encode(clues: object | None, shape: Sequence[int], cells: int) -> bytes | None:
    """
    Lists of clues, flat or nested, as the bytes of states; None where they are not plain.
    """

def read_rows(text: str) -> tuple[bytes, int, int] | None:
    """
    Rows of one character a cell as the bytes of states, with the number of rows and of columns; None where they are not plain.
    """

TIE: float = 1e-09

class StrategyFacts:
    """What is to be known about a strategy."""

    @property
    def name(self) -> str:
        """With a part in capitals, one for every value of it."""

    @property
    def description(self) -> str:
        """What it does, in one line."""

    @property
    def source(self) -> str:
        """Whose it is."""

    @property
    def grounds(self) -> str:
        """Why it chose the cell that it guessed, in words."""

    @property
    def grounds_among_equals(self) -> bool:
        """
        Whether the grounds say only how it chose among cells of the least risk.
        """

    @property
    def opens_certain(self) -> bool:
        """Whether all that is certain is opened before any guess, in any order."""

    @property
    def follows_game(self) -> bool:
        """Whether its clicks depend on more than the position."""

    @property
    def needs_analysis(self) -> bool:
        """Whether it looks at the whole position, which may be too hard."""

    @property
    def is_family(self) -> bool:
        """Whether the name stands for many."""

def strategies() -> list[StrategyFacts]:
    """The facts of every strategy of the core."""

def strategy_facts(name: str) -> StrategyFacts:
    """
    The facts of one strategy; ValueError where the core has none so named.
    """

class Move:
    """A click that a strategy would take."""

    @property
    def cell(self) -> int: ...

    @property
    def certain(self) -> bool:
        """Whether the strategy has proved it safe."""

def advise(graph: Graph, states: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], mines: int, max_per_cell: int, strategy: str, seed: int, index: int) -> Move:
    """The next click of a strategy."""

class Advisor:
    """A strategy to be asked in many positions of a kind of game."""

    def __init__(self, graph: Graph, mines: int, max_per_cell: int, strategy: str) -> None: ...

    def options(self, states: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> list[int]:
        """The clicks that it may take next, each as likely as the others."""

class Simulation:
    """Many games on several threads, running since made."""

    def __init__(self, deal: Deal, strategy: str, seed: int, first_game: int, games: int, threads: int, keep_records: bool) -> None: ...

    @staticmethod
    def from_position(graph: Graph, states: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], mines: int, max_per_cell: int, log2_states: float, bytes: int, strategy: str, seed: int, first_game: int, games: int, threads: int, keep_records: bool) -> Simulation:
        """
        Games on layouts drawn from all that fit a position, played on from there.
        """

    def wait(self, seconds: float) -> bool:
        """Wait; return whether all is done."""

    def cancel(self) -> None:
        """End soon; finished games count."""

    @property
    def done(self) -> int:
        """Games finished so far."""

    @property
    def totals(self) -> dict[str, Any]:
        """Sums over the finished games."""

    def records(self) -> dict[str, list[Any]]:
        """
        By finished game, if they were kept: number from 0, won, moves, guesses, 3BV.
        """

class Evaluation:
    """What a strategy wins on a board of at most 64 cells."""

    def __init__(self, deal: Deal, strategy: str, most_positions: int) -> None: ...

    def wins(self) -> list[int]:
        """Layouts won on average, modulo each of the largest primes below 2^62."""

    @property
    def positions(self) -> int:
        """Positions the strategy was asked in."""

class PerfectAdvice:
    """What perfect play makes of a position."""

    @property
    def wins(self) -> int:
        """Layouts won."""

    @property
    def layouts(self) -> int:
        """Layouts that fit."""

    @property
    def cell(self) -> int:
        """The click; -1 where no layout fits or no cell is left."""

class PerfectSearch:
    """Perfect play on a board of at most 64 cells."""

    def __init__(self, graph: Graph, mines: int, symmetries: Sequence[Sequence[int]], memory: int) -> None: ...

    def wins_from(self, deal: Deal) -> int:
        """Layouts won of all that a deal of this board and as many mines allows."""

    def advise(self, states: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> PerfectAdvice:
        """
        Of a position: layouts won by perfect play, layouts that fit, and the best click.
        """

    @property
    def states(self) -> int:
        """States in the transposition table."""

    @property
    def dropped(self) -> int:
        """States that the table has dropped, for want of memory."""

def nearly_perfect(graph: Graph, states: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], mines: int) -> PerfectAdvice:
    """
    Of a position in which a cell must be guessed: layouts won by nearly perfect play, layouts that fit, and the click; -1 where they are too many.
    """

class Joint(enum.Enum):
    """How the children of a node are joined."""

    PARALLEL = 0
    """No edge between them."""

    SERIES = 1
    """Every edge between them."""

    PRIME = 2
    """Neither: only all of them together are a module."""

class ModularNode:
    """A module of a graph."""

    @property
    def parent(self) -> int:
        """The node above; -1 at the root."""

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
        """Layouts in here that perfect play of it wins."""

    @property
    def joint(self) -> Joint: ...

class ModularTree:
    """The modules of a graph that overlap no other."""

    def __init__(self, graph: Graph) -> None: ...

    @property
    def order(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]:
        """The vertices; every node is an interval of it."""

    @property
    def above(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]:
        """The node of which each vertex is a child, or -1."""

    @property
    def guesses(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]:
        """The optimal first guesses, ascending."""

    @property
    def wins(self) -> int:
        """The layouts of one mine that perfect play wins."""

    @property
    def size(self) -> int:
        """Number of nodes."""

    def node(self, index: int) -> ModularNode:
        """The node of that number, the root first."""

class AmbiguousPattern:
    """Mines that nothing tells from others."""

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
    """Finds patterns that nothing tells apart."""

    def __init__(self, graph: Graph, most_mines: int) -> None: ...

    def patterns(self, root: int) -> list[AmbiguousPattern]:
        """All patterns whose least cell is the root."""

    @property
    def nodes(self) -> int:
        """Steps of the search so far."""

VALUE_INPUTS: int = 73

VALUE_FIRST: int = 48

VALUE_SECOND: int = 24

VALUE_MOST_INPUT: float = 5.0

VALUE_NEXT_SAFETY: int = 13

class ValueModel:
    """The chance of winning, by features of a position."""

    def __init__(self, weights: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

def training_games(deal: Deal, model: ValueModel, patience: float, seed: int, first: int, games: int) -> tuple[Annotated[NDArray[numpy.float32], dict(shape=(None, None))], Annotated[NDArray[numpy.float32], dict(shape=(None,))]]:
    """
    Play games for the training of a model; return the positions' features and their worth.
    """

def training_choices(deal: Deal, model: ValueModel, seed: int, first: int, games: int) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None, None))]]:
    """
    Play games for the training of a model; return by click its decision, its safety and its value, and by outcome its click, its probability, whether it wins, and its features.
    """

MOST_VALUED: int = 10000

class Considered:
    """What is known of a click."""

    @property
    def cell(self) -> int: ...

    @property
    def safety(self) -> float: ...

    @property
    def value(self) -> float:
        """The chance of winning by it."""

    @property
    def error(self) -> float:
        """The standard error of that."""

    @property
    def layouts(self) -> int:
        """On how many layouts it was tried."""

    @property
    def exact(self) -> bool:
        """Whether its value is exact."""

    @property
    def dropped(self) -> bool:
        """Whether it was given up as behind."""

class RolloutSearch:
    """What each of the good clicks in a position is worth."""

    def __init__(self, graph: Graph, states: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], mines: int, patience: float | None = None, looks_ahead: bool = True) -> None:
        """
        Playing on in all layouts takes half of the patience at most, in seconds. Without looks_ahead it begins with the model alone.
        """

    def think(self, layouts: int) -> None:
        """Try the clicks on so many further layouts."""

    @property
    def ranking(self) -> list[Considered]:
        """Best first; those that were dropped last."""

    @property
    def decided(self) -> bool:
        """Whether further layouts cannot change the choice."""

    @property
    def certain(self) -> bool:
        """Whether the first of the ranking is proved safe."""

    @property
    def layouts(self) -> int:
        """Layouts drawn so far."""

class NoGuess:
    """The search for a layout that is solved without a guess."""

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
        """The layout that was found: mines by cell."""

def safe_left(deal: Deal, mines: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], level: str) -> int:
    """Count the safe cells of a layout that certain clicks do not open."""

class VectorGames:
    """
    Many games side by side, one click each a step. The arrays are views, written anew by every call; nothing may read them while one runs.
    """

    def __init__(self, graph: Graph, mines: int, max_per_cell: int, first: str, games: int, *, won: float, lost: float, opened: float, share: float, guess: float, useless: float, patience: int) -> None: ...

    def begin(self, seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], indices: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Put every game before the first click of a game of its seed."""

    def step(self, cells: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        One click a game; games that ended before go on with the next of their seed.
        """

    def probabilities(self, rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], threads: int) -> None:
        """Write P(a click hits a mine) of every cell; nan where it is open."""

    @property
    def states(self) -> Annotated[NDArray[numpy.int16], dict(shape=(None, None), writable=False)]:
        """What the players see."""

    @property
    def openable(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None, None), writable=False)]:
        """1 where a cell can be opened, else 0."""

    @property
    def rewards(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]:
        """Of the last step."""

    @property
    def won(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]: ...

    @property
    def lost(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]: ...

    @property
    def cut(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]:
        """Games cut short by patience."""

    @property
    def seeds(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), writable=False)]: ...

    @property
    def indices(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), writable=False)]: ...
