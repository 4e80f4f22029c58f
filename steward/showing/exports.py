"""Archives: a race, a cup or a league as one viewer may know it, made off the event loop.

The viewer's secrets are in separate files (:attr:`ToldRace.own`); all others are the same for everybody.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import msgspec

from db.reading.archives import KeptStory
from db.store import Store
from engine.facts import Fact, OrdersUnsealed, Unsealed
from engine.game import AnyRuleset
from engine.proving import FactOfInput, for_all
from engine.session import SALT_BYTES
from records.exports import Beginning, ExportedAnswer, ExportedFact, ExportedRace, Shown, ToldCup, ToldRace
from records.limits import ARCHIVES_AT_ONCE, ARCHIVES_OF_ONE
from records.play import FactRecord, Input, Ordered, OrdersRecord
from records.races import PublicRace
from records.refusals import Reason, Refused
from records.values import EntryId, PlayerId, RaceId
from renderers import StandingsRow
from steward.delivering.films import Films
from steward.delivering.proofs import secret_of
from steward.hosting.cups import Cup, rows_of
from steward.money.wagers import Wagers
from steward.running.live import Rulesets
from steward.showing.gallery import Gallery
from steward.showing.log import Log
from steward.telling.shown import Picture
from steward.time.standstill import Clock

T = TypeVar("T")
_HEX = 2 * SALT_BYTES  # characters of a salt


class Exports:
    """Gathers what goes into archives, and has them made off the event loop."""

    def __init__(
        self, store: Store, rulesets: Rulesets, films: Films, wagers: Wagers, clock: Clock, log: Log, gallery: Gallery
    ) -> None:
        self._store, self._rulesets, self._films, self._wagers = store, rulesets, films, wagers
        self._clock, self._log, self._gallery = clock, log, gallery
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="archives")
        self._under_way: set[PlayerId] = set()  # for whom one is made, or waits
        self._room = asyncio.Semaphore(ARCHIVES_AT_ONCE.most)
        self._made: dict[PlayerId, list[float]] = {}  # when, of those made in the last while

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    @asynccontextmanager
    async def one_of(self, player: PlayerId) -> AsyncIterator[None]:
        """Wait until there is room to make an archive for a player, and count it; one that fails does not count.

        Others' archives make nobody wait for more than one of each person.

        :raises Refused: if one is being made for them, or they had too many of late.
        """
        now = self._clock()
        self._forget(now - ARCHIVES_OF_ONE.span)
        recent = self._made.get(player, [])
        if player in self._under_way:
            raise Refused(Reason.EXPORT_UNDER_WAY)
        if len(recent) >= ARCHIVES_OF_ONE.most:
            raise Refused(
                Reason.TOO_MANY_EXPORTS, at_most=ARCHIVES_OF_ONE.most, again=int(recent[0] + ARCHIVES_OF_ONE.span)
            )
        self._under_way.add(player)
        try:
            async with self._room:
                yield
            self._made.setdefault(player, []).append(now)
        finally:
            self._under_way.discard(player)

    def _forget(self, before: float) -> None:
        """Forget the archives made *before* a time, and the players who have had none since."""
        later = {player: [at for at in made if at > before] for player, made in self._made.items()}
        self._made = {player: made for player, made in later.items() if made}

    async def made(self, work: Callable[[], T]) -> T:
        """Do *work* on the thread of archives, and return its result."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def race(self, race: RaceId, viewer: PlayerId | None = None, *, films: bool = True) -> ToldRace:
        """Return a race or a season as *viewer* may know it; ``None`` is the public.

        :param films: whether the film is made, too.
        """
        found = await self._log.provable(race)
        rules, story = self._rulesets[found.record.ruleset], await self._store.archives.story(race)
        status = await self._log.status(race)
        has_result = found.record.state == "finished" and found.record.kind.has_places
        places = [(each.entry, each.place) for each in rules.results(status.view)] if has_result else ()
        phases, file = await self.made(lambda: (_phases(rules, story), _file(found, rules, story)))
        return ToldRace(
            found,
            file,
            await self._log.proof(race),
            phases,
            status.view,
            places,
            await self._pictures(found),
            _shown(await self._films.of_race(found)) if films and found.record.kind.has_places else None,
            await self._own(found, rules, story, viewer),
        )

    async def cup(self, cup: Cup) -> ToldCup:
        """Return how a cup stands."""
        record, rows = cup.record, [_row(each) for each in rows_of(cup)] if cup.races else []
        picture = _shown(await self._gallery.cup(cup)) if rows else None
        return ToldCup(cup.id, record.title, record.state, record.races, rows, picture)

    async def _pictures(self, race: PublicRace) -> list[Shown]:
        race_id = race.record.id
        found = [await self._gallery.board(race_id)]
        if race.record.kind.has_places:
            found += [await self._films.result(race), await self._films.gaps(race)]
        else:
            found += [await self._gallery.card(race_id, each.entry) for each in race.entries]
        return [shown for each in found if (shown := _shown(each)) is not None]

    async def _own(
        self, race: PublicRace, rules: AnyRuleset, story: KeptStory, viewer: PlayerId | None
    ) -> Mapping[str, bytes]:
        """Return the files for the viewer alone: view, orders, private facts, bets and purse."""
        if viewer is None:
            return {}
        mine, record = race.shown_to(viewer), race.record
        files: dict[str, bytes] = {}
        if mine and record.state in ("running", "paused"):
            status = await self._log.status(record.id, viewer)
            files["view.json"] = _json(status.view)
            files |= {f"orders-{each.entry}.json": each.orders.encode() for each in await self._orders(record.id, mine)}
        if mine and rules.whispers:
            files["whispers.json"] = await self.made(lambda: _json(_whispers(rules, story, mine)))
        if record.kind.has_table and record.guild:
            files |= await self._bets(race, viewer)
        return files

    async def _orders(self, race: RaceId, mine: Sequence[EntryId]) -> Sequence[OrdersRecord]:
        kept = await self._store.load(race)
        return [] if kept is None else [each for each in kept.orders if each.entry in mine]

    async def _bets(self, race: PublicRace, viewer: PlayerId) -> Mapping[str, bytes]:
        board = await self._wagers.board(race.record.id, viewer)
        statement = await self._store.purses.statement(race.record.guild, viewer)
        moved = [each for each in statement if each.race == race.record.id]
        files = {"bets.json": _json(board.own_tickets)} if board.own_tickets else {}
        return files | ({"purse.json": _json(moved)} if moved else {})


