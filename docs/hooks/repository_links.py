"""Make pages of the site for link targets outside of docs/, such as examples and CONTRIBUTING.md.

Links in the documents are relative to the repository. For the site, every file or folder outside
of docs/ that a document links to becomes a page under ``repository/``, and the links are
rewritten. A link to a missing file is left unchanged and fails the build.
"""

from __future__ import annotations

import os.path
import re
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from mkdocs.structure.files import File

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

DOCS = "docs"
SITE = "repository"
ALWAYS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
"""Pages in the navigation, which exist even if no document links to them."""

SOURCES = {".py": "python", ".toml": "toml", ".md": "markdown"}
FENCED = re.compile(r"(^```.*?^```$)", re.S | re.M)
TARGET = re.compile(r"(?<=\]\()(?![a-z]+:|#)([^)#\s]+)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add a page for every link target outside of docs/."""
    root = Path(config.docs_dir).parent
    documents = [file for file in files if file.src_uri.endswith((".md", ".ipynb"))]
    waiting = set(ALWAYS)
    for file in documents:
        waiting |= outside(file.content_string, f"{DOCS}/{file.src_uri}")
    done: set[str] = set()
    while waiting:
        path = waiting.pop()
        done.add(path)
        if not (root / path).exists():
            continue
        content = shown(root / path, path)
        files.append(File.generated(config, site_uri(path), content=content))
        if path.endswith(".md"):
            waiting |= outside(content, path) - done
    return files


def on_page_markdown(markdown: str, page: Page, files: Files, **_: Any) -> str:
    """Rewrite the links of a page for the site."""
    here = page.file.src_uri

    def rewritten(target: str) -> str:
        uri = site_uri(resolved(target, home(here)))
        if files.get_file_from_path(uri) is None:
            return target
        return os.path.relpath(uri, PurePosixPath(here).parent)

    return with_targets(markdown, rewritten)


def home(uri: str) -> str:
    """Return the path of the source of a site page in the repository."""
    return uri.removeprefix(f"{SITE}/") if uri.startswith(f"{SITE}/") else f"{DOCS}/{uri}"


def site_uri(path: str) -> str:
    """Return the page or file of the site that shows a path of the repository."""
    if path.startswith(f"{DOCS}/"):
        return path.removeprefix(f"{DOCS}/").replace(".ipynb", ".md")
    return f"{SITE}/{path}" if path.endswith(".md") else f"{SITE}/{path}.md"


def resolved(target: str, document: str) -> str:
    """Return the path in the repository of a link target of a document."""
    return os.path.normpath(PurePosixPath(document).parent / target)


def outside(markdown: str, document: str) -> set[str]:
    """Return the paths outside of docs/ that a document links to."""
    found: set[str] = set()

    def note(target: str) -> str:
        found.add(resolved(target, document))
        return target

    with_targets(markdown, note)
    return {path for path in found if not path.startswith((f"{DOCS}/", ".."))}


def with_targets(markdown: str, change: Callable[[str], str]) -> str:
    """Return a text with its link targets changed, except those in code blocks."""
    parts = FENCED.split(markdown)
    parts[::2] = [TARGET.sub(lambda found: change(found[1]), part) for part in parts[::2]]
    return "".join(parts)


def shown(path: Path, name: str) -> str:
    """Return the page of a file, or of a folder with all of its sources."""
    if path.suffix == ".md":
        return path.read_text("utf-8")
    if path.is_file():
        return f"# {name}\n\n{fenced(path)}"
    files = {file.relative_to(path).as_posix(): file for file in sources(path)}
    sections = [f"## {inner}\n\n{fenced(file)}" for inner, file in files.items()]
    return f"# {name}\n\n" + "\n".join(sections)


def sources(folder: Path) -> Iterable[Path]:
    """Return the source files of a folder."""
    return sorted(file for file in folder.rglob("*") if file.is_file() and file.suffix in SOURCES)


def fenced(path: Path) -> str:
    """Return a file as a code block, fenced with four backticks because it may contain three."""
    return f"````{SOURCES.get(path.suffix, 'text')}\n{path.read_text('utf-8').rstrip()}\n````\n"
