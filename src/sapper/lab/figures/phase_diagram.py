"""The phase diagram: win rate and share of guess-free wins by board size and density."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sapper.boards import parse_spec
from sapper.data.published_densities import ASYMPTOTE
from sapper.errors import LabError
from sapper.lab.figures.style import INK, PUBLISHED, QUIET, house_style, new_figure
from sapper.theory import census

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from sapper.lab.study import StudyPoint

_LEVELS = (0.1, 0.5, 0.9)


@house_style()
def phase_diagram(points: Sequence[StudyPoint], kind: str = "grid") -> Figure:
    """Draw each point of the study on squares, coloured by the share of games.

    Lines are the predictions of the census of patterns for shares of 10, 50 and 90 %.
    """
    chosen = [point for point in points if _is_square(point, kind)]
    if not chosen:
        raise LabError(f"a phase diagram needs squares of the kind {kind!r}, and there are none")
    cells = np.array([point.cells for point in chosen], dtype=np.float64)
    densities = np.array([point.density for point in chosen])
    games = np.array([point.games for point in chosen], dtype=np.float64)
    figure = new_figure(3.8)
    panels = figure.subplots(1, 2, sharey=True)
    prefix = "" if kind == "grid" else f"{kind}:"
    sides = np.unique(np.geomspace(20, cells.max() ** 0.5, 40).round().astype(int)).tolist()
    patterns = census("grid")
    shown = None
    for axes, title, counts, power in (
        (panels[0], "Games won", [point.wins for point in chosen], 1),
        (panels[1], "Games won without a guess", [point.guess_free for point in chosen], 2),
    ):
        axes.set_xscale("log")
        shown = axes.scatter(
            cells,
            densities,
            c=np.array(counts) / games,
            cmap="cividis",
            vmin=0,
            vmax=1,
            s=42,
            marker="s",
            edgecolors=INK,
            linewidths=0.3,
            zorder=3,
        )
        for level in _LEVELS:
            # If a share exp(-M / 2) is won, a share exp(-M) is won without a guess.
            rate = level ** (1 / power)
            line = [patterns.density(f"{prefix}{side}x{side}", rate) for side in sides]
            axes.plot(np.square(sides), line, color=INK, lw=1.0 if level == 0.5 else 0.6)
        axes.axhline(float(ASYMPTOTE), color=QUIET, ls=PUBLISHED.line)
        axes.set_title(title)
        axes.set_xlabel("number of cells of the board")
    panels[0].set_ylabel("density (mines per cell)")
    assert shown is not None
    figure.colorbar(shown, ax=list(panels), label="share of games", shrink=0.9)
    return figure


def _is_square(point: StudyPoint, kind: str) -> bool:
    spec = parse_spec(point.board)
    return spec.kind == kind and len(set(spec.shape)) == 1
