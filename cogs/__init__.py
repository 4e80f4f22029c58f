"""Discord: commands, buttons, direct messages and the words for players. Read input, call the steward, show the answer."""
