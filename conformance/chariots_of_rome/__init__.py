"""Cases of Chariots of Rome."""
