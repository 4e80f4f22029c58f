"""Tests of harm and what follows from it: horses, wheels, flips, drivers dragged, weather, the end."""
