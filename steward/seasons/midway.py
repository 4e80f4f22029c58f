"""A league's event under way: rounds of bets after its laps, and bribes that wait for their payer (26.3, R-G35).

Where the event has several contests, a round is about all of them: it waits for the one that is furthest behind, and
there is none any more once one of them is over, as its result is known.

It remembers nothing between two looks: which rounds there are is on record in the league, how far the race is in the
race itself.
"""

from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from itertools import zip_longest

from db.store import Store
from engine.leagues.midway import due, of_house
from engine.leagues.words.acts import BetInWindow, OpenWindow
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import CALENDAR, League
from engine.plots import Plot, Trigger
from engine.stables import Midway
from records.races import PublicRace
from records.refusals import Reason, Refused
from records.values import EntryId, Faction, PlayerId, RaceId
from steward.running.live import Live, Rulesets
from steward.running.races import Races
from steward.running.taking import require_reins
from steward.running.unwritten import Source
from steward.time.standstill import Clock


@dataclass(frozen=True)
class Bribe:
    """A bribe of a member that waits to be revealed."""

    plot: Plot  # its trigger is as its payer has set it last
    chariot: int  # in the league, whose driver is bribed


class MidwayDesk:
    """The traffic between a league and its race, or all contests of its event, while these are run."""

    def __init__(self, store: Store, races: Races, rulesets: Rulesets, clock: Clock) -> None:
        self._store, self._races, self._rulesets, self._clock = store, races, rulesets, clock

    async def look(self, league: RaceId, races: Sequence[RaceId], *, is_one_over: bool = False) -> None:
        """Open, close or void a round of bets, if one is due (26.3).

        :param races: the event's contests that are under way.
        :param is_one_over: whether another contest of it is over.
        :raises Refused: if the league or a contest is not under way.
        """
        seen = [await self._seen(race) for race in races]
        found = [at for at, _ in seen if at is not None]
        if len(found) < len(seen):
            return
        at, is_between = _together(found), not is_one_over and all(each for _, each in seen)
        async with self._races.viewing(league) as live:
            act = due(live.session.state, at, is_between=is_between)
        if act is not None:
            async with self._races.editing(league) as live:
                live.do(CALENDAR, act, Source("steward"), self._clock())
                if isinstance(act, OpenWindow):
                    self._bet_for_house(live, at, act.window)

    async def _seen(self, race: RaceId) -> tuple[Midway | None, bool]:
        """Return how far a contest is, and whether it is between two turns."""
        async with self._races.viewing(race) as live:
            return midway_of(live), _is_between_turns(live)

    def _bet_for_house(self, live: Live, at: Midway, window: int) -> None:
        """Let stables of the house bet in a round, in the transaction that opens it."""
        for number, stable in live.session.state.stables.items():
            temper = live.driver_of(number)
            if temper is not None and stable.is_house and stable.status == "active":
                for bet in of_house(live.session.state, at, window, temper, number):
                    live.do(number, bet, Source("steward"), self._clock())

    async def bet(self, league: RaceId, player: PlayerId, act: BetInWindow) -> None:
        """Take a member's bets in an open round, until the speeds of the turn are known.

        :raises Refused: if no round is open, or these bets are not allowed; all stays as it was.
        """
        races, is_one_over = await self._contests(league)
        async with AsyncExitStack() as held:
            seen = [await held.enter_async_context(self._races.viewing(race)) for race in races]
            if is_one_over or not all(map(_is_between_turns, seen)):
                raise Refused(LeagueReason.NO_WINDOW, "26.3", window=act.window)
            async with self._races.editing(league) as of_league:
                stable = decided_by(of_league, player)
                of_league.do(stable, act, Source("player", player), self._clock())

    async def bribes(self, league: RaceId, player: PlayerId) -> tuple[Bribe, ...]:
        """Return a player's own bribes that wait in a race; empty while none is under way."""
        try:
            races, _ = await self._contests(league)
            async with self._races.viewing(league) as live:
                stable = stable_of(live.race, player)
                targets = dict(live.session.state.dark[stable].targets) if stable in live.session.state.dark else {}
        except Refused:
            return ()
        waiting = [plot for race in races for plot in await self._waiting(race, stable)]
        return tuple(Bribe(plot, targets[plot.number]) for plot in waiting)

    async def _waiting(self, race: RaceId, stable: EntryId) -> list[Plot]:
        """Return the bribes of a stable that wait in a contest; none if it rests."""
        with suppress(Refused):
            at, _ = await self._seen(race)
            return [plot for plot in (() if at is None else at.waiting) if plot.payer == Faction(stable)]
        return []

    async def change(self, league: RaceId, player: PlayerId, number: int, trigger: Trigger | None) -> None:
        """Reveal a bribe as soon as may be, or change what reveals it (R-G35).

        :param trigger: its new trigger; ``None`` to reveal it.
        :raises Refused: if it is not this player's, their stable is out of the season, or it is over.
        """
        async with self._races.viewing(league) as live:
            stable = decided_by(live, player)
            require_playing(live.session.state, stable)
        async with self._races.editing(await self._race_of(league, stable, number)) as live:
            if (door := live.rules.stables) is None or door.bribe is None:
                raise Refused(Reason.NO_SUCH_RACE)
            act = door.bribe(Faction(stable), number, trigger)
            entry = live.race.entries[0].entry  # the payer may have none; who acts stands in the act
            live.do(entry, act, Source("player", player), self._clock())

    async def _race_of(self, league: RaceId, stable: EntryId, number: int) -> RaceId:
        """Return the contest in which a bribe of a stable waits; the last one if it waits in none."""
        races, _ = await self._contests(league)
        for race in races:
            if number in [plot.number for plot in await self._waiting(race, stable)]:
                return race
        return races[-1]

    async def _contests(self, league: RaceId) -> tuple[list[RaceId], bool]:
        """Return the contests of a league's event that are under way, and whether another one is over.

        :raises Refused: if there are none.
        """
        async with self._races.viewing(league) as live:
            event, phase = live.session.state.event, live.session.state.phase
        known = [each for each in await self._store.leagues.races(league) if each.round == event]
        found = sorted(each.id for each in known if each.state in ("running", "paused"))
        if phase != "race" or not found:
            raise Refused(LeagueReason.NOT_NOW, "15.9", phase=phase)
        return found, any(each.state == "finished" for each in known)


