"""The papers that Sapper reproduces: each claim with the printed and the computed value.

``reproduction`` runs the claims and ``claims`` defines them. Each paper has a folder, named by
author and year, whose ``PAPER`` lists the modules with its claims.
"""

from sapper.papers.reproduction import Reproduction, reproduce

__all__ = ["Reproduction", "reproduce"]
