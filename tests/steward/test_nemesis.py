"""A nemesis: three defeats in a row by one house driver, none long ago; told once a race, and to nobody else."""

from collections.abc import Sequence

import pytest

from records.past import HouseMeeting, Seen, Summary
from records.races import EntryRecord, FactionRecord, PublicRace
from records.values import EntryId, Faction, PlayerId, RaceId
from steward.remembering.nemesis import KEPT_IN_MIND, Nemesis, among, meetings_in, nemesis_of
from tests.cogs.samples import a_lobby
from tests.pasts import a_past_race, an_entry, keep
from tests.steward.circus import ANN, BOB, Circus

NOW = 2_000_000.0


def met(house: str, mine: int | None, theirs: int | None) -> HouseMeeting:
    return HouseMeeting(race=RaceId(1), at=NOW, person=ANN, name="Ann", place=mine, house=house, house_place=theirs)


LOST, WON, LEVEL = met("Fuscus", 2, 1), met("Fuscus", 1, 2), met("Fuscus", None, None)


@pytest.mark.parametrize(
    ("now", "before", "told"),
    [
        (LOST, [LOST, LOST], Nemesis("Fuscus", 3, is_beaten=False)),
        (LOST, [LOST], None),
        (LOST, [LOST, WON, LOST], None),
        (LOST, [LOST, LEVEL, LOST], None),
        (met("Fuscus", None, 6), [LOST, LOST], Nemesis("Fuscus", 3, is_beaten=False)),
        (WON, [LOST, LOST, LOST, WON], Nemesis("Fuscus", 3, is_beaten=True)),
        (WON, [LOST, LOST], None),
        (WON, [WON, LOST, LOST, LOST], None),
        (LEVEL, [LOST, LOST, LOST], None),
    ],
)
def test_three_defeats_running_make_a_nemesis(
    now: HouseMeeting, before: Sequence[HouseMeeting], told: Nemesis | None
) -> None:
    assert among([now], before) == told


def test_one_is_told_of_first_one_who_is_beaten_then_the_longest_row() -> None:
    other, more = met("Teres", 2, 1), met("Diocles", 1, 2)
    assert among([LOST, other], [LOST, LOST, other, other, other]) == Nemesis("Teres", 4, is_beaten=False)
    lost_to_more = met("Diocles", 2, 1)
    before = [LOST] * 9 + [lost_to_more] * 3
    assert among([LOST, more], before) == Nemesis("Diocles", 3, is_beaten=True)


def a_race(*people: int | None) -> PublicRace:
    names = ("Ann", "Fuscus", "Teres", "Bob")
    factions = tuple(
        FactionRecord(
            faction=Faction(n),
            name=name,
            player=None if person is None else PlayerId(person),
            driver="racer" if person is None else None,
        )
        for n, (name, person) in enumerate(zip(names, people, strict=False), start=1)
    )
    entries = tuple(
        EntryRecord(entry=EntryId(each.faction), colour="red", name=each.name, faction=each.faction)
        for each in factions
    )
    return PublicRace(a_lobby().record, factions, entries)


def test_a_race_is_read_as_its_places_tell() -> None:
    race = a_race(ANN, None, None, BOB)
    places = {EntryId(2): 1, EntryId(1): 2, EntryId(4): 3, EntryId(3): None}

    found = meetings_in(race, places, ANN, NOW)

    assert [(each.house, each.ahead) for each in found] == [("Fuscus", -1), ("Teres", 1)]
    assert meetings_in(race, places, PlayerId(7), NOW) == []


async def test_only_what_happened_here_and_of_late_counts(circus: Circus) -> None:
    async def found() -> Nemesis | None:
        race = a_race(ANN, None)
        return await nemesis_of(circus.store, race, {EntryId(2): 1, EntryId(1): 2}, ANN, NOW)

    await keep_of(circus, 1, NOW - 100)
    await keep_of(circus, 2, NOW - KEPT_IN_MIND - 100)
    await keep_of(circus, 3, NOW - 300, guild=5)
    assert await found() is None

    await keep_of(circus, 4, NOW - 200)
    assert await found() == Nemesis("Fuscus", 3, is_beaten=False)


async def keep_of(circus: Circus, number: int, at: float, guild: int = 1) -> None:
    """Keep a race in which Fuscus came in before Ann."""
    race = a_past_race(number, at=at, guild=guild)
    await keep(circus.store, Summary(race, (an_entry(race, 1, None, name="Fuscus"), an_entry(race, 2, ANN))))


async def test_a_person_is_nobodys_nemesis(circus: Circus) -> None:
    for number in range(1, 5):
        race = a_past_race(number, at=NOW - number)
        bears = an_entry(race, 1, BOB, name="Fuscus")
        await keep(circus.store, Summary(race, (bears, an_entry(race, 2, ANN))))

    assert await circus.store.meetings.of_person(Seen(guild=1), ANN, ["Fuscus"], 0.0, 9) == []