def _together(contests: Sequence[Midway]) -> Midway:
    """Return how far an event is: as far as the contest that is furthest behind; the leaders of all come first."""
    if len(contests) == 1:
        return contests[0]
    ranked = (entry for rank in zip_longest(*(each.order for each in contests)) for entry in rank)
    return Midway(
        turn=min(each.turn for each in contests),
        laps=min(each.laps for each in contests),
        waiting=tuple(plot for each in contests for plot in each.waiting),
        order=tuple(entry for entry in ranked if entry is not None),
    )


def midway_of(live: Live) -> Midway | None:
    """Return what a league follows of an event under way; ``None`` if it waits for the end of that kind."""
    door = live.rules.stables
    return None if door is None or door.midway is None else door.midway(live.session.state)


def _is_between_turns(live: Live) -> bool:
    """Tell whether a race asks the first question of a turn, with all answers still secret."""
    asked = live.session.asked
    return 0 < asked == live.session.checkpoint.seq


def decided_by(league: Live, player: PlayerId) -> EntryId:
    """Return the stable for which a player decides now; :exc:`Refused` if there is none, or a deputy has it."""
    stable = stable_of(league.race, player)
    require_reins(league, stable, player)
    return stable


def require_playing(league: League, stable: EntryId) -> None:
    """:raises Refused: if a stable is out of the season, or not in it yet: who left or was expelled decides nothing."""
    known = league.stables.get(stable)
    if known is None:
        raise Refused(LeagueReason.FOUNDS_SOON, "R-G39")
    if known.status != "active":
        raise Refused(LeagueReason.OUT_OF_THE_SEASON, "H.10", status=known.status)


def stable_of(league: PublicRace, player: PlayerId) -> EntryId:
    """Return a player's own stable; :exc:`Refused` if there is none."""
    seat = league.faction_for(player)
    if seat is None:
        raise Refused(LeagueReason.NOT_A_MEMBER)
    return next(each.entry for each in league.entries if each.faction == seat.faction)
