"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated, cast, get_args

import typer

from sapper.cli.failures import InputError, note
from sapper.deprecation import DEPRECATED, renamed
from sapper.types import FirstClickRule, Flags


def complete_strategy(incomplete: str) -> list[str]:
    """Return the names of strategies with this prefix, for shell completion."""
    from sapper.strategies import names

    return [name for name in names() if name.startswith(incomplete)]


def complete_first(incomplete: str) -> list[str]:
    """Return the first-click rules with this prefix, for shell completion."""
    return [rule for rule in get_args(FirstClickRule) if rule.startswith(incomplete)]


def complete_flags(incomplete: str) -> list[str]:
    """Return the ways to use flags with this prefix, for shell completion."""
    return [how for how in get_args(Flags) if how.startswith(incomplete)]


Spec = Annotated[
    str,
    typer.Argument(metavar="SPEC", help="Board with its mines, such as 16x30/99 or hex:10x12/20."),
]
StrategyName = Annotated[
    str,
    typer.Option(
        "--strategy",
        metavar="NAME",
        help="Strategy that plays; see sapper strategies.",
        autocompletion=complete_strategy,
    ),
]
Seed = Annotated[
    int,
    typer.Option(
        "--seed", metavar="S", help="Seed of the games; game I of seed S is always the same."
    ),
]
Index = Annotated[int, typer.Option("--index", metavar="I", help="Number of the game, from 0.")]
FormerGame = Annotated[int | None, typer.Option("--game", metavar="I", hidden=True)]
First = Annotated[
    FirstClickRule,
    typer.Option(
        "--first",
        metavar="RULE",
        help="First-click rule: any (may hit a mine), safe, or open (neighbours are safe too).",
        autocompletion=complete_first,
    ),
]
Start = Annotated[
    str | None,
    typer.Option(
        "--start",
        metavar="R,C",
        help="First cell, as row,column or an index, both from 0. Default: 0,0; with --first open "
        "3,3, or the middle of a smaller board.",
    ),
]
Threads = Annotated[
    int | None,
    typer.Option(
        "--threads",
        metavar="T",
        help="Number of threads; the result does not depend on it. Default: one per core.",
    ),
]
Memory = Annotated[
    int,
    typer.Option("--memory", metavar="MB", min=1, help="Memory limit of the search, in megabytes."),
]
MaxPerCell = Annotated[
    int,
    typer.Option("--max-per-cell", metavar="X", help="Maximum number of mines in one cell."),
]
FileOrText = Annotated[
    str,
    typer.Argument(
        metavar="FILE_OR_TEXT",
        help="File with a position, - for standard input, or the position itself with / "
        "between rows.",
    ),
]
WholeMines = Annotated[
    str | None,
    typer.Option(
        "--mines",
        metavar="N",
        help="Number of mines on the whole board, including flagged ones; or, if it is unknown, a "
        "range such as 8-12 or a distribution such as 8:0.2,9:0.5,10:0.3.",
    ),
]
MineDensity = Annotated[
    str | None,
    typer.Option(
        "--density",
        metavar="D",
        help="Instead of --mines: the mean number of mines per cell, such as 0.2 or 1/5.",
    ),
]
BoardOrKind = Annotated[
    str | None,
    typer.Option(
        "--board",
        metavar="SPEC",
        help="Board such as hex:10x12, or only its kind: torus, hex, tri, rook, knight, reach2.",
    ),
]
FlagsAs = Annotated[
    str,
    typer.Option(
        "--flags",
        metavar="HOW",
        help="trust: flagged cells are mines; ignore: they are covered cells like any other.",
        autocompletion=complete_flags,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


def use_former(name: str, value: int | None, former: int | None) -> int | None:
    """Return the value of an option, or of its deprecated name with a note.

    ``name`` is the deprecated name with its command, as in ``sapper.deprecation.DEPRECATED``.
    """
    if former is None:
        return value
    if value:
        *_, old = name.split()
        *_, new = DEPRECATED[name].split()
        raise InputError(f"{old} is the deprecated name of {new}: give one of them")
    note(renamed(name, DEPRECATED[name]))
    return former


def read_flags(text: str) -> Flags:
    """Return the value of --flags; raise InputError if it is none."""
    if text not in get_args(Flags):
        raise InputError(f"--flags is trust or ignore, not {text[:40]!r}")
    return cast("Flags", text)


def read_start(text: str | None) -> tuple[int, ...] | int | None:
    """Read a first cell, given as coordinates or as an index.

    >>> read_start("3,4"), read_start("17"), read_start(None)
    ((3, 4), 17, None)
    """
    if text is None:
        return None
    try:
        numbers = tuple(int(part) for part in text.strip(" ()").split(","))
    except ValueError:
        raise InputError(
            f"a first cell is R,C such as 3,3 or an index such as 17, not {text[:40]!r}"
        ) from None
    return numbers if len(numbers) > 1 else numbers[0]


def read_rules(text: str) -> list[FirstClickRule]:
    """Read first-click rules, separated by commas.

    >>> read_rules("safe, open")
    ['safe', 'open']
    """
    rules: list[FirstClickRule] = []
    for name in text.split(","):
        rule = next((rule for rule in get_args(FirstClickRule) if rule == name.strip()), None)
        if rule is None:
            known = " or ".join(get_args(FirstClickRule))
            raise InputError(f"the first click is {known}, not {name.strip()!r}")
        rules.append(rule)
    return rules
