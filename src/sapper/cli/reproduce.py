"""``sapper reproduce``: the claims of the papers and the values that Sapper computes."""

import sys
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper import defaults
from sapper.cli import options
from sapper.cli.failures import InputError
from sapper.cli.progress import bar
from sapper.cli.streams import write_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.table import Table

    from sapper.papers.claims import Claim
    from sapper.papers.reproduction import Reproduction
    from sapper.terminal.render import Terminal

EXAMPLES = """\b
Examples:
  sapper reproduce --quick
  sapper reproduce combinatorics --quick
  sapper reproduce golan2014
  sapper reproduce chong2024 --quick --json
  sapper reproduce --quick --jsonl > rows.jsonl
  sapper reproduce --markdown reproduction.md
  sapper reproduce chong2024 --recompute --store rows.db
"""

STYLES = {"agrees": "safe", "differs": "mine", "corrected": "clue.1", "not comparable": "axis"}
"""The style of each verdict."""

WIDTH = 140
"""Width of the table in columns if the output is not a terminal."""

DEFAULT_STORE = Path("sapper-reproduce.db")
"""The default file of finished rows, in the current folder; a complete run removes it."""


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
    recompute: Annotated[
        bool,
        typer.Option(
            "--recompute",
            help="Compute the values of shipped tables, too, instead of reading them (many hours).",
        ),
    ] = False,
    store: Annotated[
        Path | None,
        typer.Option(
            "--store",
            metavar="FILE",
            help="File of finished rows; rows of the same code, effort and seed are not computed "
            "again. Default: sapper-reproduce.db, which a complete run removes.",
        ),
    ] = None,
    markdown: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write all claims to this file, as Markdown."),
    ] = None,
    as_jsonl: Annotated[
        bool,
        typer.Option("--jsonl", help="Print each claim as a line of JSON as soon as it is known."),
    ] = False,
    as_json: options.AsJson = False,
) -> None:
    """Compute every claim of the five papers.

    A claim agrees if the computed value equals the published one, to its last printed digit or
    within the 95 % intervals. It is corrected if the paper is known to be wrong. Otherwise it
    differs. A claim about a program or a definition that the paper does not give is not comparable.
    Each row says whether its value is computed now or rests on a shipped table. Rows are printed as
    they are computed; after an interruption, the same command continues from there.
    """
    from sapper import files
    from sapper.papers.reproduction import forget
    from sapper.papers.reproduction import reproduce as library

    if as_json and as_jsonl:
        raise InputError("--json prints one object, --jsonl one per line: choose one of them")
    if markdown is not None:
        files.check_writable(markdown)
    file = DEFAULT_STORE if store is None else store
    rows = _Rows(as_json=as_json, as_jsonl=as_jsonl)
    # Rows that scroll over the terminal show the progress; a bar would be torn by them.
    shown = nullcontext() if rows.on_terminal else bar(rows.title, None, "claims")
    with _interruptible(rows, file), shown as progress:
        result = library(
            paper,
            quick=quick,
            seed=seed,
            recompute=recompute,
            store=file,
            progress=progress,
            table_progress=rows.table_entry,
            row=rows.show,
        )
    if store is None:
        forget(file, result)
    if markdown is not None:
        files.write(markdown, result.to_markdown())
    if as_json:
        write_json(result.to_dict())
    elif not as_jsonl:
        rows.close(result)


@contextmanager
def _interruptible(rows: "_Rows", file: Path) -> "Iterator[None]":
    """Name the file of finished rows if the run is interrupted."""
    try:
        yield
    except KeyboardInterrupt:
        typer.echo(
            f"stopped: {rows.count} finished rows are in {file}; the same command continues from "
            "there",
            err=True,
        )
        raise


# -- the rows -----------------------------------------------------------------------------------


class _Rows:
    """Prints each row as soon as it is known, and counts them."""

    def __init__(self, *, as_json: bool, as_jsonl: bool) -> None:
        self.count = 0
        """The rows that are known."""

        self.on_terminal = not as_json and sys.stdout.isatty()
        """Whether rows scroll over a terminal."""

        self._show: Callable[[Claim], None] | None = None
        self._entry = ""
        self._key = ""
        self._terminal: Terminal | None = None
        if as_jsonl:
            self._show = _print_line
        elif not as_json:
            self._show = self._print_row

    def show(self, claim: "Claim") -> None:
        """Print a row."""
        self.count += 1
        self._entry = ""
        if self._show is not None:
            self._show(claim)

    def table_entry(self, entry: str, done: int, total: int) -> None:
        """Show which entry of a shipped table is being computed."""
        if self.on_terminal and not self._entry.startswith(f", {entry}:"):
            typer.echo(f"computing {entry}", err=True)
        self._entry = f", {entry}: {done:,} of {total:,}"

    def title(self) -> str:
        """Return the title of the progress bar."""
        return f"claims{self._entry}"

    def close(self, result: "Reproduction") -> None:
        """Print the counts below the rows."""
        from rich.text import Text

        self._opened().print(Text(result.summary()))

    def _opened(self) -> "Terminal":
        if self._terminal is None:
            from sapper.terminal.render import Terminal

            self._terminal = Terminal()
            if self._terminal.width is None:
                self._terminal.console.width = WIDTH
        return self._terminal

    def _print_row(self, claim: "Claim") -> None:
        from rich.text import Text

        from sapper.papers.reproduction import load

        terminal = self._opened()
        if claim.key != self._key:
            self._key = claim.key
            terminal.print(Text(str(load(claim.key).citation), "title"))
            terminal.console.print(_table(headed=True))
        row = _table(headed=False)
        words = Text(claim.claim)
        if claim.note:
            words.append(f"\n{claim.note}", "axis")
        verdict = Text(claim.verdict, STYLES[claim.verdict])
        values = map(Text, (claim.published, claim.ours, claim.source))
        row.add_row(Text(claim.where), words, *values, verdict)
        terminal.console.print(row)


def _print_line(claim: "Claim") -> None:
    import json

    print(json.dumps(claim.to_dict(), allow_nan=False), flush=True)


def _table(*, headed: bool) -> "Table":
    """Return a table for the head or for one row; all have the same columns."""
    from rich import box
    from rich.table import Table

    table = Table(
        box=box.SIMPLE_HEAD, show_edge=False, show_header=headed, expand=True, pad_edge=False
    )
    table.add_column("where", width=11)
    table.add_column("claim", ratio=10)
    table.add_column("published", ratio=4)
    table.add_column("ours", ratio=6)
    table.add_column("source", width=8)
    table.add_column("verdict", width=10)
    return table
