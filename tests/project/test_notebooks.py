"""The notebooks of the documentation run, and their stored outputs are up to date."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def said(notebook: dict[str, Any]) -> list[list[str]]:
    """Return what each cell of code says in words; pictures have their text as well."""
    return [
        ["".join(shown.get("text") or shown["data"]["text/plain"]) for shown in cell["outputs"]]
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
    ]


def test_there_are_three() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["position", "strategy", "study"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_stored_with_outputs_and_without_failures(path: Path) -> None:
    notebook = json.loads(path.read_text("utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    kinds = {shown["output_type"] for cell in cells for shown in cell["outputs"]}
    assert kinds == {"stream", "execute_result"}
    assert "image/svg+xml" in path.read_text("utf-8")


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_say_what_is_stored(path: Path) -> None:
    pytest.importorskip("nbclient")
    execute = runpy.run_path(str(FOLDER / "execute.py"))["execute"]
    assert said(execute(path)) == said(json.loads(path.read_text("utf-8")))
