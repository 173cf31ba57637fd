"""The papers behind Sapper, claim by claim: what they print beside what is computed here.

``reproduction`` runs the claims, ``claims`` is their frame, and every paper has a module of its own
that is loaded when its claims are asked for.
"""
