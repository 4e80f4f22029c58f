"""Which race, game, chariot or pace somebody means."""
