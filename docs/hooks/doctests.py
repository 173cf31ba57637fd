"""Convert doctests in docstrings to code blocks of the site.

Docstrings are plain text with doctests; Markdown would render lines that start with ``>>>`` as
quotations.
"""

from __future__ import annotations

import re
from typing import Any

import griffe

DOCTEST = re.compile(r"^>>>.*(?:\n.+)*", re.M)


class Doctests(griffe.Extension):
    """Fences the doctests of every docstring."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Convert the docstring of an object, if it has one."""
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
