"""``sapper study``: the critical densities of Chong et al. 2024, redone and extended."""

from pathlib import Path
from typing import Annotated

import typer

from sapper import defaults
from sapper.cli import lab_options, options
from sapper.cli.progress import bar
from sapper.cli.streams import write_json

EXAMPLES = """\b
Examples:
  sapper study table --output critical_densities.csv
  sapper study rows pairs --store study.db
  sapper study open-squares open-tori --store study.db --points study_points.csv
  sapper study --store study.db --output critical_densities.csv --figures figures
"""


def study(
    parts: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PART",
            help="Part: table, rows, pairs, aspect, squares, torus, hex, box, open-squares, "
            "open-tori, open-peaks, open-hexagons, open-triangles, open-rows, open-strips, "
            "open-boxes, law-squares, law-hexagons or law-rook. Default: all.",
        ),
    ] = None,
    games: lab_options.Games = defaults.POINT_GAMES,
    seed: options.Seed = defaults.SEED,
    store: lab_options.StoreFile = lab_options.DEFAULT_STORE,
    workers: lab_options.Workers = None,
    cluster: lab_options.ClusterAddress = None,
    replace: lab_options.Replace = False,
    output: Annotated[
        Path | None,
        typer.Option(metavar="FILE.csv", help="Write the critical densities to this file."),
    ] = None,
    points: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.csv",
            help="Write the win rates of the open and law parts by density to this file.",
        ),
    ] = None,
    figures: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Folder for figures, as SVG and PNG. Default: no figures."
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Repeat the study of Chong et al. 2024 with every strategy.

    Finds the critical densities of all boards of the paper. The parts that start with "open" extend
    to boards of millions of cells, and those that start with "law" test the critical law. The whole
    study takes about two and a half hours on two cores; its results come with the package. After an
    interruption, the same command continues from there.
    """
    import io
    from dataclasses import asdict

    from sapper import files
    from sapper.lab import study as library

    for path in (output, points):
        if path is not None:
            files.check_writable(path)
    chosen = [library.part(name) for name in parts] if parts else list(library.PARTS)
    rows: list[library.StudyRow] = []
    played: list[library.StudyPoint] = []
    notes: list[str] = []
    with lab_options.laboratory(store, workers, cluster, replace) as (opened, where):
        for part in chosen:
            with bar(part.name, None, "games") as progress:
                for found in library.play(
                    part, opened, games=games, seed=seed, executor=where, progress=progress
                ):
                    new = list(library.rows_of(part, found))
                    rows += new
                    notes += library.missing_points(new, found)
                    if part.plan in ("window", "scaled", "peak"):
                        played += library.points_of(part, found)
    if points is not None:
        text = io.StringIO()
        library.points_to_csv(played, text)
        files.write(points, text.getvalue())
    if figures is not None:
        from sapper.lab.figures.study_figures import draw_study

        draw_study(rows, figures, played)
    if output is not None:
        text = io.StringIO()
        library.to_csv(rows, text)
        files.write(output, text.getvalue())
    for note in notes:
        typer.echo(note, err=True)
    if as_json:
        write_json({"rows": [asdict(row) for row in rows]})
    elif output is None:
        import sys

        library.to_csv(rows, sys.stdout)
    else:
        typer.echo(f"{len(rows)} critical densities in {output}; games in {store}")
