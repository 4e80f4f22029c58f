"""What a turn of a race by moves asks of a player: presses, of people who press the coloured button of whatever comes.

Two races of two laps, three people and five house drivers each, are played through the sandbox. Nobody sets anything.
"""

import asyncio
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.figures import Figure
from records.values import RaceId
from sandbox.client import buttons_of, text_of
from sandbox.errors import Json
from tests.e2e.arena import Arena
from tests.e2e.player import Deed, Player, play_together
from tests.e2e.races import started

PATIENCE = 600.0  # seconds until a player who waits is given up, on a busy machine
DICE = ("reading", "alea")
GREEN, BLUE = 3, 1  # styles of buttons


class Presser(Player):
    """Presses what is coloured, and counts it by turn."""

    def __init__(self, *args: Any, **how: Any) -> None:
        super().__init__(*args, **how)
        self.presses: Counter[int] = Counter()
        self._turn = 0

    def _deeds(self, message: Json) -> Iterator[Deed]:
        acts = [each for each in buttons_of(message) if each["custom_id"].startswith(("answer:", "drive:"))]
        for each in sorted(acts, key=lambda each: (GREEN, BLUE).index(each["style"]) if each["style"] in (1, 3) else 2):
            yield Deed(message["id"], message["channel_id"], each["custom_id"])
        if not acts:
            yield from super()._deeds(message)

    async def do(self, deed: Deed) -> None:
        if found := re.search(r"Turn (\d+)", text_of(self._desk[deed.message])):
            self._turn = int(found[1])
        self.presses[self._turn] += 1
        await super().do(deed)


def figures() -> list[Figure]:
    """Play the races, and count the presses of each player in each turn."""
    turns = [count for dice in DICE for count in asyncio.run(_turns(dice))]
    return [
        Figure("move by move, 2 laps, three people: turns counted", len(turns)),
        Figure("move by move, 2 laps, three people: presses in a turn, mean", round(sum(turns) / len(turns), 1)),
        Figure("move by move, 2 laps, three people: presses in the turn with most", max(turns), at_most=4),
    ]


async def _turns(dice: str) -> list[int]:
    """Return how often each player pressed in each turn of a race."""
    with tempfile.TemporaryDirectory() as folder:
        async with Arena(Path(folder), dice=dice) as arena:
            people = (arena.ana, arena.ben, arena.cato)
            race = await started(arena, people=people, laps=2, story="turn")
            players = [Presser(each, str(each.state["me"]["username"]), race=race.id) for each in people]
            playing = asyncio.create_task(play_together(*players, patience=PATIENCE))
            store = await arena.store()
            while (await store.index.revision_of(RaceId(race.id)) or ("", 0))[0] == "running":  # noqa: ASYNC110  another process's
                await asyncio.sleep(0.2)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            return [count for each in players for turn, count in each.presses.items() if turn]
