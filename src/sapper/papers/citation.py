"""How a paper is named: by its key on the command line, by authors and year in text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Citation:
    """Authors, title and year of a paper, and the names by which it is requested."""

    key: str
    """The name of its folder, as ``sapper reproduce`` takes it."""

    number: str
    """The alias 000 to 004; the value of ``paper`` in JSON."""

    short: str
    """Author and year, as in running text."""

    authors: str
    """The authors; empty if the paper names none."""

    title: str
    """The title."""

    year: int | None
    """The year; None if the paper is not dated."""

    @property
    def names(self) -> tuple[str, ...]:
        """The key and its aliases.

        >>> Citation("fowler_young2004", "001", "Fowler & Young 2004", "", "", None).names
        ('fowler_young2004', 'fowler-young2004', '001')
        """
        return tuple(dict.fromkeys((self.key, self.key.replace("_", "-"), self.number)))

    def __str__(self) -> str:
        return self._joined(self.title)

    @property
    def markdown(self) -> str:
        """The citation with its title in italics."""
        return self._joined(f"*{self.title}*")

    def _joined(self, title: str) -> str:
        return ", ".join(str(part) for part in (self.authors, title, self.year) if part)
