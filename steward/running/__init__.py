"""Races under way: loaded, answered, written, taken up again."""
