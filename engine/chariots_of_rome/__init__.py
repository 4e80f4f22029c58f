"""Chariots of Rome: 2 to 12 chariots, four tracks, thirty charioteers, and the favour of the gods."""
