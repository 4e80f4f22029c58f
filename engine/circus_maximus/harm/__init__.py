"""Harm and its consequences: rolls and tells, asks nobody, moves nobody."""
