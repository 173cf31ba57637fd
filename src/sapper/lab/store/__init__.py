"""The store of a laboratory: points and blocks of games, where they are played and kept."""
