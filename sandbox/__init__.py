"""A server on loopback that speaks Discord's protocol, so that the bot can be played without a token."""
