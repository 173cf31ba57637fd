"""Errors of SQLite as sentences about a store."""

from __future__ import annotations

from sapper.errors import LabError


def failure(path: str, error: Exception, busy_seconds: float) -> LabError:
    """Return the error of SQLite, or of damaged text, as an error of the laboratory.

    ``busy_seconds`` is how long SQLite has waited for other processes.

    >>> print(failure("lab.db", UnicodeDecodeError("utf-8", b"a", 0, 1, "bad"), 20))
    this file is damaged (it contains invalid text): the store 'lab.db'; everything written to it \
before is kept
    """
    reason = _reason(error, busy_seconds)
    return LabError(f"{reason}: the store {path!r}; everything written to it before is kept")


def _reason(error: Exception, busy_seconds: float) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "this file is damaged (it contains invalid text)"
    text = " ".join(str(error).split())
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return f"another process has held the file for {busy_seconds:.0f} seconds"
    if name.startswith("SQLITE_FULL"):
        return "the disk is full"
    if name.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")):
        return f"this file is not a database or is damaged ({text})"
    if name.startswith("SQLITE_CANTOPEN"):
        return "the file cannot be opened or created"
    if name.startswith("SQLITE_READONLY"):
        return "the file cannot be written"
    return f"SQLite says {text!r}"
