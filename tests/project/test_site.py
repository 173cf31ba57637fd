"""The documentation site: it is complete, and broken links fail its build."""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

import sapper

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import public_signatures  # noqa: E402

DOCS = ROOT / "docs"
NAV = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:\n")[2]


def hook(name: str) -> dict[str, Any]:
    pytest.importorskip("mkdocs")
    return runpy.run_path(str(DOCS / "hooks" / f"{name}.py"))


# -- what is on it ------------------------------------------------------------------------------


def test_every_public_name_is_in_the_reference_once() -> None:
    pages = "".join(page.read_text("utf-8") for page in (DOCS / "reference").glob("*.md"))
    described = re.findall(r"^::: sapper\.(\w+)$", pages, re.M)
    names = [name for name in described if name not in ("aio", "theory", "types")]
    assert sorted(names) == sorted(set(sapper.__all__) - {"__version__"})


def test_every_public_name_has_an_example_that_is_run() -> None:
    """In its docstring, in that of a member, or in a block of Python of the reference."""
    pages = "".join(page.read_text("utf-8") for page in (DOCS / "reference").glob("*.md"))
    blocks = "".join(re.findall(r"^```python\n(.*?)^```", pages, re.S | re.M))
    words = set(re.findall(r"\w+", blocks))
    without = [
        name
        for name, thing in public_signatures.public_objects().items()
        if name.rpartition(".")[2] not in words and not in_docstring(thing)
    ]
    assert without == []
    assert not in_docstring(object)
    assert "nonsense" not in words


def in_docstring(thing: object) -> bool:
    if isinstance(thing, type):
        inner = [value for _, value in public_signatures.members(thing)]
        texts = [getattr(getattr(value, "__func__", value), "__doc__", None) for value in inner]
        return any(">>>" in (text or "") for text in [thing.__doc__, *texts])
    return ">>>" in (getattr(thing, "__doc__", None) or "")


def test_every_document_is_in_the_navigation() -> None:
    documents = [*DOCS.rglob("*.md"), *DOCS.rglob("*.ipynb")]
    expected = {path.relative_to(DOCS).with_suffix(".md").as_posix() for path in documents}
    assert set(re.findall(r"(\S+\.md)$", NAV, re.M)) == expected | {
        f"repository/{name}.md" for name in ("README", "CONTRIBUTING", "CHANGELOG")
    }


def test_every_figure_is_on_the_page_of_figures() -> None:
    page = (DOCS / "figures" / "index.md").read_text("utf-8")
    assert sorted(re.findall(r"\]\((\w+\.svg)\)", page)) == sorted(
        path.name for path in (DOCS / "figures").glob("*.svg")
    )


def test_the_site_has_an_inventory_for_links_from_other_projects() -> None:
    assert "enable_inventory: true" in (ROOT / "mkdocs.yml").read_text("utf-8")


# -- links --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("document", "target", "page"),
    [
        (
            "docs/reference/strategies.md",
            "../../examples/my_strategy.py",
            "repository/examples/my_strategy.py.md",
        ),
        ("docs/tutorials/players.md", "../reference/notation.md", "reference/notation.md"),
        ("docs/tutorials/players.md", "../notebooks/position.ipynb", "notebooks/position.md"),
        ("docs/index.md", "../README.md", "repository/README.md"),
        ("README.md", "docs/reference/glossary.md", "reference/glossary.md"),
        ("CONTRIBUTING.md", "examples/sapper-corners", "repository/examples/sapper-corners.md"),
    ],
)
def test_links_of_the_repository_lead_to_pages(document: str, target: str, page: str) -> None:
    links = hook("repository_links")
    assert links["site_uri"](links["resolved"](target, document)) == page
    assert (ROOT / document).exists()


def test_links_in_code_are_left_alone() -> None:
    text = "[a](../b.md#c)\n```python\nx = f[0](../b.md)\n```\n[d](https://e.org/f) ![g](h.svg)\n"
    changed = hook("repository_links")["with_targets"](text, lambda target: f"<{target}>")
    assert changed == text.replace("(../b.md#c)", "(<../b.md>#c)").replace("h.svg", "<h.svg>")


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ("# Here\n\n[there](there.md)\n", "there.md"),
        ("# Here\n\n[there](#there)\n", "#there"),
        ("# Here\n\n[there](../there.py)\n", "there.py"),
        ("# Here\n\n[here](#here)\n", None),
    ],
    ids=["page", "anchor", "outside", "fine"],
)
def test_links_that_lead_nowhere_fail_the_build(
    text: str, warning: str | None, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pytest.importorskip("material")
    from mkdocs.commands.build import build
    from mkdocs.config import load_config
    from mkdocs.exceptions import Abort

    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "index.md").write_text(text, "utf-8")
    config = load_config(
        str(ROOT / "mkdocs.yml"),
        docs_dir=str(docs),
        site_dir=str(tmp_path / "site"),
        nav=["index.md"],
        plugins=["search"],
    )
    if warning is None:
        build(config)
        return
    with pytest.raises(Abort):
        build(config)
    assert warning in caplog.text


# -- notebooks and docstrings -------------------------------------------------------------------


def test_outputs_of_notebooks_are_on_their_pages() -> None:
    page = hook("notebook_pages")["page"](
        (DOCS / "notebooks" / "position.ipynb").read_text("utf-8")
    )
    assert page.startswith("# A position\n")
    assert "```python\nimport sapper\n" in page
    assert "<div><svg " in page
    assert "(0, 8) is a mine: the 1 at (0, 7) leaves no other choice" in page


def test_doctests_become_code() -> None:
    pytest.importorskip("griffe")
    fenced = hook("doctests")["fenced"]
    assert fenced("Adds.\n\n>>> 1 + 1\n2\n\nMore.") == (
        "Adds.\n\n```python\n>>> 1 + 1\n2\n```\n\nMore."
    )
