"""The arena: gladiators who fight on hexes, by secret plans."""
