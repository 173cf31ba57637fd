"""Sweeps: the selection and execution of games, and the resulting curves and densities."""
