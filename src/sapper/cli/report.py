"""``sapper report``: one page with all results of a store."""

from pathlib import Path
from typing import Annotated

import typer

from sapper.cli import lab_options, options
from sapper.cli.failures import InputError
from sapper.cli.progress import bar
from sapper.cli.streams import write_json

EXAMPLES = """\b
Examples:
  sapper density 5x5 --games 100 --store lab.db
  sapper report --store lab.db --output lab.html
  sapper report --store lab.db --json
"""


def report(
    store: lab_options.StoreFile = lab_options.DEFAULT_STORE,
    output: Annotated[Path, typer.Option(metavar="FILE", help="HTML file to write.")] = Path(
        "report.html"
    ),
    as_json: options.AsJson = False,
) -> None:
    """Write a page with the figures and tables of a store.

    The page is one HTML file that needs neither a network nor other files; the same games give the
    same page. Play games first, with sapper density or sapper sweep.
    """
    import shlex

    from sapper import files
    from sapper.formatting import amount
    from sapper.lab.figures.style import need_matplotlib
    from sapper.lab.report.holdings import holdings
    from sapper.lab.report.html_report import report as page
    from sapper.lab.store.store import Store

    need_matplotlib()
    if not files.is_file(store):
        raise InputError(f"there is no store {str(store)!r}: play games with sapper density first")
    with Store(store) as opened, bar("curves", 1, "curves") as progress:
        held = holdings(opened, progress)
    words = ["sapper", "report", "--store", str(store), "--output", str(output)]
    text = page(held, shlex.join(words))
    files.write(output, text)
    if as_json:
        write_json({"output": str(output), **held.to_dict()})
    else:
        boards = amount(len({tally.point.board for tally in held.tallies}), "board")
        curves = amount(sum(len(group.boards) for group in held.groups), "curve")
        typer.echo(f"{output}: {boards}, {amount(held.games, 'game')}, {curves}")
