"""Dependencies point in one direction, without cycles."""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import TYPE_CHECKING

import grimp
import networkx as nx
import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

import sapper

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCES = Path(sapper.__file__).parent
ROOT = Path(__file__).resolve().parents[2]

FACADES = {
    "analysis",
    "boards",
    "exchange",
    "formatting",
    "games",
    "stopping",
    "layouts",
    "perfect",
    "positions",
    "service",
    "strategies",
    "limits",
}
"""Packages that may import the compiled core."""


@pytest.fixture
def loggers_kept() -> Iterator[None]:
    """Enable the loggers again that import-linter disables with its logging configuration."""
    yield
    for name in logging.root.manager.loggerDict:
        logging.getLogger(name).disabled = False


@pytest.mark.usefixtures("loggers_kept")
def test_each_layer_uses_only_those_below_it() -> None:
    """The layers are listed in pyproject.toml; imports inside functions count, too."""
    found = lint_imports(config_filename=str(ROOT / "pyproject.toml"), cache_dir=None)
    assert found == EXIT_STATUS_SUCCESS


def test_no_module_imports_itself_through_others() -> None:
    imports = grimp.build_graph("sapper", exclude_type_checking_imports=True, cache_dir=None)
    graph = nx.DiGraph(
        (module, other)
        for module in imports.modules
        for other in imports.find_modules_directly_imported_by(module)
    )
    circles = [sorted(part) for part in nx.strongly_connected_components(graph) if len(part) > 1]
    assert not circles


def test_only_facades_speak_to_the_compiled_core() -> None:
    speaks = re.compile(
        r"^\s*(from sapper import .*\b_core\b|from sapper\._core |import sapper\._core)"
    )
    found = set()
    for file in SOURCES.rglob("*.py"):
        if any(speaks.match(line) for line in file.read_text(encoding="utf-8").splitlines()):
            found.add(file.relative_to(SOURCES).parts[0].removesuffix(".py"))
    assert found <= FACADES
