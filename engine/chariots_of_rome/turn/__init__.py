"""Rounds, turns and Attacks: who may do what next."""
