"""Conversion of a figure to an SVG element inside an HTML page.

All SVGs in a page share its ids and its style sheet. Therefore ids get a prefix per figure, global
styles are removed, and the colours of the house style become CSS variables of the page, which has a
light and a dark theme. Colours of maps and of the numbers on them do not change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from sapper.lab.figures.style import GRID, INK, PAPER, QUIET, SERIES, to_svg

if TYPE_CHECKING:
    from collections.abc import Callable
    from xml.etree.ElementTree import Element

    from matplotlib.figure import Figure

VARIABLES = {
    INK: "ink",
    QUIET: "quiet",
    GRID: "grid",
    PAPER: "paper",
    **{look.color: f"series-{number}" for number, look in enumerate(SERIES, 1)},
}
"""The CSS variable of each colour of the house style."""

DARK = {
    "ink": "#e6e6e6",
    "quiet": "#a3a3a3",
    "grid": "#3d4148",
    "paper": "#1b1d21",
    "series-1": "#f2f5ff",
    "series-2": "#ff9158",
    "series-3": "#5c9be8",
    "series-4": "#ffe38f",
    "series-5": "#cf4f8a",
    "series-6": "#74d6b4",
}
"""The values of the variables in the dark theme, also in steps of lightness."""

_BLANKS = " \t\n"


def inline_svg(figure: Figure, name: str, title: str, description: str) -> str:
    """Return a figure as an SVG element for an HTML page.

    ``name`` must be unique in the page. Title and description are the text alternative.
    """
    drawn = ET.fromstring(to_svg(figure))
    _drop(drawn, lambda child: _plain(child.tag) == "metadata")
    _drop(drawn, _is_global_style)
    for element in drawn.iter():
        _localize(element, name)
    root = ET.Element(
        "svg",
        {
            "viewBox": drawn.attrib["viewBox"],
            "role": "img",
            "aria-labelledby": f"{name}-title {name}-description",
        },
    )
    ET.SubElement(root, "title", {"id": f"{name}-title"}).text = title
    about = ET.SubElement(root, "desc", {"id": f"{name}-description"})
    about.text, about.tail = description, "\n"
    root.extend(drawn)
    return ET.tostring(root, encoding="unicode")


def _drop(parent: Element, unwanted: Callable[[Element], bool]) -> None:
    for child in [child for child in parent if unwanted(child)]:
        parent.remove(child)


def _is_global_style(element: Element) -> bool:
    """Return whether this is a ``defs`` element that contains only a style sheet."""
    return _plain(element.tag) == "defs" and [_plain(child.tag) for child in element] == ["style"]


def _plain(name: str) -> str:
    """Return a tag or attribute name without its XML namespace."""
    return name.rpartition("}")[2]


def _localize(element: Element, name: str) -> None:
    """Prefix the ids of an element, replace its colours and collapse its whitespace."""
    element.tag = _plain(element.tag)
    attributes = {_plain(key): value for key, value in element.attrib.items()}
    element.attrib.clear()
    for key, value in attributes.items():
        if key == "id" and element.tag == "image":
            continue  # Matplotlib gives equal images equal ids
        if key == "id":
            value = f"{name}-{value}"
        elif key == "href" and value.startswith("#"):
            value = f"#{name}-{value[1:]}"
        elif key == "style":
            value = "; ".join(map(_declaration, value.split(";")))
        elif key == "d":
            value = " ".join(value.split())
        element.set(key, _color(value.replace("url(#", f"url(#{name}-")))
    if element.text is not None and not element.text.strip(_BLANKS):
        element.text = "\n"
    if element.tail is not None and not element.tail.strip(_BLANKS):
        element.tail = "\n"


def _declaration(text: str) -> str:
    """Return a CSS declaration with its colour replaced by a variable."""
    key, _, value = text.strip().partition(":")
    return f"{key}: {_color(value.strip())}" if value else key


def _color(value: str) -> str:
    name = VARIABLES.get(value)
    return value if name is None else f"var(--{name})"


def variables(dark: dict[str, str] | None = None) -> str:
    """Return the CSS declarations of the variables, by default of the light theme."""
    light = {name: color for color, name in VARIABLES.items()}
    return " ".join(f"--{name}: {color};" for name, color in (dark or light).items())
