"""The keeper of leagues: their money goes with their facts, and their races end and go back with them."""

from collections.abc import Sequence
from contextlib import suppress

import msgspec

from db.store import Store
from db.writing.closing import Closing
from engine.betting.book import Transfer
from engine.leagues.words.acts import Keep, TakeBack
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import CALENDAR
from engine.refusals import GameReason
from records.acts import ActRecord
from records.batches import Batch
from records.kinds import SHEETS_TO_KEEP, SHEETS_TO_OFFER
from records.races import FactionRecord, PublicRace, RaceRecord, Start
from records.refusals import Refused
from records.values import EntryId, Faction, PlayerId, RaceId
from steward.hosting import interests
from steward.running.bookmaker import Decide
from steward.running.keeper import Keeper
from steward.running.live import Live, Rulesets
from steward.running.unwritten import Source
from steward.seasons import going_back, membership, settling, treasurer
from steward.telling.notices import Offer, act_notice, notice


class SeasonKeeper(Keeper):
    """Follows what happens in leagues."""

    def __init__(self, store: Store, rulesets: Rulesets) -> None:
        super().__init__(store)
        self._rulesets = rulesets

    def starts(self, start: Start, members: int) -> Start:
        """Return the words mixed into the dice: who joins later adds none."""
        return msgspec.structs.replace(start, members=members)

    async def write(self, live: Live, batch: Batch, undone: Sequence[tuple[RaceId, ActRecord]]) -> None:
        """Write a batch, with all money that it moves."""
        await settling.write(self._store, self._rulesets, live, batch, undone)

    async def event(self, race: RaceRecord) -> int | None:
        """Return the event that the season has come to; ``None`` before the first."""
        scene = await self._store.stories.last_scene(race.id)
        if scene is None:
            return None
        event: int = self._rulesets[race.ruleset].read_view(scene.view).event
        return event

    def missed(self, live: Live, seat: FactionRecord, entry: EntryId, missed: int, now: float) -> bool:
        """Offer a stable after two silent events, give it to its manager after three; tell its owner both (H.10)."""
        if missed in (SHEETS_TO_OFFER, SHEETS_TO_KEEP):
            told = dict.fromkeys([seat.player, seat.at_the_reins, *([None] if missed == SHEETS_TO_OFFER else [])])
            live.also(*(notice(live.id, "offer", Offer(seat.faction), now, player) for player in told))
        if missed >= SHEETS_TO_KEEP:
            with suppress(Refused):  # it is kept already, or the season is over
                live.do(CALENDAR, Keep(entry, "three events missed"), Source("steward"), now)
        return True

    def took_back(self, live: Live, number: Faction, now: float) -> None:
        """Let the stable of a seat take part again, if its manager keeps it (H.10)."""
        take_back(live, number, now)

    async def require_outside(self, race: PublicRace, player: PlayerId) -> None:
        """:raises Refused: if somebody has a stable, as owner or deputy, or was expelled."""
        await membership.require_outside(self._store, race, player)

    async def require_may_drive(self, home: PublicRace, race: PublicRace, player: PlayerId, faction: Faction) -> None:
        """:raises Refused: if somebody is in the league for themselves, or out of it."""
        await membership.require_may_drive(self._store, home, race, player, faction)

    def in_its_words(self, refused: Refused) -> Refused:
        """Return a refusal about a question: of a league, its sheet is closed."""
        return Refused(LeagueReason.SHEET_IS_CLOSED) if refused.reason is GameReason.ASK_IS_OVER else refused

    async def require_may_end(self, race: PublicRace, by: PlayerId) -> None:
        """:raises Refused: if a member ends a season who did not open the league (S-48)."""
        await interests.require_end_of_season(self._store, race, by)

    async def waits_again(
        self, live: Live, race: RaceRecord, act: ActRecord, now: float
    ) -> tuple[Batch, Transfer | None] | None:
        """Have a league wait once more for *race*.

        :raises Refused: if the race is reckoned.
        """
        to = going_back.before_homecoming(live, race.round, await self._store.stories.turns_begun(live.id))
        if to is None:
            return None
        back = await going_back.read_back(self._store, self._rulesets, live.id, to, act, now)
        batch = back.batch(now)
        return batch, treasurer.following(back, batch)

    def emptying(self, race: PublicRace, now: float) -> Transfer | None:
        """Return the decision that gives all money of a league back to its bank (H.2)."""
        return treasurer.emptying(race, now)

    async def ending_with(self, race: RaceRecord, act: ActRecord, decide: Decide) -> Sequence[Closing]:
        """Return how the races of a league end with it.

        Of one under way all stakes go back. One that is over and not yet reckoned is paid by how it ended.
        """
        now, unsettled = act.at, {each.id for each in await self._store.leagues.unsettled()}
        found = []
        for each in await self._store.leagues.races(race.id):
            if each.state in ("running", "paused"):
                found.append(Closing(each, [act_notice(each.id, act, now)], decide))
            elif each.id in unsettled and each.state == "finished":
                found.append(Closing(each, [], await settling.paying(self._store, self._rulesets, each, now)))
        return found


def take_back(live: Live, number: Faction, now: float) -> None:
    """Let the stable of a seat take part again, if its manager keeps it (H.10)."""
    for entry in live.race.entries:
        stable = live.session.state.stables.get(entry.entry)
        if entry.faction == number and stable is not None and stable.status == "kept":
            live.do(CALENDAR, TakeBack(entry.entry), Source("steward"), now)
