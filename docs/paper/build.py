"""Make the paper: figures, numbers and the PDF, from the results that come with Sapper.

    python docs/paper/build.py [FOLDER]

Every number in the text that was measured or computed is read from ``numbers.json``, which this
program writes; ``sapper study`` plays the games that it rests on again.
"""

from __future__ import annotations

import json
import shutil
import sys
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import exp, log
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper.lab.figures.coin_flips import coin_flips_figure
from sapper.lab.figures.collapse import collapse_figure
from sapper.lab.figures.forced_guesses import forced_guesses_figure
from sapper.lab.figures.large_boards import large_boards
from sapper.lab.figures.long_rows import long_rows
from sapper.lab.figures.published_comparison import UNFIXED
from sapper.lab.figures.solved_game import solved_game
from sapper.lab.figures.style import write
from sapper.lab.figures.transition import transition
from sapper.lab.fits.scaling import compare_scaling
from sapper.lab.study import PARTS, collapses, study, study_points
from sapper.lab.study.census_agreement import (
    census_agreement,
    census_of,
    half_error,
    measured_halves,
)
from sapper.lab.study.collapse import ChiSquare, fit_exponent, homogeneity, power_of_cells
from sapper.lab.study.first_clicks import (
    WINDOW,
    Crossing,
    common_crossing,
    crossings,
    first_clicks,
)
from sapper.lab.study.forced_guesses import forced_guesses, nearest_to_half
from sapper.lab.study.one_step_gaps import STRATEGIES as GAP_STRATEGIES
from sapper.lab.study.one_step_gaps import (
    ErrorLaw,
    StandardBoard,
    error_law,
    one_step_gaps,
    two_sided,
)
from sapper.papers.chong2024.density_table import table_agreement
from sapper.perfect import corner_limits, small_boards
from sapper.theory import (
    bound_density,
    census,
    critical_law,
    density_bound,
    mines_bound,
    refuted_from,
    row_win_rate,
    strip_census,
)
from sapper.theory.ambiguous_patterns import SIZES
from sapper.theory.critical_law import LATTICES, STRIPS
from sapper.theory.small_board_bounds import small_board_bounds
from sapper.theory.step_by_step import solve_game
from sapper.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.lab.fits.trends import Trend
    from sapper.lab.study import StudyPoint

HERE = Path(__file__).parent
SQUARES = ("open-squares", "open-tori")
WITH_A_CENSUS = (*SQUARES, "open-hexagons", "open-triangles")
FITTED_FROM = 50
COLLAPSED_FROM = 500
"""The least side of the tori whose win rates are compared with each other."""

WIDTHS = ("20x20", "50x50", "100x100", "200x200", "500x500", "1000x1000")
"""Squares, and tori of the same sides, of which the text gives the width of the transition."""


def main(folder: Path) -> None:
    """Write figures, numbers and the PDF into a folder."""
    import typst

    folder.mkdir(parents=True, exist_ok=True)
    points = study_points()
    for name, figure in {
        "position": solved_game(solve_game("5x6/7", index=135), 3),
        "coin_flips": coin_flips_figure(),
        "large_boards": large_boards(study()),
        "transition": transition(points, study()),
        "forced": forced_guesses_figure(forced_guesses(points)),
        "collapse": collapse_figure(study_points("law-squares")),
        "long_rows": long_rows(study()),
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
            "clamped": sum(why != UNFIXED for why in agreement.left_out.values()),
        },
        "refuted": {kind: refuted_from(0.159, kind) for kind in ("grid", "torus")},
        "refuted_fifth": refuted_from(0.2),
        "upper": _upper_bounds(),
        "bound_500": f"{density_bound('500x500', 0.159).bound:.3f}",
        "halves": {part: _halves(part) for part in SQUARES},
        "other": {
            part: _halves(part) for part in ("open-hexagons", "open-triangles", "open-boxes")
        },
        "rows": _rows(),
        "strips": _strips(),
        "census": {
            place: _sizes(shapes, most)
            for (place, shapes), most in zip(grid.places.items(), SIZES["grid"], strict=True)
        },
        "equal_only": _equal_only(),
        "fit": {part: _fit(part) for part in WITH_A_CENSUS},
        "widths": _widths(),
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
        "gap": _gap(),
        "collapse": {part.name: _collapse(part.name) for part in PARTS if part.plan == "scaled"},
        "laws": _laws(),
        "click": _first_click(),
        "games": f"{sum(point.games for point in study_points()):,}",
        "large_games": f"{sum(_games_from(500)):,}",
        "ratio_of_six": f"{(log(5) / log(1.25)) ** (1 / 6):.2f}",
        "cells": f"{sum(point.games * point.cells for point in study_points()) / 1e9:.0f}",
    }


