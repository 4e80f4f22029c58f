"""Deadlines of answers, and the work of the clock."""
