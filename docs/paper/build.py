"""Make the paper: figures, numbers and the PDF, from the results that come with Sapper.

    python docs/paper/build.py [FOLDER]

Every number in the text that was measured or computed is read from ``numbers.json``, which this
program writes; ``sapper study`` plays the games that it rests on again.
"""

from __future__ import annotations

import json
import shutil
import sys
from math import log
from pathlib import Path
from typing import Any

from sapper.intervals import Z95
from sapper.lab.figures.forced_guesses import forced_guesses_figure
from sapper.lab.figures.large_boards import large_boards
from sapper.lab.figures.phase_diagram import phase_diagram
from sapper.lab.figures.style import write
from sapper.lab.fits.scaling import compare_scaling
from sapper.lab.study import study, study_points
from sapper.lab.study.forced_guesses import forced_guesses, nearest_to_half
from sapper.papers.chong2024.density_table import table_agreement
from sapper.theory import (
    bound_density,
    census,
    density_bound,
    refuted_from,
    row_win_rate,
    strip_census,
)
from sapper.version import VERSION

HERE = Path(__file__).parent
SQUARES = ("open-squares", "open-tori")
FITTED_FROM = 50


def main(folder: Path) -> None:
    """Write figures, numbers and the PDF into a folder."""
    import typst

    folder.mkdir(parents=True, exist_ok=True)
    points = study_points()
    for name, figure in {
        "large_boards": large_boards(study()),
        "phases": phase_diagram(points),
        "forced": forced_guesses_figure(
            [each for each in forced_guesses(points) if _is_square(each.board)]
        ),
    }.items():
        write(figure, folder, name)
    (folder / "numbers.json").write_text(json.dumps(numbers(), indent=1), encoding="utf-8")
    for name in ("paper.typ", "references.yml"):
        if folder.resolve() != HERE.resolve():
            shutil.copy(HERE / name, folder / name)
    typst.compile(folder / "paper.typ", output=folder / "sapper.pdf")
    print(f"{folder / 'sapper.pdf'}")


def numbers() -> dict[str, Any]:
    """Compute every number of the text."""
    agreement = table_agreement()
    grid = census("grid")
    return {
        "version": VERSION,
        "table": {
            "statistic": f"{agreement.statistic:.1f}",
            "degrees": agreement.degrees,
            "p": f"{agreement.p_value:.2f}",
            "left_out": len(agreement.left_out),
        },
        "refuted": {kind: refuted_from(0.159, kind) for kind in ("grid", "torus")},
        "bound_500": f"{density_bound('500x500', 0.159).bound:.3f}",
        "halves": {part: _halves(part) for part in SQUARES},
        "other": {
            part: _halves(part) for part in ("open-hexagons", "open-triangles", "open-boxes")
        },
        "rows": _rows(),
        "strips": _strips(),
        "census": {place: _sizes(shapes) for place, shapes in grid.places.items()},
        "forced": [
            {
                "board": each.board,
                "density": f"{each.mines / each.cells:.4f}",
                "predicted": f"{each.predicted:.2f}",
                "measured": f"{each.measured:.2f} ({each.low:.2f} to {each.high:.2f})",
                "won": f"{100 * each.win_rate:.1f}",
                "expected": f"{100 * each.predicted_win_rate:.1f}",
                "games": f"{each.games:,}",
            }
            for each in nearest_to_half(forced_guesses(study_points()))
            if _is_square(each.board)
        ],
        "law": _law(),
        "games": f"{sum(point.games for point in study_points()):,}",
        "cells": f"{sum(point.games * point.cells for point in study_points()) / 1e9:.0f}",
    }


def _halves(part: str) -> list[dict[str, str]]:
    """Half densities and guess-free half densities of a part, with the theory if there is one."""
    rows = {(row.board, row.method): row for row in study() if row.part == part}
    found = []
    for board in dict.fromkeys(board for board, _ in rows):
        half, free = rows[board, "half"], rows[board, "guess-free"]
        entry = {
            "board": board,
            "half": _rounded(half.value),
            "interval": f"{_rounded(half.low)} to {_rounded(half.high)}",
            "guess_free": _rounded(free.value),
            "games": f"{half.games:,}",
        }
        if part in SQUARES:
            proved = bound_density(board)
            entry["theory"] = _rounded(census("grid").density(board))
            entry["bound"] = _rounded(proved)
        found.append(entry)
    return found


def _law() -> dict[str, str]:
    """The law of two powers through the squares from 50x50 on that begin with a safe corner."""
    rows = [
        row
        for row in study()
        if (row.part, row.method) == ("squares", "half") and row.cells >= FITTED_FROM**2
    ]
    fits = compare_scaling(
        [row.cells**0.5 for row in rows],
        [row.value or 0.0 for row in rows],
        [((row.high or 0.0) - (row.low or 0.0)) / (2 * Z95) for row in rows],
    )
    weights = {
        trend.model.name: weight for trend, weight in zip(fits.trends, fits.weights, strict=True)
    }
    law = fits.trend("sixth with edge")
    c, d = law.parameters
    c_error, d_error = law.errors
    return {
        "weight": f"{weights['sixth with edge']:.2f}",
        "limit_weight": f"{weights['hyperbola']:.2f}",
        "c": f"{c:.3f} ± {c_error:.3f}",
        "d": f"{d:.2f} ± {d_error:.2f}",
        "c_theory": f"{log(2) ** (1 / 6):.3f}",
        "d_theory": f"{-4 / (3 * log(2) ** (1 / 6)):.2f}",
    }


def _rows() -> list[dict[str, str]]:
    """Half densities of single rows, compared with the closed form."""
    found = []
    for row in study():
        if (row.part, row.method) != ("open-rows", "half"):
            continue
        length = row.cells
        mines = next(m for m in range(length) if row_win_rate(length, m) < 0.5)
        found.append(
            {
                "length": f"{length:,}",
                "half": _rounded(row.value),
                "interval": f"{_rounded(row.low)} to {_rounded(row.high)}",
                "theory": _rounded(mines / length),
            }
        )
    return found


def _strips() -> list[dict[str, str]]:
    """Half densities of the longest strips, compared with the theory."""
    found = []
    for row in study():
        if (row.part, row.method) != ("open-strips", "half"):
            continue
        rows, length = map(int, row.board.split("x"))
        if length < 1000:
            continue
        found.append(
            {
                "board": row.board,
                "half": _rounded(row.value),
                "interval": f"{_rounded(row.low)} to {_rounded(row.high)}",
                "theory": _rounded(strip_census(rows).density(length)),
            }
        )
    return found


def _sizes(shapes: dict[Any, float]) -> dict[str, str]:
    sizes: dict[int, float] = {}
    for shape, count in shapes.items():
        sizes[shape.mines] = sizes.get(shape.mines, 0) + count
    return {str(mines): f"{count:g}" for mines, count in sorted(sizes.items())}


def _is_square(board: str) -> bool:
    sides = board.removeprefix("torus:").split("x")
    return sides[0] == sides[1]


def _rounded(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
