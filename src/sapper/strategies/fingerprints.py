"""Fingerprints of strategies written in Python: hashes of their code and parameters.

The hash covers the class or factory, its bases, the functions, classes and constants that their
code refers to, defaults, closures and attributes, as far as they belong to the user: code of the
standard library, of Sapper and of installed packages is covered by its name only. Functions are
hashed by their source without comments and docstrings. Those without a source, for example typed
into a prompt, are hashed by their code objects. Neither addresses nor the order of sets enter, so
that a fingerprint is the same in every process.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import sys
import sysconfig
import threading
import types
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper.errors import StrategyError
from sapper.strategies.sources import assigned_globals, code_digest, names_in, source_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_DIGITS = 16
_MOST_PARTS = 100_000
"""Upper limit on the values that a fingerprint covers."""

_SKIPPED = frozenset(
    {
        "__module__",
        "__qualname__",
        "__doc__",
        "__dict__",
        "__weakref__",
        "__annotations__",
        "__annotate__",
        "__annotate_func__",
        "__annotations_cache__",
        "__firstlineno__",
        "__static_attributes__",
        "__abstractmethods__",
        "_abc_impl",
        "__orig_bases__",
        "__parameters__",
        "__match_args__",
        "__dataclass_fields__",
        "__dataclass_params__",
        "__slotnames__",
        "__protocol_attrs__",
        "__non_callable_proto_members__",
    }
)
"""Attributes of classes that Python sets itself."""

_PLAIN = (types.NoneType, bool, int, float, complex, str, bytes, type(...), type(NotImplemented))
_DESCRIPTORS = (
    types.MemberDescriptorType,
    types.GetSetDescriptorType,
    types.WrapperDescriptorType,
    types.MethodDescriptorType,
    types.ClassMethodDescriptorType,
)
_LOCKS = (type(threading.Lock()), type(threading.RLock()))
_VALUES = (tuple, frozenset, types.CodeType, types.BuiltinFunctionType)
"""Types whose equal values may or may not be one object."""


class NoFingerprintError(StrategyError):
    """A strategy contains something whose content cannot be hashed, such as an open file."""


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """The hash of a strategy."""

    digest: str
    """16 hexadecimal digits."""

    by_source: bool
    """Whether the source of all its functions is known; else the version of Python matters."""

    def __str__(self) -> str:
        if self.by_source:
            return f"source {self.digest}"
        return f"bytecode {self.digest} of {sys.implementation.cache_tag}"


def fingerprint(make: Callable[[], Any]) -> Fingerprint:
    """Return the fingerprint of a class or factory; raise NoFingerprintError if there is none.

    >>> class Corner:
    ...     depth = 2
    ...     def choose(self, position):
    ...         return position.covered[-1]
    >>> before = fingerprint(Corner)
    >>> fingerprint(Corner) == before
    True
    >>> Corner.depth = 3
    >>> fingerprint(Corner) == before
    False
    """
    return _complete(make, _Walk(_roots(make), by_source=True, state=True))


def check_digest(make: Callable[[], Any]) -> str:
    """Return a hash of the code of a strategy, without values that may change during a game.

    A worker compares it with that of the sender. Both need the same version of Python.
    """
    return _complete(make, _Walk(_roots(make), by_source=False, state=False)).digest


def _complete(make: Callable[[], Any], walk: _Walk) -> Fingerprint:
    try:
        walk.add(make)
    except RecursionError:
        raise NoFingerprintError("its values are nested too deeply") from None
    return Fingerprint(walk.digest(), walk.by_source)


def _roots(make: Any) -> frozenset[str]:
    """Return the package of a strategy: its code counts even if the package is installed."""
    while isinstance(make, functools.partial):
        make = make.func
    if isinstance(make, types.MethodType):
        make = make.__self__
    module = getattr(make, "__module__", None) or type(make).__module__
    return frozenset({_top(module)} - {"sapper", *sys.stdlib_module_names})


class _Walk:
    """Hashes values depth-first; a value that was met before is hashed as its number."""

    def __init__(self, roots: frozenset[str], *, by_source: bool, state: bool) -> None:
        self.by_source = by_source
        """Whether the source of all functions so far is known."""
        self._wants_source = by_source
        self._state = state
        self._roots = roots
        self._hash = hashlib.sha256()
        self._met: dict[Any, int] = {}
        self._kept: list[Any] = []  # so that no address is used twice
        self._count = 0

    def digest(self) -> str:
        return self._hash.hexdigest()[:_DIGITS]

    def add(self, value: Any) -> None:
        """Hash a value and what it consists of."""
        kind = type(value)
        if kind in _PLAIN:
            self._put(kind.__name__, repr(value))
        elif kind in _VALUES or not self._is_repeated(id(value), value):
            self._add_new(value, kind)

    def _add_new(self, value: Any, kind: type) -> None:
        if isinstance(value, types.FunctionType):
            self._add_function(value)
        elif isinstance(value, type):
            self._add_class(value)
        elif isinstance(value, types.ModuleType):
            self._put("module", value.__name__)
        elif isinstance(value, types.MethodType):
            self._put("method")
            self.add(value.__func__)
            self.add(value.__self__)
        elif isinstance(value, (staticmethod, classmethod, functools.cached_property)):
            self._put(kind.__name__)
            self.add(value.func if isinstance(value, functools.cached_property) else value.__func__)
        elif isinstance(value, property):
            self._put("property")
            self._add_all((value.fget, value.fset, value.fdel))
        elif isinstance(value, functools.partial):
            self._put("partial")
            self._add_all((value.func, value.args, value.keywords))
        elif kind.__module__ == "functools" and hasattr(value, "__wrapped__"):  # a cache
            self._put("wrapper")
            self.add(value.__wrapped__)
        elif isinstance(value, types.BuiltinFunctionType):
            self._put("built-in", value.__module__, value.__qualname__)
            if not isinstance(value.__self__, (types.ModuleType, types.NoneType)):
                self.add(value.__self__)
        elif isinstance(value, types.CodeType):
            self._put("code", code_digest(value))
        elif isinstance(value, _DESCRIPTORS):
            self._put("descriptor", value.__name__)
        elif isinstance(value, _LOCKS):
            self._put("lock")
        else:
            self._add_data(value, kind)

    def _add_data(self, value: Any, kind: type) -> None:
        if kind is tuple:
            self._put("tuple", str(len(value)))
            self._add_all(value)
        elif kind is frozenset:
            self._add_unordered("frozenset", value)
        elif not self._state:
            self._put("state")
            self.add(kind)
        elif kind in (list, bytearray):
            self._put(kind.__name__, str(len(value)))
            self._add_all(value)
        elif kind is set:
            self._add_unordered("set", value)
        elif kind in (dict, types.MappingProxyType):
            self._add_unordered("dict", value.items())
        elif kind is np.ndarray and value.dtype != object:
            self._put("array", value.dtype.str, str(value.shape), value.tobytes().hex())
        else:
            self._add_object(value, kind)

    def _add_object(self, value: Any, kind: type) -> None:
        """Hash an object as it would be pickled: a function, its arguments and the state."""
        try:
            reduced = value.__reduce_ex__(4)
        except Exception as error:
            what = f"{kind.__qualname__} object"
            raise NoFingerprintError(f"the content of a {what} cannot be read ({error})") from error
        if isinstance(reduced, str):
            self._put("global", kind.__module__, reduced)
            return
        self._put("object")
        for part in reduced[:3]:
            self.add(part)
        for items in reduced[3:5]:
            self.add(None if items is None else list(items))

    def _add_function(self, function: types.FunctionType) -> None:
        if self._is_known_elsewhere(function):
            self._put("function", function.__module__, function.__qualname__)
            return
        code = function.__code__
        is_own = not _is_installed(code.co_filename) or _top(function.__module__) in self._roots
        text = source_text(function) if self._wants_source and is_own else None
        if not is_own:  # such as a wrapper that a decorator of a package has made
            text = code.co_qualname
        if text is None:
            self.by_source = False
            text = code_digest(code)
        self._put("own function", text)
        self.add(function.__defaults__)
        for name, value in sorted((function.__kwdefaults__ or {}).items()):
            self._add_named(name, value)
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
            try:
                self._add_named(name, cell.cell_contents)
            except ValueError:
                self._put("empty", name)
        for name, value in sorted(function.__dict__.items()):
            self._add_named(name, value)
        names = sorted(set(names_in(code)) - assigned_globals(code))
        for name in names if is_own else ():
            if name in function.__globals__ and not name.startswith("__"):
                self._put("global", name)
                self._add_global(function.__globals__[name], names)

    def _add_global(self, value: Any, names: list[str]) -> None:
        """Hash a value that a function refers to; of a module only the attributes it names."""
        if not isinstance(value, types.ModuleType):
            self.add(value)
            return
        key = (id(value), *names)
        if self._is_repeated(key, value):
            return
        self._put("module", value.__name__)
        if self._is_own(value.__name__):
            for name in names:
                if name in vars(value) and not name.startswith("__"):
                    self._put("attribute", name)
                    self._add_global(vars(value)[name], names)

    def _add_class(self, kind: type) -> None:
        if self._is_known_elsewhere(kind):
            self._put("class", kind.__module__, kind.__qualname__)
            return
        self._put("own class")
        for base in kind.__bases__:
            self._put("base")
            self.add(base)
            if self._is_known_elsewhere(base):
                self._put(_package_version(base.__module__))
        if type(kind) is not type:
            self.add(type(kind))
        fields = getattr(kind, "__dataclass_fields__", {})
        for field in fields.values():
            self._put("field", field.name, str(field.init), str(field.kw_only))
            self._add_all((field.default, field.default_factory))
        for name, value in sorted(vars(kind).items()):
            if name not in _SKIPPED and not (fields and _is_generated(value)):
                self._add_named(name, value)

    def _add_named(self, name: str, value: Any) -> None:
        self._put("name", name)
        self.add(value)

    def _add_all(self, values: Iterable[Any]) -> None:
        for value in values:
            self.add(value)

    def _add_unordered(self, what: str, values: Iterable[Any]) -> None:
        """Hash values in the order of their own hashes."""
        whole, met = self._hash, dict(self._met)
        digests = []
        for value in values:
            self._hash, self._met = hashlib.sha256(), dict(met)
            self.add(value)
            digests.append(self._hash.hexdigest())
        self._hash, self._met = whole, met
        self._put(what, *sorted(digests))

    def _put(self, *texts: str | None) -> None:
        self._count += 1
        if self._count > _MOST_PARTS:
            raise NoFingerprintError(f"it consists of more than {_MOST_PARTS:,} values")
        self._hash.update(repr(texts).encode(errors="surrogatepass"))

    def _is_repeated(self, key: Any, value: Any) -> bool:
        """Return whether a value was met before, and hash its number if so."""
        if key in self._met:
            self._put("again", str(self._met[key]))
            return True
        self._met[key] = len(self._met)
        self._kept.append(value)
        return False

    def _is_own(self, module: str | None) -> bool:
        """Return whether a module is code of the user, which may change without a new version."""
        return module is None or is_own_module(module, self._roots)

    def _is_known_elsewhere(self, value: types.FunctionType | type) -> bool:
        """Return whether a function or class is the one of its name in a module of others.

        The name of the module alone proves nothing: a class that is made in a namespace without a
        name says that it is of the module ``builtins``.
        """
        if self._is_own(value.__module__):
            return False
        found: Any = sys.modules.get(value.__module__)
        for name in value.__qualname__.split("."):
            found = getattr(found, name, None)
        return found is value


def _is_generated(value: Any) -> bool:
    """Return whether ``dataclass`` has written a method."""
    code = getattr(inspect.unwrap(value), "__code__", None) if callable(value) else None
    return code is not None and code.co_filename == "<string>"


def _top(module: str | None) -> str:
    return (module or "").partition(".")[0]


def is_own_module(module: str, roots: frozenset[str] = frozenset()) -> bool:
    """Return whether a module is neither Sapper's, nor of the standard library, nor installed.

    >>> is_own_module("json.decoder"), is_own_module("sapper.boards"), is_own_module("__main__")
    (False, False, True)
    """
    top = _top(module)
    if top == "sapper" or top in sys.stdlib_module_names:
        return False
    if top in roots or top in ("__main__", "__mp_main__"):
        return True
    file = getattr(sys.modules.get(module), "__file__", None)
    return file is None or not file.startswith(_installed_folders())


def _is_installed(filename: str) -> bool:
    """Return whether a file is one of Sapper, of the standard library or of a package."""
    return filename.startswith((*_installed_folders(), "<frozen ", _SAPPER))


_SAPPER = str(Path(__file__).parents[1])


@functools.cache
def _installed_folders() -> tuple[str, ...]:
    paths = sysconfig.get_paths()
    folders = {paths[name] for name in ("purelib", "platlib", "stdlib", "platstdlib")}
    folders |= {folder for folder in sys.path if folder.endswith(("-packages", "-packages/"))}
    return tuple(folders)


@functools.cache
def _package_version(module: str) -> str:
    top = _top(module)
    if top in sys.stdlib_module_names or top == "sapper":
        return ""
    try:
        return metadata.version(top)
    except metadata.PackageNotFoundError:
        return str(getattr(sys.modules.get(top), "__version__", ""))
