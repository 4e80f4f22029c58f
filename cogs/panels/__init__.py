"""What is shown to whoever acts: panels with buttons and menus, and forms."""
