"""Paired comparison of strategies on the same games, of fixed size or sequential."""
