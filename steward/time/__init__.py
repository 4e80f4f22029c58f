"""When deadlines fall, and what the clock has missed; ``steward/timekeeper.py`` acts when they pass."""
