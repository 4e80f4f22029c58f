"""Tests of house drivers, and of races that they play out."""
