"""The record: the only SQL of the project."""
