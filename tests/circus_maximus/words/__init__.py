"""Tests of the plain data: the detailed specification."""
