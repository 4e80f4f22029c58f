"""Discord's HTTP API, as far as a bot of slash commands, threads, DMs and pictures needs it."""
