"""The rules. Pure and deterministic: no I/O, no clock, no chance but the dice that are handed in."""
