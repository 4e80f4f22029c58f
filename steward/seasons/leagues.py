"""Leagues: founding one, joining and leaving it, starting it, and acting in it (H.1, H.3, H.10)."""

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec

from db.store import StaleRace, Store
from engine.betting.rules import ServerRules
from engine.dice import commitment
from engine.facts import Fact
from engine.game import AnyRuleset
from engine.leagues import events, setup
from engine.leagues.views import LeagueView
from engine.leagues.words.acts import BecomeOwner, Join, UndoDeal
from engine.leagues.words.options import LeagueOptions, Prizes
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import CALENDAR, League, Role
from engine.questions import Answer
from engine.refusals import GameReason
from records.acts import ActRecord
from records.batches import KeptRace
from records.races import (
    EntryRecord,
    FactionRecord,
    Place,
    PublicRace,
    RaceRecord,
    StoryMode,
    card_of,
    drawn_secret,
)
from records.refusals import Reason, Refused
from records.values import EntryId, PlayerId, RaceId
from steward.hosting import interests
from steward.hosting.desk import Desk, require_reason
from steward.hosting.house_names import HOUSE_NAMES
from steward.hosting.lobbies import ATTEMPTS, Lobbies, public_race
from steward.hosting.reserved import full, kept_from, require_all_pressed, unreserved_first
from steward.hosting.room import add_limited
from steward.hosting.substitutes import gone_from
from steward.running.live import WAITS, Live, Rulesets
from steward.running.races import Races
from steward.running.unwritten import Source
from steward.seasons.fields import NO_BETS
from steward.seasons.freed import KINDS, Freed, freed_of
from steward.seasons.going_back import EVE_AGAIN, before_homecoming, eve_again
from steward.seasons.lengths import end_of
from steward.seasons.membership import latest_member, named_apart, require_not_expelled, require_outside
from steward.seasons.offers import offer_news
from steward.seasons.places import most_betters, next_faction, require_lobby, stable_of, stored, with_role
from steward.telling import shown
from steward.telling.notices import act_notice
from steward.telling.shown import NAME_LENGTH, TITLE_LENGTH, WORD_LENGTH
from steward.time.schedules import DAY, Timing, grace_of
from steward.time.standstill import Clock

KIND = "classic-league"
WHAT = "league"
"""Its name in refusals."""

FIRST_TO_GO_BACK = 2
"""Phases that must have begun, so that there is one before."""

PROTEST_ALONE = 60
"""Seconds at most between a race and its reckoning where one person plays against the house (L-38)."""


@dataclass(frozen=True)
class Founded:
    """All that a host chooses to open a league."""

    guild: int
    channel: int
    host: PlayerId
    options: LeagueOptions
    timing: Mapping[str, int] | Timing  # of its phases
    races: Mapping[str, int]  # seconds by kind of decision, of its races
    title: str
    is_rated: bool = True  # whether ratings follow from its races
    lesson: int | None = None  # that it teaches to its host alone, 1 first; none for a league of a server
    dice: str = ""  # the name of dice that fall alike at each try; empty for dice of a secret


