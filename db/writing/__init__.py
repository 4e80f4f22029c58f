"""Keeping: each change in a transaction of its own."""