def _gap() -> dict[str, Any]:
    """The two-sided statement on standard boards, and the check of the bound on solved ones."""
    law = error_law(row for row in one_step_gaps() if row.strategy in GAP_STRATEGIES)
    solved = small_boards()
    checked = small_board_bounds()
    boards = two_sided()
    won = {(row.board, row.mines, row.start): Fraction(row.optimal, row.layouts) for row in solved}
    layouts = {(row.board, row.mines, row.start): row.layouts for row in solved}
    if any(won[game] > bound for game, bound in checked.items()):
        raise ValueError("perfect play is above the bound")
    expert = boards[-1].perfect(law)[2] - boards[-1].best
    return {
        "rows": f"{len(solved):,}",
        "games": len({(row.board, row.mines) for row in solved}),
        "checked": f"{len(checked):,}",
        "most": f"{max(layouts[game] for game in checked):,}",
        "limit": max(layouts[game] for game in checked),
        "equal": sum(won[game] == bound for game, bound in checked.items()),
        "expert": f"{expert:.1f}",
        "law": {
            "games": law.games,
            "median": f"{law.median:.2f}",
            "low": f"{law.low:.2f}",
            "high": f"{law.high:.2f}",
            "coverage": f"{100 * law.coverage:.0f}",
        },
        "boards": [_two_sided(board, law) for board in boards],
    }


def _two_sided(board: StandardBoard, law: ErrorLaw) -> dict[str, str]:
    low, middle, high = board.perfect(law)
    return {
        "board": board.board,
        "best": f"{board.best:.2f} ({board.best_low:.2f} to {board.best_high:.2f})",
        "gain": f"{board.gain:.3f} ± {board.gain_error:.3f}",
        "perfect": f"{middle:.2f} ({low:.2f} to {high:.2f})",
        "bound": f"{board.bound:.2f}",
    }


def _upper_bounds() -> dict[str, dict[str, str]]:
    """Return the bound of each standard board, that of disjoint coin flips, and what is won."""
    return {
        each.board: {
            "bound": f"{each.bound / 100:.4f}",
            "percent": f"{each.bound:.1f}",
            "flips": f"{mines_bound(each.board).bound:.4f}",
            "best": f"{each.best / 100:.3f}",
        }
        for each in two_sided()
    }


