"""Former name of ``sapper.papers.heuristic_agents``: the modules that the documentation names."""

import sys
import warnings

from sapper.papers.heuristic_agents import (
    half_at_random,
    noisy_clues,
    upper_confidence,
    window_table,
)

for _module in (
    half_at_random,
    noisy_clues,
    upper_confidence,
    window_table,
):
    sys.modules[_module.__name__.replace("heuristic_agents", "p003_heuristic_agents")] = _module

warnings.warn(
    "sapper.papers.p003_heuristic_agents is now sapper.papers.heuristic_agents",
    DeprecationWarning,
    stacklevel=2,
)
