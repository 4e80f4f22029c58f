"""Races of earlier versions, kept as they were written, and what made them."""
