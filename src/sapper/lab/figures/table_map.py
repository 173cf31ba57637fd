"""Heat maps of critical densities: ours, the published table, and the differences.

Figure 9.1 and table B.2 of Chong et al. 2024 have all boards p x q up to 10 x 10; a board and its
mirror image are one. Each cell shows its number, so that the maps are legible in grey; darker cells
have larger values. In the map of differences darker cells have larger absolute values. Frames mark
boards on which the two values differ by a two-sample test: a whole frame after Holm's correction
for multiple testing, a dotted one without it.
"""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np

from sapper.data.published_densities import CRITICAL_DENSITIES
from sapper.errors import LabError
from sapper.lab.figures.estimate import Estimate
from sapper.lab.figures.style import INK, PAPER, TYPE_SIZE, house_style, new_figure
from sapper.lab.fits.agreement import LEVEL

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy.typing as npt
    from matplotlib.axes import Axes
    from matplotlib.collections import PolyCollection
    from matplotlib.colors import Colormap, Normalize
    from matplotlib.figure import Figure

    from sapper.lab.figures.estimate import Found
    from sapper.lab.fits.agreement import Agreement

    Sides = tuple[int, int]

LARGEST = 10
"""The longest side of the published table."""

_DENSITIES = ["#f4f6f2", "#cfe3d4", "#8fc3bd", "#4b93ad", "#2b5c8f", "#1b2a5c"]
_DIFFERENCES = ["#7a3b0c", "#c97b3a", "#f0cfa8", "#f6f6f4", "#b9d0e8", "#5a8fc4", "#143d6f"]
_MOST_DENSITY = 0.4
_TITLE_WIDTH = 30
_LETTERS_DARK, _LETTERS_LIGHT = "#000000", "#ffffff"


@house_style()
def table_map(
    results: Sequence[Found],
    published: Mapping[Sides, object] = CRITICAL_DENSITIES,
    *,
    title: str = "Sapper",
    largest: int = LARGEST,
    agreement: Agreement | None = None,
) -> Figure:
    """Draw the maps of critical densities up to a side: ours, published, and the differences.

    Boards that are not two-dimensional grids and those with a longer side are omitted. An empty
    place was not played; a dash means that the critical density is undefined. ``agreement`` is the
    comparison of both tables; without it no board has a frame.
    """
    ours = table(results, largest)
    if not ours:
        raise LabError(f"a table map needs grids with sides up to {largest}, and there are none")
    theirs = {
        sides: float(str(value)) for sides, value in published.items() if max(sides) <= largest
    }
    figure = new_figure(9.6)
    top, middle, bottom = figure.subplots(3, 1)
    values = {sides: found.value for sides, found in ours.items()}
    _densities(top, values, largest, title)
    _densities(middle, dict(theirs), largest, "Chong et al. 2024, table B.2")
    _differences(bottom, ours, theirs, largest, agreement)
    for axes in (top, middle, bottom):
        axes.set_xlabel("longer side q (cells)")
        axes.set_ylabel("shorter side p (cells)")
    return figure


def table(results: Sequence[Found], largest: int = LARGEST) -> dict[Sides, Estimate]:
    """Return the critical densities of grids up to a side, keyed by sides, the shorter first.

    If both a board and its mirror image are given, the wide one, such as 3x5, is used. Raises
    LabError for two results on one board.
    """
    estimates: dict[Sides, Estimate] = {}
    for estimate in map(Estimate.of, results):
        sides = estimate.sides
        if sides is None or sides[1] > largest:
            continue
        known = estimates.get(sides)
        if known is not None and known.board == estimate.board:
            raise LabError(f"two results on {estimate.board} do not fit into one table")
        if known is None or estimate.board == "{}x{}".format(*sides):
            estimates[sides] = estimate
    return estimates


def _densities(axes: Axes, values: Mapping[Sides, float | None], largest: int, title: str) -> None:
    from matplotlib.colors import LinearSegmentedColormap, Normalize

    shades = LinearSegmentedColormap.from_list("densities", _DENSITIES, N=64)
    scale = Normalize(0, _MOST_DENSITY)
    texts = {sides: "–" if value is None else _number(value) for sides, value in values.items()}
    shown = _cells(axes, values, texts, scale, shades, largest)
    _legend(axes, shown, title, "critical density (mines per cell)", extend="max")


def _differences(
    axes: Axes,
    ours: Mapping[Sides, Estimate],
    theirs: Mapping[Sides, float],
    largest: int,
    agreement: Agreement | None,
) -> None:
    from matplotlib.colors import LinearSegmentedColormap, Normalize

    values = {
        sides: None if estimate.value is None else estimate.value - theirs[sides]
        for sides, estimate in ours.items()
        if sides in theirs
    }
    known = sorted(abs(value) for value in values.values() if value is not None)
    # The scale ends at the 80 % quantile, so that single outliers such as 1x4 do not dominate it.
    reach = max(0.01, float(np.ceil(100 * np.quantile(known, 0.8)) / 100)) if known else 0.01
    scale = Normalize(-reach, reach)
    texts = {sides: "–" if value is None else _signed(value) for sides, value in values.items()}
    shades = LinearSegmentedColormap.from_list("differences", _DIFFERENCES, N=63)
    shown = _cells(axes, values, texts, scale, shades, largest)
    _legend(axes, shown, "Sapper minus published", "difference (mines per cell)", "both", 0.6)
    if agreement is not None:
        _frames(axes, shown, values, ours, agreement)


