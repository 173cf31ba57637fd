"""The study of Chong et al. 2024, redone and extended: critical densities of many boards at once.

Each part is a list of boards with a strategy; its results are rows of one table, which comes with
the package and which ``sapper study`` makes again.
"""

from sapper.lab.study.parts import PARTS, PUBLISHED, Part, part
from sapper.lab.study.playing import play
from sapper.lab.study.points import StudyPoint, points_of, points_to_csv, study_points
from sapper.lab.study.rows import StudyRow, from_csv, read, rows_of, study, to_csv

__all__ = [
    "PARTS",
    "PUBLISHED",
    "Part",
    "StudyPoint",
    "StudyRow",
    "from_csv",
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