class Leagues:
    """Leagues from their founding on. Each is played like a race."""

    def __init__(
        self,
        store: Store,
        races: Races,
        lobbies: Lobbies,
        desk: Desk,
        rulesets: Rulesets,
        clock: Clock,
        entropy: Callable[[int], bytes],
    ) -> None:
        self._store, self._races, self._lobbies, self._rulesets = store, races, lobbies, rulesets
        self._desk, self._clock, self._entropy = desk, clock, entropy
        self._joining = races.fleet.locks("join")
        """Held while somebody joins: their role is noted after their entry, and both count for the next."""
        self.following = races.fleet.locks("suggestion")
        """Held while a suggestion is followed act by act: of two presses at once the second sees what is left of it."""

    @property
    def rules(self) -> AnyRuleset:
        """The rules of leagues."""
        return self._rulesets[KIND]

    async def open(self, founded: Founded) -> RaceId:
        """Open a league for members to join, and return its id; it has no thread yet.

        :raises Refused: as :meth:`new_league`, or if its host, or the server, has as many as may be (S-53).
        """
        return await add_limited(self._store, PublicRace(await self.new_league(founded), (), ()))

    async def new_league(self, founded: Founded) -> RaceRecord:
        """Return the record of a league to be opened.

        :raises Refused: if a game of its events takes nothing from a stable, or the title shows nothing.
        """
        events.check_kinds(founded.options)
        is_alone = founded.lesson is not None
        timing, secret = Timing.of(founded.timing), drawn_secret(founded.dice, self._entropy)
        prizes = (0, 0, 0) if is_alone else await self._prizes(founded.guild)
        clocks: dict[str, Any] = dict(timing.kept)
        phases = {"race": WAITS, "gap": int(founded.options.gap * DAY)}
        clocks["story"] = StoryMode.FULL  # its phases are told one by one
        clocks["seconds"] = {**founded.races, **timing.seconds, **phases}
        return RaceRecord(
            id=RaceId(0),
            guild=founded.guild,
            channel=founded.channel,
            ruleset=KIND,
            options=stored(msgspec.structs.replace(founded.options, prizes=prizes)),
            host=founded.host,
            title=shown.visible(founded.title, TITLE_LENGTH),
            secret=secret.hex(),
            commitment=commitment(secret),
            **clocks,
            opened=self._clock(),
            betting=NO_BETS,
            lesson=founded.lesson,
            is_league=True,
            is_rated=founded.is_rated,
            card=card_of(founded.guild, founded.lesson),
        )

    async def of_guild(self, guild: int) -> list[PublicRace]:
        """Return the leagues of a server, the oldest first: all that are not over, and the newest that are."""
        return await self._at(Place((guild,), is_for_leagues=True))

    async def of_player(self, player: PlayerId) -> list[PublicRace]:
        """Return the leagues that a player hosts or is in, likewise."""
        return await self._at(Place(player=player, is_for_leagues=True))

    async def _at(self, place: Place) -> list[PublicRace]:
        return [PublicRace(*field) for field in await self._store.index.fields(place)]

    async def freed(self, league: RaceId) -> list[Freed]:
        """Return who won their freedom in a season, as far as it stands, the first one first (I.10.3)."""
        told = await self._store.leagues.told(league, KINDS)
        return list(freed_of(self.rules.read_fact(each.fact) for each in told))

    async def league(self, league: RaceId) -> PublicRace:
        """Return a league as everybody may know it; :exc:`Refused` if there is none."""
        found = await public_race(self._store, league)
        if found.record.season != league:
            raise Refused(Reason.NO_SUCH_RACE, what=WHAT)
        return found

    # Before the start, and late

    async def join(
        self,
        league: RaceId,
        player: PlayerId,
        player_name: str,
        *,
        role: Role = "owner",
        colour: str | None = None,
        name: str | None = None,
        word: str = "",
    ) -> EntryRecord:
        """Let a player in, as owner of a stable or as bettor; after the start by R-G39 and 26.6.

        Bettors get half of the places at most (L-53).

        :raises Refused: if they are in it already, or cannot be; all stays as it was.
        """
        async with self._joining[league]:
            return await self._join(league, player, player_name, role, (colour, name, word))

    async def _join(
        self,
        league: RaceId,
        player: PlayerId,
        player_name: str,
        role: Role,
        looks: tuple[str | None, str | None, str],
    ) -> EntryRecord:
        colour, name, word = looks
        person = shown.visible(player_name, NAME_LENGTH, instead="Player")
        for _ in range(ATTEMPTS):
            known = await self.league(league)
            if role == "owner" and (bettor := self._own_place(known, player)) is not None:
                if await self._become_owner(known, bettor.entry, player):
                    return bettor
                continue
            await require_outside(self._store, known, player)
            member = FactionRecord(
                faction=next_faction(known),
                player=player,
                name=person,
                grace=grace_of(known.record),
            ).with_word(shown.visible(word, WORD_LENGTH, instead=""), self._entropy)
            entry = named_apart(known, self.entry(known, member, colour, name or person), is_chosen=bool(name))
            if known.record.state != "lobby":
                entry = await self._join_late(league, member, entry, role)
            elif not await self._enter(known, member, entry, role):
                continue
            await self._store.people.set_player(player, name=player_name[:100], dms="unknown")
            return entry
        raise Refused(Reason.CHANGED_MEANWHILE)

    def _own_place(self, known: PublicRace, player: PlayerId) -> EntryRecord | None:
        """Return the place that somebody has in a league for themselves; a deputy's is another's."""
        seat = known.faction_for(player)
        if seat is None or seat.player != player:
            return None
        return next(each for each in known.entries if each.faction == seat.faction)

    async def _become_owner(self, known: PublicRace, bettor: EntryId, player: PlayerId) -> bool:
        """Make an owner of a member who only bets: before the start at once, later at the next reckoning (R-G39).

        :returns: whether it was done; if not, the league has changed meanwhile: look again.
        :raises Refused: if they own a stable already, or were expelled, or it is too late.
        """
        league = known.record.id
        await require_not_expelled(self._store, league, player)
        if known.record.state == "lobby":
            if bettor not in self.options_of(known).betters:
                raise Refused(LeagueReason.HAS_A_STABLE)
            await self._note_role(league, bettor, "owner")
            await self._lobbies.show(league)
            return bettor not in self.options_of(await self.league(league)).betters
        async with self._races.editing(league) as live:
            live.do(CALENDAR, BecomeOwner(bettor), Source("steward"), self._clock())
        return True

    async def set_options(
        self, league: RaceId, host: PlayerId, change: Callable[[LeagueOptions], LeagueOptions]
    ) -> None:
        """Change the options of a league before its start.

        :param change: from the present options to the new ones; called again if they have changed since.
        :raises Refused: if this is not its host, or it has started.
        """
        for _ in range(ATTEMPTS):
            known = await self._hosted(league, host)
            require_lobby(known)
            options = change(self.options_of(known))
            events.check_kinds(options)
            try:
                changed = known.record.options, stored(options)
                await self._store.lobbies.enter(league, (), (), options=changed)
            except StaleRace:
                continue  # somebody was quicker: look again
            await self._lobbies.show(league)
            return
        raise Refused(Reason.CHANGED_MEANWHILE)

    async def add_house(self, league: RaceId, host: PlayerId, at_most: int = 1) -> int:
        """Add stables of house managers before the start, and return how many.

        :raises Refused: if this is not the host, the league has started, or is full.
        """
        for done in range(at_most):
            for _ in range(ATTEMPTS):
                known = await self._hosted(league, host)
                require_lobby(known)
                kept = kept_from(known, None, self._clock())
                if done and len(known.entries) + kept >= len(self.rules.colours):
                    return done
                if await self._enter(known, *self.house_stable(known), "owner"):
                    break
        return at_most

    def house_stable(self, known: PublicRace) -> tuple[FactionRecord, EntryRecord]:
        """Return one more house manager of a league before its start, with a stable; :exc:`Refused` if it is full."""
        place, tempers = len(known.factions), list(self.rules.drivers)
        temper = tempers[place % len(tempers)]
        name = f"{HOUSE_NAMES[place % len(HOUSE_NAMES)]} ({temper})"
        member = FactionRecord(faction=next_faction(known), driver=temper, name=name)
        return member, self.entry(known, member, None, name)

    async def withdraw(self, league: PublicRace, player: PlayerId) -> None:
        """Take a member out before the start.

        :raises Refused: if it has begun meanwhile.
        """
        stable = stable_of(league, next(each for each in league.factions if each.player == player))
        try:
            await self._store.lobbies.withdraw(league.record.id, player)
        except StaleRace as error:
            raise Refused(Reason.CHANGED_MEANWHILE) from error
        await self._note_role(league.record.id, stable, "owner")
        await self._lobbies.show(league.record.id)

    async def leave_out(self, league: RaceId, host: PlayerId, players: Collection[PlayerId]) -> None:
        """Take members out before the start who have left the server, as their host says.

        :raises Refused: if this is not the host, or it has started.
        """
        for player in players:
            known = await self._hosted(league, host)
            require_lobby(known)
            if known.faction_for(player) is not None:
                await self.withdraw(known, player)

    async def start(self, league: RaceId, host: PlayerId, *, drops: bool = False) -> None:
        """Begin a season.

        :param drops: whether places are dropped that are still reserved.
        :raises Refused: if this is not the host, it has started, there are not two owners, one of them a person, or
            places are reserved.
        """
        for _ in range(ATTEMPTS):
            known = await self._hosted(league, host)
            require_lobby(known)
            require_all_pressed(known, drops=drops)
            betters = self.options_of(known).betters
            owners = [each for each in known.entries if each.entry not in betters]
            people = sum(known.player_of(each.entry) is not None for each in owners)
            setup.check_members(len(owners), people)
            with suppress(StaleRace):  # somebody was quicker: look again
                if people == 1 and known.record.lesson is None:
                    seconds = {**known.record.seconds, "protest": min(known.record.seconds["protest"], PROTEST_ALONE)}
                    await self._store.races.set(league, only_if=("lobby",), seconds=stored(seconds))
                await self._store.lobbies.close(league, len(known.factions), (), reserved=known.record.reserved)
                await self._races.resume(league)
                await self._lobbies.begun(league)
                return
        raise Refused(Reason.CHANGED_MEANWHILE)

    async def cancel(self, league: RaceId, by: PlayerId, reason: str) -> None:
        """End a season without a result, and the race that is under way with it; all read why.

        :raises Refused: if it is over.
        """
        why, known = require_reason(reason), await self.league(league)
        if known.record.state == "lobby":
            await self._lobbies.cancel(league, known.record.host)
            act = ActRecord(kind="close", by=by, reason=why, at=self._clock())
            await self._store.races.note(league, act, [act_notice(league, act, act.at)])
            return
        await self._desk.close(league, by, why)

    async def allow_prizes(self, league: RaceId, by: PlayerId, reason: str) -> None:
        """Let the purses of all of a league's first three have the server's prizes, whoever they are (L-47).

        :raises Refused: without a reason, from somebody with a part in it, or if it is over.
        """
        why, known = require_reason(reason), await self.league(league)
        if known.record.state in ("finished", "cancelled"):
            raise Refused(Reason.RACE_IS_OVER)
        if await interests.is_party(self._store, known, by):
            raise Refused(Reason.NEEDS_ANOTHER, what=WHAT)
        act = ActRecord(kind="allow", by=by, reason=why, at=self._clock())
        await self._store.races.note(league, act, [act_notice(league, act, act.at)])
        self._races.wake()

    # Under way

    async def act(
        self, league: RaceId, player: PlayerId, act: Answer, *, pressed: float | None = None
    ) -> tuple[Fact, ...]:
        """Do an act for a player's stable between sheets, and return its facts, for their eyes.

        :param pressed: when the player did it, in seconds since 1970; now if left out (S-63).
        :raises Refused: if it may not be done, or they have no stable here, or were expelled; all stays as it was.
        """
        known = await self.league(league)
        seat = known.faction_for(player)
        if seat is None:
            raise Refused(LeagueReason.NOT_A_MEMBER)
        await require_not_expelled(self._store, league, player)
        stable = stable_of(known, seat)
        news = offer_news(self._clock, stable)
        return tuple(await self._races.act(league, stable, act, player=player, tells=news, pressed=pressed))

    async def close_phase(self, league: RaceId, by: PlayerId, reason: str) -> bool:
        """Close the open phase now, with the default for missing answers; ``False`` while a race is under way.

        :raises Refused: without a reason, or if a member takes more than half of the others' time away (S-48).
        """
        why = require_reason(reason)
        async with self._races.viewing(league) as live:
            asked, kind = live.session.asked, live.session.kind
            owing = list(live.session.open)
        if kind == "race":
            return False
        known = await self.league(league)
        for entry in owing:
            await interests.require_patience(self._store, known, by, [entry], self._clock())
        for entry in owing:
            with suppress(Refused):  # answered meanwhile
                async with self._races.viewing(league) as live:
                    is_open = live.session.asked == asked and entry in live.session.open
                if is_open:
                    await self._desk.force(league, by, entry, why)
        return True

    async def undo_deal(self, league: RaceId, by: PlayerId, deal: int, reason: str) -> None:
        """Undo a deal of the open phase by an act of the host: move goods and money back, and tell all why (H.14).

        :raises Refused: if there is no such deal, it is the person's own, or some of it has moved on since; all stays
            as it was.
        """
        body = msgspec.json.encode({"deal": deal}).decode()
        act = ActRecord(kind="undo", by=by, reason=require_reason(reason), body=body, at=self._clock())
        async with self._races.editing(league) as live:
            made = next((each.offer for each in live.session.state.deals if each.offer.number == deal), None)
            sides = () if made is None else (made.by, made.to)
            if any(interests.owns(live.race.faction_of(each), by) for each in sides):
                raise Refused(Reason.NEEDS_ANOTHER, what=WHAT)
            live.do(CALENDAR, UndoDeal(deal), Source("steward"), act.at)
            live.act(act)
            live.also(act_notice(league, act, act.at))

    async def go_back(self, league: RaceId, by: PlayerId, reason: str) -> None:
        """Take a league back to the beginning of the phase before; its money goes back as well.

        Where a race is open or has come home, it is undone, and the eve is open again as it was sealed.

        :raises Refused: before there is such a phase, or if it was a reckoning.
        """
        async with self._races.viewing(league) as live:
            phase = live.session.state.phase
        if phase in ("race", "protest"):
            await self._undo_race(league, by, reason)
            return
        begun = await self._store.stories.turns_begun(league)
        if phase not in ("eve", "market", "stable", "auction", "gap") or len(begun) < FIRST_TO_GO_BACK:
            raise Refused(LeagueReason.NOT_NOW, "H.12", phase=phase)
        await self._require_unreckoned(league, begun[-2])
        undrawn = [each.id for each in await self.races(league) if each.held and each.round]
        await self._desk.rewind(league, by, begun[-2], reason, undrawn)

    async def _undo_race(self, league: RaceId, by: PlayerId, reason: str) -> None:
        """Undo the race that is open or has come home; if none is open yet, the eve is open again all the same."""
        now, begun = self._clock(), await self._store.stories.turns_begun(league)
        async with self._races.viewing(league) as live:
            event, revision = live.session.state.event, live.revision
            is_home = before_homecoming(live, event, begun) is not None
        closed = begun[-2] if is_home else begun[-1]
        closing = next(each for each in await self._store.stories.inputs(league) if each.seq == closed)
        body = {"to": closed - 1, "undone": True, "until": now + EVE_AGAIN}

        def remake(kept: KeptRace) -> Live:
            if kept.race.revision != revision:
                raise Refused(Reason.CHANGED_MEANWHILE)
            return eve_again(kept, self.rules, closing, now)

        async with self._desk.turning_back("rewind", league, by, reason, body=body) as act:
            undone = [each.id for each in await self.races(league) if each.round == event]
            await self._races.go_back(league, act, remake, closed - 1, undone)
        for each in undone:
            await self._races.show(each)

    async def _require_unreckoned(self, league: RaceId, to: int) -> None:
        """Raise :exc:`Refused` if a phase was the reckoning of a race, or led to it: a reckoning stays (H.9)."""
        kept = await self._store.load(league, until=to)
        assert kept is not None
        assert kept.checkpoint is not None
        state: League = self.rules.read_state(kept.checkpoint.state.encode(), kept.checkpoint.version)
        if state.phase in ("race", "protest", "reckoning"):
            raise Refused(LeagueReason.RECKONED, "H.9", event=state.event)

    async def betters(self, league: RaceId) -> set[EntryId]:
        """Return the numbers of those who only bet in a league that has begun."""
        stables = (await self._roles(league)).items()
        return {number for number, role in stables if role == "better"}

    async def owners(self, league: PublicRace) -> set[EntryId]:
        """Return the stables with chariots in a league that has begun: their owners elect its host (L-52).

        Those founded since the phase under way began are not among them yet.
        """
        return {number for number, role in (await self._roles(league.record.id)).items() if role == "owner"}

    async def _roles(self, league: RaceId) -> dict[EntryId, Role]:
        """Return each stable's role as the phase under way began."""
        kept = await self._store.load(league)
        if kept is None or kept.checkpoint is None:
            return {}
        state: League = self.rules.read_state(kept.checkpoint.state.encode(), kept.checkpoint.version)
        return {number: each.role for number, each in state.stables.items()}

    async def races(self, league: RaceId) -> list[RaceRecord]:
        """Return the races of a league, without those that were cancelled."""
        return [each for each in await self._store.leagues.races(league) if each.state != "cancelled"]

    def ends(self, league: PublicRace, view: LeagueView | None = None, closes: float | None = None) -> float | None:
        """Return about when a season ends, in seconds since 1970; before the start, of one that starts now.

        :param closes: when the phase under way closes, if that is known.
        :returns: ``None`` once it is over.
        """
        record, options, now = league.record, self.options_of(league), self._clock()
        if record.state in ("finished", "cancelled"):
            return None
        if view is None:
            return end_of(record, options, now)
        return end_of(record, options, now, phase=view.phase, event=view.event, closes=closes)

    def options_of(self, league: PublicRace) -> LeagueOptions:
        """Return how a league is run."""
        return msgspec.json.decode(league.record.options, type=LeagueOptions)

    # How

    async def _prizes(self, guild: int) -> Prizes:
        """Return the prizes that a server gives to the purses of a season's first three, as it is set now (H.2)."""
        known = await self._store.people.guild(guild)
        return msgspec.json.decode(known.betting, type=ServerRules).prizes

    async def _join_late(self, league: RaceId, member: FactionRecord, entry: EntryRecord, role: Role) -> EntryRecord:
        gone = gone_from(await self._store.stories.acts(league))
        async with self._races.editing(league) as live:
            state: League = live.session.state
            if role == "better":
                self._require_room_to_bet(sum(each.role == role for each in (*state.stables.values(), *state.joining)))
            live.do(CALENDAR, Join(entry.colour, role), Source("steward"), self._clock())
            came = msgspec.structs.replace(entry, entry=latest_member(live))
            live.let_in(member, came)
            if member.player is not None and member.player in gone:  # they gave another stable away
                self._races.takes_reins(live, member, member.player, self._clock())
            return came

    async def _enter(self, known: PublicRace, member: FactionRecord, entry: EntryRecord, role: Role) -> bool:
        """Let a member in before the start; tell whether it was done. If not, somebody was quicker: look again."""
        require_lobby(known)
        if role == "better":
            self._require_room_to_bet(len(self.options_of(known).betters))
        try:
            changed = with_role(known, self.options_of(known), entry.entry, role)
            await self._store.lobbies.enter(known.record.id, [member], [entry], options=changed)
        except StaleRace:
            return False
        await self._lobbies.show(known.record.id)
        return True

    def _require_room_to_bet(self, betters: int) -> None:
        """:raises Refused: if there are as many bettors as may be: the other places are for owners."""
        if self.is_full_of_betters(betters):
            raise Refused(LeagueReason.BETTERS_ENOUGH, at_most=most_betters(self.rules))

    def is_full_of_betters(self, betters: int) -> bool:
        """Tell whether no more bettors may come to so many (L-53)."""
        return betters >= most_betters(self.rules)

    def with_betters(self, lobby: PublicRace, betters: Collection[EntryId]) -> PublicRace:
        """Return a league before its start in which these members bet only: so it is known when the season begins."""
        options = stored(msgspec.structs.replace(self.options_of(lobby), betters=tuple(betters)))
        return PublicRace(msgspec.structs.replace(lobby.record, options=options), lobby.factions, lobby.entries)

    async def _note_role(self, league: RaceId, stable: EntryId, role: Role) -> None:
        """Keep who bets only among the options: so it is known when the season begins."""
        for _ in range(ATTEMPTS):
            known = await self.league(league)
            changed = with_role(known, self.options_of(known), stable, role)
            if changed is None:
                return
            with suppress(StaleRace):
                await self._store.races.set(league, only_if=("lobby",), was={"options": changed[0]}, options=changed[1])
                return

    def entry(self, known: PublicRace, member: FactionRecord, colour: str | None, name: str) -> EntryRecord:
        """Return the stable of one more member before the start; :exc:`Refused` if there is none of this colour."""
        colours = self.rules.colours
        taken, numbers = {each.colour for each in known.entries}, {each.entry for each in known.entries}
        free = unreserved_first(known, (each for each in colours if each not in taken))
        if len(free) <= kept_from(known, member.player, self._clock()):
            raise full(known, member.player, len(colours), self._clock())
        if colour is not None and colour not in colours:
            raise Refused(Reason.NO_SUCH_COLOUR, free=free)
        if colour is not None and colour not in free:
            raise Refused(GameReason.COLOUR_TAKEN, colour=colour, free=free)
        number = next(each for each in range(1, len(numbers) + 2) if each not in numbers)
        called = shown.visible(name, NAME_LENGTH)
        return EntryRecord(entry=EntryId(number), colour=colour or free[0], name=called, faction=member.faction)

    async def _hosted(self, league: RaceId, host: PlayerId) -> PublicRace:
        known = await self.league(league)
        if known.record.host != host:
            raise Refused(Reason.NOT_THE_HOST, what=WHAT)
        return known