def _frames(
    axes: Axes,
    shown: PolyCollection,
    values: Mapping[Sides, float | None],
    ours: Mapping[Sides, Estimate],
    agreement: Agreement,
) -> None:
    """Frame the boards that differ, strike those that cannot be compared, and count both."""
    from matplotlib.patches import Rectangle

    single, adjusted = agreement.p_values, agreement.holm
    for sides, estimate in ours.items():
        value, (low, high) = values.get(sides), sides
        if value is None:
            continue
        color = _letters(shown.to_rgba(np.array(value)))
        corner, board = (high - 0.43, low - 0.4), estimate.board
        if board in agreement.left_out:
            axes.plot([high - 0.43, high + 0.43], [low + 0.36] * 2, color=color, lw=1.2)
        elif single.get(board, 1.0) < LEVEL:
            line = "-" if adjusted[board] < LEVEL else (0, (1, 1.5))
            axes.add_patch(
                Rectangle(corner, 0.86, 0.8, fill=False, ec=color, lw=1.2, ls=line, zorder=3)
            )
    axes.text(0.0, 0.52, frames_text(agreement), transform=axes.transAxes, va="top", size=TYPE_SIZE)


def frames_text(agreement: Agreement) -> str:
    """Return the key of the frames, with the number of boards of each."""
    single = sum(p < LEVEL for p in agreement.p_values.values())
    adjusted = sum(p < LEVEL for p in agreement.holm.values())
    tests = agreement.degrees
    return (
        f"two-sample tests, {tests} boards, p < {LEVEL:g}:\n"
        f"framed: {adjusted} by Holm; dotted: {single - adjusted} more\n"
        f"without correction ({LEVEL * tests:.1f} expected by chance)\n"
        f"underlined: {len(agreement.left_out)} not comparable"
    )


def _cells(
    axes: Axes,
    values: Mapping[Sides, float | None],
    texts: Mapping[Sides, str],
    scale: Normalize,
    shades: Colormap,
    largest: int,
) -> PolyCollection:
    """Draw the cells of a map with their numbers in black or white."""
    from matplotlib.collections import PolyCollection

    corners = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    known = {sides: value for sides, value in values.items() if value is not None}
    squares = [corners + np.array([high, low]) for low, high in known]
    shown = PolyCollection(squares, norm=scale, cmap=shades, edgecolors=PAPER, linewidths=1.2)
    shown.set_array(np.array(list(known.values())))
    axes.add_collection(shown)
    for (low, high), text in texts.items():
        value = values[low, high]
        color = INK if value is None else _letters(shown.to_rgba(np.array(value)))
        axes.text(high, low, text, ha="center", va="center_baseline", color=color)
    axes.grid(visible=False)
    axes.set_xlim(0.5, largest + 0.5)
    axes.set_ylim(largest + 0.5, 0.5)
    axes.set_xticks(range(1, largest + 1))
    axes.set_yticks(range(1, largest + 1))
    # The table fills the upper right triangle, so the axes are at the top and on the right.
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    axes.yaxis.tick_right()
    axes.yaxis.set_label_position("right")
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    return shown


def _legend(
    axes: Axes, shown: PolyCollection, title: str, label: str, extend: str, top: float = 0.48
) -> None:
    """Draw title and colour bar in the empty lower left triangle."""
    lines = fill(title, _TITLE_WIDTH)
    large = {"weight": "bold", "size": TYPE_SIZE + 1}
    axes.text(0.0, top, lines, transform=axes.transAxes, va="top", fontdict=large)
    place = axes.inset_axes((0.05, 0.2, 0.38, 0.06))
    axes.figure.colorbar(shown, cax=place, orientation="horizontal", extend=extend, label=label)


def _letters(color: npt.ArrayLike) -> str:
    """Return black or white, whichever has the higher contrast (WCAG 2)."""
    shares = np.asarray(color, dtype=float)[:3]
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    light = float(linear @ (0.2126, 0.7152, 0.0722))
    return _LETTERS_DARK if (light + 0.05) ** 2 > 0.05 * 1.05 else _LETTERS_LIGHT


def _number(value: float) -> str:
    """Return a density as short text: ``.197``, ``0``, ``1``."""
    text = f"{value:.3f}"
    return {"0.000": "0", "1.000": "1"}.get(text, text.removeprefix("0"))


def _signed(value: float) -> str:
    text = f"{abs(value):.3f}"
    if text == "0.000":
        return "0"
    return ("+" if value > 0 else "−") + text.removeprefix("0")
