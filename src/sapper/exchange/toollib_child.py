"""A separate program that reads a binary replay with ms-toollib and prints it as JSON.

ms-toollib aborts the process if a file is damaged, and leaves a log file in the working folder.
Therefore it runs in its own process and in a temporary folder. This file does not import Sapper.
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress

_MOST_MEMORY = 4 << 30


def main(name: str) -> None:
    """Parse the replay on standard input with the given class of ms-toollib."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    import ms_toollib

    data = sys.stdin.buffer.read()
    video = getattr(ms_toollib, name)(f"replay.{name[:3].lower()}", list(data))
    video.parse()
    replay = {
        "board": [[int(cell) for cell in row] for row in video.board],
        "pixels": int(video.pix_size),
        "player": video.player_identifier,
        "program": video.software,
        "events": [
            [float(event.time), mouse.mouse, int(mouse.x), int(mouse.y)]
            for event in video.events
            if event.event.is_mouse()
            for mouse in [event.event.unwrap_mouse()]
        ],
    }
    sys.stdout.write(json.dumps(replay))


if __name__ == "__main__":
    main(sys.argv[1])
