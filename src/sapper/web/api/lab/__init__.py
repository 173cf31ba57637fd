"""The store: curves, tables, comparisons, sweeps."""
