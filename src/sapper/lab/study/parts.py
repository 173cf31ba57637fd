"""The parts of the study, each with boards, strategies and one first-click rule.

The study of Chong et al. 2024 is repeated with its first click, safe in the corner. Scaling laws
are measured with an opening as first click, so that no game is lost or stuck at the first clicks,
which would dominate the results on small boards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sapper import defaults
from sapper.errors import LabError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sapper.types import DensityMethod, FirstClickRule

Plan = Literal["every", "adaptive", "window", "scaled", "peak"]
"""The allocation of games: the same number for each number of mines; adaptive, with most games on
the steep part of the curve; a window of densities around a win rate of one half; densities
c n^(-1/k) on boards of n cells, for the same values of c on all boards; or fixed densities past the
half, across the largest number of guesses per game."""

PUBLISHED = "infer-guess-published"
"""The strategy that plays like the published program of Chong et al. 2024."""

STRATEGIES = (
    PUBLISHED,
    "infer-guess",
    "perimeter",
    "frontier",
    "pseq",
    "pseq-d256",
    "basic",
    "neighborhood-sum",
    "random",
    "perimeter-entropy",
    "entropy",
)
"""The strategies of the table: all except ``optimal``, for which these boards are too large."""

PAPER_METHODS: tuple[DensityMethod, ...] = ("paper", "likelihood", "half")
"""The definitions of the critical density for the plan ``every``."""

STEEP_METHODS: tuple[DensityMethod, ...] = ("likelihood", "half")
"""The definitions of the critical density for the plan ``adaptive``."""

SCALING_METHODS: tuple[DensityMethod, ...] = (
    "likelihood",
    "half",
    "guess-free",
    "guesses",
    "seconds",
)
"""The definitions of the critical density for the plan ``window``."""

PEAK_METHODS: tuple[DensityMethod, ...] = ("guesses", "seconds")
"""The definitions of the critical density for the plan ``peak``."""


@dataclass(frozen=True, slots=True)
class Part:
    """A set of boards of the study, played in the same way."""

    name: str
    """Its name on the command line."""

    title: str
    """Its description."""

    boards: tuple[str, ...]
    """The boards, smaller ones first."""

    strategies: tuple[str, ...]
    """The strategies that play them."""

    plan: Plan = "every"
    """The allocation of games."""

    first: FirstClickRule = defaults.FIRST
    """The rule of the first click."""

    most_games: int = 2_000
    """Upper limit on the games per density of a window or a peak; the games per scaled density."""

    exponent: int = 6
    """The number k of the plan ``scaled``."""

    scales: tuple[float, ...] = ()
    """The values of c of the plan ``scaled``, increasing."""

    seed_step: int = 0
    """Added to the seed of the study, for games that no other part plays."""

    @property
    def methods(self) -> tuple[DensityMethod, ...]:
        """The definitions of the critical density that are applied to its curves."""
        return {
            "every": PAPER_METHODS,
            "adaptive": STEEP_METHODS,
            "window": SCALING_METHODS,
            "scaled": (),
            "peak": PEAK_METHODS,
        }[self.plan]

    def scaled_mines(self, cells: int) -> list[int]:
        """Return the numbers of mines of the plan ``scaled`` on a board of this many cells.

        >>> part("law-squares").scaled_mines(1_000_000)[:3]
        [60000, 70000, 78000]
        """
        power = 1 - 1 / self.exponent
        return list(dict.fromkeys(round(scale * cells**power) for scale in self.scales))


def _grids(pairs: Iterable[tuple[int, int]]) -> tuple[str, ...]:
    return tuple(f"{p}x{q}" for p, q in pairs)


def _squares(kind: str, sides: Iterable[int]) -> tuple[str, ...]:
    return tuple(f"{kind}{q}x{q}" for q in sides)


_SMALL = tuple(range(4, 11))
_SIDES = (12, 16, 20, 30, 40, 65, 100)

_LAW_SEED = 2506
"""Added to the seed in the parts that test the critical law."""

_LAW_SCALES = (0.6, 0.7, 0.78, 0.84, 0.9, 0.94, 0.98, 1.03, 1.09, 1.16)
_LOW_SCALES = (0.5, 0.56, 0.62, 0.67, 0.71, 0.75, 0.79, 0.84, 0.9, 0.98)

PARTS = (
    Part(
        "table",
        "table B.2: all p x q up to 10x10, with every strategy",
        _grids((p, q) for p in range(1, 11) for q in range(p, 11) if p * q > 1),
        STRATEGIES,
    ),
    Part(
        "rows",
        "1xq to q = 50",
        _grids((1, q) for q in range(11, 51)),
        (PUBLISHED, "perimeter"),
    ),
    Part(
        "pairs",
        "2xq to q = 50",
        _grids((2, q) for q in range(11, 51)),
        (PUBLISHED, "perimeter"),
    ),
    Part(
        "aspect",
        "longer boards of 3 to 6 rows",
        _grids((p, q) for p in (3, 4, 5, 6) for q in (12, 15, 20, 25, 30)),
        ("perimeter",),
    ),
    Part(
        "squares",
        "squares up to 500x500, with the strongest strategy that is fast there",
        _squares("", (*range(3, 11), 12, 16, 20, 25, 30, 40, 50, 65, 80, 100, 130, 200, 300, 500)),
        ("pseq",),
        "adaptive",
    ),
    Part(
        "torus",
        "squares without borders",
        _squares("torus:", _SMALL + _SIDES),
        ("pseq",),
        "adaptive",
    ),
    Part(
        "hex",
        "squares of hexagons, six neighbours per cell",
        _squares("hex:", _SMALL + _SIDES),
        ("pseq",),
        "adaptive",
    ),
    Part(
        "box",
        "cubes, 26 neighbours per cell",
        tuple(f"box:{q}x{q}x{q}" for q in (2, 3, 4)),
        ("pseq",),
        "adaptive",
    ),
    Part(
        "open-squares",
        "squares up to 4000x4000, first click on an opening",
        _squares("", (10, 14, 20, 30, 50, 100, 200, 500, 1000, 2000, 4000)),
        ("pseq",),
        "window",
        "open",
    ),
    Part(
        "open-tori",
        "squares without borders up to 2000x2000",
        _squares("torus:", (10, 14, 20, 31, 50, 100, 200, 500, 1000, 2000)),
        ("pseq",),
        "window",
        "open",
    ),
    Part(
        "open-peaks",
        "squares up to 1000x1000 past the half, to the most guesses per game",
        _squares("", (10, 14, 20, 30, 50, 100, 200, 500, 1000)),
        ("pseq",),
        "peak",
        "open",
    ),
    Part(
        "open-hexagons",
        "squares of hexagons up to 500x500",
        _squares("hex:", (10, 14, 20, 30, 50, 100, 200, 500)),
        ("pseq",),
        "window",
        "open",
        most_games=200,
    ),
    Part(
        "open-triangles",
        "squares of triangles, twelve neighbours per cell",
        _squares("tri:", (10, 14, 20, 30, 50, 100, 200)),
        ("pseq",),
        "window",
        "open",
        most_games=200,
    ),
    Part(
        "open-rows",
        "1xq up to q = 30,000",
        _grids((1, q) for q in (10, 30, 100, 300, 1000, 3000, 10_000, 30_000)),
        ("pseq",),
        "window",
        "open",
        most_games=200,
    ),
    Part(
        "open-strips",
        "strips of 3 to 8 rows, up to 10,000 long",
        _grids((p, q) for p in (3, 4, 5, 6, 8) for q in (30, 100, 300, 1000, 3000, 10_000)),
        ("pseq",),
        "window",
        "open",
        most_games=200,
    ),
    Part(
        "open-boxes",
        "cubes, 26 neighbours per cell",
        tuple(f"box:{q}x{q}x{q}" for q in (5, 6)),
        ("pseq",),
        "window",
        "open",
        most_games=20,
    ),
    Part(
        "law-squares",
        "square tori at densities c n^(-1/6), for the critical law",
        _squares("torus:", (50, 100, 200, 500, 1000)),
        ("pseq",),
        "scaled",
        "open",
        scales=_LAW_SCALES,
        seed_step=_LAW_SEED,
    ),
    Part(
        "law-hexagons",
        "hexagonal tori at densities c n^(-1/7)",
        _squares("hexwrap:", (50, 100, 200)),
        ("pseq",),
        "scaled",
        "open",
        most_games=1_000,
        exponent=7,
        scales=_LOW_SCALES,
        seed_step=_LAW_SEED,
    ),
    Part(
        "law-rook",
        "tori of squares with four neighbours at densities c n^(-1/5)",
        _squares("rookwrap:", (50, 100, 200)),
        ("pseq",),
        "scaled",
        "open",
        most_games=1_000,
        exponent=5,
        scales=_LOW_SCALES,
        seed_step=_LAW_SEED,
    ),
)
"""All parts of the study."""


def part(name: str) -> Part:
    """Return the part with this name; raise LabError if there is none."""
    for candidate in PARTS:
        if candidate.name == name:
            return candidate
    raise LabError(
        f"the study has no part {name!r}: its parts are {', '.join(p.name for p in PARTS)}"
    )
