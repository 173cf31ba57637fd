"""Fingerprints: the same in every process, and different whenever code or a parameter is."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from sapper.errors import StrategyError
from sapper.strategies.fingerprints import (
    NoFingerprintError,
    check_digest,
    fingerprint,
    is_own_module,
)
from sapper.strategies.registry import find, register, unregister

if TYPE_CHECKING:
    from collections.abc import Callable

BASE = """
import functools
import math
from dataclasses import dataclass

import numpy as np

DEPTH = 3
WEIGHTS = {"a": 1.5, "b": [1, 2]}
NAMES = {"corner", "edge", "middle"}
TABLE = np.arange(6.0)

def helper(position, deep=False):
    return other(position) + DEPTH + len(NAMES) + WEIGHTS["a"] + TABLE[1]

def other(position):
    return math.sqrt(4)

class Base:
    def score(self, position):
        return 1

@dataclass
class Settings:
    width: int = 2
    names: tuple = ("x", "y")

class Probe(Base):
    '''A strategy.'''
    opens_certain = True
    settings = Settings()

    def __init__(self, level=1):
        self.level = level

    def choose(self, position):
        # the first covered cell
        helper(position)
        return next(cell for cell in position.covered if cell in {1, 2, 3} or cell >= 0)

    @staticmethod
    def twice(number):
        return 2 * number

    @functools.cached_property
    def cached(self):
        return lambda x: x + 1

