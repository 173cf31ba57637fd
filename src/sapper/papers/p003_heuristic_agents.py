"""Former name of ``sapper.papers.heuristic_agents``: the modules that the documentation names."""

import sys

from sapper.deprecation import warn_deprecated
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

warn_deprecated("sapper.papers.p003_heuristic_agents")
