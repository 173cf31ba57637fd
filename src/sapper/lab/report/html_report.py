"""An HTML page with the contents of a store: figures, tables, data and commands.

The page is a single self-contained file without scripts or network access. It is byte-identical for
the same games, so it has no date.
"""

from __future__ import annotations

import csv
import io
from base64 import b64encode
from html import escape
from typing import TYPE_CHECKING

from sapper.lab.figures.inline import inline_svg
from sapper.lab.figures.style import need_matplotlib
from sapper.lab.report.page_style import style_sheet
from sapper.lab.store import export
from sapper.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sapper.lab.report.holdings import HeldBoard, Holdings, PlayedBoards
    from sapper.lab.report.report_figures import Illustration
    from sapper.lab.sweeps.densities import BoardDensity

PAPER = "Chong, Hayden, Ma and Goh, On the critical density of Minesweeper boards, 2024"

COLUMNS = (
    ("board", "The spec of the board."),
    ("cells", "Number of cells."),
    ("points", "Number of different mine counts that were played."),
    ("games", "Total number of games."),
    ("critical density", "Density of the steepest drop of the win rate, by maximum likelihood."),
    ("95 %", "The 95 % interval of the critical density."),
    ("by Chong et al. 2024", "The centre of a logistic curve, the method of the paper."),
    ("95 %", "The 95 % interval of this value from the sampling noise of the games."),
    ("published", "The value of table B.2 of the paper."),
    ("difference", "Our value by the method of the paper minus the published one."),
)
"""Heading and meaning of each column in the table of a group."""


def report(held: Holdings, command: str = "sapper report") -> str:
    """Return the page for a store; ``command`` is the command that makes the page."""
    need_matplotlib()
    from sapper.lab.report import report_figures

    figures = _Figures()
    sections = []
    for number, group in enumerate(held.groups, 1):
        sections.append((f"group-{number}", group.title, _group(group, figures)))
    together = "".join(map(figures.add, report_figures.of_strategies(held.groups)))
    if together:
        sections.append(("comparison", "Comparison of strategies and rules", together))
    small = figures.add(report_figures.of_small_boards())
    sections.append(("perfect-play", "Comparison with perfect play", small))
    sections.append(("data", "Data", _data(held)))
    sections.append(("commands", "How to reproduce this page", _commands(held, command)))
    return _page(held, sections)


class _Figures:
    """Numbers the figures of a page."""

    def __init__(self) -> None:
        self.count = 0

    def add(self, shown: Illustration) -> str:
        self.count += 1
        name = f"figure-{self.count}"
        drawing = inline_svg(shown.figure, name, shown.title, shown.description)
        title = shown.title if shown.title.endswith("?") else f"{shown.title}."
        return (
            f'<figure id="{name}">\n{drawing}\n<figcaption><b>Figure {self.count}. '
            f"{escape(title)}</b> {escape(shown.caption)}</figcaption>\n</figure>\n"
        )


# -- sections -----------------------------------------------------------------------------------


def _page(held: Holdings, sections: list[tuple[str, str, str]]) -> str:
    links = "".join(
        f'<li><a href="#{name}">{escape(title)}</a></li>\n' for name, title, _ in sections
    )
    body = "".join(
        f'<section aria-labelledby="{name}">\n<h2 id="{name}">{escape(title)}</h2>\n{content}'
        "</section>\n"
        for name, title, content in sections
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="generator" content="Sapper {escape(VERSION)}">\n'
        f"<title>Critical densities of Minesweeper boards</title>\n"
        f"<style>{style_sheet()}</style>\n</head>\n<body>\n<header>\n"
        "<h1>Critical densities of Minesweeper boards</h1>\n"
        f"<p>Results of {held.games:,} games: win rates by number of mines, and the mine density "
        "at which the win rate drops the most.</p>\n"
        f"{_facts(held)}</header>\n"
        f'<nav aria-label="Contents">\n<ul>\n{links}</ul>\n</nav>\n'
        f"<main>\n{body}</main>\n</body>\n</html>\n"
    )


def _facts(held: Holdings) -> str:
    points = [tally.point for tally in held.tallies]
    facts = {
        "Made by": f"Sapper {VERSION}",
        "Store": held.store,
        "Games": f"{held.games:,}, at {len(points):,} combinations of board, mines and strategy",
        "Boards": f"{len({point.board for point in points})}",
        "Strategies": ", ".join(sorted({point.strategy for point in points})),
        "First click": ", ".join(sorted({point.first for point in points})),
        "Seeds": ", ".join(str(seed) for seed in sorted({point.seed for point in points})),
        "Published values": f"Chong et al. 2024: {PAPER}",
    }
    rows = "".join(f"<dt>{name}</dt><dd>{escape(value)}</dd>\n" for name, value in facts.items())
    return f"<dl>\n{rows}</dl>\n"


