"""Tests of races that house drivers play out."""
