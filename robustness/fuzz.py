"""Fuzzing at scale: ``make fuzz SECONDS=60``, or ``python robustness/fuzz.py --help``.

Every target receives inputs in blocks. The seed, the name of the target and the number of the block
determine its inputs, so a run resumes after the last block, and any input can be reproduced. A
failing input is shrunk (bytes only), printed, and saved in a file.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
import traceback
import warnings
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from targets import FaultError, Target

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

BLOCK = 1_000
"""Inputs per block, for targets as cheap as a reader."""

MEMORY = 3 << 30
"""Limit of the address space of this process, in bytes."""

SLOWEST_SECONDS = 20.0
"""Processor seconds after which an input counts as a hang."""

_MOST_SHRINKS = 1_500
_OWN = str(Path("src", "sapper"))


@dataclass
class Progress:
    """Progress of a target under a seed, over all runs."""

    blocks: int = 0
    """Number of finished blocks."""

    inputs: int = 0
    """Number of inputs."""

    accepted: int = 0
    """Number of accepted inputs."""

    seconds: float = 0.0
    """Processor seconds of all inputs."""

    slowest: float = 0.0
    """Processor seconds of the slowest input."""

    faults: dict[str, int] = field(default_factory=dict)
    """Number of faults, by kind."""


class Fuzzer:
    """Runs targets and saves the results in a folder."""

    def __init__(self, seed: int, folder: Path, *, fresh: bool = False) -> None:
        self._seed, self._folder = seed, folder
        self._file = folder / f"progress-{seed}.json"
        self.progress: dict[str, Progress] = {}
        if self._file.exists() and not fresh:
            found = json.loads(self._file.read_text())
            self.progress = {name: Progress(**values) for name, values in found.items()}

    def run(self, target: Target, until: Callable[[Progress], bool]) -> Progress:
        """Run blocks of a target until the time is up; at least one."""
        progress = self.progress.setdefault(target.name, Progress())
        while True:
            self._block(target, progress)
            self._save()
            if until(progress):
                return progress

    def _block(self, target: Target, progress: Progress) -> None:
        random = Random(f"{self._seed} {target.name} {progress.blocks}")
        for given in islice(target.inputs(random), max(1, BLOCK // target.cost)):
            begin = time.process_time()
            try:
                progress.accepted += target.attempt(given) * target.each
            except Exception as error:
                self._fault(target, progress, given, error)
            took = time.process_time() - begin
            if took > SLOWEST_SECONDS:
                self._fault(target, progress, given, TimeoutError(f"took {took:.0f} s"))
            progress.seconds += took
            progress.slowest = max(progress.slowest, took)
            progress.inputs += target.each
        progress.blocks += 1

    def _fault(self, target: Target, progress: Progress, given: Any, error: Exception) -> None:
        kind = _kind(error)
        traceback.clear_frames(error.__traceback__)  # a lack of memory may be the fault
        progress.faults[kind] = progress.faults.get(kind, 0) + 1
        if progress.faults[kind] > 1:
            return
        if isinstance(given, bytes):
            given = _shrunk(given, target, kind)
        place = self._folder / "faults" / f"{target.name.replace(':', '-')}-{len(progress.faults)}"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(given if isinstance(given, bytes) else repr(given).encode())
        print(f"{target.name}: block {progress.blocks} of seed {self._seed}: {kind}")
        print(f"  {str(error)[:600]}\n  input {given!r:.600}\n  kept in {place}", flush=True)

    def _save(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        reported = {name: asdict(progress) for name, progress in self.progress.items()}
        self._file.write_text(json.dumps(reported, indent=1))


def _kind(error: Exception) -> str:
    """Name a fault by its exception and the line of Sapper that raised it."""
    if isinstance(error, FaultError):
        return str(error).partition(":")[0][:60]
    frames = traceback.walk_tb(error.__traceback__)
    seen = [(frame.f_code.co_filename, line) for frame, line in frames]
    places = [f"{Path(file).name}:{line}" for file, line in seen if _OWN in file]
    return f"{type(error).__name__} at {places[-1] if places else 'no line of Sapper'}"


def _shrunk(data: bytes, target: Target, kind: str) -> bytes:
    """Remove pieces of an input as long as the same fault occurs."""

    def fails(tried: bytes) -> bool:
        try:
            target.attempt(tried)
        except Exception as error:
            same = _kind(error) == kind
            traceback.clear_frames(error.__traceback__)
            return same
        return False

    tries = 0
    size = max(1, len(data) // 2)
    while size and tries < _MOST_SHRINKS:
        at = 0
        while at < len(data) and tries < _MOST_SHRINKS:
            tried = data[:at] + data[at + size :]
            tries += 1
            if fails(tried):
                data = tried
            else:
                at += size
        size //= 2
    return data


def summary(progress: dict[str, Progress]) -> str:
    """Return one line per target: inputs, accepted, faults, time."""
    lines = [
        f"{'target':<22}{'inputs':>12}{'accepted':>12}{'faults':>8}{'seconds':>9}{'slowest':>9}"
    ]
    for name, p in progress.items():
        lines.append(
            f"{name:<22}{p.inputs:>12,}{p.accepted:>12,}{sum(p.faults.values()):>8,}"
            f"{p.seconds:>9.1f}{p.slowest:>9.2f}"
        )
    return "\n".join(lines)


def all_targets(builds: Path) -> list[Target]:
    """Return all targets; those of the core only if it has been built for fuzzing."""
    import fuzz_api
    import fuzz_commands
    import fuzz_core
    import fuzz_positions
    import fuzz_readers

    return [
        *fuzz_core.targets(builds),
        *fuzz_positions.targets(),
        *fuzz_readers.targets(),
        *fuzz_commands.targets(),
        *fuzz_api.targets(),
    ]


def chosen(names: Sequence[str], known: Sequence[Target]) -> Iterator[Target]:
    """Return the targets whose names start with the given ones; all if none are given."""
    for name in names:
        if not any(target.name.startswith(name) for target in known):
            raise SystemExit(f"there is no target {name!r}: see --list")
    for target in known:
        if not names or any(target.name.startswith(name) for name in names):
            yield target


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("targets", nargs="*", help="names or their beginnings; default: all")
    parser.add_argument("--seconds", type=float, default=60.0, help="time for all targets together")
    parser.add_argument("--inputs", type=int, help="inputs per target, instead of a time")
    parser.add_argument("--seed", type=int, default=1, help="seed of all inputs")
    parser.add_argument(
        "--folder", type=Path, default=Path("build/fuzz"), help="folder of the results"
    )
    parser.add_argument(
        "--builds", type=Path, default=Path("build"), help="folder of the builds of the core"
    )
    parser.add_argument("--fresh", action="store_true", help="start at the first block")
    parser.add_argument("--list", action="store_true", help="name the targets")
    asked = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    warnings.simplefilter("error")
    queue = list(chosen(asked.targets, all_targets(asked.builds)))
    if asked.list:
        print(*(target.name for target in queue), sep="\n")
        return
    fuzzer = Fuzzer(asked.seed, asked.folder, fresh=asked.fresh)
    deadline = time.monotonic() + asked.seconds
    try:
        for number, target in enumerate(queue):
            now = time.monotonic()
            end = now + max(0.0, deadline - now) / (len(queue) - number)

            def enough(progress: Progress, end: float = end) -> bool:
                if asked.inputs is not None:
                    return progress.inputs >= int(asked.inputs)
                return time.monotonic() >= end

            fuzzer.run(target, enough)
    except KeyboardInterrupt:
        print("interrupted: the same command goes on from here")
    print(summary(fuzzer.progress))
    if any(progress.faults for progress in fuzzer.progress.values()):
        sys.exit(1)


if __name__ == "__main__":
    main()
