"""The page's types of the API match its OpenAPI document."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

MAKER = Path(__file__).parents[2] / "page-tools" / "page_types.py"


def test_the_types_are_not_stale() -> None:
    done = subprocess.run([sys.executable, MAKER, "--check"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
