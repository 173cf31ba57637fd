"""The critical densities published by Chong et al. 2024, and the settings of their method.

Contains all digits of table B.2, the trends that section 9 derives from it, and the settings of
section 8 and appendix A.2, so that the method can be repeated and its results compared. Boards are
pairs (p, q) with p <= q, as in the table; densities are in mines per cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

CRITICAL_DENSITIES: Mapping[tuple[int, int], Decimal] = {
    (1, 2): Decimal("1"),
    (1, 3): Decimal("1"),
    (1, 4): Decimal("1"),
    (1, 5): Decimal("0.5681473499112628"),
    (1, 6): Decimal("0.4716362057677376"),
    (1, 7): Decimal("0.3573598239211957"),
    (1, 8): Decimal("0.3200466082058473"),
    (1, 9): Decimal("0.30940463606882607"),
    (1, 10): Decimal("0.2822166976806722"),
    (2, 2): Decimal("1"),
    (2, 3): Decimal("0"),
    (2, 4): Decimal("0.07172544132146422"),
    (2, 5): Decimal("0"),
    (2, 6): Decimal("0"),
    (2, 7): Decimal("0"),
    (2, 8): Decimal("0"),
    (2, 9): Decimal("0"),
    (2, 10): Decimal("0"),
    (3, 3): Decimal("0.27837876338731626"),
    (3, 4): Decimal("0.28151285279312666"),
    (3, 5): Decimal("0.2548740484439963"),
    (3, 6): Decimal("0.24522567024938602"),
    (3, 7): Decimal("0.23751576681494638"),
    (3, 8): Decimal("0.22864034399741218"),
    (3, 9): Decimal("0.2178173885321011"),
    (3, 10): Decimal("0.21296825578136416"),
    (4, 4): Decimal("0.26976512506230443"),
    (4, 5): Decimal("0.24417529634429253"),
    (4, 6): Decimal("0.24611222387092954"),
    (4, 7): Decimal("0.23715170452873602"),
    (4, 8): Decimal("0.2258446843926504"),
    (4, 9): Decimal("0.22227246964036515"),
    (4, 10): Decimal("0.21501775629655295"),
    (5, 5): Decimal("0.21081575907312486"),
    (5, 6): Decimal("0.21912865353261837"),
    (5, 7): Decimal("0.20552189546717414"),
    (5, 8): Decimal("0.20190924155988516"),
    (5, 9): Decimal("0.19542866372751225"),
    (5, 10): Decimal("0.18807656414318988"),
    (6, 6): Decimal("0.22438667018416458"),
    (6, 7): Decimal("0.22028216887894334"),
    (6, 8): Decimal("0.21389993159016554"),
    (6, 9): Decimal("0.21044808514885935"),
    (6, 10): Decimal("0.20625288737080402"),
    (7, 7): Decimal("0.21466887936812817"),
    (7, 8): Decimal("0.20858547016901607"),
    (7, 9): Decimal("0.20689137479962186"),
    (7, 10): Decimal("0.2022594055980943"),
    (8, 8): Decimal("0.20199382622106984"),
    (8, 9): Decimal("0.20434960152369053"),
    (8, 10): Decimal("0.20140219935313744"),
    (9, 9): Decimal("0.2019203353155787"),
    (9, 10): Decimal("0.19966867277772682"),
    (10, 10): Decimal("0.19679192187271458"),
}
"""Table B.2: the 54 boards up to 10x10 except 1x1, each once."""

GAMES = 1000
"""Section 8.2: games per number of mines, from 1 to pq - 1 mines."""

CORRECTED_ABOVE = Decimal("0.75")
"""Section 8.1: above this density a rising win rate is replaced by 0 (W-correction)."""

STRATEGY = "infer-guess-published"
"""The strategy that plays like the program that computed the table."""


@dataclass(frozen=True, slots=True)
class FitSettings:
    """Arguments of ``scipy.optimize.curve_fit`` in A.2 for b + L / (1 + exp(k (x - Q)))."""

    method: str = "dogbox"
    """The least-squares algorithm."""

    first_k: float = 10.0
    """The initial value of k. The others are, for b, the lowest win rate, for L, the range of the
    win rates, and for Q, the median density."""

    most_l: float = 3.0
    """The upper bound of L. The lower bound of L and of k is 0; b and Q are unbounded."""

    first_point: tuple[float, float] = (0.0, 1.0)
    """(density, win rate) added before the measured points."""

    last_point: tuple[float, float] = (1.0, 0.0)
    """(density, win rate) added after the measured points."""


FIT = FitSettings()
"""The settings as printed. A fitted Q is clamped to 0..1 (7.6)."""


@dataclass(frozen=True, slots=True)
class PublishedTrend:
    """A statement of section 9 about critical densities."""

    where: str
    """The section."""

    claim: str
    """The statement, in words."""

    published: str
    """Its value as printed."""

    boards: str
    """The boards that it covers."""

    needs_fits: bool
    """Whether a check needs critical densities of boards outside table B.2."""


SQUARES_A = Decimal("0.366581")
SQUARES_B = Decimal("0.0305678")
SQUARES_C = Decimal("0.158938")
"""Section 9.3: P = a / (q - b) + c for the q x q boards."""

ASYMPTOTE = Decimal("0.159")
"""Abstract, 9.3 and 10: the claimed limit of the critical density on large boards."""

TRENDS = (
    PublishedTrend("9.1", "P falls as q grows", "inversely related", "1xq, q <= 50", True),
    PublishedTrend(
        "9.1",
        "a_0 of the series in 1/q fitted to P, for more and more terms",
        "a_0 tends to 0",
        "1xq, q <= 50",
        True,
    ),
    PublishedTrend("9.1, 10", "the limit of P for large q", "0", "1xq", True),
    PublishedTrend("9.2", "P for almost all q", "0", "2xq, q <= 10", False),
    PublishedTrend("9.2", "the win rate with one mine", "around 0.50", "2x10", True),
    PublishedTrend("9.2", "the win rate as mines are added", "decreases at once", "2x10", True),
    PublishedTrend("10", "the limit of P for large q", "0", "2xq", True),
    PublishedTrend("9.3", "P whatever the aspect ratio", "approximately 0.20", "p > 2", False),
    PublishedTrend("9.3", "P decreases as q increases", "always", "p > 2", False),
    PublishedTrend("9.3", "a of a / (q - b) + c", str(SQUARES_A), "qxq", False),
    PublishedTrend("9.3", "b of a / (q - b) + c", str(SQUARES_B), "qxq", False),
    PublishedTrend("9.3", "c of a / (q - b) + c", str(SQUARES_C), "qxq", False),
    PublishedTrend("9.3, 10", "the limit of P for large q", str(ASYMPTOTE), "p > 2", True),
    PublishedTrend("10.2", "P with a stronger solver, on almost all boards", "higher", "all", True),
    PublishedTrend(
        "10.2", "the limit of P with a stronger solver", "closer to 0.20", "p > 2", True
    ),
    PublishedTrend(
        "10.3", "P of variants, the more complex the variant", "lower", "other boards", True
    ),
)
"""All statements about critical densities, in the order of the paper."""

CITED = (
    PublishedTrend(
        "1.2", "Dempsey and Guinn, without guesses", "0.20 to 0.30", "select squares", True
    ),
    PublishedTrend("1.2", "Sinha and others", "a similar range", "squares", True),
    PublishedTrend("1.2", "Qing and others, by percolation", "0.2035 +- 0.002", "squares", True),
    PublishedTrend("10.2", "Dempsey and Guinn, Sinha and others", "0.20", "large boards", True),
)
"""Critical densities quoted from earlier work, some with other definitions."""
