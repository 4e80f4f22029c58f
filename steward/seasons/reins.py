"""The reins in a league under way: nobody drives who has left, deputies drive, substitutes are asked (H.7, H.10)."""

from db.store import Store
from records.races import FactionRecord, PublicRace
from records.refusals import Reason, Refused
from records.values import EntryId, PlayerId, RaceId
from steward.hosting.lobbies import public_race
from steward.hosting.substitutes import Substitutes, gone_from, record_of
from steward.running.absence import handed_to
from steward.running.live import Live
from steward.running.races import Races
from steward.seasons.holding import hold
from steward.telling.notices import act_notice
from steward.time.standstill import Clock


class Reins:
    """Gives the reins in a league to the right people."""

    def __init__(self, store: Store, races: Races, substitutes: Substitutes, clock: Clock) -> None:
        self._store, self._races, self._substitutes, self._clock = store, races, substitutes, clock

    async def look(self, league: RaceId) -> None:
        """Give the reins in a league to the right people, and ask the next substitute for chariots without one."""
        known = await public_race(self._store, league)
        gone = gone_from(await self._store.stories.acts(league))
        if known.record.state == "running":
            await hold(self._store, self._races, league, gone, self._clock())
        known_races = await self._store.leagues.races(league)
        races = [each.id for each in known_races if each.state == "running" and not each.held]
        for race in races:
            try:
                await self._align(known, race, gone)
            except Refused as refused:
                if refused.reason is not Reason.NOT_BEGUN:
                    raise
                # It is about to begin, and is looked at again then: whoever has just left the league has left it.
        lobbies = [known] if known.record.state == "running" else []
        lobbies += [await public_race(self._store, each) for each in races]
        await self._substitutes.fill(lobbies)

    async def _align(self, league: PublicRace, race: RaceId, gone: set[PlayerId]) -> None:
        """Let nobody drive who has left, and let a deputy drive where the owner would (H.7, H.10)."""
        found = await public_race(self._store, race)
        if not any(_goes_to(league, seat, gone) != seat.at_the_reins for seat in _of_stables(found)):
            return
        async with self._races.editing(race) as live:
            for seat in _of_stables(live.race):
                player = _goes_to(league, seat, gone)
                if player != seat.at_the_reins:
                    self._hand(live, seat, player)

    def _hand(self, live: Live, seat: FactionRecord, player: PlayerId | None) -> None:
        standin = live.rules.stand_in if player is None else None
        live.seat(handed_to(seat, player, standin))
        body = {"faction": seat.faction, "player": player, "was": seat.holder}
        act = record_of("replace", live.race, seat.faction, body, self._clock())
        live.act(act)
        live.also(act_notice(live.id, act, act.at))


def _of_stables(race: PublicRace) -> list[FactionRecord]:
    """Return the seats of people's stables in a race."""
    return [each for each in race.factions if each.player is not None]


def _goes_to(league: PublicRace, seat: FactionRecord, gone: set[PlayerId]) -> PlayerId | None:
    """Return the player due at the reins of a stable's chariots in a race: the same as now, but for two cases."""
    stable, now = league.faction_of(EntryId(seat.faction)), seat.at_the_reins
    if stable is None or now not in (None, seat.player):
        return None if now in gone else now
    deputy = stable.substitute
    if deputy is not None and deputy != seat.substitute:
        return deputy
    return None if now in gone else now
