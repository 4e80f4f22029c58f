"""Reads of the position, without table and dice. A few also put a counter down or use factors up."""
