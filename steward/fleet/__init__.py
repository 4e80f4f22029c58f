"""This process among the others that run on the same database."""
