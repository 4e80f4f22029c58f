"""Reads of the position: no table, no dice. A few put a counter down or use factors up, and nothing more."""
