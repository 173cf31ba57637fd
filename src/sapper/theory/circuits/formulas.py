"""Boolean formulas as people write them: names, ``not``, ``and``, ``xor``, ``or``, parentheses.

``not`` binds most closely, then ``and``, ``xor`` and ``or``; gates of one kind join from the left.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from sapper.errors import SapperError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

KINDS = ("or", "xor", "and")
"""The kinds of gates, the loosest first."""

LONGEST = 10_000
"""The characters of a formula."""

MOST_GATES = 100
"""The gates of a formula."""

DEEPEST = 50
"""Parentheses within one another."""

_TOKEN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[()]|\S")


class FormulaError(SapperError, ValueError):
    """A formula that cannot be read, or one that is too large for a circuit."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable."""

    name: str
    """Letters, digits and underscores."""

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Not:
    """A negation."""

    of: Formula
    """What is negated."""

    def __str__(self) -> str:
        return f"not {_operand(self.of)}"


@dataclass(frozen=True, slots=True)
class Gate:
    """Two formulas joined."""

    kind: str
    """``and``, ``or`` or ``xor``."""

    left: Formula
    """The first of them."""

    right: Formula
    """The second."""

    def __str__(self) -> str:
        return f"{_operand(self.left)} {self.kind} {_operand(self.right)}"

    def join(self, left: bool, right: bool) -> bool:
        """Return what the gate makes of two values."""
        if self.kind == "xor":
            return left != right
        return left and right if self.kind == "and" else left or right


Formula = Variable | Not | Gate


def parse_formula(text: str) -> Formula:
    """Read a formula; FormulaError says what is wrong, and at which character.

    >>> str(parse_formula("a and not b or c"))
    '(a and not b) or c'
    >>> parse_formula("a and or b")
    Traceback (most recent call last):
    sapper.theory.circuits.formulas.FormulaError: character 7: 'or' where a name, not or ( is due
    """
    if not isinstance(text, str):
        raise FormulaError(f"a formula is text, not {text!r}")
    if len(text) > LONGEST:
        raise FormulaError(f"a formula has at most {LONGEST:,} characters, not {len(text):,}")
    return _Reader(text).whole()


def variables(formula: Formula) -> tuple[str, ...]:
    """Return the names of the variables, in the order in which they first occur.

    >>> variables(parse_formula("b and (a or b)"))
    ('b', 'a')
    """
    names = (part.name for part in parts(formula) if isinstance(part, Variable))
    return tuple(dict.fromkeys(names))


def parts(formula: Formula) -> Iterator[Formula]:
    """Yield every part of a formula after the parts that it is made of, itself last."""
    if isinstance(formula, Not):
        yield from parts(formula.of)
    elif isinstance(formula, Gate):
        yield from parts(formula.left)
        yield from parts(formula.right)
    yield formula


def value(formula: Formula, assignment: Mapping[str, bool]) -> bool:
    """Return the truth of a formula for given variables.

    >>> value(parse_formula("a xor b"), {"a": True, "b": False})
    True
    """
    if isinstance(formula, Variable):
        return assignment[formula.name]
    if isinstance(formula, Not):
        return not value(formula.of, assignment)
    return formula.join(value(formula.left, assignment), value(formula.right, assignment))


def _operand(formula: Formula) -> str:
    return f"({formula})" if isinstance(formula, Gate) else str(formula)


class _Reader:
    """Reads a formula from left to right."""

    def __init__(self, text: str) -> None:
        self._tokens = [(match.group(), match.start() + 1) for match in _TOKEN.finditer(text)]
        self._next = 0
        self._depth = 0
        self._gates = 0

    def whole(self) -> Formula:
        if not self._tokens:
            raise FormulaError("the formula is empty")
        found = self._joined(0)
        if self._next < len(self._tokens):
            self._fail("and, xor or or")
        return found

    def _joined(self, level: int) -> Formula:
        """Read what gates of this kind, and of those that bind more closely, join."""
        if level == len(KINDS):
            return self._negated()
        found = self._joined(level + 1)
        while self._word() == KINDS[level]:
            self._next += 1
            self._gates += 1
            if self._gates > MOST_GATES:
                raise FormulaError(f"a formula has at most {MOST_GATES} times and, xor or or")
            found = Gate(KINDS[level], found, self._joined(level + 1))
        return found

    def _negated(self) -> Formula:
        negated = False
        while self._word() == "not":
            self._next += 1
            negated = not negated
        found = self._atom()
        return Not(found) if negated else found

    def _atom(self) -> Formula:
        word = self._word()
        if word == "(":
            return self._enclosed()
        if not re.fullmatch(r"\w+", word, re.ASCII) or word[0].isdigit() or word in KINDS:
            self._fail("a name, not or (")
        name, _ = self._tokens[self._next]
        self._next += 1
        return Variable(name)

    def _enclosed(self) -> Formula:
        self._next += 1
        self._depth += 1
        if self._depth > DEEPEST:
            raise FormulaError(f"more than {DEEPEST} parentheses within one another")
        found = self._joined(0)
        if self._word() != ")":
            self._fail(")")
        self._next += 1
        self._depth -= 1
        return found

    def _word(self) -> str:
        """The next token, or nothing at the end; words that join may be in capitals."""
        if self._next == len(self._tokens):
            return ""
        token, _ = self._tokens[self._next]
        return token.lower() if token.lower() in (*KINDS, "not") else token

    def _fail(self, due: str) -> NoReturn:
        if self._next == len(self._tokens):
            raise FormulaError(f"the formula ends where {due} is due")
        token, place = self._tokens[self._next]
        raise FormulaError(f"character {place}: {token[:20]!r} where {due} is due")
