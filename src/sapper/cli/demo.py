"""``sapper demo``: the conjecture of Chong et al. 2024, tested in a minute or two."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper import defaults
from sapper.cli import lab_options, options
from sapper.cli.progress import bar

if TYPE_CHECKING:
    from sapper.papers.chong2024 import headline

EXAMPLES = """\b
Examples:
  sapper demo
  sapper demo --seed 2 --figures figures
"""


def demo(
    seed: options.Seed = defaults.SEED,
    store: lab_options.StoreFile = lab_options.DEFAULT_STORE,
    workers: lab_options.Workers = None,
    figures: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Folder for the figures, as SVG and PNG.")
    ] = Path("figures"),
) -> None:
    """Test the conjecture of Chong et al. 2024 in a minute or two.

    Compares the paper's own program with its table, plays large boards at the limit that the paper
    conjectures, draws the density at which half of the games are won for boards of up to 16 million
    cells, and prints the conclusions.
    """
    from sapper.cli.density import show
    from sapper.lab.figures.large_boards import large_boards
    from sapper.lab.figures.published_comparison import compare_with_table
    from sapper.lab.figures.style import write
    from sapper.lab.figures.table_map import table_map
    from sapper.lab.study import study
    from sapper.papers.chong2024 import headline

    _say(headline.QUESTION)
    with (
        lab_options.laboratory(store, workers, None) as (opened, where),
        bar("its program", None, "games") as progress,
    ):
        found = headline.play_table(opened, seed=seed, executor=where, progress=progress)
    agreement = compare_with_table(found, headline.GAMES)
    show(found, "paper")
    _say(f"As a whole: {agreement.summary()}; without {', '.join(agreement.left_out)}.")
    with bar("large boards", None, "games") as progress:
        trials = headline.play_large(seed, progress)
    _show_trials(trials)
    program = write(table_map(found, title="The paper's program, run again"), figures, "table")
    for path in (*program, *write(large_boards(study()), figures, "large_boards")):
        typer.echo(f"figure {path}")
    typer.echo()
    typer.echo("What was found:")
    for number, sentence in enumerate(headline.verdict(agreement, trials), 1):
        _say(f"{number}. {sentence}")


def _say(text: str) -> None:
    import textwrap

    typer.echo(textwrap.fill(text, 100))
    typer.echo()


def _show_trials(trials: "list[headline.Trial]") -> None:
    from rich import box
    from rich.table import Table

    from sapper.terminal.render import Terminal

    title = "large squares, pseq, the first click on an opening"
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for name in ("board", "density", "games", "won, 95 % interval", "theory", "no player above"):
        table.add_column(name, justify="left" if name == "board" else "right")
    for trial in trials:
        table.add_row(
            trial.board,
            f"{trial.density:.4f}",
            f"{trial.games:,}",
            trial.share,
            f"{100 * trial.expected:.0f} %",
            f"{100 * trial.bound:.0f} %",
        )
    terminal = Terminal()
    if terminal.width is None:
        terminal.console.width = 100
    terminal.console.print(table)
