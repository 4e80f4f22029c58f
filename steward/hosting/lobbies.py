"""Lobbies: opening a race, entering and leaving it, filling it with house drivers, starting it."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from db.store import StaleRace, Store
from engine.betting.rules import ServerRules, TableRules
from engine.dice import commitment
from engine.fair_start import Ranked
from engine.game import WOODEN, AnyRuleset
from engine.options import is_by_rating, shares_out, with_ranking
from engine.refusals import GameReason
from records.lookalikes import look_alike
from records.notices import Notice
from records.races import GONE, EntryRecord, FactionRecord, PublicRace, RaceRecord, card_of, drawn_secret
from records.refusals import Reason, Refused
from records.values import EntryId, Faction, PlayerId, RaceId
from steward.hosting.house_names import house_name
from steward.hosting.lobby_fields import next_faction, optioned, require_host, require_open_field, stored, without
from steward.hosting.reserved import full, kept_from, require_all_pressed, unreserved_first
from steward.hosting.room import add_limited
from steward.hosting.ways_out import require_way_out
from steward.running.bookmaker import opening, scratching, voiding
from steward.running.live import Rulesets
from steward.running.races import Races
from steward.telling import shown
from steward.telling.notices import Panel, notice
from steward.telling.shown import NAME_LENGTH, TITLE_LENGTH, WORD_LENGTH
from steward.time.schedules import Timing, grace_of
from steward.time.standstill import Clock

ATTEMPTS = 16
"""So many may be quicker than one before a race is full."""


class NewRace(NamedTuple):
    """A race to be opened."""

    guild: int  # 0 in a direct message
    channel: int
    host: PlayerId
    ruleset: str
    options: Struct  # of the ruleset
    timing: Mapping[str, int] | Timing  # seconds by kind of decision alone are those of a race move by move
    title: str
    lesson: int | None = None  # that it teaches, 1 first; 0 for another race alone; ``None`` for all that are not alone
    is_rated: bool = True  # whether ratings follow from it
    has_bets: bool = True  # whether there is betting on it
    dice: str = ""  # the name of dice that everybody may know; empty for dice of a secret


async def public_race(store: Store, race: RaceId) -> PublicRace:
    """Return a race as everybody may know it.

    :raises Refused: if there is none.
    """
    field = await store.index.field(race)
    if field is None:
        raise Refused(Reason.NO_SUCH_RACE)
    return PublicRace(*field)


class Doors(NamedTuple):
    """Functions of other floors that the start of a race needs."""

    begun: Callable[[RaceId], Awaitable[None]]
    """Waits, but not for long, until a race that was started has begun."""
    ranked: Callable[[PublicRace], Awaitable[Ranked]]
    """Ranks the chariots of a race by rating, the strongest first."""


class Lobbies:
    """Races before their start. Each change is checked by the database, so that no place is taken twice."""

    def __init__(
        self,
        store: Store,
        races: Races,
        rulesets: Rulesets,
        clock: Clock,
        entropy: Callable[[int], bytes],
        doors: Doors,
    ) -> None:
        self.begun, self._ranked = doors
        self._store, self._races, self._rulesets, self._clock, self._entropy = store, races, rulesets, clock, entropy

    async def open_race(self, new: NewRace, driver: str | None = None) -> RaceId:
        """Open a race: see :meth:`new_race`.

        :param driver: the host's name, if they are in it at once.
        :raises Refused: if its host has as many open as one may, or the server has (S-53).
        """
        lobby = PublicRace(await self.new_race(new), (), ())
        if driver is not None:
            lobby = self._with_driver(lobby, shown.visible(driver, NAME_LENGTH, instead="Player"))
            await self._store.people.set_player(new.host, name=driver[:100], dms="unknown")
        return await add_limited(self._store, lobby, opening(self._rulesets[new.ruleset], lobby.record.opened))

    def _with_driver(self, lobby: PublicRace, name: str) -> PublicRace:
        """Return a race that is not kept yet with its host in it."""
        host, grace = lobby.record.host, grace_of(lobby.record)
        member = FactionRecord(faction=Faction(1), player=host, name=name, grace=grace)
        entries = () if self.is_shared_out(lobby) else (self.entry(lobby, member.faction, None, None),)
        return PublicRace(lobby.record, (member,), entries)

    async def new_race(self, new: NewRace) -> RaceRecord:
        """Return the record of a race to be opened; its dice are drawn and their commitment is fixed.

        :raises Refused: if the options make no sense together, the title shows nothing, or the game cannot be run at
            this pace.
        """
        rules, timing = self._rulesets[new.ruleset], Timing.of(new.timing)
        self._require_pace(rules, timing)
        rules.check_options(new.options, None)
        secret = drawn_secret(new.dice, self._entropy)
        clocks: Any = timing.kept
        return RaceRecord(
            id=RaceId(0),
            guild=new.guild,
            channel=new.channel,
            ruleset=new.ruleset,
            options=stored(new.options),
            host=new.host,
            title=shown.visible(new.title, TITLE_LENGTH),
            secret=secret.hex(),
            commitment=commitment(secret),
            **clocks,
            opened=self._clock(),
            betting=await self._table_rules(new),
            lesson=new.lesson,
            is_rated=new.is_rated,
            card=card_of(new.guild, new.lesson),
        )

    async def _table_rules(self, new: NewRace) -> str:
        """Return how there is betting on a new race, as it is kept; none on one that its host runs alone,
        or wants none on.

        Share and bank are fixed from now on (B-8, B-9).
        """
        if new.lesson is not None or not new.has_bets:
            return stored(TableRules(pools=False, sealed=False))
        server = msgspec.json.decode((await self._store.people.guild(new.guild)).betting, type=ServerRules)
        alone = self._rulesets[new.ruleset].bets_on_winner
        return stored(TableRules(windows=not alone, winner_only=alone, share=server.share, bank=server.bank))

    def _require_pace(self, rules: AnyRuleset, timing: Timing) -> None:
        if timing.pace.is_ordered and rules.order_book is None:
            raise Refused(Reason.NOT_AT_THIS_PACE, pace=timing.pace, game=rules.name)

    async def set_thread(self, race: RaceId, thread: int) -> None:
        """Set a race's thread, and post its panel there."""
        await self._store.races.set(race, notices=[self._panel(race, is_new=False)], thread=thread)
        self._races.wake()

    async def thread_gone(self, race: RaceId) -> None:
        """Note that a race's thread was deleted, so that posts stop pointing to it.

        A race in direct messages has no thread to delete, so this does nothing for it.
        """
        if (await public_race(self._store, race)).record.guild:
            await self._store.races.set(race, thread=GONE)

    async def set_panel(self, race: RaceId, message: int) -> None:
        """Note which message is the race's panel."""
        await self._store.races.set_panel(race, message)

    async def join(
        self,
        race: RaceId,
        player: PlayerId,
        player_name: str,
        *,
        colour: str | None = None,
        name: str | None = None,
        word: str = "",
    ) -> EntryRecord | None:
        """Enter a player, and try their direct messages anew.

        :returns: their chariot; ``None`` if the race shares chariots out by drawing colours.
        :raises Refused: if they cannot enter so; all stays as it was.
        """
        person = shown.visible(player_name, NAME_LENGTH, instead="Player")
        mixed_in = shown.visible(word, WORD_LENGTH, instead="")
        for _ in range(ATTEMPTS):
            whole, leaves = await self._open_to(race, player)
            lobby = self._with_one_more(without(whole, {leaves}))
            free = next_faction(lobby)
            record = FactionRecord(faction=free, player=player, name=person, grace=grace_of(lobby.record))
            record = record.with_word(mixed_in, self._entropy)
            entry = None if self.is_shared_out(lobby) else self.entry(lobby, record.faction, colour, name)
            gone = {each.entry for each in whole.entries} - {each.entry for each in lobby.entries}
            if await self._enter(race, [record], [] if entry is None else [entry], leaves, gone):
                await self._store.people.set_player(player, name=player_name[:100], dms="unknown")
                return entry
        raise Refused(Reason.CHANGED_MEANWHILE)

    async def require_entry(self, race: RaceId, player: PlayerId) -> PublicRace:
        """Return a race that a player may enter now, without who gives way; :exc:`Refused` if they may not."""
        lobby, leaves = await self._open_to(race, player)
        return without(lobby, {leaves})

    async def _open_to(self, race: RaceId, player: PlayerId) -> tuple[PublicRace, int | None]:
        """Return a race that a player may enter, and the house driver who gives way, where all places are taken."""
        lobby = await self._open_lobby(race)
        if any(faction.player == player for faction in lobby.factions):
            raise Refused(Reason.ALREADY_ENTERED)
        await self._require_open(lobby, player)
        leaves = self._gives_way(lobby, player)
        self._require_place(without(lobby, {leaves}), player)
        return lobby, leaves

    async def _require_open(self, lobby: PublicRace, player: PlayerId) -> None:
        """Raise :exc:`Refused` where the field is settled, and its cup takes nobody who joins late."""
        cup = None if lobby.record.cup is None else await self._store.cups.cup(lobby.record.cup)
        if cup is None or cup.late < (lobby.record.round or 1):
            require_open_field(lobby, player)

    async def leave(self, race: RaceId, player: PlayerId) -> None:
        """Take a player out; :exc:`Refused` if they are not in, or the race or its cup has started."""
        await require_way_out(self._store, await public_race(self._store, race), player)
        try:
            was_in = await self._store.lobbies.withdraw(race, player, scratching(self._clock()))
        except StaleRace as error:
            raise shown.not_in_lobby((await public_race(self._store, race)).record) from error
        if not was_in:
            raise Refused(Reason.NOT_ENTERED)
        await self.show(race)

    async def leave_out(self, race: RaceId, host: PlayerId, players: Collection[PlayerId]) -> None:
        """Take people out who have left the server, as their host says.

        :raises Refused: if this is not the host, the field is settled, or too few would be left to start.
        """
        lobby = await self._open_lobby(race)
        require_host(lobby, host)
        require_open_field(lobby, host)
        left = {each.faction for each in lobby.factions if each.player in players}
        self._require_enough(without(lobby, left))
        for player in players:
            await self._store.lobbies.withdraw(race, player, scratching(self._clock()))
        await self.show(race)

    async def fill(
        self, race: RaceId, host: PlayerId, temperament: str | None = None, at_most: int | None = None
    ) -> int:
        """Put house drivers into the empty places and return how many.

        :param temperament: ``None`` for those that the race's options take, each in turn.
        :param at_most: number of places to fill; if left out all, or a few where the options want a gentle field.
        :raises Refused: if this is not the host, no place is empty, there is no such temperament, or others keep
            entering meanwhile.
        """
        for _ in range(ATTEMPTS):
            lobby = await self._open_lobby(race)
            require_host(lobby, host)
            require_open_field(lobby, host)
            self._require_place(lobby, None)
            wanted = self._rivals_wanted(lobby) if at_most is None else at_most
            factions, entries = self.house(lobby, self._tempers(lobby, temperament), wanted)
            if await self._enter(race, factions, entries):
                return len(factions)
        raise Refused(Reason.CHANGED_MEANWHILE)

    def _tempers(self, lobby: PublicRace, temperament: str | None) -> list[str]:
        rules = self._rulesets[lobby.record.ruleset]
        if temperament is None:
            return list(rules.fillers(self._options(lobby)))
        is_taught = temperament == WOODEN and bool(lobby.record.lesson)
        if temperament not in rules.drivers and not is_taught:
            raise Refused(
                GameReason.NO_SUCH_OPTION, option=f"The temperament {temperament}", possible=list(rules.drivers)
            )
        return [temperament]

    def _rivals_wanted(self, lobby: PublicRace) -> int | None:
        """Return how many house drivers fill a field where nobody says; ``None`` for as many as there is room for.

        A gentle field is filled at least as far as the game wants.
        """
        rules, options = self._rulesets[lobby.record.ruleset], self._options(lobby)
        gentle = rules.gentle_for(options)
        if gentle is None or shares_out(options):
            return None
        return max(gentle.rivals, rules.least_entries - len(lobby.factions))

    def house(
        self, lobby: PublicRace, tempers: Sequence[str], at_most: int | None
    ) -> tuple[list[FactionRecord], list[EntryRecord]]:
        """Return house drivers for the empty places, and their chariots where chariots are not shared out."""
        factions: list[FactionRecord] = []
        entries: list[EntryRecord] = []
        places = max(self._places(lobby, None), 0)
        for place in range(places if at_most is None else min(places, at_most)):
            temper = tempers[place % len(tempers)]
            here = PublicRace(lobby.record, (*lobby.factions, *factions), (*lobby.entries, *entries))
            name = house_name(here)
            factions.append(FactionRecord(faction=next_faction(here), driver=temper, name=name))
            if not self.is_shared_out(lobby):
                # A wooden rival goes by its colour, as the tasks of lessons name it.
                entries.append(self.entry(here, next_faction(here), None, None if temper == WOODEN else name))
        return factions, entries

    async def start(self, race: RaceId, host: PlayerId, *, drops: bool = False) -> None:
        """Begin a race.

        :param drops: whether places are dropped that are still reserved.
        :raises Refused: if this is not its host, there are too few chariots, or not as many as its options ask for, or
            places are reserved.
        """
        for _ in range(ATTEMPTS):
            lobby = await self._open_lobby(race)
            require_host(lobby, host)
            require_all_pressed(lobby, drops=drops)
            self._require_enough(lobby)
            if lobby.is_exhibition:
                await self._exhibit(lobby)
            whole = PublicRace(lobby.record, lobby.factions, (*lobby.entries, *self._unchosen(lobby)))
            # Closed before it is read for good: the words of all who are in it make the dice.
            try:
                added, ranked = whole.entries[len(lobby.entries) :], await self._with_ranking(whole)
                reserved = lobby.record.reserved
                await self._store.lobbies.close(race, len(lobby.factions), added, ranked, reserved=reserved)
            except StaleRace:
                continue  # somebody was quicker: look again
            await self._races.resume(race)
            await self.begun(race)
            return
        raise Refused(Reason.CHANGED_MEANWHILE)

    async def _with_ranking(self, whole: PublicRace) -> tuple[str, str] | None:
        """Return the options of a race that starts by rating, as they were and with its chariots ranked (S-45)."""
        options = self._options(whole)
        if not is_by_rating(options):
            return None
        return whole.record.options, stored(with_ranking(options, await self._ranked(whole)))

    def _unchosen(self, lobby: PublicRace) -> list[EntryRecord]:
        """Return the chariots of a race that nobody chose.

        All of them where they are shared out, else those that each player has besides the first.
        """
        if self.is_shared_out(lobby):
            return [] if lobby.entries else self._all_entries(lobby)
        each = self._rulesets[lobby.record.ruleset].chariots_each(len(lobby.factions))
        added: list[EntryRecord] = []
        for faction in lobby.factions:
            has = sum(entry.faction == faction.faction for entry in lobby.entries)
            for _ in range(each - has):
                here = PublicRace(lobby.record, lobby.factions, (*lobby.entries, *added))
                added.append(self.entry(here, faction.faction, None, None))
        return added + self._companions(lobby)

    def _with_one_more(self, lobby: PublicRace) -> PublicRace:
        """Return a race without the surplus chariots of players as another one enters a cup's next race (CUP-4).

        Each keeps the chariot with a name from its player, else the first.
        """
        many = self._rulesets[lobby.record.ruleset].chariots_each(len(lobby.factions) + 1)
        chosen = [entry for entry in lobby.entries if entry.colour in self._colours(lobby)]
        chosen.sort(key=lambda entry: (entry.name == entry.colour.title(), entry.entry))
        of_each = ([entry for entry in chosen if entry.faction == each.faction] for each in lobby.factions)
        gone = {entry.entry for mine in of_each for entry in mine[many:]}
        return PublicRace(lobby.record, lobby.factions, tuple(one for one in lobby.entries if one.entry not in gone))

    def _companions(self, lobby: PublicRace) -> list[EntryRecord]:
        """Return the chariots that come with those that players have chosen, unless they are there already."""
        rules, options, to_choose = self._rulesets[lobby.record.ruleset], self._options(lobby), self._colours(lobby)
        here = {entry.colour for entry in lobby.entries}
        return [
            EntryRecord(
                entry=EntryId(rules.colours.index(colour) + 1),
                colour=colour,
                name=colour.title(),
                faction=entry.faction,
            )
            for entry in lobby.entries
            if entry.colour in to_choose
            for colour in rules.companions(options, entry.colour)
            if colour not in here
        ]

    async def _exhibit(self, lobby: PublicRace) -> None:
        """Leave nothing but pools on a race of house drivers alone, and no bank (S-23); other stakes go back."""
        rules = msgspec.json.decode(lobby.record.betting, type=TableRules)
        pools = stored(rules.for_house_drivers())
        decide = opening(self._rulesets[lobby.record.ruleset], self._clock())
        with suppress(StaleRace):  # it is no lobby any more: that is told below
            await self._store.races.set(lobby.record.id, only_if=("lobby",), decide=decide, betting=pools)

    async def set_options(self, race: RaceId, host: PlayerId, change: Callable[[Struct], Struct]) -> None:
        """Change a race's options, while it is open to enter.

        :param change: from the present options to the new ones; called again if they have changed since.
        :raises Refused: if this is not its host, it has started or is part of a cup, the options make no sense
            together, or entered players would lose their places.
        """
        for _ in range(ATTEMPTS):
            lobby = await self._open_lobby(race)
            require_host(lobby, host)
            if lobby.record.cup is not None:
                raise Refused(Reason.AGREED_FOR_CUP)
            changed = lobby.record.options, stored(options := change(self._options(lobby)))
            gone, mine = self._host_anew(lobby, options)
            if not gone and not mine:
                self.require_places(lobby, options)
            try:
                scratched = scratching(self._clock(), gone) if gone else None
                await self._store.lobbies.enter(race, (), mine, scratched, without=gone, options=changed)
            except StaleRace:
                continue  # somebody was quicker: look again
            await self.show_changed(lobby)
            return
        raise Refused(Reason.CHANGED_MEANWHILE)

    def _host_anew(self, lobby: PublicRace, options: Struct) -> tuple[list[EntryId], list[EntryRecord]]:
        """Return the chariot of a host who is in alone, as it goes where *options* have no place for it, and another.

        Nothing of both where it stays, or others are in: their places must be kept.
        """
        self._rulesets[lobby.record.ruleset].check_options(options, None)
        if [each.player for each in lobby.factions] != [lobby.record.host]:
            return [], []
        anew = self._with_driver(optioned(lobby, options), lobby.factions[0].name).entries
        is_kept = bool(anew) == bool(lobby.entries) and all(
            each.colour in self._colours(optioned(lobby, options)) for each in lobby.entries
        )
        return ([], []) if is_kept else ([each.entry for each in lobby.entries], list(anew))

    def require_places(self, lobby: PublicRace, options: Any) -> None:
        """Raise :exc:`Refused` unless a race can run with *options*, and all entered players keep their places."""
        rules = self._rulesets[lobby.record.ruleset]
        rules.check_options(options, None)
        room = len(rules.colours_for(options))
        is_kept = self.is_shared_out(lobby) == shares_out(options) and len(lobby.factions) <= room
        if lobby.factions and not (is_kept and all(entry.entry <= room for entry in lobby.entries)):
            raise Refused(Reason.PLACES_ARE_TAKEN)

    async def cancel(self, race: RaceId, host: PlayerId, by: PlayerId | None = None) -> None:
        """End a race without a result.

        :param host: the race's host, in whose name it ends.
        :param by: the person who does it; they lose their stakes on it if it has begun (B-15). The host, if left out.
        :raises Refused: if it is over, or there is no such race.
        """
        found = await public_race(self._store, race)
        require_host(found, host)
        try:
            now = self._clock()
            await self._store.races.set(
                race,
                only_if=("lobby", "running", "paused"),
                decide=voiding("cancelled", now, by or host),
                state="cancelled",
                ended=now,
                called_off_by=by or host,
            )
        except StaleRace as error:
            raise Refused(Reason.RACE_IS_OVER) from error
        self._races.forget(race)
        await self.show(race)

    async def _open_lobby(self, race: RaceId) -> PublicRace:
        lobby = await public_race(self._store, race)
        if not lobby.record.kind.takes_race_commands:
            raise Refused(Reason.NO_SUCH_RACE)
        if lobby.record.state != "lobby":
            raise shown.not_in_lobby(lobby.record)
        return lobby

    async def _enter(
        self,
        race: RaceId,
        factions: list[FactionRecord],
        entries: list[EntryRecord],
        leaves: int | None = None,
        gone: Collection[EntryId] = (),
    ) -> bool:
        """Enter all of them or none; tell whether it was done. If not, somebody was quicker: look again.

        :param leaves: the house driver who gives way.
        :param gone: chariots that give way, that driver's or second ones; stakes on them go back.
        """
        decide = scratching(self._clock(), gone) if gone else None
        try:
            await self._store.lobbies.enter(race, factions, entries, decide, in_place_of=leaves, without=gone)
        except StaleRace:
            return False
        await self.show(race)
        return True

    async def show(self, race: RaceId, *, is_new: bool = False) -> None:
        """Have the race's panel drawn anew.

        :param is_new: at the end of its thread.
        """
        await self._store.outbox.put(self._panel(race, is_new))
        self._races.wake()

    async def show_changed(self, lobby: PublicRace) -> None:
        """Show the panel after its options changed; post it anew, at the thread's end, if players have entered."""
        is_new = any(faction.player not in (None, lobby.record.host) for faction in lobby.factions)
        await self.show(lobby.record.id, is_new=is_new)

    def _panel(self, race: RaceId, is_new: bool) -> Notice:
        return notice(race, "panel", Panel(is_new), self._clock())

    def is_shared_out(self, lobby: PublicRace) -> bool:
        """Tell whether the chariots of a race are shared out among the factions as it starts."""
        return shares_out(self._options(lobby))

    def _options(self, lobby: PublicRace) -> Any:
        return self._rulesets[lobby.record.ruleset].read_options(lobby.record.options)

    def _colours(self, lobby: PublicRace) -> tuple[str, ...]:
        """Return the colours of all chariots that there is room for."""
        return self._rulesets[lobby.record.ruleset].colours_for(self._options(lobby))

    def _gives_way(self, lobby: PublicRace, player: PlayerId) -> int | None:
        """Return the house driver who makes room for a person in a full field, the last one first."""
        if self._places(lobby, player) > 0:
            return None
        return max((each.faction for each in lobby.factions if not each.player), default=None)

    def is_full(self, lobby: PublicRace) -> bool:
        """Tell whether every place of a race is taken."""
        return len(lobby.factions) >= len(self._colours(lobby))

    def free_places(self, lobby: PublicRace) -> int:
        """Return how many places are free for house drivers."""
        return self._places(lobby, None)

    def _places(self, lobby: PublicRace, player: PlayerId | None) -> int:
        """Return how many places are free for a player, or for house drivers (S-72)."""
        return len(self._colours(lobby)) - len(lobby.factions) - kept_from(lobby, player, self._clock())

    def _require_place(self, lobby: PublicRace, player: PlayerId | None) -> None:
        if self._places(lobby, player) <= 0:
            raise full(lobby, player, len(self._colours(lobby)), self._clock())

    def _require_enough(self, lobby: PublicRace) -> None:
        """Raise :exc:`Refused` unless there are enough to drive, and the options go with so many chariots."""
        rules = self._rulesets[lobby.record.ruleset]
        if len(lobby.factions) < rules.least_entries:
            raise Refused(Reason.TOO_FEW_ENTRIES, need=rules.least_entries, have=len(lobby.factions))
        chosen = len(lobby.entries) + len(self._companions(lobby))
        chariots = len(self._colours(lobby)) if self.is_shared_out(lobby) else chosen
        rules.check_options(self._options(lobby), chariots)

    def _free_colours(self, lobby: PublicRace) -> list[str]:
        taken = {entry.colour for entry in lobby.entries}
        return unreserved_first(lobby, (colour for colour in self._colours(lobby) if colour not in taken))

    def entry(self, lobby: PublicRace, faction: Faction, colour: str | None, name: str | None) -> EntryRecord:
        free, colours = self._free_colours(lobby), self._colours(lobby)
        if colour is not None and colour not in colours:
            raise Refused(Reason.NO_SUCH_COLOUR, free=free)
        if colour is not None and colour not in free:
            raise Refused(GameReason.COLOUR_TAKEN, colour=colour, free=free)
        chosen = colour or free[0]
        called = chosen.title() if name is None else shown.visible(name, NAME_LENGTH)
        if any(look_alike(called, each) for each in colours if each != chosen):
            raise Refused(Reason.NAME_OF_ANOTHER, name=called)
        if any(look_alike(called, entry.name) for entry in lobby.entries):
            raise Refused(Reason.NAME_TAKEN, name=called)
        # A chariot's number is its colour's: it never changes, whoever comes and goes.
        return EntryRecord(entry=EntryId(colours.index(chosen) + 1), colour=chosen, name=called, faction=faction)

    def _all_entries(self, lobby: PublicRace) -> list[EntryRecord]:
        """Return all chariots, without players until colours are drawn (3.3)."""
        return [
            EntryRecord(entry=EntryId(number), colour=colour, name=colour.title(), faction=None)
            for number, colour in enumerate(self._colours(lobby), start=1)
        ]
