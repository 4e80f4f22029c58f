"""Ave Caesar: three laps with a hand of cards, and a tribute to pay on the way."""
