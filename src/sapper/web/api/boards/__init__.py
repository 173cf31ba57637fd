"""Boards, presets and strategies."""
