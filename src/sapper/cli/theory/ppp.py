"""``sapper theory ppp``: mine probabilities by testing the values of the partitioned perimeter."""

from sapper.cli import options
from sapper.cli.theory.tested_arrangements import Bounded, Most, report

EXAMPLES = """\b
Examples:
  sapper theory ppp '######/######/##1###/##32##/######/######' --mines 11
  sapper theory ppp '######/######/##1###/##32##/######/######' --mines 11 --bounded --json
  printf '####\\n#12#\\n' | sapper theory ppp - --mines 2
"""


def ppp(
    position: options.FileOrText,
    mines: options.WholeMines = None,
    board: options.BoardOrKind = None,
    bounded: Bounded = False,
    most: Most = None,
    as_json: options.AsJson = False,
) -> None:
    """Compute mine probabilities by testing the values of the partitioned perimeter.

    The perimeter partition probability (PPP) of Fowler & Young 2004, section IV.3: squares next to
    one and the same number are one unknown. The numbers are exact, and those of sapper theory epp.
    """
    from sapper import theory

    report(theory.ppp, position, mines, board, bounded, most, as_json)
