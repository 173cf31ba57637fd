"""Layouts: the true places of the mines, and the metrics 3BV and ZiNi."""

from sapper.layouts.layout import Layout
from sapper.layouts.notation import parse_layout

__all__ = ["Layout", "parse_layout"]
