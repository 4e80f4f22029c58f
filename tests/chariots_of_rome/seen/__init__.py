"""Tests of views and corrections."""
