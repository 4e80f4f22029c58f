"""Slash commands: one file a command, of its name."""
