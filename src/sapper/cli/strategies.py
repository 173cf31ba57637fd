"""``sapper strategies``: all strategies with their descriptions and sources."""

from sapper.cli import options
from sapper.cli.streams import write_json

EXAMPLES = """\b
Examples:
  sapper strategies
  sapper strategies --json
"""


def strategies(
    as_json: options.AsJson = False,
) -> None:
    """List all strategies with their descriptions and sources."""
    from sapper.strategies import entries

    known = entries()
    if as_json:
        described = [
            {
                "name": entry.name,
                "description": entry.description,
                "source": entry.source,
                "compiled": entry.in_core,
            }
            for entry in known
        ]
        write_json({"strategies": described})
        return
    from rich.text import Text

    from sapper.terminal.render import Terminal

    longest = max(len(entry.name) for entry in known)
    lines = Text()
    for entry in known:
        lines.append(entry.name.ljust(longest + 2), "title")
        lines.append(entry.description + "\n")
        lines.append(" " * (longest + 2) + entry.source + "\n", "axis")
    lines.rstrip()
    Terminal().print(lines)
