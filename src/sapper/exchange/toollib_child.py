"""Run as a program of its own: reads a binary replay with ms-toollib, and prints it as JSON.

ms-toollib ends the whole process where a file is damaged, and leaves a file behind that says so;
hence the process and its folder are ones that nobody minds. Imports nothing of Sapper.
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress

_MOST_MEMORY = 4 << 30


def main(name: str) -> None:
    """Read the replay on standard input as the class of that name does."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    import ms_toollib

    data = sys.stdin.buffer.read()
    video = getattr(ms_toollib, name)(f"replay.{name[:3].lower()}", list(data))
    video.parse()
    told = {
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
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main(sys.argv[1])
