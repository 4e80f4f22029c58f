"""Tests of the rules of Circus Maximus."""
