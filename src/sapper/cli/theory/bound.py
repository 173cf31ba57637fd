"""``sapper theory bound``: an upper bound on the win probability of every player."""

from typing import Annotated

import typer

from sapper import defaults
from sapper.cli import options
from sapper.cli.failures import InputError
from sapper.cli.progress import bar
from sapper.cli.streams import write_json
from sapper.types import FirstClickRule

EXAMPLES = """\b
Examples:
  sapper theory bound 4x4/5
  sapper theory bound hex:6x6/8 --first open --start 2,2 --layouts 200 --json
  sapper theory bound torus:100x100/2000 --coin-flips
  sapper theory bound 500x500 --density 0.159
"""


def bound(
    spec: Annotated[
        str,
        typer.Argument(
            metavar="SPEC",
            help="Board with its mines, such as 16x30/99 or hex:10x12/20; with --density without.",
        ),
    ],
    first: Annotated[
        FirstClickRule | None,
        typer.Option(
            "--first",
            metavar="RULE",
            help="First-click rule: any (may hit a mine), safe, or open (neighbours are safe too). "
            "Default: safe; with --density any.",
            autocompletion=options.complete_first,
        ),
    ] = None,
    start: options.Start = None,
    layouts: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Number of random layouts to examine; the bound is exact if the game has no more. "
            "Default: 20000.",
        ),
    ] = None,
    seed: options.Seed = defaults.SEED,
    confidence: Annotated[
        float | None,
        typer.Option(
            metavar="P",
            help="Probability that the bound holds if it is found from random layouts. "
            "Default: 0.9999.",
        ),
    ] = None,
    most_moved: Annotated[
        int | None,
        typer.Option(
            metavar="K",
            help="The most mines that change place between two layouts that are compared: more "
            "give a lower bound and take longer. Default: 2.",
        ),
    ] = None,
    coin_flips: Annotated[
        bool,
        typer.Option(
            "--coin-flips",
            help="Use only the formula for disjoint squares that are coin flips; on grids and "
            "tori of any size.",
        ),
    ] = False,
    density: Annotated[
        float | None,
        typer.Option(
            metavar="D",
            help="Use that formula for cells that hold a mine independently with probability D.",
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Bound the win probability of every player from above.

    The bound is proved for all boards with at most one mine per cell. On large boards it comes from
    random layouts and holds with the given confidence.
    """
    searched = {
        "layouts": layouts,
        "confidence": confidence,
        "most_moved": most_moved,
    }
    given = {name: value for name, value in searched.items() if value is not None}
    if coin_flips or density is not None:
        if given:
            name = f"--{next(iter(given)).replace('_', '-')}"
            formula = "--coin-flips" if density is None else "--density"
            raise InputError(f"{name} has no effect with {formula}, which is a formula")
        found = _formula(spec, first, start, density)
    else:
        from sapper.theory.upper_bound import upper_bound

        with bar(spec, None, "layouts") as progress:
            result = upper_bound(
                spec,
                defaults.FIRST if first is None else first,
                options.read_start(start),
                seed=seed,
                progress=progress,
                **given,  # type: ignore[arg-type]
            )
        found = result.to_dict(), result.summary()
    if as_json:
        write_json(found[0])
    else:
        typer.echo(found[1])


def _formula(
    spec: str, first: FirstClickRule | None, start: str | None, density: float | None
) -> tuple[dict[str, object], str]:
    """Return the bound from coin flips as JSON values and as one line."""
    from sapper.boards.specs import own_mines, read_board
    from sapper.theory.win_bound import density_bound, mines_bound

    where = options.read_start(start)
    if density is None:
        found = mines_bound(spec, defaults.FIRST if first is None else first, where)
    elif own_mines(read_board(spec)) is None:
        found = density_bound(
            spec, density, defaults.FORMULA_FIRST if first is None else first, where
        )
    else:
        raise InputError(f"with --density give the board without mines, not {spec!r}")
    return {**found.to_dict(), "value": found.bound, "method": "coin flips"}, found.summary()
