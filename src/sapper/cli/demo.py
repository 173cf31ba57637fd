"""``sapper demo``: the conjecture of Chong et al. 2024, tested in a minute or two."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper import defaults
from sapper.cli import lab_options, options
from sapper.cli.progress import at_most_every, bar

if TYPE_CHECKING:
    from sapper.lab.fits.agreement import Agreement
    from sapper.papers.chong2024.headline import Trial

EXAMPLES = """\b
Examples:
  sapper demo
  sapper demo --seed 2 --figures figures
"""

POSITION = ("5x6/7", 135)
"""The board and the number of the game that is solved step by step, of seed 1."""

LINE_SECONDS = 10.0
"""Without a terminal: longest time between two lines of progress."""


def demo(
    seed: options.Seed = defaults.SEED,
    store: lab_options.StoreFile = lab_options.DEFAULT_STORE,
    workers: lab_options.Workers = None,
    figures: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Folder for the figures, as SVG and PNG.")
    ] = Path("figures"),
) -> None:
    """Test the conjecture of Chong et al. 2024 in a minute or two.

    Solves one position step by step as the paper describes, compares the paper's own program with
    its table, plays large boards at the limit that the paper conjectures and at the density at
    which theory predicts a win rate of one half, computes a result of each other paper, draws
    figures, and prints conclusions. It says for every number whether it was computed in this run.
    """
    try:
        with at_most_every(LINE_SECONDS):
            _demo(seed, store, workers, figures)
    except KeyboardInterrupt:
        typer.echo(
            f"stopped: finished games of the table are in {store}; the same command continues "
            "from there",
            err=True,
        )
        raise


def _demo(seed: int, store: Path, workers: int | None, figures: Path) -> None:
    from sapper.cli import demo_view as view
    from sapper.lab.figures.style import need_matplotlib
    from sapper.papers.chong2024 import headline

    need_matplotlib()
    view.say(headline.QUESTION)
    written = _solve_a_position(figures)
    agreement, more = _play_the_table(seed, store, workers, figures)
    written += more
    trials, more = _play_large_boards(seed, figures)
    written += more
    _other_papers(seed)
    view.title("Figures")
    for path in written:
        typer.echo(f"  {path}")
    typer.echo()
    view.title("Conclusions")
    for number, sentence in enumerate(headline.verdict(agreement, trials), 1):
        view.say(f"{number}. {sentence}")


def _solve_a_position(figures: Path) -> list[Path]:
    from sapper.cli import demo_view as view
    from sapper.lab.figures.solved_game import solved_game
    from sapper.lab.figures.style import write
    from sapper.theory.step_by_step import solve_game

    spec, index = POSITION
    view.title(f"1. One position, as Chong et al. 2024 solve it (game {index} of seed 1 on {spec})")
    game = solve_game(spec, index=index)
    view.show_game(game)
    return list(write(solved_game(game), figures, "position"))


def _play_the_table(
    seed: int, store: Path, workers: int | None, figures: Path
) -> "tuple[Agreement, list[Path]]":
    from sapper.cli import demo_view as view
    from sapper.lab.figures.published_comparison import compare_with_table
    from sapper.lab.figures.style import write
    from sapper.lab.figures.table_map import table_map
    from sapper.lab.store.store import Store
    from sapper.lab.sweeps.executors import executor
    from sapper.papers.chong2024 import headline

    view.title("2. The table of critical densities: the paper's program, run again")
    with Store(store) as opened:
        kept = headline.stored_games(opened, seed=seed)
        with bar("its program", None, "games") as progress:
            found = headline.play_table(
                opened, seed=seed, executor=executor(workers, None), progress=progress
            )
    agreement = compare_with_table(found, headline.GAMES)
    view.show_table(found, agreement)
    view.say(view.source_of_games(found, kept, store))
    figure = table_map(found, title="The paper's program, run again", agreement=agreement)
    return agreement, list(write(figure, figures, "table"))


def _play_large_boards(seed: int, figures: Path) -> "tuple[list[Trial], list[Path]]":
    from sapper.cli import demo_view as view
    from sapper.lab.figures.fixed_density import fixed_density
    from sapper.lab.figures.large_boards import large_boards
    from sapper.lab.figures.style import write
    from sapper.lab.study import study
    from sapper.papers.chong2024 import headline

    view.title("3. Large squares: a strong player (pseq) whose first click is an opening")
    with bar("large boards", None, "cells") as progress:
        trials = headline.play_large(seed, progress)
    view.show_trials(trials)
    view.say(
        "All games of this table were played in this run. Theory: predicted by the number of "
        "patterns that force a guess, nothing fitted; p: exact binomial test of it. Bound: "
        "proved for every player."
    )
    limit = [trial.played() for trial in trials if trial.at_the_limit]
    halves = [trial.played() for trial in trials if not trial.at_the_limit]
    return trials, [
        *write(fixed_density(limit), figures, "at_the_limit"),
        *write(large_boards(study(), halves), figures, "large_boards"),
    ]


def _other_papers(seed: int) -> None:
    from sapper.cli import demo_view as view
    from sapper.papers.other_papers import other_papers

    view.title("4. One result of each other paper, computed in this run")
    for result in other_papers(seed):
        view.show_result(result)
    typer.echo()
