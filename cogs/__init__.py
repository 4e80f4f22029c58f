"""Discord: commands, buttons, forms, posts. Read input, call the steward, show its answer in words."""
