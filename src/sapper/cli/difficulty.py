"""``sapper difficulty``: how difficult a board with its mines, or one game of it, is."""

from typing import TYPE_CHECKING, Annotated

import typer

from sapper import defaults
from sapper.cli import options
from sapper.cli.progress import bar
from sapper.cli.streams import write_json

if TYPE_CHECKING:
    from sapper.lab.difficulty.difficulty import Difficulty

EXAMPLES = """\b
Examples:
  sapper difficulty beginner
  sapper difficulty 9x9/10 --games 100 --first safe --no-critical --json
  sapper difficulty 9x9/10 --index 7
"""


def difficulty(
    spec: options.Spec,
    games: Annotated[
        int, typer.Option(metavar="N", help="Number of games.")
    ] = defaults.RATED_GAMES,
    seed: options.Seed = defaults.SEED,
    first: options.First = defaults.RATED_FIRST,
    start: options.Start = None,
    index: Annotated[
        int | None,
        typer.Option(metavar="I", help="Rate only game I of the seed, counted from 0."),
    ] = None,
    game: options.FormerGame = None,
    critical: Annotated[
        bool,
        typer.Option(
            "--critical/--no-critical", help="Compare with the critical density of the board."
        ),
    ] = True,
    as_json: options.AsJson = False,
) -> None:
    """Rate how difficult a board is for a player.

    Shows the share of games that need a guess, the share that the strategy pseq wins, the kinds of
    reasoning they need, and the distance from the critical density. The difficulty, from 0 to 100,
    is the mean percentage of games lost by four players of increasing skill: the first uses single
    clues, the second pairs of clues, the third all certain cells, and the fourth also mine
    probabilities.
    """
    where = options.read_start(start)
    index = options.use_former("sapper difficulty --game", index, game)
    if index is not None:
        from sapper.lab.difficulty.layout_difficulty import rate_game

        found = rate_game(spec, index, seed=seed, first=first, start=where)
        if as_json:
            game_address = {"seed": seed, "index": index, "first": first, "game": index}
            write_json({**found.to_dict(), **game_address})
        else:
            typer.echo(found.summary())
        return
    from sapper.lab.difficulty.difficulty import rate

    with bar("rating", games, "games") as progress:
        rated = rate(
            spec,
            games=games,
            seed=seed,
            first=first,
            start=where,
            critical=critical,
            progress=progress,
        )
    if as_json:
        write_json(rated.to_dict())
    else:
        _show(rated)


def _show(rated: "Difficulty") -> None:
    from sapper.lab.difficulty.difficulty import share_text
    from sapper.terminal.analysis_view import columns
    from sapper.terminal.render import Terminal

    low, high = rated.interval
    facts = {
        "board": f"{rated.spec}, first click {rated.first} at {rated.place}",
        "level": f"{rated.level}, difficulty {rated.score:.1f} of 100 "
        f"(95 %: {low:.1f} to {high:.1f})",
        "games": f"{rated.games:,} of seed {rated.seed}",
        "guess": f"{share_text(rated.guess_share, rated.guess_interval)} of the games need one, "
        f"{rated.guesses / rated.games:.2f} per game",
        "won": f"{share_text(rated.win_rate, rated.win_interval)} by pseq",
        "3BV": f"{rated.bbbv / rated.games:.2f} per game",
    }
    if rated.critical is not None:
        facts["critical"] = rated.critical.summary()
    terminal = Terminal()
    terminal.print(columns(facts, terminal.width))
    typer.echo(f"\n{'reasoning':14}  {'clicks':>8}  games that need it or more")
    for use in rated.kinds:
        clicks = f"{100 * use.click_share:.2f} %"
        typer.echo(f"{use.kind:14}  {clicks:>8}  {share_text(use.game_share, use.interval)}")
