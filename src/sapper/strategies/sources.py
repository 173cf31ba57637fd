"""The code of Python functions: digests of their code objects, and their source text.

A source file may have changed since it was imported. So the text of a function is only used if it
compiles to the code that the function really has.
"""

from __future__ import annotations

import ast
import dis
import hashlib
import linecache
from functools import lru_cache
from types import CodeType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FunctionType


_BEHAVIOUR = 0x3FF
"""The flags of code objects except those of ``from __future__`` and docstrings."""


def code_digest(code: CodeType) -> str:
    """Return a hash of a code object: instructions, constants and names, but no places in files.

    It is the same in every process of one version of Python.

    >>> one, other = compile("x + 1", "a", "eval"), compile("x +  1", "b", "eval")
    >>> code_digest(one) == code_digest(other)
    True
    """
    parts = (
        code.co_code.hex(),
        code.co_exceptiontable.hex(),
        code.co_argcount,
        code.co_posonlyargcount,
        code.co_kwonlyargcount,
        code.co_flags & _BEHAVIOUR,
        code.co_names,
        code.co_varnames,
        code.co_freevars,
        code.co_cellvars,
        [_constant(value) for value in code.co_consts],
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def source_text(function: FunctionType) -> str | None:
    """Return the source of a function without comments and docstrings; None if it is unknown.

    >>> def double(number):
    ...     "Twice the number."
    ...     return 2 * number  # a comment
    >>> print(source_text(double))
    def double(number):
        return 2 * number
    """
    code = function.__code__
    text = "".join(linecache.getlines(code.co_filename, function.__globals__))
    if not text:
        return None
    key = code.co_qualname, code.co_firstlineno
    try:
        alike = _compiled(code.co_filename, text).get(key, [])
        found = _texts(text).get(code.co_firstlineno, ())
    except (SyntaxError, ValueError, RecursionError):
        return None
    if code_digest(code) not in alike:
        return None
    is_lambda = code.co_name == "<lambda>"
    texts = [unparsed for name, unparsed in found if name == ("" if is_lambda else code.co_name)]
    return texts[0] if len(texts) == 1 else None  # there may be two lambdas in a line


def names_in(code: CodeType) -> Iterator[str]:
    """Yield the names of globals and attributes in a code object and those inside it."""
    yield from code.co_names
    for value in code.co_consts:
        if isinstance(value, CodeType):
            yield from names_in(value)


def assigned_globals(code: CodeType) -> set[str]:
    """Return the globals that a function assigns to: its state, not a parameter.

    >>> def count():
    ...     global games
    ...     games = 1
    >>> assigned_globals(count.__code__)
    {'games'}
    """
    return {
        step.argval
        for step in dis.get_instructions(code)
        if step.opname in ("STORE_GLOBAL", "DELETE_GLOBAL")
    }


def _constant(value: Any) -> str:
    if isinstance(value, CodeType):
        return code_digest(value)
    if isinstance(value, tuple):
        return f"({','.join(map(_constant, value))})"
    if isinstance(value, frozenset):  # its order differs between processes
        return f"{{{','.join(sorted(map(_constant, value)))}}}"
    return f"{type(value).__name__} {value!r}"


@lru_cache(maxsize=64)
def _compiled(filename: str, text: str) -> dict[tuple[str, int], list[str]]:
    """Return the digests of all code objects of a file, by qualified name and first line."""
    found: dict[tuple[str, int], list[str]] = {}
    waiting = [compile(text, filename, "exec", dont_inherit=True)]
    while waiting:
        code = waiting.pop()
        found.setdefault((code.co_qualname, code.co_firstlineno), []).append(code_digest(code))
        waiting += [value for value in code.co_consts if isinstance(value, CodeType)]
    return found


@lru_cache(maxsize=64)
def _texts(text: str) -> dict[int, list[tuple[str, str]]]:
    """Return the names and texts of all functions of a file by first line; "" names a lambda."""
    found: dict[int, list[tuple[str, str]]] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Lambda):
            found.setdefault(node.lineno, []).append(("", ast.unparse(node)))
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            line = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            found.setdefault(line, []).append((node.name, _unparsed(node)))
    return found


def _unparsed(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """Return the text of a function without the docstrings in it."""
    for inner in ast.walk(node):
        documented = isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
        if documented and ast.get_docstring(inner, clean=False) is not None:  # type: ignore[arg-type]
            inner.body = inner.body[1:] or [ast.Pass()]  # type: ignore[attr-defined]
    return ast.unparse(node)
