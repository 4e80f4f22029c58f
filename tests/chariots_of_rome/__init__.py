"""Tests of Chariots of Rome."""
