"""Files, links and recorded games."""
