"""Tests of orders for a whole turn: presets, dry runs, how each wish is followed."""
