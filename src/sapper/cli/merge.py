"""``sapper merge``: the union of several stores in a new one."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from sapper.cli import options
from sapper.cli.progress import bar
from sapper.cli.streams import write_json

EXAMPLES = """\b
Examples:
  sapper sweep 5x5 --mines 3:6 --games 50 --store a.db
  sapper sweep 5x5 --mines 5:8 --games 50 --store b.db
  sapper merge a.db b.db --out all.db
"""


def merge(
    stores: Annotated[list[Path], typer.Argument(metavar="STORE", help="Stores to merge.")],
    out: Annotated[
        Path, typer.Option(metavar="FILE", help="The new store; it must not exist yet.")
    ],
    as_json: options.AsJson = False,
) -> None:
    """Merge the games of several stores into a new one.

    For games played on machines that do not share a disk. The same games in two stores must have
    the same results, and a strategy must be the same one in all of them; otherwise nothing is
    written. The stores are not changed.
    """
    from sapper.lab.store.merging import merge_stores

    with bar("stores", len(stores), "stores") as progress:
        result = merge_stores(stores, out, progress)
    if as_json:
        write_json(asdict(result))
    else:
        typer.echo(result.summary())
