"""Circus Maximus, second edition: the Basic and the Advanced Game with all optional rules."""
