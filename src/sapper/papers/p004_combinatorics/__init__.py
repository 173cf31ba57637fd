"""Paper 004: probabilities by combinatorics."""
