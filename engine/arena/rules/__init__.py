"""The rules of a phase, of a bout and of a match."""
