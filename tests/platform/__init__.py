"""Discord's own description of its HTTP API, and checks against it."""