def _first_click() -> dict[str, Any]:
    """Where the corner stops being the best first click: solved boards and games."""
    exact = []
    for limit in corner_limits(small_boards()):
        rows, columns = map(int, limit.board.split("x"))
        first = min((cell.mines for cell in limit.better), default=0)
        if min(rows, columns) >= 4 and first and first - 1 in limit.mines:
            exact.append((limit.board, (first - 1) / (rows * columns), first / (rows * columns)))
    games = first_clicks()
    common = common_crossing(games)
    found: dict[str, dict[str, str]] = {}
    for each in crossings(games):
        side = int(each.board.partition("x")[0])
        name = {(0, 1): "next", (0, side // 2): "edge", (1, 1): "inner"}[
            each.place[0], each.place[1]
        ]
        found.setdefault(each.board, {"board": each.board})[name] = _crossing(each)
    return {
        "exact": ", ".join(f"{low:.3f} and {high:.3f} on {board}" for board, low, high in exact),
        "exact_low": f"{min(low for _, low, _ in exact):.2f}",
        "exact_high": f"{max(high for _, _, high in exact):.2f}",
        "boards": ", ".join(found),
        "low": f"{WINDOW[0]:.2f}",
        "high": f"{WINDOW[1]:.2f}",
        "common": _crossing(common),
        "common_chi": f"{common.chi_square:.1f}",
        "common_degrees": common.degrees,
        "games": f"{min(row.games for row in games):,}",
        "crossings": list(found.values()),
    }


def _crossing(found: Crossing) -> str:
    if not 0 < found.low <= found.high < 1:
        return "-"
    return f"{found.density:.3f} ({found.low:.3f} to {found.high:.3f})"


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
        if part in WITH_A_CENSUS:
            entry["theory"] = _rounded(_predicted(board))
        if part in SQUARES:
            entry["bound"] = _rounded(bound_density(board))
        found.append(entry)
    return found


def _predicted(board: str) -> float:
    """The density at which the census puts the half of a board."""
    return census_of(board).density(board)


def _equal_only() -> dict[str, str]:
    """Chi-square of hexagons without unequal patterns, and how far these lower the halves."""
    agreement = census_agreement("open-hexagons", unequal=False)
    lowered = []
    for row in measured_halves("open-hexagons"):
        patterns = census_of(row.board)
        without = replace(patterns, unequal={}).density(row.board)
        lowered.append(100 * (1 - patterns.density(row.board) / without))
    return {
        "statistic": f"{agreement.statistic:.0f}",
        "last_score": _signed(f"{list(agreement.scores.values())[-1]:+.1f}"),
        "least": f"{min(lowered):.0f}",
        "most": f"{max(lowered):.0f}",
    }


def _fit(part: str) -> dict[str, str]:
    """Chi-square of the census, without fitted parameters, against the measured halves."""
    relative = [(row.value or 0.0) / _predicted(row.board) - 1 for row in measured_halves(part)]
    agreement = census_agreement(part)
    scores = agreement.scores
    board = max(scores, key=lambda each: abs(scores[each]))
    return {
        "statistic": f"{agreement.statistic:.1f}",
        "degrees": str(agreement.degrees),
        "relative": f"{100 * max(abs(each) for each in relative):.1f}",
        "p": _probability(agreement.p_value),
        "worst": board,
        "worst_score": _signed(f"{scores[board]:+.1f}"),
        "last": list(scores)[-1],
        "last_score": _signed(f"{list(scores.values())[-1]:+.1f}"),
    }


def _games_from(side: int) -> list[int]:
    """The games of the points on squares and square tori of at least this side."""
    return [
        point.games for point in study_points() if point.part in SQUARES and point.cells >= side**2
    ]


def _law() -> dict[str, str]:
    """The law of two powers through the squares from 50x50 on, and through their census."""
    rows = measured_halves("open-squares", FITTED_FROM)
    sides, errors = [row.cells**0.5 for row in rows], [half_error(row) for row in rows]
    fits = compare_scaling(sides, [row.value or 0.0 for row in rows], errors)
    weights = {
        trend.model.name: weight for trend, weight in zip(fits.trends, fits.weights, strict=True)
    }
    law = fits.trend("sixth with edge")
    derived = compare_scaling(sides, [_predicted(row.board) for row in rows], errors)
    c_census, d_census = derived.trend("sixth with edge").parameters
    return {
        "weight": f"{weights['sixth with edge']:.2f}",
        "limit_weight": f"{weights['hyperbola']:.2f}",
        "chi": f"{law.goodness:.2f}",
        "limit_chi": f"{fits.trend('hyperbola').goodness:.1f}",
        "c": _with_error(law, 0, 3),
        "d": _signed(_with_error(law, 1, 2)),
        "c_census": f"{c_census:.3f}",
        "d_census": _signed(f"{d_census:.2f}"),
        "c_theory": f"{log(2) ** (1 / 6):.3f}",
        "d_theory": _signed(f"{-4 / (3 * log(2) ** (1 / 6)):.2f}"),
    }


def _collapse(part: str) -> dict[str, Any]:
    """The tests of the critical law with the games of a part."""
    points = study_points(part)
    law, boards = critical_law(points[0].board), collapses(points)
    large = [point for point in points if point.cells >= COLLAPSED_FROM**2]
    steps = {larger.board: power_of_cells(less, larger) for less, larger in pairwise(boards)}
    return {
        "games": f"{sum(point.games for point in points):,}",
        "together": _chi_square(homogeneity(large, lambda point: point.wins)),
        "together_free": _chi_square(homogeneity(large, lambda point: point.guess_free)),
        "boards": [
            {
                "board": each.board,
                "games": f"{each.games:,}",
                "limit": _chi_square(each.limit),
                "finite": _chi_square(each.finite),
                "free_limit": _chi_square(each.free_limit),
                "free_finite": _chi_square(each.free_finite),
                "kappa": f"{each.exponent:.2f} ± {each.exponent_error:.2f}",
                "kappa_theory": f"{each.predicted_exponent:.2f}",
                "scale": _plus_minus(each.half, each.half_error, each.cells ** (1 / law.mines)),
                "power": _signed(_plus_minus(*steps[each.board], 1)) if each.board in steps else "",
            }
            for each in boards
        ],
    }


def _chi_square(found: ChiSquare) -> str:
    p = f"p = {found.p_value:.3f}" if found.p_value >= 0.0005 else "p < 0.001"
    return f"{found.statistic:.1f} / {found.degrees}, {p}"


def _plus_minus(value: float, error: float, factor: float) -> str:
    return f"{value * factor:.4f} ± {error * factor:.4f}"


def _laws() -> list[dict[str, str]]:
    """The critical laws of the lattices and strips that are known."""
    found = []
    for board in (*LATTICES, *(f"{rows}x1000" for rows in STRIPS)):
        law = critical_law(board)
        name = f"{law.lattice.removeprefix('strip ')} rows" if law.is_strip else law.lattice
        found.append(
            {
                "lattice": name,
                "mines": str(law.mines),
                "equal": f"{float(law.equal):g}",
                "unequal": f"{float(law.unequal):g}",
                "amplitude": "" if law.amplitude == 1 else f"{float(law.amplitude):g}",
                "free": f"{float(law.guess_free_amplitude):g}",
                "scale": f"{law.scale:.4f}",
            }
        )
    return found


def _widths() -> list[dict[str, str]]:
    """The width of the transition and its exponent on squares and tori of the same sides."""
    found = []
    for side in WIDTHS:
        entry = {"side": side}
        for name, board in (("square", side), ("torus", f"torus:{side}")):
            points = [point for point in study_points() if point.board == board]
            half = next(row.value for row in study() if (row.board, row.method) == (board, "half"))
            entry[f"{name}_ratio"] = _ratio(points)
            entry[f"{name}_kappa"] = _exponent(points)
            entry[f"{name}_theory"] = f"{_local_exponent(board, half or 0.0):.2f}"
        found.append(entry)
    return found


def _ratio(points: Sequence[StudyPoint]) -> str:
    """The density at which 20 % of the games are won, divided by that of 80 %.

    log(-log W) is interpolated linearly in the logarithm of the density.
    """
    inside = [point for point in points if 0 < point.wins < point.games]
    heights = [log(-log(point.wins / point.games)) for point in inside]
    ends = [log(-log(rate)) for rate in (0.8, 0.2)]
    if not min(heights) <= ends[0] < ends[1] <= max(heights):
        raise ValueError(f"the points of {points[0].board} do not reach 80 % and 20 %")
    places = [log(point.density) for point in inside]
    low, high = (float(np.interp(end, heights, places)) for end in ends)
    return f"{exp(high - low):.2f}"


def _exponent(points: Sequence[StudyPoint]) -> str:
    """The exponent κ of W = 2^(-(density / h)^κ) by maximum likelihood, with its 95 % interval."""
    _, _, exponent, error = fit_exponent(points)
    return f"{exponent:.2f} ± {error:.2f}"


def _local_exponent(board: str, density: float) -> float:
    """The same exponent by the census: the derivative of log M by the log of the density."""
    step = 1.01
    patterns = census_of(board)
    above, below = (patterns.mean(board, each) for each in (density * step, density / step))
    return log(above / below) / (2 * log(step))


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


def _signed(text: str) -> str:
    """Return a number with a minus sign instead of a hyphen."""
    return text.replace("-", "−")


def _probability(value: float) -> str:
    return f"{value:.4f}" if value >= 1e-4 else "< 0.0001"


def _with_error(trend: Trend, index: int, digits: int) -> str:
    return f"{trend.parameters[index]:.{digits}f} ± {trend.errors[index]:.{digits}f}"


def _sizes(shapes: dict[Any, float], most: int) -> dict[str, str]:
    """The number of patterns for each number of mines that the search covers."""
    sizes = dict.fromkeys(range(3, most + 1), 0.0)
    for shape, count in shapes.items():
        sizes[shape.mines] += count
    return {str(mines): f"{count:g}" for mines, count in sorted(sizes.items())}


def _is_square(board: str) -> bool:
    sides = board.removeprefix("torus:").split("x")
    return sides[0] == sides[1]


def _rounded(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
