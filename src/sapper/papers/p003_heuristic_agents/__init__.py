"""Paper 003: a report on heuristic agents."""
