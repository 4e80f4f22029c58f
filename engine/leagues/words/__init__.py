"""State, sheets, acts, reasons and facts of a league: plain data."""
