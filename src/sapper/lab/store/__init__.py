"""The store of the laboratory: games kept by their address, and read back as tables and curves."""
