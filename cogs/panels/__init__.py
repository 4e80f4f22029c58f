"""Panels with buttons and menus, and forms, for the one who acts."""
