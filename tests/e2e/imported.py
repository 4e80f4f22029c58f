"""What each bot and server imports as it starts, done once: for the process that :mod:`tests.e2e.forked` forks off.

A bot's database is a copy of one that is up to date, and nothing waits for the disk: see :mod:`tests.databases`. What
was imported stays as it is: whoever collects garbage does not look through it, and its memory is shared.
"""

import gc

import aiosqlite  # noqa: F401 - imported by each bot as it starts

import bot
import sandbox.__main__ as server
from renderers.circus_maximus.board import warm_up
from tests import databases
from tests.at_once import at_once
from tests.e2e import blank_scenes, seeded_bot

__all__ = ["at_once", "blank_scenes", "bot", "databases", "seeded_bot", "server"]

for _ in warm_up():  # once, and not in each bot that draws
    pass
gc.collect()
gc.freeze()
