"""Former name of ``sapper.papers.golan2014``: the modules that the documentation names."""

import sys

from sapper.deprecation import warn_deprecated
from sapper.papers.golan2014 import equation_strategy

for _module in (equation_strategy,):
    sys.modules[_module.__name__.replace("golan2014", "p002_one_mine")] = _module

warn_deprecated("sapper.papers.p002_one_mine")
