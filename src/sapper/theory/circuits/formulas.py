"""Boolean formulas with names, ``not``, ``and``, ``xor``, ``or`` and parentheses: a parser.

Recursive descent. ``not`` has the highest precedence, then ``and``, ``xor`` and ``or``; operators
of one kind associate to the left.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from sapper.errors import SapperError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

KINDS = ("or", "xor", "and")
"""The kinds of gates, by ascending precedence."""

LONGEST = 10_000
"""Limit on the characters of a formula."""

MOST_GATES = 100
"""Limit on the gates of a formula."""

DEEPEST = 50
"""Limit on the nesting depth of parentheses."""

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
    """The negated formula."""

    def __str__(self) -> str:
        return f"not {_operand(self.of)}"


@dataclass(frozen=True, slots=True)
class Gate:
    """A binary operation on two formulas."""

    kind: str
    """``and``, ``or`` or ``xor``."""

    left: Formula
    """The first operand."""

    right: Formula
    """The second operand."""

    def __str__(self) -> str:
        return f"{_operand(self.left)} {self.kind} {_operand(self.right)}"

    def join(self, left: bool, right: bool) -> bool:
        """Return the result of the gate for two values."""
        if self.kind == "xor":
            return left != right
        return left and right if self.kind == "and" else left or right


Formula = Variable | Not | Gate


def parse_formula(text: str) -> Formula:
    """Parse a formula; FormulaError states the error and its character position.

    >>> str(parse_formula("a and not b or c"))
    '(a and not b) or c'
    >>> parse_formula("a)")
    Traceback (most recent call last):
    sapper.theory.circuits.formulas.FormulaError: character 2: ')' where and, xor or or is expected
    """
    if not isinstance(text, str):
        raise FormulaError(f"a formula is text, not {text!r}")
    if len(text) > LONGEST:
        raise FormulaError(f"a formula has at most {LONGEST:,} characters, not {len(text):,}")
    return _Reader(text).whole()


def variables(formula: Formula) -> tuple[str, ...]:
    """Return the names of the variables, in order of first occurrence.

    >>> variables(parse_formula("b and (a or b)"))
    ('b', 'a')
    """
    names = (part.name for part in parts(formula) if isinstance(part, Variable))
    return tuple(dict.fromkeys(names))


def parts(formula: Formula) -> Iterator[Formula]:
    """Yield every subformula in postorder, the formula itself last."""
    if isinstance(formula, Not):
        yield from parts(formula.of)
    elif isinstance(formula, Gate):
        yield from parts(formula.left)
        yield from parts(formula.right)
    yield formula


def value(formula: Formula, assignment: Mapping[str, bool]) -> bool:
    """Return the truth value of a formula under an assignment.

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
    """A recursive-descent parser."""

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
        """Parse operands joined by gates of this precedence level or a higher one."""
        if level == len(KINDS):
            return self._negated()
        found = self._joined(level + 1)
        while self._word() == KINDS[level]:
            self._next += 1
            self._gates += 1
            if self._gates > MOST_GATES:
                raise FormulaError(f"a formula has at most {MOST_GATES} gates (and, xor, or)")
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
            raise FormulaError(f"more than {DEEPEST} nested parentheses")
        found = self._joined(0)
        if self._word() != ")":
            self._fail(")")
        self._next += 1
        self._depth -= 1
        return found

    def _word(self) -> str:
        """The next token, or "" at the end; operators are case-insensitive."""
        if self._next == len(self._tokens):
            return ""
        token, _ = self._tokens[self._next]
        return token.lower() if token.lower() in (*KINDS, "not") else token

    def _fail(self, expected: str) -> NoReturn:
        if self._next == len(self._tokens):
            raise FormulaError(f"the formula ends where {expected} is expected")
        token, place = self._tokens[self._next]
        raise FormulaError(f"character {place}: {token[:20]!r} where {expected} is expected")
