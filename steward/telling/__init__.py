"""What players are told: notices, and plain values for those who ask."""
