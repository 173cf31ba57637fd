"""Former name of ``sapper.papers.fowler_young2004``: the modules that the documentation names."""

import sys

from sapper.deprecation import warn_deprecated
from sapper.papers.fowler_young2004 import levels

for _module in (levels,):
    sys.modules[_module.__name__.replace("fowler_young2004", "p001_fowler_young")] = _module

warn_deprecated("sapper.papers.p001_fowler_young")
