"""Tests of turns, phases and moves: who may do what next."""
