"""Circus Maximus, second edition: the Basic Game (rules 3 to 10)."""
