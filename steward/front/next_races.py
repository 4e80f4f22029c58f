"""The race, or the cup, that follows on one that is over: with the same people, chariots and clocks."""

from collections.abc import Mapping

from db.store import Store
from records.cups import CupRecord
from records.races import EntryRecord, FactionRecord, Place, PublicRace, RaceRecord
from records.refusals import Refused
from records.values import PlayerId
from steward.hosting.anew import newcomer, timing_of, title_again, with_one_more
from steward.hosting.cups import Cups
from steward.hosting.lobbies import Lobbies, NewRace
from steward.hosting.presence import Presence
from steward.hosting.reserved import place_like, reserved_for
from steward.hosting.substitutes import gone_from
from steward.running.live import Rulesets


class NextRaces:
    """Makes what follows on a race as it is to be kept; nothing is kept yet."""

    def __init__(self, store: Store, lobbies: Lobbies, cups: Cups, presence: Presence, rulesets: Rulesets) -> None:
        self._store, self._lobbies, self._cups = store, lobbies, cups
        self._presence, self._rulesets = presence, rulesets

    async def after(self, old: PublicRace, host: PlayerId) -> tuple[PublicRace, CupRecord | None]:
        """Return a race like one that is over; after the last one of a cup, the first of a cup like that, and the cup.

        The host is in, if they drove; for all others places are reserved, but for those who have left the cup.
        """
        cup, people = await self._cup_over(old.record), await self._people(old)
        if cup is None:
            return await self._lobby(await self._like(old, host), old, people), None
        acts = [act for each in await self._store.cups.races(cup.id) for act in await self._store.stories.acts(each.id)]
        gone = gone_from(sorted(acts, key=lambda act: act.at))
        anew, first = await self._cups.again(cup, host)
        here = {player: seat for player, seat in people.items() if player not in gone}
        return await self._lobby(first, old, here), anew

    async def _cup_over(self, record: RaceRecord) -> CupRecord | None:
        """Return the cup that is over with a race, if it was its last one."""
        cup = None if record.cup is None else await self._store.cups.cup(record.cup)
        return cup if cup is not None and cup.state == "finished" and record.round == cup.races else None

    async def _lobby(self, record: RaceRecord, old: PublicRace, people: Mapping[PlayerId, FactionRecord]) -> PublicRace:
        """Return a race with its people, in their chariots, and as many house drivers as the one before."""
        host, lobby = record.host, PublicRace(record, (), ())
        others = {player: seat for player, seat in people.items() if player != host}
        lobby = reserved_for(lobby, [place_like(seat, _chariot_of(old, seat), each) for each, seat in others.items()])
        if (mine := people.get(host)) is not None:
            member = newcomer(lobby, host, mine.name)
            lobby = with_one_more(lobby, member, self._chariot(lobby, member, old, mine))
        for seat in old.factions:
            if seat.driver is not None:
                factions, entries = self._lobbies.house(lobby, [seat.driver], 1)
                lobby = PublicRace(lobby.record, (*lobby.factions, *factions), (*lobby.entries, *entries))
        return lobby

    async def _people(self, old: PublicRace) -> dict[PlayerId, FactionRecord]:
        """Return who drove at the end of a race and is still on its server, each with their first place."""
        gone = await self._presence.gone_among(old.record.guild, [each.holder for each in old.factions])
        people = dict[PlayerId, FactionRecord]()
        for seat in old.factions:
            if seat.holder is not None and seat.holder not in gone:
                people.setdefault(seat.holder, seat)
        return people

    async def _like(self, old: PublicRace, host: PlayerId) -> RaceRecord:
        record = old.record
        options = self._rulesets[record.ruleset].read_options(record.options)
        title = title_again(record.title, await self._titles_beside(record))
        new = NewRace(record.guild, record.channel, host, record.ruleset, options, timing_of(record), title)
        return await self._lobbies.new_race(new._replace(is_rated=record.is_rated))

    async def _titles_beside(self, record: RaceRecord) -> set[str]:
        """Return the titles that a race opened after this one cannot have: those of its host, and of its channel.

        Whoever may press sees that channel; of races of other people elsewhere, and of practices, nothing shows.
        """
        index, here = self._store.index, Place((record.guild,))
        found = [each for each in await index.headings(here) if each.channel == record.channel and each.lesson is None]
        return {each.title for each in (*found, *await index.headings(here, record.host))}

    def _chariot(
        self, lobby: PublicRace, member: FactionRecord, old: PublicRace, seat: FactionRecord
    ) -> EntryRecord | None:
        """Return a player's chariot as it was; where that cannot be, in any colour; none if colours are drawn."""
        if self._lobbies.is_shared_out(lobby):
            return None
        before = _chariot_of(old, seat)
        looks = (None, None) if before is None else (before.colour, before.name)
        try:
            return self._lobbies.entry(lobby, member.faction, *looks)
        except Refused:
            return self._lobbies.entry(lobby, member.faction, None, None)


def _chariot_of(race: PublicRace, seat: FactionRecord) -> EntryRecord | None:
    """Return the first chariot of a place."""
    return next((each for each in race.entries if each.faction == seat.faction), None)
