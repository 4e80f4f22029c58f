"""Chances to win, worked out in a process of its own."""
