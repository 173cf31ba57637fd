"""Examples in docstrings become blocks of code on the site.

The docstrings are plain text with doctests in it, and to Markdown a line that begins with ``>>>``
would be a quotation.
"""

from __future__ import annotations

import re
from typing import Any

import griffe

DOCTEST = re.compile(r"^>>>.*(?:\n.+)*", re.M)


class Doctests(griffe.Extension):
    """Fences the doctests of every docstring."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of what was read, where it has one."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    r"""Return a docstring with its doctests as blocks of Python.

    >>> print(fenced("Adds.\n\n>>> 1 + 1\n2").replace("`", "'"))
    Adds.
    <BLANKLINE>
    '''python
    >>> 1 + 1
    2
    '''
    """
    return DOCTEST.sub(lambda found: f"```python\n{found[0]}\n```", text)
