"""What is to be known of a race that does not get on: who owes what, what is to be posted, what each player saw."""

from collections.abc import Iterator, Mapping
from typing import Any

from db.store import Store
from records.batches import KeptRace
from records.notices import Notice
from sandbox.client import text_of
from sandbox.limits.components import walk
from tests.e2e.arena import Arena
from tests.e2e.player import Player

FRAMES, LOG = 8, 2_500
"""Frames of each player, and characters of the bot's log, that are told."""


async def report(arena: Arena, store: Store, kept: KeptRace, players: Mapping[str, Player]) -> str:
    """Return how a race stands, in lines to be read by whoever looks for the cause."""
    notices = await store.outbox.of_race(kept.race.id)
    gateway, faults = await arena.control.gateway_state(), await arena.control.faults()
    process = "none" if arena.bot is None else f"process {arena.bot.pid}, ended with {arena.bot.poll()}"
    lines = [
        f"race {kept.race.id} is {kept.race.state} at input {kept.race.seq}; the clock says {arena.now():.0f}",
        f"the bot: {process}; {gateway}; faults to come: {faults}",
        *_owed(kept, notices),
        *(f"to be posted: {each}" for each in notices if each.state in ("new", "sending")),
        *(line for name, player in players.items() for line in _player(name, player)),
        f"the end of the bot's log:\n{arena.log[-LOG:]}",
    ]
    return "\n".join(lines)


def _owed(kept: KeptRace, notices: list[Notice]) -> Iterator[str]:
    names = {each.entry: each.name for each in kept.entries}
    for owed in kept.deadlines:
        duty = f"{kept.race.id}:{owed.entry}:{owed.asked}"
        told = [f"{each.kind} {each.state}: {each.outcome}" for each in notices if each.duty == duty]
        yield f"{names.get(owed.entry, 'the steward')} owes {owed.kind!r} {owed.asked} at {owed.at:.0f}: {told}"


def _player(name: str, player: Player) -> Iterator[str]:
    frames = player.visitor.frames
    yield f"{name} would do {player.next_deed()}; {player.standing}"
    for frame in frames[-FRAMES:]:
        yield f"    {summed_up(frame)}"


def summed_up(frame: Mapping[str, Any]) -> str:
    """Return what a frame says, in a line."""
    kind = frame["type"]
    if kind not in ("message", "message_edit"):
        return str({key: value for key, value in frame.items() if value is not None})[:200]
    message = frame["message"]
    ids = [each["custom_id"] for each in walk(message.get("components") or ()) if each.get("custom_id")]
    text = " ".join(text_of(message).split())[:80]
    return f"{kind} {message['id']} flags {message.get('flags', 0)}: {text!r} {ids[:3]}"
