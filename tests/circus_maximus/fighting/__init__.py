"""Tests of attacks, lashes and weapons."""
