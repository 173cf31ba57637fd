"""The study of Chong et al. 2024, repeated and extended: critical densities of many boards.

Each part is a list of boards with strategies; its results are rows of one table, which ships with
the package and which ``sapper study`` computes again.
"""

from sapper.lab.study.collapse import BoardCollapse, board_collapse, collapses
from sapper.lab.study.parts import PARTS, PUBLISHED, Part, part
from sapper.lab.study.playing import play
from sapper.lab.study.points import StudyPoint, points_of, points_to_csv, study_points
from sapper.lab.study.rows import StudyRow, from_csv, missing_points, read, rows_of, study, to_csv

__all__ = [
    "PARTS",
    "PUBLISHED",
    "BoardCollapse",
    "Part",
    "StudyPoint",
    "StudyRow",
    "board_collapse",
    "collapses",
    "from_csv",
    "missing_points",
    "part",
    "play",
    "points_of",
    "points_to_csv",
    "read",
    "rows_of",
    "study",
    "study_points",
    "to_csv",
]
