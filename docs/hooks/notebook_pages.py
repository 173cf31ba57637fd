"""Convert notebooks to pages of the site, with their stored outputs.

Notebooks are not executed here; a test checks that their stored outputs are up to date.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from mkdocs.structure.files import File

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add a page for every notebook; the notebook remains on the site as a file."""
    for file in list(files):
        if file.src_uri.endswith(".ipynb"):
            uri = file.src_uri.replace(".ipynb", ".md")
            files.append(File.generated(config, uri, content=page(file.content_string)))
    return files


def page(notebook: str) -> str:
    """Return the text of a notebook, its code and its outputs as Markdown."""
    cells = json.loads(notebook)["cells"]
    return "\n\n".join(part for cell in cells for part in parts(cell)) + "\n"


def parts(cell: dict[str, Any]) -> list[str]:
    """Return a cell as Markdown blocks."""
    source = "".join(cell["source"])
    if cell["cell_type"] != "code":
        return [source]
    return [f"```python\n{source}\n```", *map(output, cell["outputs"])]


def output(shown: dict[str, Any]) -> str:
    """Return the printed output of a cell, or the richest representation of its value."""
    if shown["output_type"] == "stream":
        return block("".join(shown["text"]))
    data = {kind: "".join(text) for kind, text in shown["data"].items()}
    if "image/svg+xml" in data:
        return markup(data["image/svg+xml"])
    if "text/html" in data:
        return markup(data["text/html"])
    return block(data["text/plain"])


def block(text: str) -> str:
    """Return printed text as a code block."""
    return f"```text\n{text.rstrip()}\n```"


def markup(text: str) -> str:
    """Return HTML or SVG as one Markdown block, without blank lines or a doctype."""
    bare = re.sub(r"<\?xml.*?\?>|<!DOCTYPE.*?>|<!--.*?-->", "", text, flags=re.S)
    line = re.sub(r"\s*\n\s*", " ", bare).strip()
    return f"<div>{line}</div>"
