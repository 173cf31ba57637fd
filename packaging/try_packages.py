"""Test the packages in a folder like a user who installs them: ``make wheel`` runs this.

The contents of the source package are checked. The wheel is installed in a fresh environment,
without extras and then with ``web``, and ``check_wheel.py`` runs there each time. Sizes and times
of installation are printed.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
import time
import venv
from pathlib import Path

CHECK = Path(__file__).parent / "check_wheel.py"
WANTED = {
    "core",
    "src",
    "CHANGELOG.md",
    "CMakeLists.txt",
    "LICENSE",
    "PKG-INFO",
    "README.md",
    "SECURITY.md",
    "pyproject.toml",
}
"""The top-level entries of the source package."""


def main(folder: Path) -> None:
    """Test the one source package and the one wheel of a folder."""
    source, wheel = _only(folder, "*.tar.gz"), _only(folder, "*.whl")
    look_through(source)
    with tempfile.TemporaryDirectory() as place:
        venv.create(place, with_pip=True)
        scripts = Path(place) / ("Scripts" if sys.platform == "win32" else "bin")
        for extra in ("", "[web]"):
            install_and_check(scripts / "python", wheel, extra)


def look_through(source: Path) -> None:
    """Exit with a message if a source package misses entries or has others."""
    with tarfile.open(source) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    top = {name.partition("/")[0] for name in names} - {""}
    if top != WANTED:
        sys.exit(
            f"{source.name}: missing {sorted(WANTED - top)}, not wanted {sorted(top - WANTED)}"
        )
    print(f"{source.name}: {_megabytes(source)}, {len(names)} files")


def install_and_check(python: Path, wheel: Path, extra: str) -> None:
    """Install a wheel with an extra and run the check in its environment."""
    begin = time.perf_counter()
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, f"{wheel.resolve()}{extra}"], check=True)
    seconds = time.perf_counter() - begin
    print(f"{wheel.name}{extra}: {_megabytes(wheel)}, installed in {seconds:.1f} s", flush=True)
    if subprocess.run([str(python), str(CHECK.resolve())], cwd=python.parent).returncode != 0:
        sys.exit(f"{wheel.name}{extra} does not work alone")


def _only(folder: Path, pattern: str) -> Path:
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        sys.exit(f"{folder} should hold one {pattern}, not {[file.name for file in found]}")
    return found[0]


def _megabytes(file: Path) -> str:
    return f"{file.stat().st_size / 1e6:.2f} MB"


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "dist"))
