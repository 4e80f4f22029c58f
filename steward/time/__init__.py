"""When answers are due, and what the clock does."""
