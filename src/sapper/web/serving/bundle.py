"""The page in three files: an index, one script of all modules, one style sheet of all sheets.

The page consists of plain ES modules and style sheets, which a browser can load without a build
step, one request each. They are joined when they are read. Each module becomes a function that is
called once and returns its exports; the functions are in topological order of the imports.
Comments on lines of their own are dropped. File names contain a hash of the content, so that
browsers may cache the files forever. A hundred files take a few milliseconds.

Only a subset of ES modules is accepted; anything else is a BundleError, never a wrong script:
`import { … } from "./file.js"`, `import "./file.js"`, and `export` before a function, a class or a
const; no import cycles.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePosixPath

FOLDER = "bundle/"
"""The folder of the joined files, next to the index."""

_HASH_DIGITS = 16
_IMPORT = re.compile(r'^import\s+(?:\{([^}]*)\}\s+from\s+)?"([^"]+)";\n?', re.M)
_EXPORT = re.compile(r"^export (?=(?:async function\*?|function\*?|class|const) ([\w$]+))", re.M)
_NOTHING = re.compile(r"^export \{\};\n?", re.M)
_COMMENT = re.compile(r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/[ \t]*|//[^\n]*)\n", re.M | re.DOTALL)
_BEYOND = re.compile(r"^(?:import|export)\b[^\n]*|\bimport\s*\([^\n]*|\bimport\.meta\b", re.M)
_SHEET_LINK = re.compile(r'[ \t]*<link rel="stylesheet" href="([^"/:][^":]*)" />\n')
_SCRIPT_LINK = re.compile(r'<script type="module" src="([^"/:][^":]*)"></script>')
_OUTSIDE = re.compile(r"@import|url\(")


class BundleError(Exception):
    """The page uses a construct that cannot be joined."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """The joined page."""

    index: str
    """The HTML of the page."""

    files: dict[str, tuple[str, str]]
    """Media type and content of the script and the style sheet, by path next to the index."""


def bundle(page: Path) -> Bundle:
    """Join the page in a folder."""
    index = (page / "index.html").read_text(encoding="utf-8")
    entry = _SCRIPT_LINK.search(index)
    sheets = _SHEET_LINK.findall(index)
    if entry is None or not sheets:
        raise BundleError("index.html names no script of type module, or no sheet")
    script = join_modules(page, entry[1])
    sheet = _join_sheets(page, sheets)
    script_path, sheet_path = _named("page", "js", script), _named("page", "css", sheet)
    sheet_link = f'    <link rel="stylesheet" href="{sheet_path}" />\n'
    before, rest = _SHEET_LINK.split(index, 1)[::2]
    index = before + sheet_link + _SHEET_LINK.sub("", rest)
    index = index.replace(entry[0], f'<script type="module" src="{script_path}"></script>')
    files = {script_path: ("text/javascript", script), sheet_path: ("text/css", sheet)}
    return Bundle(index, files)


def _named(stem: str, ending: str, content: str) -> str:
    return f"{FOLDER}{stem}.{sha256(content.encode()).hexdigest()[:_HASH_DIGITS]}.{ending}"


def _join_sheets(page: Path, paths: list[str]) -> str:
    joined = "".join((page / path).read_text(encoding="utf-8") for path in paths)
    if found := _OUTSIDE.search(joined):
        raise BundleError(f"a sheet that refers to another file: {found[0]}")
    return joined


def join_modules(page: Path, entry: str) -> str:
    """Return one script equivalent to the module at ``entry``."""
    order: list[str] = []
    codes: dict[str, str] = {}
    _visit(page, entry, (), order, codes)
    names = {path: f"m{number}" for number, path in enumerate(order)}
    parts = [_as_function(path, codes[path], names) for path in order]
    return '"use strict";\n' + "".join(parts)


def _visit(
    page: Path, path: str, above: tuple[str, ...], order: list[str], codes: dict[str, str]
) -> None:
    """Add a module after all modules that it imports."""
    if path in above:
        raise BundleError(f"modules import each other in a circle: {' '.join((*above, path))}")
    if path in codes:
        return
    try:
        text = (page / path).read_text(encoding="utf-8")
    except OSError as error:
        raise BundleError(
            f"{above[-1] if above else 'index.html'} imports {path}: {error}"
        ) from None
    codes[path] = _COMMENT.sub("", text)
    for found in _IMPORT.finditer(codes[path]):
        _visit(page, _resolved(path, found[2]), (*above, path), order, codes)
    order.append(path)


def _resolved(path: str, target: str) -> str:
    """Return the path of an imported module."""
    if not target.startswith("."):
        raise BundleError(f"{path} imports {target}, which is no relative path")
    parts: list[str] = []
    for part in (PurePosixPath(path).parent / target).parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return str(PurePosixPath(*parts))


def _as_function(path: str, code: str, names: dict[str, str]) -> str:
    exports: list[str] = _EXPORT.findall(code)

    def constants(match: re.Match[str]) -> str:
        module = names[_resolved(path, match[2])]
        wanted = [part.strip() for part in (match[1] or "").split(",") if part.strip()]
        parts = ", ".join(re.sub(r"\s+as\s+", ": ", part) for part in wanted)
        return f"const {{ {parts} }} = {module};\n" if wanted else ""

    code = _NOTHING.sub("", _EXPORT.sub("", _IMPORT.sub(constants, code)))
    if beyond := _BEYOND.search(re.sub(r"/\*\*.*?\*/", "", code)):
        raise BundleError(f"{path} has what cannot be joined: {beyond[0][:80]}")
    return f"const {names[path]} = (() => {{\n{code}return {{ {', '.join(exports)} }};\n}})();\n"
