"""Paper 001: Fowler and Young on strategies and the perimeter."""