make = Probe
"""

CHANGES = {
    "a constant": ("DEPTH = 3", "DEPTH = 4"),
    "a weight": ("1.5", "1.6"),
    "an element of a list": ("[1, 2]", "[1, 3]"),
    "a set": ('"edge", ', ""),
    "an array": ("np.arange(6.0)", "np.arange(6.0) * 2"),
    "the helper of a helper": ("math.sqrt(4)", "math.sqrt(5)"),
    "a default": ("deep=False", "deep=True"),
    "a base": ("return 1", "return 2"),
    "a field": ("width: int = 2", "width: int = 3"),
    "a class attribute": ("opens_certain = True", "opens_certain = False"),
    "a parameter": ("level=1", "level=2"),
    "the method": ("if cell in {1, 2, 3}", "if cell in {1, 2, 4}"),
    "a static method": ("2 * number", "3 * number"),
    "a lambda": ("x + 1", "x + 2"),
    "another function": ("math.sqrt", "math.exp"),
}

NO_CHANGES = {
    "a comment": ("# the first covered cell", "# a cell"),
    "the docstring": ("A strategy.", "Another text."),
    "a blank line": ("class Probe", "\n\n\nclass Probe"),
    "spaces": ("2 * number", "2  *  number"),
    "an unused function": ("make = Probe", "def unused():\n    return 7\n\nmake = Probe"),
}


def made(text: str, folder: Path, name: str = "probe_module") -> Any:
    """Return ``make`` of a module, as an import does."""
    file = folder / f"{name}.py"
    file.write_text(text)
    space: dict[str, Any] = {"__name__": name, "__file__": str(file)}
    module = type(sys)(name)
    module.__dict__.update(space)
    sys.modules[name] = module
    import linecache

    linecache.clearcache()
    exec(compile(text, str(file), "exec", dont_inherit=True), module.__dict__)
    return module.__dict__["make"]


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_changes_the_fingerprint(change: str, tmp_path: Path) -> None:
    before = fingerprint(made(BASE, tmp_path))
    assert before.by_source
    old, new = CHANGES[change]
    assert BASE.count(old) == 1 or change == "another function"
    after = fingerprint(made(BASE.replace(old, new), tmp_path))
    assert after.by_source
    assert after != before


@pytest.mark.parametrize("change", NO_CHANGES)
def test_what_does_not_change_it(change: str, tmp_path: Path) -> None:
    before = fingerprint(made(BASE, tmp_path))
    assert fingerprint(made(BASE.replace(*NO_CHANGES[change]), tmp_path)) == before


SCRIPT = """
import sys
sys.path.insert(0, {folder!r})
import probe_module
from sapper.strategies.fingerprints import check_digest, fingerprint
print(fingerprint(probe_module.make), check_digest(probe_module.make))
"""


def test_it_is_the_same_in_every_process(tmp_path: Path) -> None:
    (tmp_path / "probe_module.py").write_text(BASE)
    found = set()
    for seed in ("1", "2", "33"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT.format(folder=str(tmp_path))],
            capture_output=True, text=True, env=environment, check=True,
        )  # fmt: skip
        found.add(done.stdout)
    assert len(found) == 1
    assert found.pop().startswith("source ")


def test_without_a_source_the_code_counts(tmp_path: Path) -> None:
    def typed(text: str) -> Any:
        space: dict[str, Any] = {"__name__": "__main__"}
        exec(textwrap.dedent(text), space)
        return space["make"]

    one = "class make:\n    def choose(self, position):\n        return position.covered[{}]"
    first, last = typed(one.format(0)), typed(one.format(-1))
    assert not fingerprint(first).by_source
    assert sys.implementation.cache_tag in str(fingerprint(first))
    assert fingerprint(typed(one.format(0))) == fingerprint(first) != fingerprint(last)
    built = [type("Made", (), {"choose": lambda self, position, k=k: k}) for k in (0, 0, 1)]
    assert fingerprint(built[0]) == fingerprint(built[1]) != fingerprint(built[2])


def test_the_name_of_a_module_proves_nothing() -> None:
    """Without ``__name__`` a class says that it is built in."""

    def run(cell: int) -> Any:
        space: dict[str, Any] = {}
        exec(f"class make:\n    def choose(self, position):\n        return {cell}", space)
        return space["make"]

    assert run(1).__module__ == "builtins"
    assert fingerprint(run(1)) == fingerprint(run(1)) != fingerprint(run(2))
    assert check_digest(run(1)) == check_digest(run(1)) != check_digest(run(2))
    for module in ("sapper.strategies", "numpy", "json"):
        claims = [type("choose", (), {"at": cell, "__module__": module}) for cell in (1, 2)]
        assert fingerprint(claims[0]) != fingerprint(claims[1])


def test_a_wrapper_of_a_package_does_not_hide_a_function() -> None:
    from contextlib import contextmanager

    def made(cell: int) -> Any:
        @contextmanager
        def choose(position: Any) -> Any:
            yield position.covered[cell]

        @contextmanager
        def other(position: Any) -> Any:
            yield position.covered[cell] + 1

        return choose, other

    first, second = made(1), made(2)
    assert fingerprint(first[0]) == fingerprint(made(1)[0])
    assert len({fingerprint(each).digest for each in (*first, *second)}) == 4


def test_a_file_that_changed_after_its_import_is_not_believed(tmp_path: Path) -> None:
    import linecache

    make = made(BASE, tmp_path)
    (tmp_path / "probe_module.py").write_text(BASE.replace("return 1", "return 2"))
    linecache.clearcache()
    stale = fingerprint(make)
    assert not stale.by_source
    assert stale != fingerprint(made(BASE.replace("return 1", "return 2"), tmp_path))


class Level:
    """A strategy with a parameter."""

    def __init__(self, level: int = 1) -> None:
        self.level = level

    def choose(self, position: Any) -> int:
        return int(position.covered[self.level])


def closure(level: int) -> Any:
    return lambda: Level(level)


def test_parameters_of_factories_count() -> None:
    from functools import partial

    makers: list[Callable[[int], Any]] = [
        closure,
        lambda level: partial(Level, level),
        lambda level: Level(level).choose,
    ]
    for make in makers:
        assert fingerprint(make(2)) == fingerprint(make(2))
        assert fingerprint(make(2)) != fingerprint(make(3))
    assert fingerprint(lambda: Level(2)) != fingerprint(lambda: Level(3))


GAMES = 0


class Counts:
    """Its count of games is a state, not a parameter."""

    def choose(self, position: Any) -> int:
        global GAMES
        GAMES += 1
        return int(position.covered[0])


def test_a_global_that_it_assigns_is_no_parameter() -> None:
    before = fingerprint(Counts), check_digest(Counts)
    Counts().choose(type("Position", (), {"covered": [0]}))
    assert GAMES
    assert (fingerprint(Counts), check_digest(Counts)) == before


def test_the_check_of_workers_ignores_values_that_play_changes(tmp_path: Path) -> None:
    make = made(BASE, tmp_path)
    before = check_digest(make)
    sys.modules["probe_module"].__dict__["WEIGHTS"]["c"] = 7
    assert check_digest(make) == before
    assert check_digest(made(BASE.replace("return 1", "return 2"), tmp_path)) != before


def test_what_has_no_fingerprint_is_named() -> None:
    with Path(__file__).open() as stream:

        class Reads:
            file = stream

            def choose(self, position: Any) -> int:
                return len(self.file.read())

        with pytest.raises(NoFingerprintError, match="content of a TextIOWrapper object cannot"):
            fingerprint(Reads)
    from sapper.lab.store.identities import identity_of

    register("reads", Reads, "reads a file")
    try:
        with pytest.raises(StrategyError) as refused:
            identity_of("reads")
        assert str(refused.value).startswith("strategy 'reads' has no fingerprint: the content of")
        assert "register it with identity='...'" in str(refused.value)
        register("reads", Reads, "reads a file", identity="first try", replace=True)
        assert identity_of("reads").startswith("version first try, Sapper ")
        assert find("book004:reads").identity == "first try"
        assert identity_of("book004:reads").startswith("opening book, version first try")
    finally:
        unregister("reads")


def test_an_identity_is_a_text_and_replace_is_asked_for() -> None:
    with pytest.raises(StrategyError, match="the identity of strategy 'x' is a text, not ''"):
        register("x", Level, "", identity="")
    with pytest.raises(StrategyError, match="there is a strategy 'pseq' already"):
        register("pseq", Level, "", replace=True)


def test_whose_modules_count() -> None:
    assert is_own_module("__main__")
    assert is_own_module(__name__)
    assert not is_own_module("numpy.linalg")
    assert is_own_module("numpy.linalg", frozenset({"numpy"}))
    assert np.asarray(1).size == 1
