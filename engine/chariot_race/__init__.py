"""Chariot Race: two laps with five dice, three lanes, damage and the favour of fate."""
