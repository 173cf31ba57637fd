"""Theory: the formulas and methods of the papers, exact, for comparison with the engine's results.

- constraints and the inferrer, configurations and safety (Chong et al. 2024);
- first click and opening numbers (Chong et al. 2024, the combinatorics note), the opening tree (the
  combinatorics note);
- configurations, the outer group and the constant-density approximation (the combinatorics note);
- the perimeter as linear equations, its bounds, its partitions, and mine probabilities by testing
  all its arrangements (Fowler & Young 2004);
- a proved upper bound on the win rate of every player, and the expected number of forced guesses;
- Boolean formulas as positions, which show that Minesweeper is NP-complete (Kaye 2000, cited by
  Fowler & Young 2004).
"""

from sapper.theory.ambiguous_patterns import Census, census, take_census
from sapper.theory.circuits import Circuit, circuit
from sapper.theory.configuration_search import (
    ConfigurationSearch,
    SearchNode,
    get_configurations,
)
from sapper.theory.configurations import (
    CellGroup,
    Configuration,
    Configurations,
    cell_groups,
    configurations,
)
from sapper.theory.constraints import Constraint, derive_constraints
from sapper.theory.critical_law import CriticalLaw, LawPattern, critical_law
from sapper.theory.density_approximation import (
    DensityApproximation,
    density_approximation,
    refined_probability,
    remaining_density,
)
from sapper.theory.exhaustive_perimeter import PerimeterProbability, epp, ppp
from sapper.theory.first_click import (
    FirstCell,
    FirstClicks,
    FirstNumber,
    compare_first_clicks,
    first_number,
    likeliest_zero,
    zero_probability,
)
from sapper.theory.guessing import Guess, guess
from sapper.theory.inferrer import Inference, InferenceStep, infer
from sapper.theory.opening_tree import Candidate, OpeningNode, opening_tree
from sapper.theory.openings import STANDARD_BOARDS, OpeningNumbers, opening_numbers
from sapper.theory.outer_group import OuterGroup, outer_group, outer_group_probability
from sapper.theory.partition import (
    ArrangementsTested,
    Part,
    arrangements_tested,
    grouped_partition,
    partition,
)
from sapper.theory.perimeter import (
    LinearSystem,
    MineBounds,
    counted_bounds,
    integer_bounds,
    linear_system,
    relaxed_bounds,
)
from sapper.theory.strips import (
    StripCensus,
    pair_bound,
    row_approximation,
    row_win_rate,
    strip_census,
    take_strip_census,
)
from sapper.theory.upper_bound import UpperBound, upper_bound
from sapper.theory.win_bound import (
    WinBound,
    bound_density,
    density_bound,
    mines_bound,
    refuted_from,
)

__all__ = [
    "STANDARD_BOARDS",
    "ArrangementsTested",
    "Candidate",
    "CellGroup",
    "Census",
    "Circuit",
    "Configuration",
    "ConfigurationSearch",
    "Configurations",
    "Constraint",
    "CriticalLaw",
    "DensityApproximation",
    "FirstCell",
    "FirstClicks",
    "FirstNumber",
    "Guess",
    "Inference",
    "InferenceStep",
    "LawPattern",
    "LinearSystem",
    "MineBounds",
    "OpeningNode",
    "OpeningNumbers",
    "OuterGroup",
    "Part",
    "PerimeterProbability",
    "SearchNode",
    "StripCensus",
    "UpperBound",
    "WinBound",
    "arrangements_tested",
    "bound_density",
    "cell_groups",
    "census",
    "circuit",
    "compare_first_clicks",
    "configurations",
    "counted_bounds",
    "critical_law",
    "density_approximation",
    "density_bound",
    "derive_constraints",
    "epp",
    "first_number",
    "get_configurations",
    "grouped_partition",
    "guess",
    "infer",
    "integer_bounds",
    "likeliest_zero",
    "linear_system",
    "mines_bound",
    "opening_numbers",
    "opening_tree",
    "outer_group",
    "outer_group_probability",
    "pair_bound",
    "partition",
    "ppp",
    "refined_probability",
    "refuted_from",
    "relaxed_bounds",
    "remaining_density",
    "row_approximation",
    "row_win_rate",
    "strip_census",
    "take_census",
    "take_strip_census",
    "upper_bound",
    "zero_probability",
]
