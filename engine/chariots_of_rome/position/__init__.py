"""Reads of the position: steps, speeds, ways, their worth, and the answers of silence."""
