"""``sapper simulate``: many games with one strategy."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper import defaults
from sapper.cli import options
from sapper.cli.interruption import interrupted
from sapper.cli.progress import bar
from sapper.cli.streams import write_json

if TYPE_CHECKING:
    from sapper.games import Records, SimulationResult

EXAMPLES = """\b
Examples:
  sapper simulate 16x30/99 --strategy pseq --games 1000 --seed 1
  sapper simulate expert --strategy best --games 50 --first open --json
  sapper simulate hex:10x12/20 --games 1000 --records games.csv
"""


def simulate(
    spec: options.Spec,
    strategy: options.StrategyName = defaults.STRATEGY,
    games: Annotated[int, typer.Option(metavar="N", help="Number of games.")] = defaults.GAMES,
    seed: options.Seed = defaults.SEED,
    first: options.First = defaults.FIRST,
    start: options.Start = None,
    threads: options.Threads = None,
    max_per_cell: options.MaxPerCell = 1,
    index: Annotated[int, typer.Option(metavar="I", help="Number of the first game, from 0.")] = 0,
    first_game: Annotated[int | None, typer.Option(metavar="I", hidden=True)] = None,
    records: Annotated[
        Path | None, typer.Option(metavar="FILE.csv", help="Write one row per game to this file.")
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Play many games with one strategy.

    Shows the win rate with its 95 % interval, and the moves and guesses per game. Game I of seed S
    has the same layout for every strategy and any number of threads. Ctrl-C stops the simulation
    and shows the result so far.
    """
    from sapper import simulate as library
    from sapper.errors import StrategyError
    from sapper.files import check_writable

    index = options.use_former("sapper simulate --first-game", index, first_game) or 0
    if records is not None:
        check_writable(records)  # before the games, so that they cannot be lost
    with bar(strategy, games, "games") as progress:
        try:
            result = library(
                spec,
                strategy,
                games,
                seed,
                first,
                options.read_start(start),
                threads,
                max_per_cell=max_per_cell,
                index=index,
                records=records is not None,
                progress=progress,
            )
        except StrategyError as error:
            if error.result is not None and error.result.games > 0:
                _finish(error.result, games, records, as_json)
            raise
    _finish(result, games, records, as_json)
    if result.interrupted:
        raise typer.Exit(interrupted())


def _finish(result: "SimulationResult", games: int, path: Path | None, as_json: bool) -> None:
    if as_json:
        write_json(result.to_dict())
    else:
        _show(result, games)
    if path is not None and result.records is not None:
        _write(path, result.records)


def _show(result: "SimulationResult", games: int) -> None:
    from sapper.terminal.analysis_view import columns
    from sapper.terminal.render import Terminal

    played = max(result.games, 1)
    low, high = result.interval
    rate = f"{100 * result.win_rate:.2f} %, " if result.games else ""
    facts = {
        "board": f"{result.spec}, first click {result.first} at {result.place}",
        "strategy": result.strategy,
        "games": f"{result.games:,} of seed {result.seed}, from game {result.index}",
        "won": f"{result.wins:,}: {rate}95 % interval {100 * low:.2f} to {100 * high:.2f} %",
        "no guess": f"{result.guess_free:,} games won without one: "
        f"{100 * result.guess_free / played:.2f} %",
        "moves": f"{result.moves / played:.2f} per game",
        "guesses": f"{result.guesses / played:.2f} per game",
        "3BV": f"{result.bbbv / played:.2f} per game",
        "time": f"{result.seconds:.2f} s, {result.games / max(result.seconds, 1e-9):,.0f} games/s, "
        f"longest game {1000 * result.longest:.1f} ms",
    }
    if result.interrupted:
        facts["stopped"] = f"{games - result.games:,} of {games:,} games were not played"
    terminal = Terminal()
    terminal.print(columns(facts, terminal.width))


def _write(path: Path, records: "Records") -> None:
    import csv
    import io

    from sapper import files

    stream = io.StringIO()
    table = csv.writer(stream, lineterminator="\n")
    table.writerow(["game", "won", "moves", "guesses", "bbbv"])
    table.writerows(
        zip(
            records.index.tolist(),
            records.won.astype(int).tolist(),
            records.moves.tolist(),
            records.guesses.tolist(),
            records.bbbv.tolist(),
            strict=True,
        )
    )
    files.write(path, stream.getvalue())
