"""What goes wrong on the command line, as exit codes and one line on standard error each.

0 is success, 1 output that could not be written, 2 bad input, 130 an interruption. Anything else
that is raised is a fault of Sapper's own and keeps its traceback.
"""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from sapper.errors import SapperError
from sapper.exit_codes import BAD_INPUT, INTERRUPTED, OUTPUT_LOST

if TYPE_CHECKING:
    from collections.abc import Callable

# The base of every complaint about options and arguments, which typer has no public name for.
_UsageError: type[Any] = typer.BadParameter.__bases__[0]


class InputError(SapperError):
    """An input that cannot be read at all."""


def exit_code(command: Callable[[], object]) -> int:
    """Run a command and return the exit code; what went wrong is told on standard error."""
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  (till the end)
    if sys.stdout is None:
        return _complain("standard output is closed")
    try:
        result = command()
        sys.stdout.flush()
    except _UsageError as error:
        return _complain(error.format_message(), error.ctx)
    except SapperError as error:
        return _complain(str(error))
    except MemoryError:
        return _complain("there is not enough memory for this")
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        _forget_output()
        return OUTPUT_LOST
    except OSError as error:
        if error.filename is not None:  # no matter of the output
            raise
        _forget_output()
        _complain(f"cannot write the output: {error.strerror or error}")
        return OUTPUT_LOST
    return result if isinstance(result, int) else 0


def tell_warning(message: Warning | str, *_: object, **__: object) -> None:
    """Say on standard error what a warning says, without where in the code it was raised."""
    print(f"sapper: {message}", file=sys.stderr)


def abandon_on_interrupt(work: Callable[[], None]) -> None:
    """Do work that may stay in the engine for long, and end the process at once on Ctrl-C.

    Python raises KeyboardInterrupt only between two steps of its own, so the main thread waits for
    the interruption while another one works. For work that leaves nothing behind half done.
    """
    failures: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as failure:
            failures.append(failure)

    worker = threading.Thread(target=run, daemon=True)
    try:
        worker.start()
        worker.join()
    except KeyboardInterrupt:
        os._exit(INTERRUPTED)
    if failures:
        raise failures[0]


def _complain(message: str, context: Any = None) -> int:
    """Say what is wrong in one line."""
    command = "sapper" if context is None else context.command_path
    hint = "" if context is None else f" (see {command} --help)"
    print(f"{command}: {' '.join(message.split())}{hint}", file=sys.stderr)
    return BAD_INPUT


def _forget_output() -> None:
    """Point standard output at nothing, so that the interpreter's last flush stays quiet."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
