"""Tests of the piles."""
