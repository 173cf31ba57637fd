"""The output of ``sapper analyze``: a picture of the board, the main facts, and the reasons."""

from __future__ import annotations

import re
import textwrap
from math import floor, isclose, log10
from typing import TYPE_CHECKING

import numpy as np
from rich.text import Text

from sapper.errors import SapperError
from sapper.formatting import amount, percent_in_full
from sapper.positions import FLAGGED, OUTSIDE, UNREAD
from sapper.positions.states import CHARACTERS
from sapper.positions.totals import mines_in_words
from sapper.terminal.render import (
    MARKS,
    Marks,
    drawable,
    picture,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sapper.analysis import Analysis, Reason
    from sapper.positions import Position

MOST_LISTED = 40
"""Upper limit on the cells listed on one line; the number of the others follows."""

MOST_NUMBERS = 6
"""Numbers of mines that are shown with their probabilities."""

MOST_REASONS = 300
"""Upper limit on the certain cells that are explained."""

FEW_CELLS = 8
"""Number of safest and of riskiest uncertain cells listed if the board is not drawn."""

EXACT_DIGITS = 18
"""Layout counts with more digits are rounded to three."""

_HEADING = 10
_NARROWEST = 40
_NO_BREAK = "\u00a0"
_PLACE = re.compile(r"\([0-9]+(, [0-9]+)+\)")

_RARE = {UNREAD: "unread", OUTSIDE: "out of view"}


def report(
    analysis: Analysis,
    *,
    why: bool = False,
    width: int | None = None,
    marks: Marks = MARKS,
) -> Text:
    """Return the whole output of ``sapper analyze``, broken into lines of ``width`` if given."""
    parts = [_title(analysis.position)]
    if drawable(analysis.position.board, width):
        drawn = picture(analysis.position, analysis, width=width, marks=marks)
        parts += [drawn, legend(marks, analysis.position)]
    facts = dict(_facts(analysis))
    if not drawable(analysis.position.board, width):
        facts |= dict(_extremes(analysis))
    parts.append(columns(facts, width))
    if why:
        parts.append(wrapped(reason_lines(analysis), width))
    return Text("\n\n").join(parts)


def legend(marks: Marks = MARKS, position: Position | None = None) -> Text:
    """Return the meaning of the marks in a picture, with those of rare states in a position."""
    shown = [] if position is None else [(UNREAD, position.unread), (OUTSIDE, position.outside)]
    rare = "".join(f"  {CHARACTERS[state]} {_RARE[state]}" for state, cells in shown if cells)
    return Text.assemble(
        (marks.safe, "safe"),
        " safe  ",
        (marks.mine, "mine"),
        " mine  ",
        (marks.flag, "mine"),
        f" flag{rare}  [ ] best  others: chance of a mine in %",
    )


def layouts_text(analysis: Analysis) -> str | None:
    """Return the number of consistent layouts, exact if short; None if it cannot be counted.

    >>> import sapper
    >>> layouts_text(sapper.analyze(sapper.Position.covered_board("5x5/6")))
    '177,100'
    >>> layouts_text(sapper.analyze(sapper.Position.covered_board("expert")))
    '5.60e104'
    """
    position = analysis.position
    try:
        counted = position.density is not None
        digits = log10(analysis.solutions) if counted else analysis.log10_solutions
        if digits < EXACT_DIGITS:
            return f"{analysis.solutions:,}"
    except SapperError:
        return None
    exponent = floor(digits)
    mantissa = f"{10 ** (digits - exponent):.2f}"
    return f"{mantissa}e{exponent}" if mantissa != "10.00" else f"1.00e{exponent + 1}"


def reason_lines(analysis: Analysis) -> list[str]:
    """Return why each certain cell is certain, in one sentence per distinct reason."""
    cells = sorted([*analysis.safe, *analysis.mines])
    if not cells:
        return ["Nothing is certain, so there is nothing to explain."]
    by_reason: dict[tuple[bool, str], list[int]] = {}
    for cell in cells[:MOST_REASONS]:
        reason = analysis.reason(cell)
        key = reason.mined, _grounds(reason, analysis.position)
        by_reason.setdefault(key, []).append(cell)
    lines = [
        f"{_enumerate(analysis.position, same)} {_are(mined, len(same))}: {grounds}."
        for (mined, grounds), same in by_reason.items()
    ]
    if len(cells) > MOST_REASONS:
        rest = len(cells) - MOST_REASONS
        lines.append(f"{rest:,} more certain cells are explained by --why --json.")
    return lines


def _grounds(reason: Reason, position: Position) -> str:
    """Return the text of a reason without the name of its cell."""
    if reason.kind == "flag":
        return "flagged"
    return reason.text(position).partition(": ")[2]


def _are(mined: bool, count: int) -> str:
    if count == 1:
        return "is a mine" if mined else "is safe"
    return "are mines" if mined else "are safe"


def _enumerate(position: Position, cells: Sequence[int]) -> str:
    names = [position.board.name(cell) for cell in cells[:MOST_LISTED]]
    if len(cells) > MOST_LISTED:
        names.append(f"{len(cells) - MOST_LISTED:,} more")
    return ", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else names[0]


def _title(position: Position) -> Text:
    if position.totals is not None:
        known = mines_in_words(position)
    elif position.mines is None:
        known = f"{percent_in_full(float(position.density or 0))} mined"
    else:
        known = amount(position.mines, "mine")
    if position.max_per_cell > 1:
        known += f", up to {position.max_per_cell} in a cell"
    title = f"{position.board.spec}, {known}, {amount(len(position.covered), 'covered cell')}"
    if position.unread:
        title += f", {amount(len(position.unread), 'unread cell')}"
    if position.outside:
        title += f", {amount(len(position.outside), 'cell')} out of view"
    return Text(title, "title")


def _facts(analysis: Analysis) -> Iterator[tuple[str, str]]:
    position = analysis.position
    if analysis.best is not None:
        chance = _chance(float(analysis.mine_probability[analysis.best]))
        yield "best", f"{position.board.name(analysis.best)}, {chance}"
    for heading, cells in (("safe", analysis.safe), ("mines", analysis.mines)):
        text = "none is certain"
        if cells:
            text = f"{amount(len(cells), 'cell')}: {_enumerate(position, cells)}"
        yield heading, text
    if position.totals is not None:
        yield "number", _mine_count(analysis)
    layouts = layouts_text(analysis)
    if layouts is not None:
        suffix = ""
        if position.totals is not None:
            suffix = f" with {mines_in_words(position)}"
        elif position.mines is None:
            suffix = " with any number of mines"
        yield "layouts", layouts + suffix
    if position.frontier:
        yield "frontier", _frontier(analysis)
    floating = [cell for cell in position.floating if position.states[cell] != FLAGGED]
    if floating:
        chance = _chance(float(analysis.mine_probability[floating[0]]))
        yield "floating", f"{amount(len(floating), 'cell')} next to no clue, each {chance}"


def _mine_count(analysis: Analysis) -> str:
    """Return the posterior of an unknown number of mines: the likeliest numbers, and the mean."""
    posterior = analysis.mine_count
    likeliest = sorted(posterior.probability.items(), key=lambda entry: (-entry[1], entry[0]))
    shown = [f"{number}: {percent_in_full(p)}" for number, p in sorted(likeliest[:MOST_NUMBERS])]
    if len(likeliest) > MOST_NUMBERS:
        shown.append(amount(len(likeliest) - MOST_NUMBERS, "other"))
    words = ", ".join(entry.replace(" ", _NO_BREAK) for entry in shown)
    return f"{words}; {posterior.expected:,.2f} expected"


def _chance(probability: float) -> str:
    if probability in (0.0, 1.0):
        return "a mine" if probability else "safe"
    return f"a mine with {percent_in_full(probability)}"


def _frontier(analysis: Analysis) -> str:
    """Return the size of the frontier and its expected number of mines.

    With at most one mine per cell the expectation is the sum of the mine probabilities.
    """
    cells = analysis.position.frontier
    size = amount(len(cells), "cell") + " next to clues"
    if analysis.position.max_per_cell > 1:
        try:
            expected = analysis.frontier_mines.expected
        except SapperError:
            return size
    else:
        expected = float(analysis.mine_probability[cells].sum())
    whole = round(expected)
    if isclose(expected, whole, abs_tol=1e-9):
        return f"{size}, {amount(whole, 'mine')} expected"
    return f"{size}, {expected:{',.2f' if expected >= 1 else '.4g'}} mines expected"


def _extremes(analysis: Analysis) -> Iterator[tuple[str, str]]:
    """Return the uncertain cells with the lowest and with the highest mine probability."""
    chances = analysis.mine_probability
    in_view = analysis.position.states != OUTSIDE
    uncertain = np.flatnonzero((chances > 0) & (chances < 1) & in_view)
    order = uncertain[np.argsort(chances[uncertain], kind="stable")]
    board = analysis.position.board
    for heading, cells in (("least", order[:FEW_CELLS]), ("greatest", order[::-1][:FEW_CELLS])):
        entries = [
            f"{board.name(cell)}: {percent_in_full(float(chances[cell]))}"
            for cell in cells.tolist()
        ]
        if entries:
            yield heading, ", ".join(entry.replace(" ", _NO_BREAK) for entry in entries)


def columns(facts: dict[str, str], width: int | None = None) -> Text:
    """Format facts in two columns: headings and values."""
    lines = Text()
    for heading, value in facts.items():
        lines.append(heading.ljust(_HEADING), "axis")
        lines.append(_fill(value, width, _HEADING) + "\n")
    lines.rstrip()
    return lines


def wrapped(sentences: Sequence[str], width: int | None, indent: int = 2) -> Text:
    """Format each sentence as a paragraph of ``width`` with a hanging indent."""
    return Text("\n".join(_fill(sentence, width, indent, first=0) for sentence in sentences))


def _fill(text: str, width: int | None, indent: int, first: int | None = None) -> str:
    """Break text into lines of ``width`` with a hanging indent, never inside a cell's name."""
    if width is None:
        return text.replace(_NO_BREAK, " ")
    filled = textwrap.fill(
        _PLACE.sub(lambda place: place.group().replace(" ", _NO_BREAK), text),
        max(width, _NARROWEST),
        initial_indent=" " * (indent if first is None else first),
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return filled.lstrip(" ").replace(_NO_BREAK, " ")
