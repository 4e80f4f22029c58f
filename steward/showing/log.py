"""The log of a race: its position for a viewer, its story, and the check of its dice and seals."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from db.store import Store
from engine.facts import Fact
from engine.moments import Moment
from engine.proving import FactOfInput
from records.play import FactRecord
from records.races import PublicRace
from records.refusals import Refused
from records.values import EntryId, PlayerId, RaceId
from steward.delivering.proofs import proof_file, verify
from steward.delivering.turns import Turns
from steward.hosting.cups import Cups
from steward.hosting.lobbies import public_race
from steward.money.wagers import Wagers
from steward.running.absence import grace_ahead, slices_used
from steward.running.live import Live, Rulesets
from steward.running.races import Races
from steward.telling.reveals import Reveal, reveals
from steward.telling.shown import Scene, Status, Verification, Waiting, deadline_of


class Log:
    """Reads races and leagues, for one viewer or for all."""

    def __init__(
        self, store: Store, rulesets: Rulesets, races: Races, cups: Cups, wagers: Wagers, turns: Turns
    ) -> None:
        self._store, self._rulesets, self._races = store, rulesets, races
        self._cups, self._wagers, self._turns = cups, wagers, turns

    async def status(self, race: RaceId, player: PlayerId | None = None) -> Status:
        """Return how a race stands for a viewer; ``None`` is the public."""
        try:
            async with self._races.viewing(race) as live:
                mine = live.race.shown_to(player)
                told, sealed = live.session.facts_told, tuple(live.session.seal(entry) for entry in live.session.sealed)
                view, asked = live.session.view(mine), live.session.asked
                until = max((each.at for each in live.deadlines if each.asked == asked), default=None)
                return Status(live.race, view, _waiting(live), told, asked, sealed, until, live.out)
        except Refused:  # it is not under way, or its dice wait for the post of its start
            found = await public_race(self._store, race)
            view = await self._last_view(found)
            out = frozenset[EntryId]() if view is None else frozenset(self._rulesets[found.record.ruleset].out(view))
            return Status(found, view, (), found.record.facts, out=out)

    async def places(self, race: PublicRace) -> dict[EntryId, int | None]:
        """Return the places of a race that is over, the first chariot first; empty before that."""
        view = await self._last_view(race) if race.record.state == "finished" else None
        results = () if view is None else self._rulesets[race.record.ruleset].results(view)
        return {each.entry: each.place for each in results}

    async def _last_view(self, race: PublicRace) -> Any:
        """Return the last public view of a race; ``None`` if it never began."""
        last = await self._store.stories.last_scene(race.record.id)
        return None if last is None else self._rulesets[race.record.ruleset].read_view(last.view)

    async def scenes(self, race: RaceId, first: int, last: int, *, is_end: bool = False) -> list[Scene]:
        """Return scenes with the facts of each phase; a valid scene has only valid facts.

        :param is_end: whether the last scene also gets the facts after it.
        """
        found = await public_race(self._store, race)
        rules = self._rulesets[found.record.ruleset]
        records = await self._store.stories.scenes(race, first - 1, last)
        known = records.pop(0) if records and records[0].n < first else None
        if not records:
            return []
        after, before = (0, None) if known is None else (known.told, rules.read_view(known.view))
        told, start = await self._store.stories.facts(race, after, None if is_end else records[-1].told), after
        scenes = []
        for place, record in enumerate(records):
            until = None if is_end and place == len(records) - 1 else record.told - start
            mine = [each for each in told[after - start : until] if record.void or not each.void]
            facts = _for_all(self._fact(found, each.fact) for each in mine)
            view = rules.read_view(record.view)
            scenes.append(Scene(record.n, record.told, view, facts, mine[0].n if mine else after + 1, before))
            after, before = record.told, view
        return scenes

    async def facts(self, race: RaceId, first: int = 1, last: int | None = None) -> list[Fact]:
        """Return the facts of a race from number *first* to *last*, counted from 1; all, or as many as there are."""
        known = await public_race(self._store, race)
        found = await self._store.stories.facts(race, first - 1, last)
        return list(_for_all(self._fact(known, each.fact) for each in found))

    async def moments(self, race: PublicRace) -> tuple[Moment, ...]:
        """Return the moments of a race that everybody saw, in order, of facts that hold."""
        told = [each.fact for each in await self._store.stories.facts(race.record.id) if not each.void]
        return tuple(self._rulesets[race.record.ruleset].moments(_for_all(self._fact(race, each) for each in told)))

    async def counted(self, race: PublicRace, n: int) -> int:
        """Return the public number of fact number *n*, or of the next public fact.

        A number that counted private facts would show how much happens in secret.
        """
        numbers = await self._public_numbers(race, n - 1)
        return n if numbers is None else len(numbers) + 1

    async def numbered(self, race: PublicRace, first: int, last: int) -> tuple[int, int]:
        """Return the numbers of facts that everybody counts as *first* to *last*: the way back from :meth:`counted`."""
        numbers = await self._public_numbers(race)
        if numbers is None:
            return first, last
        beyond = [*numbers, race.record.facts + 1]
        return beyond[min(first - 1, len(numbers))], beyond[min(max(last, 1), len(numbers)) - 1]

    async def _public_numbers(self, race: PublicRace, until: int | None = None) -> list[int] | None:
        """Return the numbers of the public facts; ``None`` for a game without private ones."""
        if not self._rulesets[race.record.ruleset].whispers:
            return None
        facts = await self._store.stories.facts(race.record.id, 0, until)
        return [n for n, each in enumerate(facts, start=1) if not self._fact(race, each.fact).is_private]

    def _fact(self, race: PublicRace, stored: str) -> Fact:
        return self._rulesets[race.record.ruleset].read_fact(stored)

    async def verify(self, race: RaceId) -> Verification:
        """Check every roll and every seal; rolls only once the race is over and the secret is out."""
        found, bets = await self.provable(race), await self._wagers.sealed_bets(race)
        told, digests = await self._all_facts(found), await self._turns.digests(race)
        return verify(found, self._rulesets[found.record.ruleset], told, bets, digests)

    async def proof(self, race: RaceId) -> bytes:
        """Return a file with which a stranger can check a race; docs/verification.md says how."""
        found = await self.provable(race)
        bets, digests = await self._wagers.sealed_bets(race), await self._turns.digests(race)
        facts = await self._store.archives.facts(race)
        return await asyncio.to_thread(lambda: proof_file(found, self._read(found, facts), bets, digests))

    async def provable(self, race: RaceId) -> PublicRace:
        """Return a race without the secret of its dice if it is over and may still go back: it rolls on with them."""
        found = await public_race(self._store, race)
        is_settled = await self._store.leagues.is_settled(found.record) and await self._cups.is_settled(found.record)
        if found.record.state != "finished" or is_settled:
            return found
        return PublicRace(msgspec.structs.replace(found.record, secret=""), found.factions, found.entries)

    async def reveals(self, race: RaceId) -> list[Reveal]:
        """Return all reveals of a race, with the seals that held."""
        return reveals((each.input, each.fact) for each in await self._all_facts(await public_race(self._store, race)))

    async def _all_facts(self, race: PublicRace) -> list[FactOfInput]:
        return self._read(race, await self._store.stories.facts(race.record.id))

    def _read(self, race: PublicRace, records: Sequence[FactRecord]) -> list[FactOfInput]:
        return [FactOfInput(record.seq, self._fact(race, record.fact), record.void) for record in records]


def _for_all(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Return the facts that everybody may read."""
    return tuple(each for each in facts if not each.is_private)


def _waiting(live: Live) -> tuple[Waiting, ...]:
    """Return the entries that a race waits for, without a league's calendar, which waits for its race."""
    asked, entered = live.session.asked, {each.entry for each in live.race.entries}
    opened = {each.entry: each.opened for each in live.deadlines if each.asked == asked}
    return tuple(
        Waiting(
            entry,
            live.race.player_of(entry),
            ask.question.kind,
            deadline_of(live.deadlines, entry, asked),
            opened.get(entry),
            grace_ahead(live.race.record, live.race.faction_of(entry), slices_used(live.deadlines, entry, asked)),
        )
        for entry, ask in live.session.open.items()
        if entry in entered
    )
