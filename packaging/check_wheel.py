"""Checks an installed wheel; run it with the Python of its environment.

    python packaging/check_wheel.py

Only the standard library and the wheel are used, in a temporary folder, so that the source tree
cannot supply a file that the wheel lacks.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import sysconfig
import tempfile
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.request import urlopen

if TYPE_CHECKING:
    from collections.abc import Callable

NEEDED = (
    "sapper/__main__.py",
    "sapper/__init__.pyi",
    "sapper/_core.pyi",
    "sapper/py.typed",
    "sapper/data/ambiguous_patterns.csv",
    "sapper/data/critical_densities.csv",
    "sapper/data/first_clicks.csv",
    "sapper/data/one_step_gaps.csv",
    "sapper/data/perfect_play.csv",
    "sapper/data/small_board_bounds.csv",
    "sapper/data/small_boards.csv",
    "sapper/data/strip_patterns.csv",
    "sapper/data/study_points.csv",
    "sapper/data/win_rates.csv",
    "sapper/web/page/index.html",
    "sapper/web/page/favicon.svg",
)
"""Files that no import would report as missing."""

UNWANTED = re.compile(r"(^|/)(tests|core|build|node_modules)/|\.(cpp|hpp|inc|o|a|db)$")
"""Files of the source tree or of no package, which must not be in the wheel."""

SCRIPT = Path(sysconfig.get_path("scripts")) / (
    "sapper.exe" if sys.platform == "win32" else "sapper"
)
SECONDS = 120


class WheelError(Exception):
    """A check of the wheel failed."""


def main() -> None:
    """Run every check; exit with code 1 at the first failure."""
    with tempfile.TemporaryDirectory() as folder:
        for check in CHECKS:
            try:
                output = check(Path(folder))
            except WheelError as error:
                sys.exit(f"{_name(check)}: {error}")
            print(f"{_name(check):<12}{output}")


def check_files(folder: Path) -> str:  # noqa: ARG001
    """The wheel contains the required files, and they are the imported ones."""
    import sapper

    files = [file.as_posix() for file in distribution("sapper").files or []]
    missing = [name for name in NEEDED if name not in files]
    _expect(not missing, f"missing in the wheel: {missing}")
    unwanted = [name for name in files if UNWANTED.search(name)]
    _expect(not unwanted, f"not wanted in the wheel: {unwanted}")
    place = Path(str(sapper.__file__)).resolve()
    installed = Path(str(distribution("sapper").locate_file("sapper/__init__.py"))).resolve()
    _expect(place == installed, f"the import finds {place}, not {installed}")
    return f"{len(files)} files in {installed.parent}"


def check_version(folder: Path) -> str:
    """The package, its metadata, the script and the module have the same version."""
    version = distribution("sapper").version
    for command in ([str(SCRIPT)], [sys.executable, "-m", "sapper"]):
        output = _run([*command, "--version"], folder)
        _expect(output == f"sapper {version}\n", f"{command} says {output!r}, not {version}")
    return version


def check_help(folder: Path) -> str:
    """Both spellings of the help option work."""
    helped = _run([str(SCRIPT), "--help"], folder)
    _expect("analyze" in helped, f"no command in {helped!r}")
    _expect(_run([str(SCRIPT), "-h"], folder) == helped, "-h and --help differ")
    return f"{len(helped.splitlines())} lines"


def check_analyze(folder: Path) -> str:
    """A position with one layout is solved."""
    output = json.loads(
        _run([str(SCRIPT), "analyze", "-", "--mines", "2", "--json"], folder, "####\n1221\n....\n")
    )
    _expect(output["solutions"] in (1, "1"), f"{output['solutions']!r} layouts, not 1")
    return "the position has 1 layout"


def check_simulate(folder: Path) -> str:
    """Games are reproducible."""
    command = [str(SCRIPT), "simulate", "9x9/10", "--games", "200", "--seed", "1", "--json"]
    once, again = (json.loads(_run(command, folder)) for _ in range(2))
    _expect(once["wins"] == again["wins"] > 0, f"{once['wins']} and {again['wins']} wins")
    return f"{once['wins']} of 200 games won"


def check_play(folder: Path) -> str:
    """A game is played without a terminal."""
    command = [str(SCRIPT), "play", "3x3/1", "--seed", "1", "--keys", "hk f", "--json"]
    return f"the game is {json.loads(_run(command, folder))['status']}"


def check_serve(folder: Path) -> str:
    """The page and all its files are served; without the extra, the command names it."""
    command = [str(SCRIPT), "serve", "--port", "0"]
    if find_spec("fastapi") is None or find_spec("uvicorn") is None:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SECONDS)
        _expect(done.returncode == 2 and "sapper[web]" in done.stderr, f"it says {done.stderr!r}")
        return "says that it needs sapper[web]"
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            found = re.search(r"http://\S+", line)
            _expect(found is not None, f"it says {line!r}")
            return _check_page(found[0].rstrip("/") if found else "")
        finally:
            server.terminate()


def _check_page(address: str) -> str:
    page = Path(str(distribution("sapper").locate_file("sapper/web/page")))
    names = sorted(file.relative_to(page).as_posix() for file in page.rglob("*") if file.is_file())
    for name in ["", "api/openapi.json", *names]:
        with urlopen(f"{address}/{name}", timeout=SECONDS) as answer:
            _expect(answer.read() != b"", f"/{name} is empty")
    return f"the page and its {len(names)} files"


def _run(command: list[str], folder: Path, given: str = "") -> str:
    done = subprocess.run(
        command, cwd=folder, input=given, capture_output=True, encoding="utf-8", timeout=SECONDS
    )
    _expect(done.returncode == 0, f"{command} ended with {done.returncode}: {done.stderr}")
    return done.stdout


def _expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise WheelError(otherwise)


def _name(check: Callable[[Path], str]) -> str:
    return check.__name__.removeprefix("check_")


CHECKS = (
    check_files,
    check_version,
    check_help,
    check_analyze,
    check_simulate,
    check_play,
    check_serve,
)

if __name__ == "__main__":
    main()
