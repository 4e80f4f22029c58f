"""Looking up: what is on record."""
