"""Duels of gladiators for stakes, beside the calendar (B.10, D.11, H.8.7). Challenges are those of match races.

R-B31  A gladiator fights at most one duel between two events. R-C27 None who is entered for a gala.
D.11   On points a side has the stakes, but no combat won; in a draw stakes come back. Wounds stay until the next gala.
L-80   A man of points or of a duel without blood learns like any other; cowards are executed in galas alone (9.2).
"""

from collections.abc import Callable, Mapping
from copy import deepcopy
from types import MappingProxyType
from typing import Any

from engine.goods.gladiators import ManHome
from engine.leagues import (
    barracks,
    champions,
    endings,
    escrow,
    gala_days,
    gala_reckoning,
    galas,
    match_races,
    matches,
    money,
    oddities,
    pairing,
    wares,
)
from engine.leagues.words import arena_charts
from engine.leagues.words.arena_acts import ChallengeToDuel, CloseNaming, DuelReturned, NameForDuel
from engine.leagues.words.arena_facts import DuelEnded, DuelFought, DuelNamed
from engine.leagues.words.arena_state import Gladiator, ManEntry
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import ESCROW, League, Match, Stable
from engine.stables import Aftermath
from engine.table import Table
from records.refusals import Refused
from records.values import EntryId

SetAside = Mapping[EntryId, int]


def _challenge(league: League, table: Table, stable: Stable, act: ChallengeToDuel, set_aside: SetAside) -> None:
    """Challenge another owner to a duel (I.5.2.2)."""
    if not league.options.has_duels:
        raise Refused(LeagueReason.NOT_IN_THIS, "B.10", campaign=league.options.campaign)
    matches.check_time(league)
    if act.hours not in arena_charts.HOURS:
        raise Refused(LeagueReason.BAD_HOURS, "H.8.7", have=act.hours, possible=arena_charts.HOURS)
    event = match_races.coming(league)
    number = len(league.matches) + 1
    match = Match(number, stable.number, act.to, act.side, act.odds, act.stake, 1, event)
    match.is_duel, match.hours = True, act.hours
    matches.challenge(league, table, match, set_aside)


def _name(league: League, table: Table, stable: Stable, act: NameForDuel, _set_aside: SetAside) -> None:
    """Name one's gladiators, in secret until the other side has; then all learn of both, and they fight (H.8.7)."""
    match = _agreed(league, act.match)
    if stable.number not in match.stakes:
        raise Refused(LeagueReason.NO_SUCH_MATCH, "B.10", number=act.match)
    if len(act.men) != match.side:
        raise Refused(LeagueReason.WRONG_NUMBER, "B.10", have=len(act.men), must_be=match.side)
    before = match.named.pop(stable.number, None)
    try:
        _check_named(league, stable, act.men)
    except Refused:
        if before is not None:
            match.named[stable.number] = before
        raise
    match.named[stable.number] = act.men
    if len(match.named) == len(match.stakes):
        _begin(league, table, match)


def _agreed(league: League, number: int) -> Match:
    return matches.of_steward(league, number, "agreed", is_duel=True)


def _check_named(league: League, stable: Stable, men: tuple[int, ...]) -> None:
    """:raises Refused: unless the owner has these men, all are free and fit, and none has fought a duel (R-B31)."""
    for place, number in enumerate(men):
        if number in men[:place]:
            raise Refused(LeagueReason.MAN_TWICE, "B.10", man=number)
        man = barracks.gladiator_of(stable, number)
        wares.check_free(league, "gladiator", number, stable.number)
        if not barracks.is_fit(man):
            raise Refused(LeagueReason.MAN_CANNOT, "L-85", man=number)
        if _has_fought(league, man):
            raise Refused(LeagueReason.HAS_FOUGHT, "R-B31", man=number)


def _has_fought(league: League, man: Gladiator) -> bool:
    return bool(man.matched) and man.matched == match_races.coming(league)


def _close_naming(league: League, table: Table, act: CloseNaming) -> None:
    """Name the healthiest men of whoever is silent; without enough of them the duel comes to nothing (H.8.7)."""
    match = _agreed(league, act.match)
    for number in match.stakes:
        if number not in match.named:
            free = able(league, league.stables[number])
            if len(free) < match.side:
                escrow.call_off(league, table, match)
                table.end_scene()
                return
            match.named[number] = tuple(free[: match.side])
    _begin(league, table, match)


def able(league: League, stable: Stable) -> list[int]:
    """Return the gladiators that a stable may name for a duel, the healthiest first."""
    found = []
    for man in sorted(stable.gladiators.values(), key=barracks.health):
        try:
            _check_named(league, stable, (man.number,))
        except Refused:
            continue
        found.append(man.number)
    return found


