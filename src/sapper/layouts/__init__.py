"""Layouts: where the mines truly are, and how few clicks they take."""

from sapper.layouts.layout import Layout
from sapper.layouts.notation import parse_layout

__all__ = ["Layout", "parse_layout"]
