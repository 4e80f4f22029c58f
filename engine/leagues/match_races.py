"""The race of a match between two members, beside the calendar (B.10, H.6): its field, and how it comes home.

R-B12  A place counts the opponent's chariots ahead; a gap is that to the opponent's next one behind.
R-B16  A recovery that a chariot misses on its way it has as it comes home.
R-B29  Hits, injuries, wheel damage and critical wounds stay until the next recovery; endurance is full again.
R-B40  Without a finisher, or with both sides first at one instant, stakes go back; there is experience all the same.
R-B48  A champion is freed at once.
R-B49  Both stakes are the winner's.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from itertools import pairwise
from typing import Any

import msgspec

from engine.game import Entrant
from engine.goods.chariots import ChariotHome
from engine.leagues import champions, endings, escrow, fitness, lineup, money, oddities, reckoning
from engine.leagues.kinds import AnyRace
from engine.leagues.races import EPIC_RACE
from engine.leagues.words import epic_charts
from engine.leagues.words.epic_facts import MatchEnded, MatchRan
from engine.leagues.words.state import ESCROW, Entry, League, Match
from engine.stables import Aftermath, packed
from engine.table import Table
from records.values import EntryId, Faction

KIND: AnyRace = EPIC_RACE
_BETWEEN = ("race", "protest", "auction", "gap")
"""Phases in which the next event has another number: entries of the running one are closed."""


def coming(league: League) -> int:
    """Return the event before which a match that begins now is run (R-B31)."""
    return league.event + (league.phase in _BETWEEN)


def options(league: League, match: Match) -> Any:
    """Return the options of a match's race: those of the season's races, with laps of its own."""
    return msgspec.structs.replace(KIND.options(league.options), laps=match.laps)


def begin(league: League, table: Table, match: Match) -> None:
    """Draw the lanes of a match whose sides are both named; it comes to nothing if a chariot is not fit any more."""
    escrow.close_bets(league, table, match)
    wishes = [(stable, number) for stable in match.stakes for number in match.named[stable]]
    if not all(_is_fit(league, stable, number) for stable, number in wishes):
        escrow.call_off(league, table, match)
        return
    lanes = lineup.lanes_of(table, KIND.abreast, wishes)
    firsts = [(stable, match.named[stable][0]) for stable in match.stakes]
    others = [wish for wish in wishes if wish not in firsts]
    colours = lineup.colours_of(league, KIND.rules.colours, firsts, others)
    match.state = "running"
    match.entries = [
        Entry(EntryId(place), number, stable, colours[stable, number], lanes[stable, number], False)
        for place, (stable, number) in enumerate(wishes, start=1)
    ]
    for stable, number in wishes:
        league.stables[stable].chariots[number].matched = coming(league)
        _show(league, stable, number)


def _is_fit(league: League, stable: EntryId, number: int) -> bool:
    chariot = league.stables[stable].chariots.get(number)
    return chariot is not None and fitness.can_start(chariot) and league.entry_of(number) is None


def _show(league: League, stable: EntryId, number: int) -> None:
    """Let everybody see a chariot as it is: its race is public."""
    league.shown[stable].chariots[number] = deepcopy(league.stables[stable].chariots[number])


def entrants(league: League, match: Match) -> list[Entrant]:
    """Return the entrants of a match, each with all it brings; nobody plots against them (R-B24)."""
    return [_entrant(league, entry) for entry in match.entries]


def _entrant(league: League, entry: Entry) -> Entrant:
    assert entry.stable is not None
    goods = KIND.brings(entry, league.stables[entry.stable].chariots[entry.chariot], ())
    return Entrant(entry.entry, entry.colour, Faction(entry.stable), brings=packed(goods))


def come_home(league: League, table: Table, match: Match, aftermath: Aftermath) -> None:
    """Settle a match: stakes, experience, what is lost, champions, and perhaps the season's end (B.10, R-B5)."""
    homes = dict(zip([entry.entry for entry in match.entries], aftermath.homes_as(KIND.home), strict=True))
    match.state, match.winner = "over", winner_of(match, homes)
    match.places = {each.chariot: homes[each.entry].place or 0 for each in match.entries}
    table.tell(MatchEnded(match.number, match.state, match.winner))
    _pay(league, table, match)
    escrow.pay_bets(league, table, match)
    for entry in match.entries:
        _credit(league, table, match, entry, homes)
    for entry in match.entries:
        _take_back(league, table, match, entry, homes[entry.entry])
    champions.crown(league, table)
    endings.look(league)


