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

Plan = Literal["every", "adaptive", "window"]
"""The allocation of games: the same number for each number of mines; adaptive, with most games on
the steep part of the curve; or a window of densities around a win rate of one half."""

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
    """Upper limit on the games per density of a window."""

    @property
    def methods(self) -> tuple[DensityMethod, ...]:
        """The definitions of the critical density that are applied to its curves."""
        return {
            "every": PAPER_METHODS,
            "adaptive": STEEP_METHODS,
            "window": SCALING_METHODS,
        }[self.plan]


def _grids(pairs: Iterable[tuple[int, int]]) -> tuple[str, ...]:
    return tuple(f"{p}x{q}" for p, q in pairs)


def _squares(kind: str, sides: Iterable[int]) -> tuple[str, ...]:
    return tuple(f"{kind}{q}x{q}" for q in sides)


_SMALL = tuple(range(4, 11))
_SIDES = (12, 16, 20, 30, 40, 65, 100)

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
