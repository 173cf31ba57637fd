"""Run notebooks and store their outputs; without names, all notebooks of this folder.

    python docs/notebooks/execute.py [NOTEBOOK ...]

No execution times are stored, so that a file changes only if an output changes.
"""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

HERE = Path(__file__).parent


def execute(path: Path) -> NotebookNode:
    """Return a notebook with its new outputs."""
    notebook: NotebookNode = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    client = NotebookClient(
        notebook,
        timeout=120,
        kernel_name="python3",
        coalesce_streams=True,
        record_timing=False,
        resources={"metadata": {"path": str(path.parent)}},
    )
    client.execute()
    notebook.metadata["language_info"] = {"name": "python"}
    return notebook


if __name__ == "__main__":
    for path in [Path(name) for name in sys.argv[1:]] or sorted(HERE.glob("*.ipynb")):
        nbformat.write(execute(path), path)  # type: ignore[no-untyped-call]
        print(path.name)
