"""The shipped stubs match their sources."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
STUB = ROOT / "src" / "sapper" / "_core.pyi"
sys.path.insert(0, str(ROOT / "tools"))

import public_stub  # noqa: E402


def test_stub_is_up_to_date(tmp_path: Path) -> None:
    made = tmp_path / "_core.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "sapper._core", "-o"]
    subprocess.run([*command, str(made)], check=True)
    # From Python 3.12 on, buffers have a method that the stub omits.
    said = re.sub(
        r'    def __buffer__\(self, flags, /\):\n        """.*?"""\n\n',
        "",
        made.read_text(),
        flags=re.S,
    )
    assert STUB.read_text() == said, "run `make stub`"


def test_the_stub_of_the_public_names_is_up_to_date() -> None:
    assert public_stub.STUB.read_text("utf-8") == public_stub.stub(), "run `make stub`"
