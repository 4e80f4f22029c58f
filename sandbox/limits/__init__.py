"""Discord's limits, checked as Discord checks them: error code, and a tree of the fields that break them."""
