"""Layouts in place of a spec: from a file or a link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper import files
from sapper.cli.failures import InputError

if TYPE_CHECKING:
    from sapper.layouts import Layout


def given_layout(spec: str) -> Layout | None:
    """Return the layout in a file, a link or a replay; None if the text is a spec."""
    from sapper.boards.specs import parse_spec
    from sapper.errors import SpecError
    from sapper.exchange import read
    from sapper.exchange.format import called
    from sapper.layouts import Layout
    from sapper.replays import Replay

    try:
        parse_spec(spec)
    except SpecError:
        pass
    else:
        return None
    if not files.is_file(spec) and "=" not in spec:
        if files.looks_like_path(spec):
            raise InputError(f"there is no file {spec!r}")
        return None
    found = read(spec)
    if isinstance(found, Replay):
        return found.layout
    if not isinstance(found, Layout):
        raise InputError(f"{spec} holds {called(found)}, not a layout or a replay")
    return found


def refuse_with_layout(spec: str, **options: bool) -> None:
    """Raise InputError for an option of dealing that a given layout leaves without effect."""
    for name, is_given in options.items():
        if is_given:
            raise InputError(f"{spec} is a layout, not a deal: omit --{name.replace('_', '-')}")
