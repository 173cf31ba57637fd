"""Perfect play: on small boards, and with one mine on any graph."""

from sapper.optimal.perfect_play import FirstClick, PerfectPlay, optimal

__all__ = ["FirstClick", "PerfectPlay", "optimal"]
