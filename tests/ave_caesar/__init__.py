"""Tests of the rules of Ave Caesar."""
