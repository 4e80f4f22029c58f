"""Words that all games share."""
