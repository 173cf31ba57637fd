"""Sweeps: which games to play, where to play them, and the curves and densities that follow."""
