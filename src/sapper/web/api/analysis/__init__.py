"""Positions: analysis, win probability, rollout search, text notation."""
