"""Orders for a whole turn, written once and followed."""