def _shown(picture: Picture | None) -> Shown | None:
    return None if picture is None else Shown(picture.name, picture.png, picture.alt)


def _row(row: StandingsRow) -> tuple[int, str, Sequence[int | None], int]:
    return row.place, row.name, row.points, row.total


def _json(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1)


def _whispers(rules: AnyRuleset, story: KeptStory, mine: Sequence[EntryId]) -> list[Fact]:
    """Return the facts for these entries alone."""
    facts = [rules.read_fact(each.fact) for each in story.facts if not each.void]
    return [each for each in facts if each.is_private and set(getattr(each, "to", ())) & set(mine)]


def _phases(rules: AnyRuleset, story: KeptStory) -> list[list[Fact]]:
    """Return the public facts that hold, by scenes; those after the last one belong to it."""
    phases: list[list[Fact]] = [[] for _ in story.scenes] or [[]]
    place = 0
    for record in story.facts:
        while place < len(phases) - 1 and record.n > story.scenes[place]:
            place += 1
        fact = rules.read_fact(record.fact)
        if not record.void and not fact.is_private:
            phases[place].append(fact)
    return [each for each in phases if each]


def _file(race: PublicRace, rules: AnyRuleset, story: KeptStory) -> bytes:
    """Return a race's ``facts.json``; with its answers, once they are nobody's secret any more."""
    record = race.record
    is_open = record.state == "finished" and secret_of(race) is not None and record.season is None
    told = [FactOfInput(each.seq, rules.read_fact(each.fact), each.void) for each in story.facts]
    file = ExportedRace(
        race=record.id,
        title=record.title,
        ruleset=record.ruleset,
        state=record.state,
        options=msgspec.Raw(record.options.encode()),
        facts=tuple(_as_kept(story.facts) if is_open else _as_told(told)),
        beginnings=tuple(_beginnings(story)) if is_open else (),
        answers=tuple(_answers(rules, story.inputs, told)) if is_open else (),
    )
    return _json(file)


def _as_kept(facts: Sequence[FactRecord]) -> Iterator[ExportedFact]:
    for each in facts:
        yield ExportedFact(n=each.n, input=each.seq, void=each.void, fact=msgspec.Raw(each.fact.encode()))


def _as_told(told: Sequence[FactOfInput]) -> Iterator[ExportedFact]:
    """Yield the public facts, numbered for the public: inputs without public facts leave no gap."""
    for n, (seq, fact, void) in enumerate(for_all(told), start=1):
        yield ExportedFact(n=n, input=seq, void=void, fact=msgspec.Raw(msgspec.json.encode(fact)))


def _beginnings(story: KeptStory) -> Iterator[Beginning]:
    for each in story.beginnings:
        yield Beginning(**{name: getattr(each, name) for name in Beginning.__struct_fields__})


def _answers(rules: AnyRuleset, inputs: Sequence[Input], told: Sequence[FactOfInput]) -> Iterator[ExportedAnswer]:
    """Yield the inputs of a race that is over; of sealed ones only those that facts have opened or told."""
    opened = {each.fact.salt for each in told if isinstance(each.fact, Unsealed | OrdersUnsealed)}
    for each in inputs:
        own, theirs = each.salt[:_HEX], each.salt[_HEX:]
        answer, orders = _parts(each)
        if own and own not in opened and not _is_told(rules, each, answer):
            yield ExportedAnswer(seq=each.seq, entry=each.entry)
            continue
        is_told = theirs in opened
        yield ExportedAnswer(
            seq=each.seq,
            entry=each.entry,
            answer=answer,
            salt=own,
            orders=orders if is_told else "",
            orders_salt=theirs if is_told else "",
            clause=each.clause,
            held=each.held,
        )


def _is_told(rules: AnyRuleset, given: Input, answer: str) -> bool:
    """Tell whether other facts tell an answer without an open seal, now that the race is over."""
    return bool(given.entry) and isinstance(rules.read_answer(answer), rules.told_in_the_end)


def _parts(given: Input) -> tuple[str, str]:
    """Return an input's answer and the orders that came with it."""
    try:
        kept = msgspec.json.decode(given.answer, type=Ordered)
    except msgspec.ValidationError:
        return given.answer, ""
    return bytes(kept.answer).decode(), kept.orders
