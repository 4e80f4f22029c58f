"""Races of house drivers at a fixture: their line-up, known from the opening on, and that it stays whole (H-1).

Who is in follows from the fixture and its date alone: by lot, and no secret is in it.
"""

from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256

import msgspec

from db.store import StaleRace, Store
from engine.betting.rules import TableRules
from engine.game import AnyRuleset
from records.fixtures import PlannedStart
from records.lookalikes import look_alike
from records.races import EntryRecord, FactionRecord, PublicRace, RaceRecord
from records.values import FixtureId
from steward.hosting.house_names import HOUSE_NAMES
from steward.hosting.lobbies import Lobbies
from steward.hosting.lobby_fields import next_faction, stored


def line_up(fixture: FixtureId, day: int) -> list[str]:
    """Return all house drivers in the order in which they get the places of a date.

    >>> line_up(FixtureId(1), 740_000)[:3]
    ['Crescens', 'Scorpus', 'Tatianus']
    """
    return sorted(HOUSE_NAMES, key=lambda name: sha256(f"{fixture} {day} {name}".encode()).digest())


def temper_of(name: str, tempers: Sequence[str]) -> str:
    """Return how a house driver drives in a game: alike each time, so that form and rating tell of them."""
    return tempers[HOUSE_NAMES.index(name) % len(tempers)]


def table_of(race: RaceRecord) -> RaceRecord:
    """Return the race of a circus with its betting table: pools and the house's bank; none, if there is no betting."""
    rules = msgspec.json.decode(race.betting, type=TableRules)
    if rules.is_off:
        return race
    circus = msgspec.structs.replace(rules, circus=True).for_house_drivers()
    return msgspec.structs.replace(race, betting=stored(circus))


def house_field(
    lobbies: Lobbies, rules: AnyRuleset, fixture: FixtureId, day: int, lobby: PublicRace
) -> tuple[list[FactionRecord], list[EntryRecord]]:
    """Return the house drivers for the empty places of a lobby, the first of its line-up who are not in."""
    factions: list[FactionRecord] = []
    entries: list[EntryRecord] = []
    tempers = rules.fillers(rules.read_options(lobby.record.options))
    here, room = lobby, lobbies.free_places(lobby)
    for name in line_up(fixture, day):
        if len(factions) >= room:
            break
        borne = [*(each.name for each in here.entries), *(each.name for each in here.factions)]
        if any(look_alike(name, each) for each in borne):
            continue
        faction = next_faction(here)
        factions.append(FactionRecord(faction=faction, driver=temper_of(name, tempers), name=name))
        if not lobbies.is_shared_out(lobby):
            entries.append(lobbies.entry(here, faction, None, name))
        here = PublicRace(lobby.record, (*lobby.factions, *factions), (*lobby.entries, *entries))
    return factions, entries


async def keep_whole(store: Store, lobbies: Lobbies, rules: AnyRuleset, plan: PlannedStart, lobby: PublicRace) -> bool:
    """Give free places in the lobby of a circus to house drivers, those of who has left; tell whether any were."""
    if lobby.record.state != "lobby" or plan.fixture is None or plan.day is None or lobbies.free_places(lobby) <= 0:
        return False
    factions, entries = house_field(lobbies, rules, plan.fixture, plan.day, lobby)
    with suppress(StaleRace):  # somebody was quicker: the next look does it
        await store.lobbies.enter(lobby.record.id, factions, entries)
        await lobbies.show(lobby.record.id)
    return True
