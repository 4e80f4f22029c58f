"""Races that are over, as they are summed up: made up here, kept by the program's own door."""

from typing import Any

from sqlalchemy import insert, text

from db.schema import tables
from db.schema.past import ratings
from db.store import Store
from db.writing.adding import row_of
from records.past import PastEntry, PastRace, RatingRow, Summary
from records.races import RaceRecord
from records.values import EntryId, Faction, PlayerId, RaceId

GUILD, CHANNEL = 1, 2
COLOURS = ("red", "blue", "yellow", "green", "purple", "black", "white", "orange")


def a_past_race(number: int, **values: Any) -> PastRace:
    """Return a race of two people that ended an hour after the one before."""
    given: dict[str, Any] = {
        "race": RaceId(number),
        "revision": 1,
        "guild": GUILD,
        "ruleset": "circus-maximus",
        "edition": "basic",
        "course": "3 laps",
        "title": f"Ludi {number}",
        "channel": CHANNEL,
        "thread": 3,
        "cup": None,
        "league": None,
        "round": None,
        "outcome": "finished",
        "at": 1_000_000.0 + 3600 * number,
        "began": 1_000_000.0 + 3600 * number - 1800,
        "turns": 15,
        "people": 2,
        "is_rated": True,
        "called_off_by": None,
        "odds": None,
        "payoff": None,
        "payee": None,
        "payee_name": "",
    }
    return PastRace(**{**given, **values})


def an_entry(race: PastRace, place: int | None, person: PlayerId | None, **values: Any) -> PastEntry:
    """Return the chariot that came in at a place; number 1 came in first."""
    number = values.pop("number", place or 1)
    name = values.pop("name", "house" if person is None else f"P{person}")
    given: dict[str, Any] = {
        "race": race.race,
        "entry": EntryId(number),
        "person": person,
        "owner": person,
        "last": person,
        "name": name,
        "stable": "",
        "chariot": f"Chariot of {name}",
        "colour": COLOURS[(number - 1) % len(COLOURS)],
        "driver": name,
        "faction": Faction(number),
        "team": EntryId(number),
        "rank": number,
        "place": place,
        "is_best": True,
        "is_alive": True,
        "odds": None,
        "rams": 0,
        "survived": 0,
        "luck": None,
        "rolls": None,
        "turns": None,
        "is_meddled": False,
    }
    return PastEntry(**{**given, **values})


def a_summary(number: int, *people: PlayerId | None, **values: Any) -> Summary:
    """Return a race that these came in of, the first first; ``None`` is a house driver."""
    drove = {each for each in people if each is not None}
    race = a_past_race(number, **{"people": len(drove), "is_rated": len(drove) > 1, **values})
    return Summary(race, tuple(an_entry(race, place, each) for place, each in enumerate(people, start=1)))


async def have_raced(store: Store, number: int, *people: PlayerId, is_rated: bool = True) -> None:
    """Keep a race of these people that has come to its end, with their seats in it: so they have met."""
    await keep(store, a_summary(number, *people, is_rated=is_rated))
    seats = [
        {"race": number, "faction": at, "player": each, "name": f"P{each}", "word": ""}
        for at, each in enumerate(people, start=1)
    ]
    await store._writer.run(lambda connection: connection.execute(insert(tables.factions), seats))
    await store.races.set(RaceId(number), is_rated=is_rated)


async def latest_ratings(store: Store, ruleset: str) -> dict[PlayerId, RatingRow]:
    """Return everybody's latest rating in a game."""
    rows = (await store.past.everything())["rating"]
    named: list[dict[str, Any]] = [dict(zip(ratings.c.keys(), row, strict=True)) for row in rows]
    found = [RatingRow(**each) for each in named]
    return {each.player: each for each in sorted(found, key=lambda each: each.at) if each.ruleset == ruleset}


async def keep(store: Store, *summaries: Summary) -> None:
    """Keep races with their summaries, as if they had been run; where ratings follow, they are to be worked out."""

    def add(connection: Any) -> None:
        for each in summaries:
            if connection.scalar(text("SELECT id FROM race WHERE id = :this"), {"this": each.race.race}) is None:
                row = row_of(_record(each.race)) | {"id": each.race.race}
                connection.execute(insert(tables.races).values(row))

    await store._writer.run(add)
    for each in summaries:
        await store.summaries.put(each)


def _record(race: PastRace) -> RaceRecord:
    return RaceRecord(
        id=race.race,
        guild=race.guild,
        channel=race.channel,
        thread=race.thread,
        ruleset=race.ruleset,
        options="{}",
        host=PlayerId(1),
        title=race.title,
        state="finished" if race.outcome == "finished" else "cancelled",
        secret="00",
        commitment="00",
        seconds={},
        revision=race.revision,
        facts=1,
        opened=race.began,
        ended=race.at,
        called_off_by=race.called_off_by,
    )
