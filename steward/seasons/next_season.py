"""The next season of a league that is over: who is in it, and with what."""

from collections.abc import Iterator, Sequence

from records.races import EntryRecord, FactionRecord, PublicRace, Reserved
from records.values import PlayerId
from steward.hosting.anew import newcomer, season_after, timing_of, with_one_more
from steward.hosting.presence import Presence
from steward.hosting.reserved import place_like, reserved_for
from steward.hosting.substitutes import Substitutes
from steward.seasons.leagues import Founded, Leagues
from steward.seasons.members import Members


class NextSeasons:
    """Makes the next season of a league as it is to be kept."""

    def __init__(self, leagues: Leagues, members: Members, substitutes: Substitutes, presence: Presence) -> None:
        self._leagues, self._members, self._substitutes, self._presence = leagues, members, substitutes, presence

    async def lobby(self, old: PublicRace, host: PlayerId) -> PublicRace:
        """Return the next season: the host is in, and places are reserved for all other people (S-72).

        Each is to have a new stable of the same colour and name. Members who have left are not asked. There are as many
        stables of the house.

        :raises Refused: if such a league cannot be opened any more.
        """
        people, bet_only = await self._members.people_of(old), await self._leagues.betters(old.record.id)
        lobby, betters = PublicRace(await self._leagues.new_league(self._founded(old, host)), (), ()), list[PlayerId]()
        places = list[Reserved]()
        for seat, entry in _stables(old):
            only_bets = entry.entry in bet_only
            if seat.player in people and not (only_bets and self._leagues.is_full_of_betters(len(betters))):
                betters += [seat.player] if only_bets else []
                places.append(place_like(seat, entry, seat.player, only_bets=only_bets))
        lobby = self._with_host(lobby, places, host)
        for seat, _ in _stables(old):
            if seat.player is None:
                lobby = with_one_more(lobby, *self._leagues.house_stable(lobby))
        return lobby

    def _with_host(self, lobby: PublicRace, places: Sequence[Reserved], host: PlayerId) -> PublicRace:
        """Return a season with its host in it, if they were in it before, and places reserved for the others."""
        lobby = reserved_for(lobby, [each for each in places if each.player != host])
        mine = next((each for each in places if each.player == host), None)
        if mine is None:
            return lobby
        member = newcomer(lobby, host, mine.name)
        stable = self._leagues.entry(lobby, member, mine.colour, mine.called or mine.name)
        return self._leagues.with_betters(
            with_one_more(lobby, member, stable), [stable.entry] if mine.only_bets else []
        )

    def _founded(self, old: PublicRace, host: PlayerId) -> Founded:
        record = old.record
        return Founded(
            guild=record.guild,
            channel=record.channel,
            host=host,
            options=self._leagues.options_of(old),
            timing=timing_of(record),
            races={},
            title=season_after(record.title),
            is_rated=record.is_rated,
        )

    async def queue(self, old: PublicRace) -> list[PlayerId]:
        """Return the substitutes of a league who are still on its server, in the order of the queue."""
        queue = await self._substitutes.queue(old)
        gone = await self._presence.gone_among(old.record.guild, queue)
        return [each for each in queue if each not in gone]


def _stables(league: PublicRace) -> Iterator[tuple[FactionRecord, EntryRecord]]:
    for entry in league.entries:
        seat = league.faction_of(entry.entry)
        if seat is not None:
            yield seat, entry
