"""What comes after a race: the next race of its league or cup, the next date of its fixture, or one in its channel."""

from cogs.panels.league_shown import next_race_told
from records.races import MATCHES, PublicRace
from steward import FixtureShown, Steward
from words.shared.coming import cup_line, fixture_line


async def coming_line(steward: Steward, race: PublicRace) -> str:
    """Return when what follows a race that is over begins, in a line that everybody in its channel may read.

    It is empty where nothing is agreed on.
    """
    if race.record.league is not None:
        if not await ends_event(steward, race):
            return ""
        return await next_race_told(steward, await steward.race(race.record.league))
    if race.record.cup is not None:
        cup = await steward.cups.cup(race.record.cup)
        return cup_line(len(cup.over), cup.record.races, cup.under_way)
    shown = await _next_fixture(steward, race)
    return "" if shown is None else fixture_line(shown.record.title, shown.next.at)


async def ends_event(steward: Steward, race: PublicRace) -> bool:
    """Tell whether a contest of a league that is over was the last of its event; a match stands beside the calendar."""
    if race.record.league is None or race.record.round == MATCHES:
        return False
    contests = [each for each in await steward.leagues.races(race.record.league) if each.round == race.record.round]
    last = max(contests, key=lambda each: (each.ended or 0.0, each.id), default=race.record)
    return last.id == race.record.id and not any(each.state in ("lobby", "running", "paused") for each in contests)


async def _next_fixture(steward: Steward, race: PublicRace) -> FixtureShown | None:
    """Return the fixture of a race, or else the one of its channel that comes first; ``None`` if all sleep."""
    plan = await steward.fixtures.plan_of(race.record.id)
    known = [
        each
        for each in await steward.fixtures.of_guild(race.record.guild)
        if each.record.state == "on" and not each.asleep and each.record.channel == race.record.channel
    ]
    own = [each for each in known if plan is not None and each.record.id == plan.fixture]
    return min(own or known, key=lambda each: each.next.at, default=None)
