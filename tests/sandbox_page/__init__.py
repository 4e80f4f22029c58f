"""The sandbox's web page, driven in a headless browser."""
