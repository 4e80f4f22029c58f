"""What each bot and server imports as it starts, done once: for the process that :mod:`tests.e2e.forked` forks off."""

import bot
import sandbox.__main__ as server
from tests.e2e import blank_scenes, seeded_bot

__all__ = ["blank_scenes", "bot", "seeded_bot", "server"]
