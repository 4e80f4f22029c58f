"""Changes of places: in a race under way, and in a cup's next race that waits for its start."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from db.store import StaleRace, Store
from records.acts import ActRecord
from records.notices import Notice
from records.races import FactionRecord, PublicRace, RaceRecord
from records.refusals import Reason, Refused
from records.values import EntryId, Faction, PlayerId, RaceId
from steward.hosting.lobbies import ATTEMPTS, public_race
from steward.running.live import Live
from steward.running.often import refusing_often
from steward.running.races import Races
from steward.telling.notices import act_notice
from steward.telling.shown import is_out


class SeatChange(NamedTuple):
    """A change of a place, with its act and its notices."""

    seat: FactionRecord | None  # as it is from now on; none if it stays as it was
    act: ActRecord
    notices: Sequence[Notice] = ()  # besides that of the act


Decide = Callable[[PublicRace], SeatChange | None]
"""From a race to its changes, or ``None``; called again if the race has changed meanwhile."""


def waits_or_runs(race: RaceRecord) -> bool:
    """Tell whether places of a race may change hands: it is under way, or waits for its start with a settled field."""
    return race.state == "running" or (race.state == "lobby" and race.cup is not None and race.has_same_field)


class Seats:
    """Changes who has a place, openly."""

    def __init__(self, store: Store, races: Races) -> None:
        self._store, self._races = store, races

    async def change(
        self, race: RaceId, decide: Decide, before: Callable[[Live, SeatChange], None] = lambda _live, _change: None
    ) -> bool:
        """Change a place; return whether there was anything to change.

        :param before: called before the write, in a race under way.
        :raises Refused: if the race is neither under way nor a cup's next one, or by *decide*; all stays as it was.
        """
        known = (await public_race(self._store, race)).record
        if known.state == "lobby" and waits_or_runs(known):
            return await self._while_waiting(race, decide)
        with refusing_often():
            async with self._races.editing(race) as live:
                change = decide(live.race)
                if change is None:
                    return False
                if change.seat is not None:
                    live.seat(change.seat)
                before(live, change)
                live.act(change.act)
                live.also(act_notice(race, change.act, change.act.at), *change.notices)
        return True

    async def out(self, race: RaceId) -> frozenset[EntryId]:
        """Return the chariots of a race that are out; none while it is not under way."""
        try:
            async with self._races.viewing(race) as live:
                return live.out
        except Refused:
            return frozenset()

    async def require_driven(self, race: PublicRace, player: PlayerId) -> None:
        """:raises Refused: if all chariots of a player's place are out: nobody has to drive them any more."""
        seat = race.faction_for(player)
        if seat is not None and is_out(race, seat.faction, await self.out(race.record.id)):
            raise Refused(Reason.OUT_OF_RACE, title=race.record.title)

    async def _while_waiting(self, race: RaceId, decide: Decide) -> bool:
        for _ in range(ATTEMPTS):
            found = await public_race(self._store, race)
            change = decide(found)
            if change is None:
                return False
            told = [act_notice(race, change.act, change.act.at), *change.notices]
            try:
                with refusing_often():
                    await self._store.cups.set_seat(race, found.record.revision, change.seat, change.act, told)
            except StaleRace:
                continue
            await self._races.show(race)
            return True
        raise Refused(Reason.CHANGED_MEANWHILE)


def seat_of(race: PublicRace, number: Faction) -> FactionRecord:
    """Return a faction of a race; :exc:`Refused` if it has no such one."""
    found = next((each for each in race.factions if each.faction == number), None)
    if found is None:
        raise Refused(Reason.NO_SEAT)
    return found


def seat_for(race: PublicRace, number: Faction, player: PlayerId, *, is_asked: bool = False) -> FactionRecord:
    """Return a faction whose reins *player* may take; :exc:`Refused` if they may not.

    :param is_asked: whether they are a substitute with a request: then they may have any place without a person.
    """
    seat = seat_of(race, number)
    require_change(race, seat, player)
    is_theirs = player in (seat.player, seat.substitute) or (is_asked and seat.at_the_reins is None)
    if not (is_theirs or race.is_offered(seat)):
        raise Refused(Reason.NO_SEAT)
    return seat


def require_change(race: PublicRace, seat: FactionRecord, player: PlayerId | None) -> None:
    """Raise :exc:`Refused` unless *player*, ``None`` for a house driver, may be at these reins and is not yet."""
    if player is None:
        if seat.at_the_reins is None and seat.away_until is None:
            raise Refused(Reason.HOUSE_DRIVES)
    elif player == seat.at_the_reins:
        raise Refused(Reason.HOLDS_REINS, player=player)
    elif race.faction_for(player) not in (None, seat):
        raise Refused(Reason.HAS_A_PLACE, player=player)
