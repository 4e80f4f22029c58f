"""The bot's own posts: the outbox on its way to Discord."""
