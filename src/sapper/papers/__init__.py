"""The papers that Sapper reproduces: every claim, with the printed value and the computed one.

``reproduction`` runs the claims, ``claims`` is their frame, and every paper has a folder, named by
author and year, whose ``PAPER`` lists the modules with its claims.
"""

from sapper.papers.reproduction import Reproduction, reproduce

__all__ = ["Reproduction", "reproduce"]
