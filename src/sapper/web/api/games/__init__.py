"""Games, identified by their address and moves; none is stored."""
