"""A person's interest in an event: they drive in it, or have a part in its league. It limits their acts as host (S-48).

Whoever has none acts as freely as before: a moderator, or a host who only hosts.
"""

import json
from collections.abc import Sequence
from math import ceil

import msgspec

from db.store import Store
from engine.betting.rules import TableRules
from records.acts import ActRecord
from records.past import KNOWN
from records.play import Deadline
from records.races import FactionRecord, PublicRace, RaceRecord
from records.refusals import Reason, Refused
from records.values import EntryId, PlayerId, RaceId
from steward.hosting.answerable import driver_at_start
from steward.hosting.lobbies import public_race
from steward.time.schedules import DAY, HOUR

BY_ITSELF, IN_A_SERIES = 3, 1
"""So often those with an interest may turn back one race by itself, and one event of a cup or a league."""


MOST_REST_DAYS = 28
"""Days for which they may let a race or a league wait, pauses and further time together (CUP-9)."""


MANY = 2
"""People of a race that moves ratings."""


async def is_party(store: Store, race: PublicRace, person: PlayerId) -> bool:
    """Tell whether somebody has an interest in a race or a league.

    They drive in it, did so before, or have a place in its cup or its league.
    """
    record = race.record
    if race.faction_for(person) is not None or has_driven(await store.stories.acts(record.id), person):
        return True
    if record.league is not None:
        return (await public_race(store, record.league)).faction_for(person) is not None
    others = [] if record.cup is None else await store.cups.races(record.cup)
    return any([(await public_race(store, each.id)).faction_for(person) is not None for each in others])


async def require_steerable(store: Store, race: RaceId) -> None:
    """Raise :exc:`Refused` for a circus of house drivers under way: no friend of whoever hosts it wins by that (H-1).

    One that the program has put to rest goes on by its host's help, as any race does.
    """
    found = await public_race(store, race)
    rules = msgspec.json.decode(found.record.betting, type=TableRules)
    if rules.circus and found.is_exhibition and found.record.state == "running":
        raise Refused(Reason.NOBODY_STEERS)


async def has_rivals(store: Store, race: PublicRace, person: PlayerId) -> bool:
    """Tell whether anybody else has a place in a race or its league: against the house alone nobody is wronged."""
    league = race.record.league
    seats = race.factions if league is None else (*race.factions, *(await public_race(store, league)).factions)
    return any(each.player not in (None, person) for each in seats)


def has_driven(acts: Sequence[ActRecord], person: PlayerId) -> bool:
    """Tell whether somebody had reins of a race, or a stable, that another took over; to host is another matter."""
    return any(each.kind != "elect" and json.loads(each.body).get("was") == person for each in acts)


async def require_somebody_else(store: Store, race: PublicRace, by: PlayerId) -> None:
    """Raise :exc:`Refused` if somebody with an interest in an event does what needs a person without one."""
    if await is_party(store, race, by) and await has_rivals(store, race, by):
        raise Refused(Reason.NEEDS_ANOTHER, what=_what(race.record))


async def require_end_of_season(store: Store, league: PublicRace, by: PlayerId) -> None:
    """Raise :exc:`Refused` if somebody with a part in a season ends it who did not open the league.

    Else those who join and elect one of theirs as host would take all treasuries away.
    """
    founder = opener(league.record, await store.stories.acts(league.record.id))
    if by != founder and await is_party(store, league, by) and await has_rivals(store, league, by):
        raise Refused(Reason.FOUNDER_ENDS, founder=founder)


def opener(race: RaceRecord, acts: Sequence[ActRecord]) -> PlayerId:
    """Return who opened a race or a league: the host before the first change of hosts."""
    return next((PlayerId(json.loads(each.body)["was"]) for each in acts if each.kind == "elect"), race.host)


async def is_trusted(store: Store, race: PublicRace, person: PlayerId) -> bool:
    """Tell whether somebody may change by their acts as host what a race does to ratings.

    Who drove at the start can only lose by it, and whoever has raced a few people is known. Anybody else may be a
    second account of a driver.
    """
    record = race.record
    people = {each.player for each in race.factions} - {None}
    is_new = record.state == "lobby" and (record.round or 1) == 1
    if not record.guild or record.is_practice or is_new or len(people) < MANY:
        return True
    return await _can_only_lose(store, race, person) or await store.past.rivals_of(record.guild, person) >= KNOWN


async def _can_only_lose(store: Store, race: PublicRace, person: PlayerId) -> bool:
    """Tell whether ratings can only go against somebody by their acts: in a race begun, if they drove at its start.

    Whoever took reins later helps, and risks nothing.
    """
    record = race.record
    if not record.kind.has_places or record.state == "lobby":
        return await is_party(store, race, person)
    began, acts = await store.index.began(record.id) or record.opened, await store.stories.acts(record.id)
    return any(driver_at_start(each, acts, began) == person for each in race.factions)


