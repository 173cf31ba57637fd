"""The query parameters of a link, from the whole link or from its query."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from sapper import _core

if TYPE_CHECKING:
    from sapper.exchange.content import Content

LONGEST_LINK = 5_000_000
"""The longest link that is read, in characters."""

MAX_LINK_CELLS = _core.MAX_LINK_CELLS
"""The most cells of a board in a link, because a few characters can encode many cells."""

_QUERY = re.compile(r"[a-z]+=[^\s]*")


def query(content: Content) -> dict[str, str]:
    """Return the query parameters of a link; empty if the content is not a link.

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
        found = urlsplit(text).query or text.rpartition("?")[2]
    except ValueError:
        found = text.rpartition("?")[2]
    found = found.partition("#")[0]
    if not _QUERY.fullmatch(found):
        return {}
    return {key: values[0] for key, values in parse_qs(found, keep_blank_values=True).items()}
