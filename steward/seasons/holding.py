"""Acts outside the game survive when a league goes back: late entries, and leaving.

Seats are no part of the game's state. If that goes back to before somebody came or went, this tells it again.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress

from db.store import Store
from engine.leagues.words.acts import Join, Keep
from engine.leagues.words.state import CALENDAR, Role
from records.refusals import Refused
from records.values import PlayerId, RaceId
from steward.running.beginnings import read_act
from steward.running.live import Live
from steward.running.races import Races
from steward.running.unwritten import Source


async def hold(store: Store, races: Races, league: RaceId, gone: set[PlayerId], now: float) -> None:
    """Give members of a league under way their stables again, and managers the stables of people who left.

    :param gone: people who left or were expelled.
    """
    async with races.viewing(league) as live:
        is_due = any(_due(live, gone, {}))
    if not is_due:
        return
    async with races.editing(league) as live:
        of_calendar = [each for each in await store.stories.inputs(league) if each.entry == CALENDAR]
        acts = [read_act(live.rules, each) for each in of_calendar]
        roles: dict[str, Role] = {each.colour: each.role for each in acts if isinstance(each, Join)}
        for act in list(_due(live, gone, roles)):
            with suppress(Refused):  # it can't be done in this phase, and is tried again
                live.do(CALENDAR, act, Source("steward"), now)


def _due(live: Live, gone: set[PlayerId], roles: Mapping[str, Role]) -> Iterator[Join | Keep]:
    """Yield what the game does not know, or knows no more: stables without an owner, then members without a stable.

    :param roles: by colour, of those who have ever joined late.
    """
    state = live.session.state
    there = {each.number: each for each in (*state.stables.values(), *state.joining)}
    for entry in sorted(live.race.entries, key=lambda each: each.entry):
        seat = live.race.faction_of(entry.entry)
        if entry.entry not in there:
            yield Join(entry.colour, roles.get(entry.colour, "better"))
        elif seat is not None and seat.player in gone and there[entry.entry].status == "active":
            yield Keep(entry.entry, "left")
