"""Losing, swerving, crashing, going out, the piles they draw from, and the end."""
