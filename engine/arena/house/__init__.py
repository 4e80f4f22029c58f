"""House fighters, and matches that they play alone."""
