"""Seasons of leagues: founded, joined, raced event by event, and settled."""
