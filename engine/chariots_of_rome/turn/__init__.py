"""Rounds, turns and Attacks: the next question, and its consequences."""
