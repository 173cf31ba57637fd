"""The papers behind Sapper, claim by claim: what they print beside what is computed here.

``reproduction`` runs the claims, ``claims`` is their frame, and every paper has a
folder of its own, which is loaded when its claims are asked for.
"""

from sapper.papers.reproduction import Reproduction, reproduce

__all__ = ["Reproduction", "reproduce"]
