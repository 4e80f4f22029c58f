"""Cases of Chariot Race."""
