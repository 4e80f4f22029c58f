"""House drivers, and races played out by them; no rules."""
