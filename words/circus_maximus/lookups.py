"""Chances of Circus Maximus that can be looked up: those of a corner."""

from words.circus_maximus.cockpit import odds
from words.shared.words import Lookup, Number

LOOKUPS = (
    Lookup(
        "corner",
        "Circus Maximus: the chances of a corner at a speed",
        (
            Number("speed", "Total speed of the move", 0, 60),
            Number("lane", "1 is the inmost lane", 1, 8),
            Number("cdm", "The driver's current modifier", -12, 6, default=0),
        ),
        odds,
    ),
)
