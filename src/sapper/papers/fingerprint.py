"""Fingerprints of the code that a row rests on, so that rows of other code are not used.

A row rests on the claims of its paper, on the shared modules of this package and on the engine: the
compiled core, the shipped data and all other modules of Sapper that can affect a result. The
fingerprint is the SHA-256 of these files. The cost is a few milliseconds per megabyte.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from sapper.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sapper.papers.claims import Effort, Question

_PACKAGE = Path(__file__).parents[1]
_HERE = Path(__file__).parent

_NO_RESULTS = ("cli", "papers", "terminal", "web", "gym")
"""Folders of the package that cannot affect a value of the engine."""

_NO_CODE = (".pyc", ".pyi", ".md")
"""Endings of the files without code or data of the engine."""


def row_key(paper: str, question: Question, effort: Effort) -> str:
    """Return the key of a row: its claim, the effort, the seed and the code that it rests on."""
    parts = {
        "paper": paper,
        "where": question.where,
        "claim": question.claim,
        "published": question.published,
        "quick": effort.quick,
        "seed": effort.seed,
        "recompute": effort.recompute,
        "version": VERSION,
        "engine": engine(),
        "claims": claims(paper),
    }
    return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


@cache
def engine() -> str:
    """Return the fingerprint of everything below the claims."""
    found = {
        path
        for path in _PACKAGE.rglob("*")
        if path.is_file()
        and path.suffix not in _NO_CODE
        and path.relative_to(_PACKAGE).parts[0] not in _NO_RESULTS
    }
    core = find_spec("sapper._core")  # an editable installation keeps it in another folder
    assert core is not None
    assert core.origin is not None
    return digest(found | {Path(core.origin)})


@cache
def claims(paper: str) -> str:
    """Return the fingerprint of the claims of a paper and of the shared modules."""
    return digest([*_HERE.glob("*.py"), *(_HERE / paper).rglob("*.py")])


def digest(paths: Iterable[Path]) -> str:
    """Return the fingerprint of files: of their names and contents, in any order."""
    whole = sha256()
    for path in sorted(paths):
        whole.update(f"{path.name} {path.stat().st_size}\n".encode())
        whole.update(path.read_bytes())
    return whole.hexdigest()