def _group(group: PlayedBoards, figures: _Figures) -> str:
    from sapper.lab.report.report_figures import of_group

    parts = []
    if group.boards:
        parts.append(_table(group))
        parts += [_undefined(held) for held in group.boards]
    if group.too_few:
        reasons = "; ".join(f"{board}: {why}" for board, why in group.too_few.items())
        parts.append(
            '<p class="note">There is no curve of boards with few points, whose games are in the '
            f"data: {escape(reasons)}.</p>\n"
        )
    parts += map(figures.add, of_group(group))
    return "".join(parts)


def _table(group: PlayedBoards) -> str:
    heads = "".join(
        f'<th scope="col" title="{escape(meaning)}">{escape(name)}</th>'
        for name, meaning in COLUMNS
    )
    lines = "".join(
        f'<tr><th scope="row">{escape(board)}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        + "</tr>\n"
        for board, *cells in map(_row, group.boards)
    )
    return (
        f'<div class="wide" role="region" tabindex="0" aria-label="{escape(group.title)}">\n'
        "<table>\n"
        f"<caption>Critical densities, in mines per cell: {escape(group.title)}.</caption>\n"
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{lines}</tbody>\n</table>\n</div>\n"
    )


def _row(held: HeldBoard) -> list[str]:
    ours, published = held.paper.critical.value, held.paper.published
    difference = "" if ours is None or published is None else f"{ours - published:+.4f}"
    return [
        held.board,
        f"{held.curve.cells:,}",
        f"{len(held.curve):,}",
        f"{int(held.curve.games.sum()):,}",
        *_value(held.likelihood),
        *_value(held.paper),
        "" if published is None else f"{published:.4f}",
        difference.replace("-", "−"),
    ]


def _value(found: BoardDensity) -> tuple[str, str]:
    value, interval = found.critical.value, found.critical.interval
    return (
        "–" if value is None else f"{value:.4f}",
        "–" if interval is None else "{:.4f}–{:.4f}".format(*interval),
    )


def _undefined(held: HeldBoard) -> str:
    reasons: dict[str, list[str]] = {}
    for found, method in (
        (held.likelihood, "by likelihood"),
        (held.paper, "by the method of Chong et al. 2024"),
    ):
        if found.critical.value is None:
            reasons.setdefault(found.critical.why, []).append(method)
    return "".join(
        f'<p class="note">{escape(held.board)} has no critical density '
        f"{' and '.join(methods)}: {escape(why)}.</p>\n"
        for why, methods in reasons.items()
    )


def _data(held: Holdings) -> str:
    links = [
        ("games.csv", "Games", "wins by board, mines, strategy, rule and seed", _games_csv(held)),
        ("densities.csv", "Critical densities", "the tables of this page", _densities_csv(held)),
    ]
    items = "".join(
        f'<li><a download="{file}" href="{_link(text)}">{title} as CSV</a>: {content}, '
        f"{text.count(chr(10)) - 1:,} rows</li>\n"
        for file, title, content, text in links
    )
    return f"<p>The tables are embedded in this page.</p>\n<ul>\n{items}</ul>\n"


def _commands(held: Holdings, command: str) -> str:
    lines = "\n".join([*held.commands, command])
    notes = []
    if held.incomplete:
        notes.append(
            f"At {held.incomplete:,} points a sweep was interrupted before all games were played. "
            "For these points the commands play the same number of games, but not all the same "
            "games."
        )
    if held.elsewhere:
        notes.append(
            f"{held.elsewhere:,} points have another first cell than these commands; they can be "
            "played from Python with sapper.lab.sweeps.sweep.sweep."
        )
    if held.on_graphs:
        notes.append(
            f"{held.on_graphs:,} points are on graphs, whose edges no command contains; they can "
            "be played from Python with sapper.lab.sweep, or into this store, which has the graphs."
        )
    note_text = "".join(f'<p class="note">{note}</p>\n' for note in notes)
    return (
        "<p>Game i of a seed is the same layout on every machine, so these commands of Sapper "
        f"{escape(VERSION)} play the same games and make the same page.</p>\n"
        f"<pre><code>{escape(lines)}</code></pre>\n{note_text}"
    )


# -- data ---------------------------------------------------------------------------------------


def _games_csv(held: Holdings) -> str:
    return export.to_csv(held.tallies)


def _densities_csv(held: Holdings) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    fixed = ("board", "cells", "strategy", "first", "start", "seed", "points", "games")
    writer.writerow(
        [*fixed, *_names("likelihood"), *_names("paper"), "published", "version"],
    )
    for group in held.groups:
        for board in group.boards:
            curve = board.curve
            start = "" if group.start is None else group.start
            known = (board.board, curve.cells, group.strategy, group.first, start, group.seed)
            found = [*_numbers(board.likelihood), *_numbers(board.paper), board.paper.published]
            values = ["" if value is None else value for value in found]
            writer.writerow([*known, len(curve), int(curve.games.sum()), *values, VERSION])
    return stream.getvalue()


def _names(method: str) -> Iterable[str]:
    return (method, f"{method}_low", f"{method}_high")


def _numbers(found: BoardDensity) -> Iterable[float | None]:
    return (found.critical.value, *(found.critical.interval or (None, None)))


def _link(text: str) -> str:
    return "data:text/csv;charset=utf-8;base64," + b64encode(text.encode()).decode()
