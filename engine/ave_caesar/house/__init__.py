"""House drivers, and races that they play alone."""
