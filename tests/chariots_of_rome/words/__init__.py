"""Tests of how the game is told: stories, questions, orders, the rule look-up."""
