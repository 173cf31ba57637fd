"""Turn the doctests in docstrings into fenced code blocks on the site.

Docstrings are plain text with doctests; Markdown would render a line that starts with ``>>>`` as a
quotation.
"""

from __future__ import annotations

import re
from typing import Any

import griffe

DOCTEST = re.compile(r"^>>>.*(?:\n.+)*", re.M)


class Doctests(griffe.Extension):
    """Fences the doctests of every docstring."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Fence the doctests of an object that has a docstring."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    r"""Return a docstring with its doctests as fenced Python blocks.

    >>> print(fenced("Adds.\n\n>>> 1 + 1\n2").replace("`", "'"))
    Adds.
    <BLANKLINE>
    '''python
    >>> 1 + 1
    2
    '''
    """
    return DOCTEST.sub(lambda found: f"```python\n{found[0]}\n```", text)
