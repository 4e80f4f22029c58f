"""Tests of reads of the position."""
