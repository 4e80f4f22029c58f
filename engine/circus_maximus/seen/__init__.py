"""Public sights of a race: views, forecasts, refusals, moments, notation."""
