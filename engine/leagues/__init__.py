"""Leagues: a season of stables, played like a race (Campaign Game, 20 to 26)."""
