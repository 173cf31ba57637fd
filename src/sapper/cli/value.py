"""``sapper value``: what a strategy wins on a small board, exactly."""

from sapper.cli import options
from sapper.cli.streams import write_json

EXAMPLES = """\b
Examples:
  sapper value 4x5/6 --strategy pseq
  sapper value 5x5/5 --strategy best --first any --json
"""


def value(
    spec: options.Spec,
    strategy: options.StrategyName = "perimeter",
    first: options.First = "safe",
    start: options.Start = None,
    as_json: options.AsJson = False,
) -> None:
    """Find what a strategy wins on a small board, exactly, and how far from perfect that is.

    Its whole tree is played; where it draws lots, the result is the mean over all of them.
    """
    from sapper.errors import TooHardError
    from sapper.perfect import optimal, strategy_value

    result = strategy_value(spec, strategy, first, options.read_start(start))
    if as_json:
        write_json(result.to_dict())
        return
    from rich.text import Text

    from sapper.terminal.render import Terminal

    lines = [result.summary()]
    try:
        perfect = optimal(spec, first, result.deal.start)
        lost = 100 * float(1 - result.wins / perfect.wins)
        lines.append(f"perfect play wins {perfect.wins:,}; this loses {lost:.2f} % of them")
    except TooHardError:
        lines.append("what perfect play wins is out of reach here")
    Terminal().print(Text("\n".join(lines)))
