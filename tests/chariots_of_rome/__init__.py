"""Tests of the rules of Chariots of Rome that no case can say."""
