"""A figure inside an HTML page: its own names, its own description, the colours of the page.

Several SVGs in one page share its name space and its style sheet. So the names in each get a
prefix, its global style is left to the page, and the colours of the house style become variables of
the page, which may turn light to dark. The shades of maps and the numbers on them stay as they are.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from sapper.lab.figures.style import GRID, INK, PAPER, QUIET, SERIES, to_svg

if TYPE_CHECKING:
    from matplotlib.figure import Figure

VARIABLES = {
    INK: "ink",
    QUIET: "quiet",
    GRID: "grid",
    PAPER: "paper",
    **{look.color: f"series-{number}" for number, look in enumerate(SERIES, 1)},
}
"""From the colours of the house style to the names of the variables of a page."""

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
"""The same variables on a dark page; they, too, fall into steps of lightness."""

_BEFORE_SVG = re.compile(r"\A.*?(?=<svg\b)", re.DOTALL)
_METADATA = re.compile(r"\s*<metadata>.*?</metadata>", re.DOTALL)
_GLOBAL_STYLE = re.compile(r"\s*<defs>\s*<style\b[^>]*>[^<]*</style>\s*</defs>")
_ROOT = re.compile(r"<svg\b[^>]*?viewBox=\"([^\"]*)\"[^>]*>")
_NAME = re.compile(r"\bid=\"|url\(#|\bhref=\"#")
_IMAGE_NAME = re.compile(r" id=\"image[0-9a-f]+\"")  # the same for images that look the same
_COLOR = re.compile(r"#[0-9a-f]{6}\b")
_BLANK = re.compile(r" ?\n\s*")


def inline_svg(figure: Figure, name: str, title: str, description: str) -> str:
    """Return a figure as an SVG element to stand in an HTML page.

    ``name`` must differ from that of any other figure of the page; title and description are for
    those who do not see it.
    """
    svg = to_svg(figure)
    for unwanted in (_BEFORE_SVG, _METADATA, _GLOBAL_STYLE):
        svg = unwanted.sub("", svg, count=1)
    svg = _IMAGE_NAME.sub("", svg.replace("xlink:href=", "href="))
    svg = _NAME.sub(lambda found: f"{found[0]}{name}-", svg)
    svg = _COLOR.sub(_as_variable, svg)
    root = (
        f'<svg viewBox="\\1" role="img" aria-labelledby="{name}-title {name}-description">'
        f'<title id="{name}-title">{_safe(title)}</title>'
        f'<desc id="{name}-description">{_safe(description)}</desc>'
    )
    svg = _ROOT.sub(root, svg, count=1)
    return _BLANK.sub("\n", svg).strip()


def variables(dark: dict[str, str] | None = None) -> str:
    """Return the variables as declarations of a style sheet, light ones unless told."""
    light = {name: color for color, name in VARIABLES.items()}
    return " ".join(f"--{name}: {color};" for name, color in (dark or light).items())


def _as_variable(found: re.Match[str]) -> str:
    name = VARIABLES.get(found[0])
    return found[0] if name is None else f"var(--{name})"


def _safe(text: str) -> str:
    return escape(text).replace("\\", "\\\\")  # a template of re.sub