async def require_turn_left(store: Store, race: PublicRace, by: PlayerId, event: int | None) -> None:
    """Raise :exc:`Refused` if those with an interest in an event have turned it back as often as they may.

    Going back, a turn begun anew and a correction count; in a cup or a league also a race called off.

    :param event: of the cup or league; ``None`` for a race by itself.
    """
    if not (await is_party(store, race, by) and await has_rivals(store, race, by)):
        return
    at_most = BY_ITSELF if event is None else IN_A_SERIES
    people = [act.by for act in await _turns_back(store, race.record, event) if act.by is not None]
    parties = {person for person in set(people) if await is_party(store, race, person)}
    if sum(person in parties for person in people) >= at_most:
        raise Refused(Reason.TURNED_BACK_ENOUGH, at_most=at_most, what=_what(race.record))


async def _turns_back(store: Store, race: RaceRecord, event: int | None) -> list[ActRecord]:
    """Return all acts by which an event was turned back."""
    found = [
        act
        for each in await _races_of(store, race, event)
        for act in await store.stories.acts(each)
        if _turns(act, event)
    ]
    acts = [] if race.season is None else await store.stories.acts(race.season)
    return found + [act for act in acts if event is not None and json.loads(act.body).get("event") == event]


async def _races_of(store: Store, race: RaceRecord, event: int | None) -> list[RaceId]:
    """Return the races of an event that were begun, those that were called off included."""
    if race.cup is not None:
        known = await store.cups.all_races(race.cup)
    elif race.season is not None:
        known = await store.leagues.races(race.season)
    else:
        return [race.id]
    return [each.id for each in known if each.round == event and each.facts]


def _turns(act: ActRecord, event: int | None) -> bool:
    """Tell whether an act turned a race back; one that undid it is counted as its league's."""
    body = json.loads(act.body)
    if act.kind == "close":
        return event is not None
    return act.kind in ("rewind", "restart", "correct") and not ("points" in body or body.get("undone"))


async def require_rest_left(store: Store, race: RaceId, by: PlayerId, seconds: float) -> None:
    """Raise :exc:`Refused` if somebody lets a race wait too long who has an interest in it, or may have (CUP-9)."""
    found = await public_race(store, race)
    is_unknown = by == found.record.host and not await is_trusted(store, found, by)
    if not is_unknown and not await is_party(store, found, by):
        return
    left = MOST_REST_DAYS * DAY - rested(await store.stories.acts(race), by)
    if seconds > left:
        raise Refused(Reason.RESTED_ENOUGH, at_most=MOST_REST_DAYS, left=int(max(0.0, left) // HOUR))


def rested(acts: Sequence[ActRecord], by: PlayerId) -> float:
    """Return the seconds for which somebody has let a race wait: pauses, as far as they came, and more time."""
    total, began = 0.0, None
    for act in acts:
        if act.kind == "extend" and act.by == by:
            total += json.loads(act.body)["seconds"]
        elif act.kind == "pause" and act.by == by:
            began = act.at
        elif began is not None:
            total, began = total + act.at - began, None
    return total


async def require_patience(
    store: Store, race: PublicRace, by: PlayerId, entries: Sequence[EntryId], now: float
) -> None:
    """Raise :exc:`Refused` if somebody cuts a rival's time short before half of it has run.

    :param entries: the rival's, whose questions are answered by default, or whose reins go to another; the calendar's,
        if its wait is for all, such as the time for protests.
    """
    rivals = _rivals(race, by, entries)
    if not rivals or not await is_party(store, race, by):
        return
    owed = [each for each in await store.deadlines.of_race(race.record.id) if each.entry in rivals]
    at = min(map(half_of, owed), default=None)
    if at is None or now < at:
        raise Refused(Reason.TIME_IS_THEIRS, at=None if at is None else ceil(at), what=_what(race.record))


def _rivals(race: PublicRace, by: PlayerId, entries: Sequence[EntryId]) -> list[EntryId]:
    """Return the entries whose time is another person's."""
    others = {each.at_the_reins for each in race.factions} - {None, by}
    waits = [each for each in entries if others and race.faction_of(each) is None]
    return waits + [each for each in entries if race.player_of(each) in others]


def half_of(owed: Deadline) -> float:
    """Return when half of the time for a question has run, in seconds since 1970."""
    return owed.opened + (owed.at - owed.opened) / 2


def owns(seat: FactionRecord | None, person: PlayerId) -> bool:
    """Tell whether a place is somebody's, as its owner or a deputy."""
    return seat is not None and person in (seat.player, seat.substitute)


def _what(race: RaceRecord) -> str:
    return "league" if race.season is not None else "cup" if race.cup is not None else "race"
