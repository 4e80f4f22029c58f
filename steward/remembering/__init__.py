"""Summaries of races that are over, ratings, the hall of fame: all of it made from facts."""
