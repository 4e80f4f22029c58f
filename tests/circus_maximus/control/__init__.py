"""Tests of losing control: corners, rams, ways out, sideslips, obstacles."""
