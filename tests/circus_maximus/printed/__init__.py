"""Tests of the board, the charts and the odds that follow from them."""
