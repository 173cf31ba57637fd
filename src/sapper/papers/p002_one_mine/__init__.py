"""Paper 002: Golan on one mine on graphs."""
