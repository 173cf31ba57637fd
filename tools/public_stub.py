"""Write ``src/sapper/__init__.pyi`` from the table of public names in ``sapper``: ``make stub``."""

from __future__ import annotations

from pathlib import Path

import sapper

STUB = Path(sapper.__file__).with_suffix(".pyi")


def stub() -> str:
    """Return the stub of the package."""
    homes: dict[str, tuple[str, ...]] = vars(sapper)["_HOMES"]
    lines = ["# Written by `make stub` from the table in __init__.py."]
    lines += [f"from sapper import {module} as {module}" for module in sorted(homes)]
    for module, names in sorted(homes.items()):
        if names:
            lines += [f"from sapper.{module} import (", *(f"    {name}," for name in names), ")"]
    lines += ["", "__version__: str", "", "__all__ = ["]
    lines += [f"    {name!r}," for name in sapper.__all__]
    return "\n".join([*lines, "]", ""])


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
