"""Curves and what is fitted to them: critical densities, trends, laws of scaling."""
