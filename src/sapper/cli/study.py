"""``sapper study``: the critical densities of paper 000, redone and extended."""

from pathlib import Path
from typing import Annotated

import typer

from sapper.cli import lab_options, options
from sapper.cli.progress import bar
from sapper.cli.streams import write_json

EXAMPLES = """\b
Examples:
  sapper study table --output critical_densities.csv
  sapper study rows pairs --store study.db
  sapper study --store study.db --output critical_densities.csv --figures figures
"""


def study(
    parts: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PART]...",
            help="table, rows, pairs, aspect, squares, torus, hex, box; all if none is named.",
        ),
    ] = None,
    games: lab_options.Games = 1_000,
    seed: options.Seed = 1,
    store: lab_options.StoreFile = lab_options.DEFAULT_STORE,
    workers: lab_options.Workers = None,
    cluster: lab_options.ClusterAddress = None,
    output: Annotated[
        Path | None, typer.Option(metavar="FILE.csv", help="Write the critical densities there.")
    ] = None,
    figures: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write figures there, as SVG and PNG.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Find the critical densities of all boards of the study, with every strategy.

    The whole study takes about an hour on two cores; its results come with the package. Stop it at
    any moment, and the same command goes on from there.
    """
    import io
    from dataclasses import asdict

    from sapper import files
    from sapper.lab import study as library

    if output is not None:
        files.check_writable(output)
    chosen = [library.part(name) for name in parts] if parts else list(library.PARTS)
    rows: list[library.StudyRow] = []
    with lab_options.laboratory(store, workers, cluster) as (opened, where):
        for part in chosen:
            with bar(part.name, None, "games") as progress:
                rows += library.run(
                    part, opened, games=games, seed=seed, executor=where, progress=progress
                )
    if figures is not None:
        from sapper.lab.figures.study_figures import draw_study

        draw_study(rows, figures)
    if output is not None:
        text = io.StringIO()
        library.to_csv(rows, text)
        files.write(output, text.getvalue())
    if as_json:
        write_json({"rows": [asdict(row) for row in rows]})
    elif output is None:
        import sys

        library.to_csv(rows, sys.stdout)
    else:
        typer.echo(f"{len(rows)} critical densities in {output}; games in {store}")
