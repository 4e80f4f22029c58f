"""Reads of the position: steps, speeds, ways, what they are worth, and what silence answers."""
