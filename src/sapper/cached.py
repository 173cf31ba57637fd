"""``functools.cached_property`` without its lock.

Before Python 3.12 the standard library holds one lock per class during the computation, so that a
slow analysis on one thread would block fast ones on all other threads.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from functools import cached_property
else:

    class cached_property:  # noqa: N801  (as in the standard library)
        """A property that is computed on first access and stored in the instance."""

        def __init__(self, compute):
            self._compute = compute
            self.__doc__ = compute.__doc__

        def __set_name__(self, owner, name):
            self._name = name

        def __get__(self, instance, owner=None):
            if instance is None:
                return self
            found = self._compute(instance)
            instance.__dict__[self._name] = found
            return found


__all__ = ["cached_property"]