def winner_of(match: Match, homes: Mapping[EntryId, ChariotHome]) -> EntryId | None:
    """Return whose chariot came first; none if nobody's did, or both sides' at once (R-B40)."""
    places = [(home.place, entry.stable) for entry in match.entries if (home := homes[entry.entry]).place is not None]
    best = min((place for place, _ in places), default=None)
    sides = {stable for place, stable in places if place == best}
    return sides.pop() if len(sides) == 1 else None


def _pay(league: League, table: Table, match: Match) -> None:
    """Pay both stakes to the winner (R-B49), or each its own (R-B40)."""
    if match.winner is None:
        escrow.give_back(league, table, match)
        return
    pot = sum(match.stakes.values())
    money.post(league, table, "match", "R-B49", (ESCROW, -pot), (match.winner, pot), number=match.number)
    oddities.look_at_match(league, match)


def standing(match: Match, homes: Mapping[EntryId, ChariotHome], entry: Entry) -> tuple[int | None, int | None]:
    """Return a chariot's place and gap, measured only against the opponent's chariots (R-B12)."""
    own = homes[entry.entry]
    if own.place is None:
        return None, None
    ranked = sorted((each for each in homes.values() if each.place is not None), key=lambda each: each.place or 0)
    enemies = {each.entry for each in match.entries if each.stable != entry.stable}
    ahead = sum(each.entry in enemies for each in ranked[: ranked.index(own)])
    return 1 + ahead, _gap(ranked[ranked.index(own) :], enemies)


def _gap(behind: Sequence[ChariotHome], enemies: set[EntryId]) -> int | None:
    """Return how far the first one is ahead of the next enemy: the gaps between them together (R-B12, R-B13)."""
    gap = 0
    for one, other in pairwise(behind):
        gap += one.gap or 0
        if other.entry in enemies:
            return gap
    return None


def _credit(league: League, table: Table, match: Match, entry: Entry, homes: Mapping[EntryId, ChariotHome]) -> None:
    """Give team and living driver the experience of a match, and the first one a private win (B.11, R-B12, R-B15)."""
    assert entry.stable is not None
    chariot, is_alive = league.stables[entry.stable].chariots[entry.chariot], homes[entry.entry].hits > 0
    assert chariot.team is not None
    assert chariot.driver is not None
    place, gap = standing(match, homes, entry)
    points = epic_charts.experience(place, gap, len(match.entries))
    chariot.team.experience += points
    if homes[entry.entry].place == 1:
        chariot.team.wins += 1
    if is_alive:
        chariot.driver.experience += points
        chariot.driver.wins += homes[entry.entry].place == 1
        chariot.driver.private_wins += homes[entry.entry].place == 1
    table.tell(MatchRan(match.number, entry.stable, entry.chariot, place, points))


def _take_back(league: League, table: Table, match: Match, entry: Entry, home: ChariotHome) -> None:
    """Take a chariot home as the match has left it; it has the recoveries it has missed (R-B16, R-B29)."""
    assert entry.stable is not None
    chariot = league.stables[entry.stable].chariots[entry.chariot]
    KIND.come_home(table, entry.stable, chariot, home)
    for _ in range(match.recoveries):
        reckoning.recover_chariot(table, entry.stable, chariot)
    _show(league, entry.stable, entry.chariot)
