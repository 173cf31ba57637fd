"""The file of finished rows, from which an interrupted ``sapper reproduce`` continues.

Each row is written in its own SQLite transaction as soon as it is computed, under the key of its
claim, effort, seed and code (``fingerprint``). A row of other code has another key, so it is never
used.
"""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sapper.errors import SapperError
from sapper.papers.claims import Claim

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import TracebackType
    from typing import Self

_SCHEMA = "CREATE TABLE IF NOT EXISTS rows (key TEXT PRIMARY KEY, claim TEXT NOT NULL)"
_WAIT = 60.0
"""Seconds to wait for another process that writes to the same file."""


class RowStoreError(SapperError, ValueError):
    """A file that is no store of rows or cannot be written."""


class RowStore:
    """The finished rows in a file, which is created if it does not exist.

    >>> from sapper.papers.claims import Claim
    >>> with RowStore(":memory:") as store:
    ...     store.put("k", Claim("999", "1", "a claim", "1", "1", "agrees", "", "example"))
    ...     store.get("k").ours, store.get("another")
    ('1', None)
    """

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        """The file."""
        try:
            self._database = sqlite3.connect(self.path, timeout=_WAIT, isolation_level=None)
            self._database.execute(_SCHEMA)
        except (sqlite3.Error, ValueError) as error:
            raise self._refused(error) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __len__(self) -> int:
        return int(self._asked("SELECT count(*) FROM rows")[0][0])

    def get(self, key: str) -> Claim | None:
        """Return the row of a key, or None."""
        for (text,) in self._asked("SELECT claim FROM rows WHERE key = ?", key):
            return Claim.from_dict(json.loads(text))
        return None

    def put(self, key: str, claim: Claim) -> None:
        """Write a row; it survives an end of the process at any time."""
        text = json.dumps(claim.to_dict(), ensure_ascii=False)
        self._asked("INSERT OR REPLACE INTO rows VALUES (?, ?)", key, text)

    def remove(self, keys: Iterable[str]) -> None:
        """Remove rows; delete the file if none is left."""
        for key in keys:
            self._asked("DELETE FROM rows WHERE key = ?", key)
        if not len(self):
            self.close()
            if self.path != ":memory:":
                Path(self.path).unlink(missing_ok=True)

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def _asked(self, statement: str, *values: str) -> list[tuple[Any, ...]]:
        try:
            return list(self._database.execute(statement, values))
        except sqlite3.Error as error:
            raise self._refused(error) from None

    def _refused(self, error: Exception) -> RowStoreError:
        return RowStoreError(f"cannot keep finished rows in {self.path!r}: {error}")
