"""Lobbies, cups, the desk, and people."""
