"""The stub of the compiled module is the one its own bindings give."""

import subprocess
import sys
from pathlib import Path

STUB = Path(__file__).parent.parent / "src" / "sapper" / "_core.pyi"


def test_stub_is_up_to_date(tmp_path: Path) -> None:
    made = tmp_path / "_core.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "sapper._core", "-o"]
    subprocess.run([*command, str(made)], check=True)
    assert STUB.read_text() == made.read_text(), "run `make stub`"
