"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

from sapper.cli.failures import InputError


def complete_strategy(incomplete: str) -> list[str]:
    """Return the strategies whose names start like this, for completion in a shell."""
    from sapper.strategies import names

    return [name for name in names() if name.startswith(incomplete)]


def complete_first(incomplete: str) -> list[str]:
    """Return the first-click rules whose names start like this, for completion in a shell."""
    return [rule for rule in ("any", "safe", "open") if rule.startswith(incomplete)]


Spec = Annotated[
    str,
    typer.Argument(
        metavar="SPEC", help="A board with its mines, such as 16x30/99 or hex:10x12/20."
    ),
]
StrategyName = Annotated[
    str,
    typer.Option(
        "--strategy",
        metavar="NAME",
        help="See sapper strategies.",
        autocompletion=complete_strategy,
    ),
]
Seed = Annotated[
    int, typer.Option("--seed", metavar="S", help="Game I of seed S is always the same.")
]
First = Annotated[
    str,
    typer.Option(
        "--first",
        metavar="RULE",
        help="The first click: any (may hit a mine), safe, or open (its neighbours are safe too).",
        autocompletion=complete_first,
    ),
]
Start = Annotated[
    str | None,
    typer.Option(
        "--start",
        metavar="R,C",
        help="The first cell, as R,C or as an index; by default 0,0, with --first open 3,3 or the "
        "middle.",
    ),
]
Threads = Annotated[
    int | None,
    typer.Option(
        "--threads", metavar="T", help="Threads; all cores by default, with the same result."
    ),
]
Memory = Annotated[
    int, typer.Option("--memory", metavar="MB", min=1, help="The memory limit of the search.")
]
MaxPerCell = Annotated[
    int,
    typer.Option("--max-per-cell", metavar="X", help="The most mines that a cell can hold."),
]
WholeMines = Annotated[
    int | None,
    typer.Option("--mines", metavar="N", help="Mines on the whole board, flagged ones included."),
]
MineDensity = Annotated[
    str | None,
    typer.Option(
        "--density",
        metavar="D",
        help="Instead of N: the mean number of mines per cell, as in 0.2 or 1/5.",
    ),
]
BoardOrKind = Annotated[
    str | None,
    typer.Option(
        "--board",
        metavar="SPEC",
        help="A board such as hex:10x12, or a kind alone: torus, hex, tri, rook, knight, reach2.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


def read_start(text: str | None) -> tuple[int, ...] | int | None:
    """Read a first cell, written as its coordinates or as its index.

    >>> read_start("3,4"), read_start("17"), read_start(None)
    ((3, 4), 17, None)
    """
    if text is None:
        return None
    try:
        numbers = tuple(int(part) for part in text.strip(" ()").split(","))
    except ValueError:
        raise InputError(f"a first cell is R,C as in 3,3, not {text[:40]!r}") from None
    return numbers if len(numbers) > 1 else numbers[0]
