"""Reasons of all certain cells of mid-game positions, compared with an earlier version by CPU time.

    python benchmarks/reasons.py [POSITIONS] [--against /path/to/former/bin/python]

Prints the reasons per CPU-second on one thread. With ``--against`` both versions explain the same
positions in turn, and the sizes and kinds of the proofs are compared: no proof may be larger, and
none may be proved smallest by the earlier version only.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from typing import Any

from midgame import midgame

PRESETS = ((9, 9, 10), (16, 16, 40), (16, 30, 99))
SHARES = (0.3, 0.5, 0.7, 0.9)

EXPLAINER = """
import json, sys, time
import sapper
for line in sys.stdin:
    board, clues, mines = json.loads(line)
    analysis = sapper.analyze(sapper.Position(board, clues, mines))
    before = time.process_time()
    reasons = [analysis.reason(cell) for cell in analysis.safe + analysis.mines]
    took = time.process_time() - before
    proofs = [[r.cell, r.kind, list(r.clues), r.proven_smallest] for r in reasons]
    print(json.dumps([took, proofs]), flush=True)
"""

Proof = tuple[int, str, list[int], bool]


class Version:
    """One version in its own process."""

    def __init__(self, python: str) -> None:
        self._process = subprocess.Popen(
            [python, "-c", EXPLAINER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.seconds = 0.0
        self.reasons = 0

    def explain(self, request: str) -> list[Proof]:
        """Return the proofs of all certain cells of a position."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(request, file=self._process.stdin, flush=True)
        took, proofs = json.loads(self._process.stdout.readline())
        self.seconds += took
        self.reasons += len(proofs)
        return [tuple(proof) for proof in proofs]

    def end(self) -> None:
        """Stop the process."""
        self._process.communicate()


def requests(positions: int) -> list[str]:
    """Return the positions as JSON."""
    made: list[str] = []
    for seed in range(positions):
        rows, columns, mines = PRESETS[seed % len(PRESETS)]
        share = SHARES[seed // len(PRESETS) % len(SHARES)]
        position = midgame(rows, columns, mines, seed, share)
        request: list[Any] = [f"{rows}x{columns}", position.clues, mines]
        made.append(json.dumps(request))
    return made


def main() -> int:
    """Run the benchmark; the exit status is 1 if some proof is worse than the earlier one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("positions", nargs="?", type=int, default=60)
    parser.add_argument("--against", metavar="PYTHON")
    chosen = parser.parse_args()
    present = Version(sys.executable)
    former = None if chosen.against is None else Version(chosen.against)
    same = other = worse = 0
    for request in requests(chosen.positions):
        proofs = present.explain(request)
        earlier = proofs if former is None else former.explain(request)
        for new, old in zip(proofs, earlier, strict=True):
            assert new[0] == old[0]
            same += new == old
            other += new != old
            worse += len(new[2]) > len(old[2]) or (old[3] and not new[3])
    present.end()
    print(f"{present.reasons} reasons, {present.reasons / present.seconds:.0f} per CPU-second")
    if former is not None:
        former.end()
        print(f"former version: {former.reasons / former.seconds:.0f} per CPU-second")
        print(f"ratio {former.seconds / present.seconds:.1f}")
        print(f"{same} proofs are identical, {other} differ, {worse} of them are worse")
    return int(worse > 0)


if __name__ == "__main__":
    sys.exit(main())
