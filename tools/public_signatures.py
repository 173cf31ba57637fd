"""Write ``tests/data/public_api.txt``, the signatures of all public names: ``make stub``.

A name is public if a page of ``docs/reference`` has an entry for it; an entry for a module stands
for the names of its ``__all__``. The members of public classes are public if they do not start
with an underscore.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import re
from pathlib import Path
from types import GetSetDescriptorType, MemberDescriptorType, ModuleType
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parents[1]
REFERENCE = ROOT / "docs" / "reference"
FILE = ROOT / "tests" / "data" / "public_api.txt"

ENTRY = re.compile(r"^::: (sapper[\w.]*)$", re.M)

HEAD = """\
# The signatures of all public names, written by `make stub`.
# A removed or changed line breaks programs that use the name: see docs/reference/api.md.
"""


OPTIONAL = {"sapper.gym.stable_baselines3"}
"""Modules that need a package which Sapper does not install."""


def entries() -> list[str]:
    """Return the entries of the reference: names and modules."""
    pages = sorted(REFERENCE.glob("*.md"))
    found = [name for page in pages for name in ENTRY.findall(page.read_text("utf-8"))]
    return [name for name in found if not any(name.startswith(module) for module in OPTIONAL)]


def find(name: str) -> Any:
    """Return the object with a dotted name."""
    module, _, last = name.rpartition(".")
    if not module:
        return importlib.import_module(name)
    found = getattr(find(module), last, None)
    return importlib.import_module(name) if found is None else found


def public_objects() -> dict[str, Any]:
    """Return all public objects by their names, without the members of classes."""
    found: dict[str, Any] = {}
    for name in entries():
        thing = find(name)
        if isinstance(thing, ModuleType):
            found.update({f"{name}.{one}": getattr(thing, one) for one in names_of(thing)})
        else:
            found[name] = thing
    return dict(sorted(found.items()))


def names_of(module: ModuleType) -> list[str]:
    """Return the public names of a module: its ``__all__``, or what it defines itself."""
    defined = [
        name
        for name, thing in vars(module).items()
        if not name.startswith("_") and getattr(thing, "__module__", None) == module.__name__
    ]
    return list(getattr(module, "__all__", defined))


def members(owner: type) -> Iterator[tuple[str, Any]]:
    """Yield the public members of a class, inherited ones of Sapper included, by name."""
    names = {
        name
        for base in owner.__mro__
        if base.__module__.startswith("sapper") and base.__module__ != "sapper._core"
        for name in vars(base)
    }
    for name in sorted(names):
        if not name.startswith("_"):
            yield name, inspect.getattr_static(owner, name)


def fields(owner: type) -> dict[str, str]:
    """Return the annotated public attributes of a class with their types."""
    found: dict[str, str] = {}
    for base in reversed(owner.__mro__):
        if base.__module__.startswith("sapper"):
            found.update(
                {
                    name: text_of(kind)
                    for name, kind in vars(base).get("__annotations__", {}).items()
                }
            )
    return {name: kind for name, kind in sorted(found.items()) if not name.startswith("_")}


def text_of(annotation: Any) -> str:
    """Return an annotation as its source says it."""
    if isinstance(annotation, str):
        return annotation
    return annotation.__name__ if isinstance(annotation, type) else str(annotation)


def signature(function: Callable[..., Any]) -> str:
    """Return parameters, annotations, defaults and result of a function as text."""
    found = inspect.signature(function)
    plain = found.replace(
        parameters=[
            parameter.replace(
                annotation=_Text(text_of(parameter.annotation))
                if parameter.annotation is not inspect.Parameter.empty
                else inspect.Parameter.empty,
                default=_Text(_default(parameter.default))
                if parameter.default is not inspect.Parameter.empty
                else inspect.Parameter.empty,
            )
            for parameter in found.parameters.values()
        ],
        return_annotation=_Text(text_of(found.return_annotation))
        if found.return_annotation is not inspect.Signature.empty
        else inspect.Signature.empty,
    )
    return str(plain)


class _Text:
    """A text that a signature shows without quotes."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


