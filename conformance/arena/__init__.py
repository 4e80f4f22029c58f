"""Cases of the arena."""
