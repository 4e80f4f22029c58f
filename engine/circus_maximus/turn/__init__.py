"""Turns, phases and moves: who may do what next."""
