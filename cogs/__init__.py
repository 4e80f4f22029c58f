"""Discord: commands, buttons, direct messages, words for players. Read input, call the steward, show the answer."""
