"""The web lab: a page and the stateless, bounded HTTP API behind it (extra ``web``).

``app`` puts the parts together. ``api`` has one folder per subject with its requests (``models``),
answers and routes. ``serving`` runs the application and bounds the resources that a client can
take. ``page`` has the files of the page. ``errors`` and ``limits`` are shared.
"""
