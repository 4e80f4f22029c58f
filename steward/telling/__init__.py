"""Notices to players, and plain values for those who ask."""
