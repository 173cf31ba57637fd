"""The stub of the compiled module is the one its own bindings give."""

import re
import subprocess
import sys
from pathlib import Path

STUB = Path(__file__).parents[2] / "src" / "sapper" / "_core.pyi"


def test_stub_is_up_to_date(tmp_path: Path) -> None:
    made = tmp_path / "_core.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "sapper._core", "-o"]
    subprocess.run([*command, str(made)], check=True)
    # From Python 3.12 on what offers a buffer says so by a method, which the stub leaves out.
    said = re.sub(
        r'    def __buffer__\(self, flags, /\):\n        """.*?"""\n\n',
        "",
        made.read_text(),
        flags=re.S,
    )
    assert STUB.read_text() == said, "run `make stub`"
