"""Count words and phrases that plain technical English does without: part of ``make lint``.

Comments, docstrings, messages and documents are searched for PATTERNS, a table from regular
expressions to replacements. The score is the number of findings per 10,000 words. The program
prints every finding and the score of each folder, and exits with 1 if the overall score exceeds
LIMIT.

    python tools/language.py [PATH …]
"""

from __future__ import annotations

import re
import sys
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]

LIMIT = 2.0
"""Largest accepted score, in findings per 10,000 words of all folders together."""

SCANNED = [
    *("src", "core", "tests", "docs", "benchmarks", "robustness", "training", "tools", "packaging"),
    *("examples", "page-tools", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Makefile"),
]
"""Folders and files that are searched if no paths are given."""

SUFFIXES = {".py", ".cpp", ".hpp", ".js", ".md", ".html", ".css", ".toml", ".yml", ".txt"}
SKIPPED_FOLDERS = {"node_modules", "build", "__pycache__", ".venv"}

_COUNTED = "games|cells|bytes|clicks|guesses|points|positions|layouts|seconds|mines|words|moves"
_UNITS = "second|CPU-second|game|cell|point|click|decision|minute|position|board|state"

PATTERNS: dict[str, str] = {
    r"\b(?:told|tells?|telling)\b": "shows, returns, reports, raises, names; given, known",
    r"\bmend(?:ed|s)?\b": "fix, fixed",
    r"\b(?:nobody|somebody|whoever)\b": "name the user, the caller or the client",
    r"\bbegun\b": "started",
    r"\bbeside\b": "next to, compared with",
    r"\bso (?:many|much)\b": "the number itself: `count` cells, at most n",
    r"\bas often\b": "with equal frequency, n times, in proportion to",
    r"\bin turn\b": "one after the other, alternately",
    r"\bat once as\b": "together with, in one call with",
    r"\bof which none\b": "none of which",
    r"\b(?:by lot|lots)\b": "at random; random tie-breaking",
    r"\blook(?:s|ed)? up\b": "polls; reads the entry of",
    r"\blook(?:s|ed)? further\b": "lookahead, searches deeper",
    r"\bthought\b": "rollout search, expected, considered",
    r"\bprospects?\b": "afterstate features, estimates",
    r"\bprober\b": "one-step outcome enumeration",
    r"\b(?:hears?|heard)\b": "receives, is notified",
    r"\b(?:stands? for itself|by itself)\b": "independent, alone, automatically",
    r"\bthat is told\b": "that is reported",
    r"\bfor want of\b": "because there is no",
    r"\btill\b": "until",
    r"\bthus\b": "so, therefore",
    r"\bhence it\b": "so it",
    r"\b(?:archaic|dear)\b": "old; expensive",
    r"(?:^\W*|[.;:] )(?:What|Of|Who|Whoever|Where) [a-z][^?]*$": "subject first; if",
    r"\bwhere (?:it|there|that|they|nobody|nothing|no|one|this|some|few|many|the)\b": "if, when",
    rf"\b(?:{_COUNTED}) an? (?:{_UNITS})\b": "per: games per second",
    r"\b(?:a|one) (?:mine|clue|state|value|file|line) a (?:cell|command|format|game)\b": "per",
    r"\b[Pp]aper 00[0-4]\b": "author and year: Chong et al. 2024",
}


class Accepted(NamedTuple):
    """Findings that are accepted."""

    path: str
    """Pattern of paths from the root of the repository, as in ``fnmatch``."""
    text: str
    """Part of the line; empty for all lines."""
    reason: str


ACCEPTED = [
    Accepted("tools/language.py", "", "the patterns themselves"),
    Accepted("tests/project/test_language.py", "", "examples of what the patterns find"),
]


class Finding(NamedTuple):
    """One match of a pattern."""

    path: str
    line: int
    found: str
    instead: str
    text: str

    def __str__(self) -> str:
        shown = self.text.strip()[:100]
        return f"{self.path}:{self.line}: '{self.found}' -> {self.instead}\n    {shown}"


class Score(NamedTuple):
    """Findings and words of one folder."""

    findings: int
    words: int

    @property
    def rate(self) -> float:
        """Findings per 10,000 words."""
        return 1e4 * self.findings / max(self.words, 1)


def _any_case(pattern: str) -> str:
    """Let a pattern of words match capitals, too; the starts of sentences already need them."""
    return f"(?i:{pattern})" if pattern.startswith(r"\b") else f"(?:{pattern})"


_COMPILED = [(re.compile(_any_case(pattern)), instead) for pattern, instead in PATTERNS.items()]
_ANY = re.compile("|".join(_any_case(pattern) for pattern in PATTERNS))


def findings_of(text: str, path: str = "") -> list[Finding]:
    """Return the findings in a text, at most one per pattern and line."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        if not _ANY.search(line) or _is_accepted(path, line):
            continue
        for pattern, instead in _COMPILED:
            if match := pattern.search(line):
                found.append(Finding(path, number, match[0].strip(), instead, line))
    return found


def count_words(text: str) -> int:
    """Return the number of words of at least two letters."""
    return len(re.findall("[A-Za-z]{2,}", text))


def _is_accepted(path: str, line: str) -> bool:
    return any(fnmatch(path, entry.path) and entry.text in line for entry in ACCEPTED)


def _files(start: Path) -> Iterator[Path]:
    if start.is_file():
        yield start
        return
    for path in sorted(start.rglob("*")):
        inside = path.relative_to(start).parts
        if path.suffix in SUFFIXES and path.is_file() and not SKIPPED_FOLDERS.intersection(inside):
            yield path


def _scan(start: Path) -> tuple[Score, list[Finding]]:
    words, found = 0, []
    for path in _files(start):
        text = path.read_text("utf-8", errors="replace")
        words += count_words(text)
        name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)
        found += findings_of(text, name)
    return Score(len(found), words), found


def main(names: list[str]) -> int:
    """Print the findings and the scores; return the exit code."""
    scores = {}
    for name in names or SCANNED:
        scores[name], found = _scan((Path.cwd() if names else ROOT).joinpath(name).resolve())
        for finding in found:
            print(finding)
    total = Score(sum(s.findings for s in scores.values()), sum(s.words for s in scores.values()))
    for name, score in {**scores, "in all": total}.items():
        print(
            f"{name:<16}{score.findings:>6} in {score.words:>7} words: {score.rate:6.1f} per 10,000"
        )
    if total.rate > LIMIT:
        print(f"language: {total.rate:.1f} per 10,000 words, more than {LIMIT:g}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
