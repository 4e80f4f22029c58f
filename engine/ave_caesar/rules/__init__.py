"""The turn: what cards do, chariots that nobody drives, stalemates, the setup before and the score after it."""
