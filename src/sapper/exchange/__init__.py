"""Files and links of other programs: formats are detected by content, and chosen by name."""

from sapper.exchange.content import MAX_BYTES, Content
from sapper.exchange.format import Format, Thing
from sapper.exchange.registry import detect, formats, link, read, read_content, write

__all__ = [
    "MAX_BYTES",
    "Content",
    "Format",
    "Thing",
    "detect",
    "formats",
    "link",
    "read",
    "read_content",
    "write",
]
