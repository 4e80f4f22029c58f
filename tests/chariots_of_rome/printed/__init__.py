"""Tests of the tracks as they are drawn."""
