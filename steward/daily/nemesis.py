"""A nemesis in the races of the day: the house driver who has beaten somebody in one try after the other (H-6).

No places of house drivers are kept, so tries are driven again from their answers, the newest first, for as long as
anybody may be one.
"""

from engine.daily.attempt import YOURS
from records.daily import TryRecord
from records.past import HouseMeeting
from records.refusals import Refused
from records.values import RaceId
from steward.daily.races import Daily, Tried
from steward.remembering.nemesis import Nemesis, among

LOOKED_AT = 6
"""Tries before one that are driven again, at most; each takes a tenth of a second."""


async def nemesis_of_day(daily: Daily, tried: Tried) -> Nemesis | None:
    """Return the nemesis of somebody after a try that is over, by the number of its chariot; ``None`` in most."""
    now, before = meetings_in(tried), list[HouseMeeting]()
    rows = {each.house for each in now if each.ahead}
    tries = [each for each in await daily.ended_by(tried.record.person) if each.number < tried.record.number]
    for record in tries[:LOOKED_AT]:
        found = await _meetings(daily, record)
        before += found
        rows &= {each.house for each in found if each.ahead < 0}
        if not rows:
            break
    return among(now, before)


async def _meetings(daily: Daily, record: TryRecord) -> list[HouseMeeting]:
    """Return the meetings of a try that is over; none if its rules are gone."""
    try:
        return meetings_in(await daily.driven_again(record))
    except Refused:
        return []


def meetings_in(tried: Tried) -> list[HouseMeeting]:
    """Return how somebody came in in a try that is over, against each house driver."""
    record, attempt = tried.record, tried.attempt
    places = {each.entry: each.place for each in attempt.day.rules.results(attempt.session.view())}
    return [
        HouseMeeting(
            race=RaceId(record.number),
            at=record.ended or record.began,
            person=record.person,
            name=record.name,
            place=places.get(YOURS),
            house=str(entry),
            house_place=places.get(entry),
        )
        for entry in (each.entry for each in attempt.day.entrants())
        if entry != YOURS
    ]
