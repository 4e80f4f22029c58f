"""The next season of a league that is over: who is in it, and with what."""

from collections.abc import Iterator

from records.races import EntryRecord, FactionRecord, PublicRace
from records.values import EntryId, PlayerId
from steward.hosting.anew import newcomer, season_after, timing_of, with_one_more
from steward.hosting.presence import Presence
from steward.hosting.substitutes import Substitutes
from steward.seasons.leagues import Founded, Leagues
from steward.seasons.members import Members


class NextSeasons:
    """Makes the next season of a league as it is to be kept."""

    def __init__(self, leagues: Leagues, members: Members, substitutes: Substitutes, presence: Presence) -> None:
        self._leagues, self._members, self._substitutes, self._presence = leagues, members, substitutes, presence

    async def lobby(self, old: PublicRace, host: PlayerId) -> PublicRace:
        """Return the next season: each person as before, with a new stable of the same colour and name.

        Members who have left are not in it. There are as many stables of the house, after those of people.

        :raises Refused: if such a league cannot be opened any more.
        """
        people, bet_only = await self._members.people_of(old), await self._leagues.betters(old.record.id)
        lobby, betters = PublicRace(await self._leagues.new_league(self._founded(old, host)), (), ()), list[EntryId]()
        for seat, entry in _stables(old):
            only_bets = entry.entry in bet_only
            if seat.player in people and not (only_bets and self._leagues.is_full_of_betters(len(betters))):
                member = newcomer(lobby, seat.player, seat.name)
                stable = self._leagues.entry(lobby, member, entry.colour, entry.name)
                lobby = with_one_more(lobby, member, stable)
                betters += [stable.entry] if only_bets else []
        for seat, _ in _stables(old):
            if seat.player is None:
                lobby = with_one_more(lobby, *self._leagues.house_stable(lobby))
        return self._leagues.with_betters(lobby, betters)

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
