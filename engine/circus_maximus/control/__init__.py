"""Losing control: corners, rams, responses, obstacles."""
