"""``sapper formats``: all formats of files and links."""

import typer

from sapper.cli import options
from sapper.cli.streams import write_json

EXAMPLES = """\b
Examples:
  sapper formats
  sapper formats --json
"""


def formats(
    as_json: options.AsJson = False,
) -> None:
    """List all formats of files and links."""
    from sapper.exchange import formats as every_format

    known = every_format()
    if as_json:
        write_json({"formats": [one.to_dict() for one in known]})
        return
    names = max(len(one.name) for one in known)
    for one in known:
        ending = "link" if one.is_link else " ".join(one.endings)
        ways = "read, written" if one.writable else "read"
        holds = ", ".join(one.holds)
        typer.echo(f"{one.name:{names}}  {ending:6}  {ways:13}  {holds}: {one.about}")
