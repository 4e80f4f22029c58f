"""Rows for tests of what is kept; each fills in what a test does not care about."""

from typing import Any

from db.store import Store
from engine.dice import commitment
from records.batches import Batch
from records.notices import Notice
from records.play import CheckpointRecord, Deadline, FactRecord, Input, SceneRecord
from records.races import EntryRecord, FactionRecord, RaceRecord
from records.values import EntryId, Faction, PlayerId, RaceId

ANN, BOB = PlayerId(100), PlayerId(200)
SECRET = "5e" * 32


def a_race(**values: Any) -> RaceRecord:
    given: dict[str, Any] = {
        "id": RaceId(0),
        "guild": 1,
        "channel": 2,
        "ruleset": "toy",
        "options": "{}",
        "host": ANN,
        "title": "Ludi",
        "secret": SECRET,
        "commitment": commitment(bytes.fromhex(SECRET)),
        "seconds": {"pace": 7200},
        "opened": 1000.0,
    }
    return RaceRecord(**{**given, **values})


def a_faction(number: int, player: PlayerId | None = None, **values: Any) -> FactionRecord:
    """Return a player's faction, or a house driver's."""
    given: dict[str, Any] = {"driver": None if player is not None else "steady", "name": f"faction {number}"}
    return FactionRecord(faction=Faction(number), player=player, **{**given, **values})


def an_entry(number: int, colour: str, faction: int | None = None) -> EntryRecord:
    return EntryRecord(
        entry=EntryId(number),
        colour=colour,
        name=f"chariot {number}",
        faction=None if faction is None else Faction(faction),
    )


def an_input(seq: int, **values: Any) -> Input:
    given: dict[str, Any] = {
        "seq": seq,
        "entry": EntryId(1),
        "answer": '{"type":"Pace","factors":3}',
        "by": "player",
        "player": ANN,
        "digest": f"{seq:064x}",
        "at": 1000.0 + seq,
    }
    return Input(**{**given, **values})


def a_batch(race: RaceId, seq: int = 0, **values: Any) -> Batch:
    """Return a batch that begins at *seq* with one input, one fact and one deadline."""
    given: dict[str, Any] = {
        "race": race,
        "seq": seq,
        "inputs": (an_input(seq + 1),),
        "facts": (FactRecord(seq + 1, seq + 1, '{"type":"TurnBegan","turn":1}'),),
        "deadlines": (a_deadline(1, at=5000.0),),
    }
    return Batch(**{**given, **values})


def a_scene(n: int) -> SceneRecord:
    return SceneRecord(n, n, "{}")


def a_checkpoint(seq: int) -> CheckpointRecord:
    return CheckpointRecord(seq, 1, 0, seq, 0, "", "{}")


def a_deadline(entry: int, at: float, remind_at: float | None = None, asked: int = 0) -> Deadline:
    return Deadline(entry=EntryId(entry), asked=asked, kind="pace", at=at, remind_at=remind_at)


def a_notice(race: RaceId, **values: Any) -> Notice:
    given: dict[str, Any] = {"race": race, "kind": "story", "due": 1000.0}
    return Notice(**{**given, **values})


async def a_lobby(store: Store, **values: Any) -> RaceId:
    """Keep a race that two have entered."""
    race = await store.races.add(a_race(**values))
    await store.lobbies.enter(
        race, [a_faction(1, ANN), a_faction(2, BOB)], [an_entry(1, "red", 1), an_entry(2, "blue", 2)]
    )
    return race


async def seq_of(store: Store, race: RaceId) -> tuple[str, int] | None:
    """Return the state of a race and how many inputs it has; ``None`` if there is no such race."""
    kept = await store.load(race)
    return None if kept is None else (kept.race.state, kept.race.seq)
