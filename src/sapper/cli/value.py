"""``sapper value``: the exact win probability of a strategy on a small board."""

from sapper import defaults
from sapper.cli import options
from sapper.cli.streams import write_json

EXAMPLES = """\b
Examples:
  sapper value 4x5/6 --strategy pseq
  sapper value 4x4/4 --strategy best --first any --json
"""


def value(
    spec: options.Spec,
    strategy: options.StrategyName = defaults.STRATEGY,
    first: options.First = defaults.FIRST,
    start: options.Start = None,
    as_json: options.AsJson = False,
) -> None:
    """Compute the exact win probability of a strategy.

    Enumerates the whole game tree, so the board must be small, and compares the result with perfect
    play. If the strategy breaks ties at random, the result is the mean over all tie-breaks.
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
        lines.append(
            f"perfect play wins {perfect.wins:,}; {result.strategy} wins {lost:.2f} % fewer"
        )
    except TooHardError:
        lines.append("perfect play exceeds the work budget")
    Terminal().print(Text("\n".join(lines)))
