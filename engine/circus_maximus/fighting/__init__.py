"""Attacks and weapons."""
