"""What each bot imports and draws as it starts, done once: for the process that :mod:`tests.e2e.forked` forks off."""

import bot
from renderers import SCENES
from tests.e2e import seeded_bot

__all__ = ["bot", "seeded_bot"]

for _scene in SCENES.values():
    for _part in _scene.warm_up():
        pass
