"""Text inside markup: whatever it holds, it stays text."""

from __future__ import annotations

import re
from html import escape

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escaped(text: object) -> str:
    r"""Write text so that HTML and SVG show it as it is; what no XML can hold is replaced.

    >>> escaped("<b> & \x00")
    '&lt;b&gt; &amp; \ufffd'
    """
    return escape(_NOT_IN_XML.sub("\ufffd", str(text)))
