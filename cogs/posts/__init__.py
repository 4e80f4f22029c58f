"""What the bot posts by itself: the outbox on its way to Discord."""
