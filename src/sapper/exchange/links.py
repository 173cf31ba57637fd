"""What is asked in a link: its query, from the whole link or from the query alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

if TYPE_CHECKING:
    from sapper.exchange.content import Content

LONGEST_LINK = 5_000_000
"""The longest link that is read, in characters."""

MAX_LINK_CELLS = 1_000_000
"""The most cells of a board in a link, where a few characters can stand for many cells."""

_QUERY = re.compile(r"[a-z]+=[^\s]*")


def query(content: Content) -> dict[str, str]:
    """Return the values that a link asks with, none where the content is no link.

    >>> from sapper.exchange.content import open_content
    >>> query(open_content("https://example.org/?b=1&m=00")), query(open_content("1#"))
    ({'b': '1', 'm': '00'}, {})
    """
    if len(content.data) > LONGEST_LINK:
        return {}
    text = content.text.strip() if content.is_text else ""
    if "=" not in text or len(text.split()) != 1:
        return {}
    try:
        asked = urlsplit(text).query or text.rpartition("?")[2]
    except ValueError:
        asked = text.rpartition("?")[2]
    asked = asked.partition("#")[0]
    if not _QUERY.fullmatch(asked):
        return {}
    return {key: values[0] for key, values in parse_qs(asked, keep_blank_values=True).items()}
