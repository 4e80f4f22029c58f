"""The race of the day: its hours, tries and tables."""
