"""Reads of the position. They change nothing and roll nothing."""
