"""Turns, phases and moves: the next decision and its effects."""
