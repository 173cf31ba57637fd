"""The store of the laboratory: results of games by address, with export as tables and curves."""
