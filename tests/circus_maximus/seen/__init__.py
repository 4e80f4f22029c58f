"""Tests of what is shown: views, forecasts, refusals, moments, notation, corrections."""
