"""Tests of the rules of Chariot Race that no case can say."""
