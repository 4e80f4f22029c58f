"""Whole races through the wire: server, bot and the people who play are separate processes."""
