"""What each bot imports as it starts, done once: for the process that :mod:`tests.e2e.forked` forks off."""

import bot
from tests import blank_scenes
from tests.e2e import seeded_bot

__all__ = ["blank_scenes", "bot", "seeded_bot"]
