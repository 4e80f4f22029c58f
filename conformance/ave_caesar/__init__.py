"""Cases of Ave Caesar."""