def _begin(league: League, table: Table, match: Match) -> None:
    """Tell both sides' men, and let them fight; it comes to nothing if one cannot any more."""
    sides = match.named[match.challenger], match.named[match.challenged]
    wishes = [(stable, number) for stable in match.stakes for number in match.named[stable]]
    men = [league.stables[stable].gladiators.get(number) for stable, number in wishes]
    names = tuple("" if man is None else man.name for man in men)
    table.tell(DuelNamed(match.number, *sides, names))
    if not all(man is not None and barracks.is_fit(man) for man in men):
        escrow.call_off(league, table, match)
        table.end_scene()
        return
    escrow.close_bets(league, table, match)
    match.state = "running"
    for place, (stable, number) in enumerate(wishes, start=1):
        man = league.stables[stable].gladiators[number]
        man.matched = match_races.coming(league)
        match.men.append(ManEntry(EntryId(place), number, stable, "", man.name))
        _show(league, stable, number)
    pairing.colour_men(league, match.men)
    table.end_scene()


def _show(league: League, stable: EntryId, number: int) -> None:
    """Let everybody see a gladiator as they are, or that they are dead: the duel is public."""
    man = league.stables[stable].gladiators.get(number)
    if man is None:
        league.shown[stable].gladiators.pop(number, None)
    else:
        league.shown[stable].gladiators[number] = deepcopy(man)


def contest(league: League, match: Match) -> gala_days.Contest:
    """Return a duel as the arena plays it (B.10)."""
    found = [(each, league.stables[each.stable].gladiators[each.man]) for each in match.men if each.stable is not None]
    entrants = tuple(gala_days.entrant(entry, man) for entry, man in found)
    return gala_days.Contest(match.number, tuple(match.men), entrants, galas.duel_options(league.options, match.side))


# Coming home


def _returned(league: League, table: Table, act: DuelReturned) -> None:
    """Take a duel back that was fought to its end; the winner has both stakes (D.11)."""
    match = matches.of_steward(league, act.match, "running", is_duel=True)
    _come_home(league, table, match, act.aftermath)
    table.end_scene()


def _come_home(league: League, table: Table, match: Match, aftermath: Aftermath) -> None:
    homes = {home.entry: home for home in aftermath.homes_as(ManHome)}
    match.state, match.winner = "over", winner_of(match, homes)
    match.on_points = match.winner is not None and any(home.how == "points" for home in homes.values())
    table.tell(DuelEnded(match.number, match.state, match.winner, match.on_points))
    _pay(league, table, match)
    escrow.pay_bets(league, table, match)
    for entry in match.men:
        home = homes[entry.entry]
        assert entry.stable is not None
        table.tell(DuelFought(match.number, entry.stable, entry.man, entry.name, home.fate, home.won, home.points))
        stable = league.stables[entry.stable]
        gala_reckoning.take_home(table, stable, entry.man, home)
        if home.won:
            stable.gladiators[entry.man].private_wins += 1
        if match.recoveries and home.fate != "dead":  # of galas that were missed (R-B16)
            barracks.heal(table, stable, stable.gladiators[entry.man])
        _show(league, entry.stable, entry.man)
    champions.crown_men(league, table)
    for entry in match.men:
        assert entry.stable is not None
        _show(league, entry.stable, entry.man)
    endings.look(league)


def winner_of(match: Match, homes: Mapping[EntryId, ManHome]) -> EntryId | None:
    """Return whose side has won, by a fall or on points; nobody's in a draw (D.11)."""
    sides = {entry.stable for entry in match.men if homes[entry.entry].place == 1}
    return sides.pop() if len(sides) == 1 else None


def _pay(league: League, table: Table, match: Match) -> None:
    """Pay both stakes to the winner, or each its own."""
    if match.winner is None:
        escrow.give_back(league, table, match)
        return
    pot = sum(match.stakes.values())
    money.post(league, table, "match", "D.11", (ESCROW, -pot), (match.winner, pot), number=match.number)
    oddities.look_at_match(league, match)


OF_MEMBERS: Mapping[type, Callable[[League, Table, Stable, Any, SetAside], None]] = MappingProxyType(
    {ChallengeToDuel: _challenge, NameForDuel: _name}
)
OF_STEWARD: Mapping[type, Callable[[League, Table, Any], None]] = MappingProxyType(
    {CloseNaming: _close_naming, DuelReturned: _returned}
)
