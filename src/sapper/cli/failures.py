"""Exit codes of the command line, and the one line on standard error for each failure.

0 is success, 1 lost output, 2 bad input, 3 a sweep in which a strategy failed at some points, 130
an interruption by Ctrl-C, 143 one by SIGTERM. Any other exception is a defect in Sapper and keeps
its traceback.
"""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from sapper.cli.interruption import INTERRUPTED, interrupted
from sapper.errors import SapperError

if TYPE_CHECKING:
    from collections.abc import Callable

OUTPUT_LOST = 1
"""Standard output was closed or could not be written."""

BAD_INPUT = 2
"""The caller passed something wrong."""

POINTS_FAILED = 3
"""A strategy failed at some points of a sweep; the others were played."""

_OUTPUT_ERRORS = {errno.ENOSPC, errno.EFBIG, errno.EIO, errno.EDQUOT, errno.EBADF, errno.EROFS}
"""Errors of a write to standard output; others, such as too many open files, have other causes."""

# The base class of all errors about options and arguments; typer has no public name for it.
_UsageError: type[Any] = typer.BadParameter.__bases__[0]


class InputError(SapperError):
    """An argument or an input that the command line itself rejects."""


def exit_code(command: Callable[[], object]) -> int:
    """Run a command and return its exit code; a failure is one line on standard error."""
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  (open until exit)
    if sys.stdout is None:
        return _complain("standard output is closed")
    try:
        result = command()
        sys.stdout.flush()
    except _UsageError as error:
        # Typer puts the name of its own exception before the values of a closed set of words.
        return _complain(error.format_message().replace("Value error, ", ""), error.ctx)
    except SapperError as error:
        return _complain(str(error))
    except MemoryError:
        return _complain("not enough memory")
    except (KeyboardInterrupt, typer.Abort):
        return interrupted()
    except BrokenPipeError:
        _forget_output()
        return OUTPUT_LOST
    except OSError as error:
        if error.filename is not None:  # not about standard output
            raise
        why = error.strerror or str(error)
        if error.errno not in _OUTPUT_ERRORS:
            return _complain(f"the operating system refuses: {why}")
        _forget_output()
        _complain(f"cannot write the output: {why}")
        return OUTPUT_LOST
    if result == INTERRUPTED:  # typer returns this code for a KeyboardInterrupt
        return interrupted()
    return result if isinstance(result, int) else 0


def note(message: str) -> None:
    """Print a note on standard error; it does not change the exit code."""
    print(f"sapper: {message}", file=sys.stderr)


def show_warning(message: Warning | str, *_: object, **__: object) -> None:
    """Print a warning on standard error without its source location."""
    note(str(message))


def _complain(message: str, context: Any = None) -> int:
    """Print an error on one line and return the exit code for bad input."""
    command = "sapper" if context is None else context.command_path
    hint = "" if context is None else f" (see {command} --help)"
    print(f"{command}: {' '.join(message.split())}{hint}", file=sys.stderr)
    return BAD_INPUT


def _forget_output() -> None:
    """Redirect standard output to the null device, so that the last flush cannot fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
