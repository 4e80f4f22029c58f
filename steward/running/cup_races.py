"""A race of a cup that is over: whether it may still go back, the fate of the next one, corrected points (CUP-6)."""

import json
from collections.abc import Iterable

import msgspec

from db.store import Store
from db.writing.cups import Reopening
from engine.refusals import GameReason
from records.acts import GOING_BACK, ActRecord
from records.cups import CupRecord
from records.races import RaceRecord
from records.refusals import Reason, Refused
from records.values import Faction, RaceId
from steward.running.bookmaker import voiding
from steward.time.schedules import HOUR

PROTEST = 24 * HOUR
"""Seconds after the last race of a cup in which it may still go back, or be corrected."""


def is_past_protest(cup: CupRecord, now: float) -> bool:
    """Tell whether a cup is over, and can be changed no more."""
    return cup.state == "finished" and cup.ended is not None and now > cup.ended + PROTEST


async def settled(store: Store, race: RaceRecord, now: float) -> Reason | GameReason | None:
    """Return why a race of a cup that is over stays as it is; ``None`` if it may go back."""
    cup = None if race.cup is None else await store.cups.cup(race.cup)
    if cup is None:
        return Reason.RACE_IS_OVER
    if cup.state == "cancelled" or is_past_protest(cup, now):
        return Reason.CUP_IS_OVER
    later = await _later(store, race)
    return Reason.CUP_WENT_ON if any(each.state != "lobby" for each in later) else None


async def require_open_end(store: Store, race: RaceRecord, now: float) -> None:
    """Raise :exc:`Refused` if a race that is over stays as it is; of a league's, that is looked at later."""
    may_be = race.state != "finished" or race.league is not None
    why = None if may_be else await settled(store, race, now)
    if why is not None:
        raise Refused(why)


async def after(store: Store, race: RaceRecord) -> list[RaceId]:
    """Return the races of a cup that were opened after one."""
    return [each.id for each in await _later(store, race)]


async def _later(store: Store, race: RaceRecord) -> list[RaceRecord]:
    known = [] if race.cup is None else await store.cups.races(race.cup)
    return [each for each in known if (each.round or 0) > (race.round or 0)]


def reopening(race: RaceRecord, act: ActRecord) -> Reopening | None:
    """Return the change to the cup of a race that goes back by an act: the next race is called off."""
    if race.cup is None:
        return None
    called_off = msgspec.structs.replace(act, kind="close", entry=None, body="{}")
    return Reopening(race.cup, race.round or 0, called_off, voiding("cancelled", act.at))


def was_rated(race: RaceRecord, acts: Iterable[ActRecord]) -> bool:
    """Tell whether a race counted for ratings as it opened, whatever the host decided afterwards."""
    said = [json.loads(act.body)["rated"] for act in acts if act.kind == "rate"]
    return not said[0] if said else race.is_rated


def corrections_in(acts: Iterable[ActRecord]) -> dict[Faction, int]:
    """Return the points that a host gave or took after a race; those before it went back count no more."""
    found = dict[Faction, int]()
    for act in acts:
        body = json.loads(act.body) if act.kind == "correct" else {}
        if "points" in body:
            faction = Faction(body["faction"])
            found[faction] = found.get(faction, 0) + body["points"]
        elif act.kind in GOING_BACK:
            found.clear()
    return {faction: points for faction, points in found.items() if points}
