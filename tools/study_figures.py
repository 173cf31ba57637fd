"""Draw the figures of the study in docs/figures from the results that come with the package.

    python tools/study_figures.py

``sapper study --figures FOLDER`` draws the same figures from newly played games.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from sapper.lab.figures.study_figures import draw_study
from sapper.lab.study import study, study_points

FIGURES = Path(__file__).parents[1] / "docs" / "figures"


def main() -> None:
    """Replace the figures that the documentation shows."""
    with tempfile.TemporaryDirectory() as folder:
        for path in draw_study(study(), folder, study_points()):
            shown = FIGURES / path.name
            if path.suffix == ".svg" and shown.exists():
                shutil.copyfile(path, shown)
                print(shown.relative_to(FIGURES.parents[1]))


if __name__ == "__main__":
    main()
