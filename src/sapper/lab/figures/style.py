"""The common style of all figures, with byte-identical output for equal figures.

Figures are as wide as the text of a printed page, and all text has at least 9 points. The colours
of the series differ in lightness, so they can be distinguished with any colour vision and in grey;
each series also has its own marker and line style.

Matplotlib is loaded when a figure is drawn and used without pyplot, so no figure is registered
globally and no global setting is changed.
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
"""The width of a figure in inches: the text width of an A4 or letter page."""

TYPE_SIZE = 9.0
"""The font size, in points."""

OURS = "Sapper"
"""The legend label of our own points."""

DPI = 200
"""The resolution of a PNG, in dots per inch."""

INK = "#262626"
"""The colour of text and axes."""

QUIET = "#6e6e6e"
"""The colour of published values, guides and notes."""

GRID = "#dcdcdc"
"""The colour of grid lines."""

PAPER = "#fffffe"
"""The background; not pure white, so that ``inline`` can distinguish it from white text."""


@dataclass(frozen=True, slots=True)
class Series:
    """The appearance of a series."""

    color: str
    """Its colour."""

    marker: str
    """The marker of its points."""

    line: str | tuple[int, tuple[float, ...]]
    """The line style, in the notation of Matplotlib."""


SERIES = (
    Series("#10214f", "o", "-"),
    Series("#d46228", "s", (0, (5, 1.5))),
    Series("#1a66a8", "^", (0, (5, 1.5, 1, 1.5))),
    Series("#ecc04a", "D", (0, (2, 1))),
    Series("#8a1550", "v", (0, (8, 2))),
    Series("#45b58f", "P", (0, (1, 1))),
)
"""The series in order; adjacent ones differ strongly in lightness."""

PUBLISHED = Series(QUIET, "x", (0, (1, 1.2)))
"""The appearance of published values."""

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
    """Return the appearance of a series, counted from 0; it repeats after six series.

    >>> series(0) == series(6), series(0).marker, series(1).marker
    (True, 'o', 's')
    """
    return SERIES[number % len(SERIES)]


@contextmanager
def house_style() -> Iterator[None]:
    """Apply the common style within a context; the settings of Matplotlib are restored."""
    need_matplotlib()
    import matplotlib as mpl

    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(_SETTINGS)
        yield


def new_figure(height: float, width: float = WIDTH) -> Figure:
    """Return an empty figure with constrained layout; the size is in inches."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def legend_in_order(axes: Axes, first: str, **options: Any) -> None:
    """Draw a legend with one label first; Matplotlib would put error bars last."""
    handles, labels = axes.get_legend_handles_labels()
    order = sorted(range(len(labels)), key=lambda number: labels[number] != first)
    axes.legend([handles[n] for n in order], [labels[n] for n in order], **options)


@house_style()
def to_svg(figure: Figure) -> str:
    """Return a figure as SVG; the text is deterministic."""
    from io import StringIO

    _fix_layout(figure)
    stream = StringIO()
    metadata: Any = {"Date": None, "Creator": None}
    figure.savefig(stream, format="svg", metadata=metadata)
    return stream.getvalue()


@house_style()
def to_png(figure: Figure) -> bytes:
    """Return a figure as PNG with ``DPI`` dots per inch; the bytes are deterministic."""
    from io import BytesIO

    _fix_layout(figure)
    stream = BytesIO()
    metadata: Any = {"Software": None}
    figure.savefig(stream, format="png", dpi=DPI, metadata=metadata)
    return stream.getvalue()


def write(figure: Figure, folder: str | Path, name: str) -> tuple[Path, Path]:
    """Write a figure as SVG and PNG, creating the folder if needed; return both paths."""
    if not name or Path(name).name != name:
        raise LabError(f"the name of a figure is a file name without its suffix, not {name!r}")
    svg, png = Path(folder) / f"{name}.svg", Path(folder) / f"{name}.png"
    with files.explained(svg):
        svg.parent.mkdir(parents=True, exist_ok=True)
    files.write(svg, to_svg(figure))
    files.write(png, to_png(figure))
    return svg, png


def _fix_layout(figure: Figure) -> None:
    """Compute the layout once; repeated layout passes would shift it slightly."""
    if figure.get_layout_engine() is not None:
        figure.draw_without_rendering()
        figure.set_layout_engine("none")


def need_matplotlib() -> None:
    """Raise LabError if Matplotlib is not installed."""
    from importlib.util import find_spec

    if find_spec("matplotlib") is None:
        raise LabError("figures need Matplotlib: pip install 'sapper[lab]'")
