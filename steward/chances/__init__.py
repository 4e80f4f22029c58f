"""Chances to win, worked out in a process beside the bot."""
