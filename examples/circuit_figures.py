"""The gadgets of Minesweeper circuits: their truth tables and their pictures.

Prints the outputs of every gadget for every input, as computed by the engine. With a folder as
argument it also writes the pictures of docs/explanation/circuits.md to it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from sapper.theory.circuits import circuit, trial

GADGETS = ("wire across", "not across", "bend down", "splitter", "crossing", "and", "or", "xor")
FORMULA = "a and not b"


def pictures() -> dict[str, str]:
    """Return the pictures by name of the file."""
    positions = {name.split()[0]: trial(name).position for name in GADGETS}
    positions["formula"] = circuit(FORMULA).position
    drawn = {}
    for name, position in positions.items():
        picture = position._repr_svg_()
        assert picture is not None
        drawn[f"circuit_{name}.svg"] = picture
    return drawn


def main(folder: str | None = None) -> None:
    """Print the table and write the pictures."""
    for name in GADGETS:
        for case in trial(name).cases():
            values = " ".join(str(int(value)) for value in case.inputs)
            found = " ".join("?" if value is None else str(int(value)) for value in case.outputs)
            print(f"{name:12} {values:4} gives {found:4} in {case.layouts} layout")
    if folder is not None:
        for name, picture in pictures().items():
            (Path(folder) / name).write_text(picture + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:2])
