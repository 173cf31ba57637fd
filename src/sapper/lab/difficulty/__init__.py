"""How difficult boards and layouts are for players."""