def _default(value: object) -> str:
    if inspect.isfunction(value) or inspect.isbuiltin(value):
        return value.__qualname__
    return "..." if dataclasses.is_dataclass(value) else repr(value)


CONSTRUCTED = frozenset(
    f"sapper.{name}"
    for name in (
        "Click",
        "Game",
        "Layout",
        "Limits",
        "Position",
        "Replay",
        "Stop",
        "gym.MinesweeperEnv",
        "gym.MinesweeperVectorEnv",
        "gym.Rewards",
        "lab.Curve",
        "lab.Store",
    )
)
"""The classes that programs construct. Sapper makes the objects of all others, whose constructors
may change."""


def is_constructed(name: str) -> bool:
    """Return whether programs construct objects of a class."""
    return name in CONSTRUCTED


def attributes(owner: type) -> dict[str, str]:
    """Return the attributes and properties of a class with their types."""
    found = fields(owner)
    for member, value in members(owner):
        if member not in found and not isinstance(
            value, MemberDescriptorType | GetSetDescriptorType
        ):
            kind = _kind_of_property(value)
            if kind is not None:
                found[member] = kind
    return found


def _kind_of_property(value: Any) -> str | None:
    """Return the type of a property or cached property; None for other members."""
    if isinstance(value, property):
        return _result(value.fget)
    for name in ("func", "_compute"):  # a cached property of the library, or of Sapper
        if hasattr(value, name):
            return _result(getattr(value, name))
    return None


def functions_of(name: str, thing: Any) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield the functions of a public object: itself, or the constructor and methods of a class."""
    if inspect.isfunction(thing):
        yield name, thing
    elif inspect.isclass(thing):
        if is_constructed(name):
            yield name, thing
        for member, value in members(thing):
            inner = value.__func__ if isinstance(value, (classmethod, staticmethod)) else value
            if inspect.isfunction(inner):
                yield f"{name}.{member}", inner


def lines_of(name: str, thing: Any) -> Iterator[str]:
    """Yield the lines of one public object."""
    if inspect.isfunction(thing):
        yield name + signature(thing)
    elif inspect.isclass(thing):
        yield from _class_lines(name, thing)
    else:
        yield f"{name} = {_constant(thing)}"


def _constant(thing: object) -> str:
    if isinstance(thing, int | float | str):
        return repr(thing)
    if get_origin(thing) is Literal:
        return f"Literal{list(get_args(thing))}"
    if get_origin(thing) is not None:
        return "a type"  # its representation depends on the version of Python
    return type(thing).__name__


def _class_lines(name: str, thing: type) -> Iterator[str]:
    bases = ", ".join(base.__name__ for base in thing.__bases__ if base is not object)
    yield f"class {name}({bases})" + (f": {_constructor(thing)}" if is_constructed(name) else "")
    shown = attributes(thing)
    yield from (f"{name}.{member}: {kind}" for member, kind in sorted(shown.items()))
    for member, value in members(thing):
        inner = value.__func__ if isinstance(value, classmethod | staticmethod) else value
        if inspect.isfunction(inner):
            yield f"{name}.{member}{signature(inner)}"


def _constructor(thing: type) -> str:
    try:
        return signature(thing)
    except (TypeError, ValueError):  # a class of the core
        return "(...)"


def _result(function: Any) -> str:
    kept = function.__annotations__ if function is not None else {}
    return text_of(kept["return"]) if "return" in kept else "?"


def listing() -> str:
    """Return the content of the file."""
    found = [line for name, thing in public_objects().items() for line in lines_of(name, thing)]
    return HEAD + "\n".join(found) + "\n"


if __name__ == "__main__":
    FILE.write_text(listing(), encoding="utf-8")
