"""``sapper theory epp``: mine probabilities by testing every arrangement of the perimeter."""

from sapper.cli import options
from sapper.cli.theory.tested_arrangements import Bounded, Most, report

EXAMPLES = """\b
Examples:
  sapper theory epp '######/######/##1###/##32##/######/######' --mines 11
  sapper theory epp '######/######/##1###/##32##/######/######' --mines 11 --bounded --json
  printf '####\\n#12#\\n' | sapper theory epp - --mines 2
"""


def epp(
    position: options.FileOrText,
    mines: options.WholeMines = None,
    board: options.BoardOrKind = None,
    bounded: Bounded = False,
    most: Most = None,
    as_json: options.AsJson = False,
) -> None:
    """Compute mine probabilities by testing every arrangement of the perimeter.

    The exhaustive perimeter probability (EPP) of Fowler & Young 2004, section III.3, and with
    --bounded its improvement by integer programs (IV.1). The numbers are exact.
    """
    from sapper import theory

    report(theory.epp, position, mines, board, bounded, most, as_json)
