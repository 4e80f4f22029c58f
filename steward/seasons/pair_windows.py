"""The second round of bets on each pair of a gala, while its match goes on (H.8.4).

It opens when the second exchange of a pair has been told, and closes half a day later, or at once when a man falls. It
remembers nothing between two looks: which rounds there are is on record in the league, how far a match is in the match
itself.
"""

from collections.abc import Sequence
from contextlib import suppress

from db.store import Store
from engine.leagues.words.arena_acts import BetOnPair, ClosePairWindow, OpenPairWindow, VoidPairWindow
from engine.leagues.words.arena_facts import PairWindowOpened
from engine.leagues.words.arena_state import Gala
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import CALENDAR
from engine.questions import Answer
from engine.stables import Midway
from records.limits import PAIR_BETS_STAND
from records.races import Pace, RaceRecord
from records.refusals import Refused
from records.values import EntryId, PlayerId, RaceId
from steward.running.live import Live, Rulesets
from steward.running.races import Races
from steward.running.unwritten import Source
from steward.seasons.midway import decided_by, midway_of
from steward.time.standstill import Clock

EXCHANGES = 2
"""Of a match that are told before its second round of bets."""

FASTER = 100
"""By how much a round is shorter at the pace *now*."""


class PairWindows:
    """Opens and closes the second rounds of bets, and takes what is bet in them."""

    def __init__(self, store: Store, races: Races, rulesets: Rulesets, clock: Clock) -> None:
        self._store, self._races, self._rulesets, self._clock = store, races, rulesets, clock

    async def look(self, league: RaceId, matches: Sequence[RaceRecord]) -> None:
        """Open, close or void the rounds that are due.

        :param matches: those of the gala that were not called off, over or not.
        :raises Refused: if the league is not under way.
        """
        async with self._races.viewing(league) as live:
            gala = live.session.state.gala
        if gala is None or gala.form == "melee":
            return
        opened = await self._opened(league) if any(each.is_open for each in gala.windows.values()) else {}
        for match in matches:
            with suppress(Refused):  # it rests, or somebody was quicker
                act = self._due(gala, match, await self._seen(match), opened.get(match.number))
                if act is not None:
                    async with self._races.editing(league) as live:
                        live.do(CALENDAR, act, Source("steward"), self._clock())

    async def _opened(self, league: RaceId) -> dict[int, float]:
        """Return when the round of each match was opened last, by the facts that hold."""
        found: dict[int, float] = {}
        async with self._races.viewing(league) as live:
            rules = live.rules
        for each in await self._store.leagues.told(league, [PairWindowOpened.__name__]):
            fact = rules.read_fact(each.fact)
            assert isinstance(fact, PairWindowOpened)
            found[fact.match] = each.at
        return found

    async def _seen(self, match: RaceRecord) -> Midway | None:
        """Return how far a match is; ``None`` if it is over."""
        if match.state == "finished":
            return None
        async with self._races.viewing(match.id) as live:
            return midway_of(live)

    def _due(self, gala: Gala, match: RaceRecord, at: Midway | None, opened: float | None) -> Answer | None:
        number, window = match.number, gala.windows.get(match.number)
        goes_on = at is not None and len(at.order) == len(gala.matches[number - 1])
        is_far = at is None or at.turn >= EXCHANGES
        if window is None:
            return OpenPairWindow(number) if is_far and goes_on else None
        if not is_far:
            return VoidPairWindow(number)
        stands = PAIR_BETS_STAND / (FASTER if match.pace is Pace.NOW else 1)
        is_due = not goes_on or (opened is not None and self._clock() >= opened + stands)
        return ClosePairWindow(number) if window.is_open and is_due else None

    async def bet(self, league: RaceId, player: PlayerId, act: BetOnPair) -> None:
        """Take a member's bets in the round of a match, as long as nobody has fallen in it.

        :raises Refused: if there is no round, or these bets are not allowed; all stays as it was.
        """
        async with self._races.viewing(league) as live:
            event, entries = live.session.state.event, _pair(live, act.match)
        known = [each for each in await self._store.leagues.races(league) if each.round == event]
        match = next((each for each in known if each.number == act.match and each.state == "running"), None)
        if match is None:
            raise Refused(LeagueReason.NO_PAIR_WINDOW, "H.8.4", match=act.match)
        async with self._races.viewing(match.id) as fight:
            at = midway_of(fight)
            if at is None or len(at.order) < len(entries):
                raise Refused(LeagueReason.NO_PAIR_WINDOW, "H.8.4", match=act.match)
            async with self._races.editing(league) as of_league:
                stable = decided_by(of_league, player)
                of_league.do(stable, act, Source("player", player), self._clock())


def _pair(live: Live, match: int) -> tuple[EntryId, ...]:
    gala: Gala | None = live.session.state.gala
    if gala is None or not 1 <= match <= len(gala.matches):
        raise Refused(LeagueReason.NO_PAIR_WINDOW, "H.8.4", match=match)
    return gala.matches[match - 1]
