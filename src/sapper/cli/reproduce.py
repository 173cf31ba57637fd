"""``sapper reproduce``: the claims of the papers and the values that Sapper computes."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper import defaults
from sapper.cli import options
from sapper.cli.progress import bar
from sapper.cli.streams import write_json

if TYPE_CHECKING:
    from rich.table import Table

    from sapper.papers.claims import Claim
    from sapper.papers.reproduction import Reproduction

EXAMPLES = """\b
Examples:
  sapper reproduce --quick
  sapper reproduce combinatorics --quick
  sapper reproduce golan2014
  sapper reproduce chong2024 --quick --json
  sapper reproduce --markdown reproduction.md
"""

STYLES = {"agrees": "safe", "differs": "mine", "corrected": "clue.1"}
"""The style of each verdict."""

WIDTH = 140
"""Width of the table in columns if the output is not a terminal."""


def reproduce(
    paper: Annotated[
        str | None,
        typer.Argument(
            metavar="PAPER",
            help="Paper: chong2024, fowler_young2004, golan2014, heuristic_agents or "
            "combinatorics; 000 to 004 are aliases in this order. Default: all five.",
        ),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Play fewer games; all papers take about a minute.")
    ] = False,
    seed: options.Seed = defaults.SEED,
    markdown: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write all claims to this file, as Markdown."),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Compute every claim of the five papers.

    A claim agrees if the computed value equals the published one, to its last printed digit or
    within the 95 % intervals. It is corrected if the paper is known to be wrong. Otherwise it
    differs.
    """
    from sapper import files
    from sapper.papers.reproduction import reproduce as library

    if markdown is not None:
        files.check_writable(markdown)
    with bar("claims", None, "claims") as progress:
        result = library(paper, quick=quick, seed=seed, progress=progress)
    if markdown is not None:
        files.write(markdown, result.to_markdown())
    if as_json:
        write_json(result.to_dict())
    else:
        _show(result)


# -- the table ----------------------------------------------------------------------------------


def _show(result: "Reproduction") -> None:
    from rich.text import Text

    from sapper.terminal.render import Terminal

    terminal = Terminal()
    if terminal.width is None:
        terminal.console.width = WIDTH
    for paper in result.papers:
        terminal.print(Text(str(paper), "title"))
        terminal.console.print(_table(result.of(paper.key)))
    terminal.print(Text(result.summary()))


def _table(claims: "tuple[Claim, ...]") -> "Table":
    """Return the claims as a table; a note follows its claim on a new line."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, expand=True, pad_edge=False)
    table.add_column("where", ratio=3, min_width=11)
    table.add_column("claim", ratio=10)
    table.add_column("published", ratio=4)
    table.add_column("ours", ratio=6)
    table.add_column("verdict", no_wrap=True, min_width=max(map(len, STYLES)))
    for claim in claims:
        words = Text(claim.claim)
        if claim.note:
            words.append(f"\n{claim.note}", "axis")
        verdict = Text(claim.verdict, STYLES[claim.verdict])
        table.add_row(Text(claim.where), words, Text(claim.published), Text(claim.ours), verdict)
    return table
