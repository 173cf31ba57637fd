"""Mutation testing of claims: an engine of which one function returns wrong values.

The functions that claims call are those of other packages of Sapper, and the solvers of the paper
folders that ``OWN`` lists. Each is replaced by a wrapper in every module that a claim can find it
in. A claim is computed once with the true engine, which records the functions it calls; then again
with one of them wrong, for one wrong value after another, until its verdict changes. Wrong values
are the true ones slightly changed, or those of a slightly different problem.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import cache, wraps
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

import sapper
from sapper.games import SimulationResult
from sapper.papers.claims import Effort
from sapper.papers.golan2014 import small_graphs
from sapper.papers.reproduction import KEYS, load
from sapper.positions import Position

if TYPE_CHECKING:
    import pytest

    from sapper.papers.claims import Question

PAPERS = "sapper.papers."

FACADES = (
    "sapper.analysis",
    "sapper.boards",
    "sapper.games",
    "sapper.perfect",
    "sapper.perfect.one_mine_reference",
    "sapper.theory",
)
"""Modules from which claims import functions while they run."""

OWN = {
    "shipped": ("study_row", "win_rate_curve", "corner_limit"),
    "fowler_young2004.basic_theorems": ("theorem_1", "theorem_2"),
    "fowler_young2004.clicks_or_flags": ("wins",),
    "fowler_young2004.results": ("games_of",),
    "chong2024.earlier_work": ("opened_by_clues", "opened_by_inference"),
    "chong2024.logistic_curve": ("value",),
    "chong2024.trends": ("fitted_squares",),
    "golan2014.proofs": ("sum_of_terms", "k0_of"),
    "golan2014.small_graphs": (
        "guess_components",
        "maximal_components",
        "largest_component",
        "perfect_wins",
    ),
    "golan2014.lemmas": ("places", "states"),
    "combinatorics.groups": ("with_pattern",),
    "heuristic_agents.experiments": ("fewest",),
    "heuristic_agents.noisy_clues": ("posterior", "win_rate"),
    "heuristic_agents.window_table": ("window_table",),
}
"""Solvers of the paper folders, and the readers of shipped tables, by module."""

NOT_ENGINE = ("sapper.papers", "sapper.strategies", "sapper.intervals", "sapper.positions")
"""Packages whose functions state a problem or compare values."""

NOT_WRONG = ("seed", "games", "effort", "quick", "full", "threads", "progress")
"""Arguments that do not state the problem."""

MOST_CALLS = 10_000_000
"""Upper limit on the calls of the engine by a claim."""

SPARE_CALLS = 200
"""Calls of the engine that a wrong value may cause besides three times the normal ones."""

FEW = 200
"""Upper limit on the games of a claim."""


class Wrong(Protocol):
    """Returns a wrong value, given a function and its arguments."""

    only: int | None
    """The number of the only call that is wrong; None if all calls are."""

    def __call__(
        self, true: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], /
    ) -> Any:
        """Return the wrong value."""


class FewGames(Effort):
    """A quick effort with at most ``FEW`` games."""

    def games(self, quick: int, full: int) -> int:
        """Return the number of games to play."""
        return min(quick, full, FEW)


@dataclasses.dataclass(frozen=True, slots=True)
class Kill:
    """A wrong value that changes a verdict."""

    function: str
    """The function that returns it."""

    before: str
    """The verdict with the true engine; of a claim that is not comparable, its value."""

    after: str
    """The verdict with the wrong value."""


class WrongEngine:
    """The engine below the claims, of which one function at a time can be wrong."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.called: dict[str, int] = {}
        """The functions called since ``judged`` started, in order, each with its calls."""

        self._limit = MOST_CALLS
        self._wrong: tuple[str, Wrong] | None = None
        self._known: dict[tuple[Any, ...], Any] = {}
        for key in KEYS:
            load(key)
        _sample_graphs(patch)
        self._functions = _engine_functions()
        wrapped = {id(f): self._wrapped(name, f) for name, f in self._functions.items()}
        for module in _modules():
            for name, value in list(vars(module).items()):
                if id(value) in wrapped:
                    patch.setattr(module, name, wrapped[id(value)])

    def judged(self, question: Question, effort: Effort) -> str:
        """Return the verdict on a claim, or the value of one that is not comparable."""
        self.called.clear()
        _forget()
        finding = question.find(effort)
        return finding.ours if question.not_comparable else question.verdict(finding)

    def kill(self, question: Question, effort: Effort) -> Kill | None:
        """Return the first wrong value that changes the verdict on a claim; None if none does."""
        self._limit = MOST_CALLS
        before = self.judged(question, effort)
        called = list(self.called)
        self._limit = 3 * sum(self.called.values()) + SPARE_CALLS
        ways = {name: self._variants(name, question) for name in called}
        for most in (FIRST, MOST):
            for name, variants in ways.items():
                for wrong in islice(variants, most):
                    after = self._verdict_with(name, wrong, question, effort)
                    if after not in (None, before):
                        return Kill(name, before, str(after))
        return None

    def _variants(self, name: str, question: Question) -> Iterator[Wrong]:
        """Yield ways in which a function can be wrong: at all calls, then at one of the first."""
        hints = numbers(question.published)
        for only in (None, *range(CALLS)):
            for step in range(MOST if only is None else MOST_OF_ONE_CALL):
                wrong = WrongResult(hints, step, only)
                yield wrong
                if wrong.exhausted:
                    break
            for place, parameter in enumerate(_parameters(self._functions[name])):
                if parameter not in NOT_WRONG:
                    for step in range(ARGUMENTS):
                        yield WrongArgument(place, step, only)

    def _verdict_with(
        self, name: str, wrong: Wrong, question: Question, effort: Effort
    ) -> str | None:
        """Return the verdict with a wrong function; None if the claim does not accept its value."""
        with self._with(name, wrong):
            try:
                return self.judged(question, effort)
            except Exception:
                return None

    @contextmanager
    def _with(self, name: str, wrong: Wrong) -> Iterator[None]:
        self._wrong = name, wrong
        try:
            yield
        finally:
            self._wrong = None

    def _wrapped(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            number = self.called.get(name, 0)
            self.called[name] = number + 1
            if sum(self.called.values()) > self._limit:
                raise RuntimeError("the wrong value leads to an endless loop")
            true = self._remembering(name, function)
            if self._wrong is not None and self._wrong[0] == name:
                wrong = self._wrong[1]
                if wrong.only in (None, number):
                    return wrong(true, args, kwargs)
            return true(*args, **kwargs)

        return call

    def _remembering(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function with the results of plain arguments remembered."""

        def call(*args: Any, **kwargs: Any) -> Any:
            if not all(_is_plain(value) for value in (*args, *kwargs.values())):
                return function(*args, **kwargs)
            key = (name, args, tuple(sorted(kwargs.items())))
            if key not in self._known:
                self._known[key] = function(*args, **kwargs)
            return self._known[key]

        return call


def _is_plain(value: object) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, str | int | float | Fraction)


# -- the functions --------------------------------------------------------------------------------


def _modules() -> list[Any]:
    own = [module for name, module in sys.modules.items() if name.startswith(PAPERS)]
    return [*own, *map(import_module, FACADES)]


def _engine_functions() -> dict[str, Callable[..., Any]]:
    """Return the functions that can be wrong, by name."""
    found: dict[str, Callable[..., Any]] = {}
    for module in _modules():
        for value in vars(module).values():
            if _is_engine(value):
                found[f"{value.__module__}.{value.__qualname__}"] = value
    for name, functions in OWN.items():
        module = import_module(PAPERS + name)
        found.update({f"{module.__name__}.{each}": getattr(module, each) for each in functions})
    return found


def _sample_graphs(patch: pytest.MonkeyPatch) -> None:
    """Let exhaustive checks run over small graphs and trees, and a sample of the larger ones."""
    graphs, trees = small_graphs.every_graph, small_graphs.every_tree

    @cache
    def some_graphs(least: int, most: int) -> tuple[small_graphs.SmallGraph, ...]:
        found = graphs(least, most)
        return tuple(g for i, g in enumerate(found) if g.size <= WHOLE or i % SAMPLED == 0)

    def some_trees(least: int, most: int) -> Iterator[small_graphs.SmallGraph]:
        return trees(least, min(most, WHOLE + 2))

    for module in _modules():
        for name, true, sampled in (
            ("every_graph", graphs, some_graphs),
            ("every_tree", trees, some_trees),
        ):
            if getattr(module, name, None) is true:
                patch.setattr(module, name, sampled)


WHOLE = 5
"""All graphs with at most this many nodes are checked."""

SAMPLED = 25
"""One of this many larger graphs is checked."""


def _is_engine(value: object) -> bool:
    module = getattr(value, "__module__", None) or ""
    return (
        callable(value)
        and not inspect.isclass(value)
        and hasattr(value, "__qualname__")
        and "." not in value.__qualname__
        and module.startswith("sapper.")
        and not module.startswith(NOT_ENGINE)
    )


def _forget() -> None:
    """Clear the caches of the claims, which hold values of the engine."""
    for module in _modules():
        if module.__name__.startswith(PAPERS):
            for value in vars(module).values():
                if hasattr(value, "cache_clear") and value.__name__ not in KEPT:
                    value.cache_clear()


KEPT = ("every_graph", "some_graphs")
"""Caches without values of the engine."""


# -- wrong values ---------------------------------------------------------------------------------

ARGUMENTS = 6
"""Changes of an argument that are tried."""

FIRST = 60
"""Changes of each function that are tried before more of them."""

MOST = 1_500
"""Changes of a result that are tried."""

MOST_OF_ONE_CALL = 20
"""Changes of the result of a single call that are tried."""

CALLS = 16
"""The first calls of a function that are tried one by one."""

DEPTH = 5
"""Attributes and elements of attributes and elements that are changed."""

ELEMENTS = 8
"""Elements at either end of a sequence that are changed."""


@cache
def _parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    try:
        return tuple(inspect.signature(function).parameters)
    except ValueError:
        return ()


def numbers(published: str) -> tuple[Fraction, ...]:
    """Return the numbers in a published value, and a hundredth of them, as shares of percents.

    >>> numbers("4.9")
    (Fraction(49, 10), Fraction(49, 1000))
    """
    found = [
        Fraction(text.replace(",", "")) for text in re.findall(r"\d[\d,]*(?:\.\d+)?", published)
    ]
    return tuple(value for each in found[:4] for value in (each, each / 100))


class WrongResult:
    """Changes the value of a function."""

    def __init__(self, hints: tuple[Fraction, ...], step: int, only: int | None) -> None:
        self.only = only
        self.exhausted = False
        """Whether there are fewer changes than ``step``."""
        self._hints, self._step = hints, step

    def __call__(
        self, true: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], /
    ) -> Any:
        """Return a changed value."""
        found = _nth(changed(true(*args, **kwargs), self._hints), self._step)
        self.exhausted = found is _NONE
        if self.exhausted:
            raise LookupError
        return found


class WrongArgument:
    """Gives the value of another problem."""

    def __init__(self, place: int, step: int, only: int | None) -> None:
        self.only = only
        self._place, self._step = place, step

    def __call__(
        self, true: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], /
    ) -> Any:
        """Return the value for another argument."""
        place = self._place
        if place >= len(args):
            raise LookupError
        other = _nth(other_problem(args[place]), self._step)
        if other is _NONE:
            raise LookupError
        return true(*args[:place], other, *args[place + 1 :], **kwargs)


_NONE = object()


def _nth(values: Iterator[Any], step: int) -> Any:
    return next(islice(values, step, None), _NONE)


def changed(value: Any, hints: tuple[Fraction, ...] = (), depth: int = DEPTH) -> Iterator[Any]:
    """Yield wrong values near a true one; ``hints`` are numbers that it may be mistaken for."""
    if isinstance(value, bool | np.bool_):
        yield not value
    elif isinstance(value, int | np.integer):
        yield from (value + 1, value - 1, *(int(hint) for hint in hints if hint.denominator == 1))
        yield from (2 * value, value // 2, 0)
    elif isinstance(value, Fraction):
        yield from (value * Fraction(101, 100), value * Fraction(99, 100), *hints)
        yield from (value * 2, value / 2, 1 - value, Fraction(0), Fraction(1))
    elif isinstance(value, float | np.floating):
        yield from (value * 1.02, value * 0.98, *map(float, hints))
        yield from (value * k for k in (1.2, 0.8, 2.0, 0.5, 0.0))
        yield from (value + k for k in (0.1, -0.1))
    elif isinstance(value, str):
        yield value + "?"
    elif isinstance(value, SimulationResult):
        yield from _changed_games(value, hints)
    elif depth == 0:
        return
    elif isinstance(value, np.ndarray):
        yield from (~value,) if value.dtype == bool else (value * 1.2, value * 0)
        for place in (0, 1, -2, -1):
            if len(value) > abs(place):
                for other in changed(value[place], hints, 1):
                    whole = value.copy()
                    whole[place] = other
                    yield whole
    elif isinstance(value, Mapping):
        yield from _changed_mappings(dict(value), hints, depth)
    elif isinstance(value, set | frozenset):
        yield type(value)(sorted(value)[1:]) if value else type(value)([0])
    elif isinstance(value, list | tuple):
        yield from _changed_sequences(value, hints, depth)
    elif inspect.isgenerator(value):
        yield from map(iter, _changed_sequences(list(value), hints, depth))
    elif type(value).__module__.startswith("sapper.") or isinstance(value, Changed):
        yield from _changed_objects(value, hints, depth)


def _changed_mappings(
    value: dict[Any, Any], hints: tuple[Fraction, ...], depth: int
) -> Iterator[dict[Any, Any]]:
    for key in list(value)[:ELEMENTS]:
        for other in changed(value[key], hints, depth - 1):
            yield {**value, key: other}
    yield dict(list(value.items())[1:])


def _changed_sequences(
    value: list[Any] | tuple[Any, ...], hints: tuple[Fraction, ...], depth: int
) -> Iterator[Any]:
    kind = tuple if isinstance(value, tuple) else list
    yield from (kind(value[1:]), kind(value[:-1]), kind(value[::-1]))
    yield kind([*value, value[-1] if value else 0])
    for step in range(UNIFORM):
        each = [_nth(changed(element, hints, depth - 1), step) for element in value]
        if all(other is _NONE for other in each):
            break
        pairs = zip(each, value, strict=True)
        yield kind([true if other is _NONE else other for other, true in pairs])
    places = dict.fromkeys([*range(ELEMENTS), *range(len(value) - ELEMENTS, len(value))])
    for place in places:
        if 0 <= place < len(value):
            for other in changed(value[place], hints, depth - 1):
                yield kind([*value[:place], other, *value[place + 1 :]])


UNIFORM = 30
"""Changes that are made to all elements of a sequence at once."""


class Changed:
    """An object of the engine of which one attribute or method has another value."""

    def __init__(self, true: Any, name: str, value: object) -> None:
        self._true, self._name, self._value = true, name, value

    def __getattr__(self, name: str) -> Any:
        return self._value if name == self._name else getattr(self._true, name)

    def __len__(self) -> int:
        return len(self._true)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._true)

    def __getitem__(self, key: object) -> Any:
        return self._true[key]

    def __repr__(self) -> str:
        return repr(self._true)


def _changed_objects(value: Any, hints: tuple[Fraction, ...], depth: int) -> Iterator[Changed]:
    """Change one attribute or the result of one method; plain attributes come first."""
    own = value._true if isinstance(value, Changed) else value
    attributes, methods = {}, {}
    for name in dir(type(own)):
        if name.startswith("_") or name in ("board", "position", "spec"):
            continue
        kind = getattr(type(own), name)
        try:
            attribute = getattr(value, name)
        except Exception:
            continue
        if inspect.isfunction(kind):
            methods[name] = attribute
        elif not callable(attribute):
            attributes[name] = attribute
    for name in sorted(attributes, key=lambda name: not _is_plain(attributes[name])):
        for other in changed(attributes[name], hints, depth - 1):
            yield Changed(value, name, other)
    for step in range(METHOD):
        for name, method in methods.items():
            yield Changed(value, name, _wrong_method(method, hints, depth - 1, step))


METHOD = 40
"""Changes of the result of a method that are tried."""


def _wrong_method(
    method: Callable[..., Any], hints: tuple[Fraction, ...], depth: int, step: int
) -> Callable[..., Any]:
    def wrong(*args: Any, **kwargs: Any) -> Any:
        value = method(*args, **kwargs)
        found = _nth(changed(value, hints, depth), step)
        if found is _NONE:
            raise LookupError
        return found

    return wrong


def _changed_games(
    result: SimulationResult, hints: tuple[Fraction, ...]
) -> Iterator[SimulationResult]:
    """Yield the result with more or fewer games won, guesses, moves or games without a guess."""
    counts = result.counts
    for k in (0.97, 1.03, 0.9, 1.1, 0.5, 0.0):
        yield _with_wins(result, min(round(k * counts.wins), counts.games))
    for hint in hints:
        if hint <= 1:
            yield _with_wins(result, round(hint * counts.games))
    yield _with_wins(result, counts.games)
    yield _with_wins(result, (counts.games + counts.wins) // 2)
    for name in ("guesses", "moves", "guess_free"):
        for factor in (0.5, 2.0, 0.0):
            new = round(factor * getattr(counts, name))
            yield dataclasses.replace(result, counts=dataclasses.replace(counts, **{name: new}))
    if result.records is not None:
        records = dataclasses.replace(result.records, moves=2 * result.records.moves)
        yield dataclasses.replace(result, records=records)


def _with_wins(result: SimulationResult, wins: int) -> SimulationResult:
    guess_free = min(result.counts.guess_free, wins)
    counts = dataclasses.replace(result.counts, wins=wins, guess_free=guess_free)
    if result.records is None:
        return dataclasses.replace(result, counts=counts)
    won = np.zeros_like(result.records.won)
    won[np.argsort(~result.records.won, kind="stable")[:wins]] = True
    moves = result.records.moves + (result.records.won != won)
    records = dataclasses.replace(result.records, won=won, moves=moves)
    return dataclasses.replace(result, counts=counts, records=records)


def other_problem(value: Any) -> Iterator[Any]:
    """Yield arguments near a given one."""
    if isinstance(value, Position):
        yield from _other_positions(value)
    elif isinstance(value, str):
        match = re.fullmatch(r"(.+)/(\d+)", value)
        if match:
            mines = int(match[2])
            yield from (f"{match[1]}/{other}" for other in (mines + 1, mines - 1, 2 * mines))
        elif value in sapper.strategies.names() or value.startswith(("heuristic:", "agent003:")):
            yield from ("random", "basic", "best")
        elif re.fullmatch(r"\d+x\d+", value):
            yield from ("3x4", "5x5", "4000x4000")
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1, 2 * value)
    elif isinstance(value, float | Fraction):
        yield from (value * 2, value / 2)
    elif isinstance(value, list | tuple):
        yield value[1:]
        yield value[:-1]
    elif callable(value) and not isinstance(value, type):
        yield "random"


def _other_positions(position: Position) -> Iterator[Position]:
    clues = list(position.clues)
    for mines in (1, -1):
        if position.mines is not None:
            yield Position(position.board, clues, position.mines + mines, flags=position.flags)
    for cell in position.revealed[:2]:
        covered = [None if other == cell else clue for other, clue in enumerate(clues)]
        yield Position(position.board, covered, position.mines, flags=position.flags)
    for cell in position.revealed[:2]:
        more = [1 + (clue or 0) if other == cell else clue for other, clue in enumerate(clues)]
        yield Position(position.board, more, position.mines, flags=position.flags)
