"""The race of the day: one for everybody, the same dice for the same decisions. No clock and no people here."""
