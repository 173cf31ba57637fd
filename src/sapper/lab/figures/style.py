"""The house style of all figures: one palette, one size of type, the same bytes every time.

Figures are as wide as the text of a printed page, with no letter under 9 points. The colours of the
series can be distinguished with every kind of colour vision and, by steps of lightness, in grey;
each series also has its own marker and line.

Matplotlib is loaded when a figure is drawn, not before, and is used without pyplot: no figure is
registered anywhere, and no setting of it is left changed.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sapper import files
from sapper.errors import LabError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 7.0
"""The width of a figure in inches: that of the text on a page of A4 or letter."""

TYPE_SIZE = 9.0
"""The size of all type, in points."""

OURS = "Sapper"
"""The label of our own points in legends."""

DPI = 200
"""The resolution of a PNG, in dots an inch."""

INK = "#262626"
"""Text and axes."""

QUIET = "#6e6e6e"
"""The colour of published values, guides and notes."""

GRID = "#dcdcdc"
"""Grid lines."""

PAPER = "#fffffe"
"""The background; not pure white, so that it is not taken for white letters on a dark field."""


@dataclass(frozen=True, slots=True)
class Series:
    """How one of several series is drawn."""

    color: str
    """Its colour."""

    marker: str
    """The marker of its points."""

    line: str | tuple[int, tuple[float, ...]]
    """The dashes of its lines, as Matplotlib takes them."""


SERIES = (
    Series("#10214f", "o", "-"),
    Series("#d46228", "s", (0, (5, 1.5))),
    Series("#1a66a8", "^", (0, (5, 1.5, 1, 1.5))),
    Series("#ecc04a", "D", (0, (2, 1))),
    Series("#8a1550", "v", (0, (8, 2))),
    Series("#45b58f", "P", (0, (1, 1))),
)
"""From the first series on; neighbours differ the most in lightness."""

PUBLISHED = Series(QUIET, "x", (0, (1, 1.2)))
"""Published values."""

_SETTINGS: dict[Any, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": INK,
    "axes.facecolor": PAPER,
    "axes.grid": True,
    "axes.labelcolor": INK,
    "axes.labelsize": TYPE_SIZE,
    "axes.linewidth": 0.8,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlecolor": INK,
    "axes.titlelocation": "left",
    "axes.titlesize": TYPE_SIZE + 1,
    "axes.titleweight": "bold",
    "axes.unicode_minus": True,
    "figure.facecolor": PAPER,
    "figure.labelsize": TYPE_SIZE,
    "font.family": ["sans-serif"],
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": TYPE_SIZE,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "hatch.color": INK,
    "hatch.linewidth": 0.6,
    "legend.fontsize": TYPE_SIZE,
    "legend.framealpha": 0.9,
    "legend.edgecolor": GRID,
    "legend.facecolor": PAPER,
    "lines.linewidth": 1.4,
    "lines.markersize": 4.5,
    "mathtext.fontset": "dejavusans",
    "savefig.facecolor": PAPER,
    "savefig.dpi": DPI,
    "svg.fonttype": "none",
    "svg.hashsalt": "sapper",
    "text.color": INK,
    "xtick.color": INK,
    "xtick.labelsize": TYPE_SIZE,
    "ytick.color": INK,
    "ytick.labelsize": TYPE_SIZE,
}


def series(number: int) -> Series:
    """Return how a series is drawn, counted from 0; the styles repeat after the sixth.

    >>> series(0) == series(6), series(0).marker, series(1).marker
    (True, 'o', 's')
    """
    return SERIES[number % len(SERIES)]


@contextmanager
def house_style() -> Iterator[None]:
    """Draw in the house style, whatever the settings of Matplotlib are, and restore them after."""
    need_matplotlib()
    import matplotlib as mpl

    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(_SETTINGS)
        yield


def new_figure(height: float, width: float = WIDTH) -> Figure:
    """Return an empty figure of a size in inches that finds room for its labels itself."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def legend_in_order(axes: Axes, first: str, **options: Any) -> None:
    """Draw the legend of axes with one label first, which bars of errors would else put last."""
    handles, labels = axes.get_legend_handles_labels()
    order = sorted(range(len(labels)), key=lambda number: labels[number] != first)
    axes.legend([handles[n] for n in order], [labels[n] for n in order], **options)


@house_style()
def to_svg(figure: Figure) -> str:
    """Return a figure as SVG: the same text for the same figure."""
    from io import StringIO

    _settle(figure)
    stream = StringIO()
    metadata: Any = {"Date": None, "Creator": None}
    figure.savefig(stream, format="svg", metadata=metadata)
    return stream.getvalue()


@house_style()
def to_png(figure: Figure) -> bytes:
    """Return a figure as PNG of 200 dots an inch: the same bytes for the same figure."""
    from io import BytesIO

    _settle(figure)
    stream = BytesIO()
    metadata: Any = {"Software": None}
    figure.savefig(stream, format="png", dpi=DPI, metadata=metadata)
    return stream.getvalue()


def write(figure: Figure, folder: str | Path, name: str) -> tuple[Path, Path]:
    """Write a figure as SVG and as PNG, and return both paths; the folder is made if need be."""
    if not name or Path(name).name != name:
        raise LabError(f"the name of a figure is a file name without its ending, not {name!r}")
    svg, png = Path(folder) / f"{name}.svg", Path(folder) / f"{name}.png"
    with files.explained(svg):
        svg.parent.mkdir(parents=True, exist_ok=True)
    files.write(svg, to_svg(figure))
    files.write(png, to_png(figure))
    return svg, png


def _settle(figure: Figure) -> None:
    """Fix the layout, which would else move by a hair with every drawing."""
    if figure.get_layout_engine() is not None:
        figure.draw_without_rendering()
        figure.set_layout_engine("none")


def need_matplotlib() -> None:
    """Raise LabError where Matplotlib is not installed."""
    from importlib.util import find_spec

    if find_spec("matplotlib") is None:
        raise LabError("figures need Matplotlib: pip install 'sapper[lab]'")
