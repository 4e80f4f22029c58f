"""What is shown: views, forecasts, refusals, moments, notation."""
