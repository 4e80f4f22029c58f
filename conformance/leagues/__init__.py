"""Cases of leagues."""
