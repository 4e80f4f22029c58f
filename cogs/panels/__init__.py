"""Panels with buttons and menus, and forms, for the player."""
