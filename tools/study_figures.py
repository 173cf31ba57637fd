"""Draw the figures of the study, and that of a game, in docs/figures from the shipped results.

    python tools/study_figures.py

``sapper study --figures FOLDER`` draws the same figures from newly played games.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from sapper.lab.figures.solved_game import solved_game
from sapper.lab.figures.study_figures import draw_study
from sapper.lab.figures.style import write
from sapper.lab.study import study, study_points
from sapper.theory.step_by_step import solve_game

FIGURES = Path(__file__).parents[1] / "docs" / "figures"


def main() -> None:
    """Replace the figures that the documentation shows."""
    points = [*study_points(), *study_points("law-squares")]
    with tempfile.TemporaryDirectory() as folder:
        game = write(solved_game(solve_game("5x6/7", index=135)), folder, "solved_game")
        for path in (*draw_study(study(), folder, points), *game):
            shown = FIGURES / path.name
            if path.suffix == ".svg" and shown.exists():
                shutil.copyfile(path, shown)
                print(shown.relative_to(FIGURES.parents[1]))


if __name__ == "__main__":
    main()
