"""The web lab: one page and the HTTP API behind it, stateless and bounded (extra ``web``)."""
