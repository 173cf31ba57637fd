"""One page with everything that a store holds."""
