"""The sheets of each phase: the members it asks, their questions, and the answers of silence (H.3)."""

from collections.abc import Callable, Mapping

from engine.leagues import auction, bidding, events, gala_days, loans, protests, wares
from engine.leagues.words import charts
from engine.leagues.words.options import CHARIOTS
from engine.leagues.words.sheets import (
    CalledOff,
    Entries,
    Eve,
    EveOfRace,
    Founding,
    FoundStable,
    GoOn,
    Protest,
    RunRace,
    StableDay,
    Wait,
)
from engine.leagues.words.state import CALENDAR, League, PhaseName, Stable
from engine.questions import Ask, AskAll
from records.values import EntryId


def asked(league: League) -> Ask | AskAll:
    """Return the questions of the phase under way (H.3)."""
    return _ASKED[league.phase](league)


def founding(league: League) -> AskAll:
    """Ask every owner, in secret, how to build their chariots (20.1, L-1); in the Epic campaign nobody is asked."""
    if league.is_epic:
        return AskAll(())
    silence = Founding(charts.UNSAID)
    owners = [each.number for each in league.stables.values() if each.role == "owner"]
    return AskAll(tuple(Ask(number, FoundStable(CHARIOTS), silence, secret=True) for number in owners))


def market(league: League) -> AskAll:
    """Ask every owner who can pay for a lot what they bid (H.5); nobody, once the season is to end."""
    return AskAll(() if league.ending else bidding.asks(league))


def stable(league: League) -> AskAll:
    """Ask every active owner for entries (20.2); a kept stable has its manager (L-15)."""
    if league.ending:
        return AskAll(())
    owners = [each for each in league.stables.values() if each.status == "active" and each.role == "owner"]
    return AskAll(tuple(_stable_day(league, each) for each in owners))


def deciding(league: League, asked: AskAll) -> AskAll:
    """Leave out the members who have nothing to decide as a phase opens: they count as ready (H.3, L-44).

    On a stable day those are owners without a chariot that can start or money to mend one; on the eve, members without
    a sesterce. All know that of them, so a missing seal gives no secret away. If it leaves out everybody, ask all: the
    phase takes its time, as deals may still help somebody.
    """
    found = tuple(each for each in asked.asks if _may_decide(league, league.stables[each.entry]))
    return AskAll(found or asked.asks)


def _may_decide(league: League, member: Stable) -> bool:
    if league.phase == "eve":
        return member.cash > 0
    if events.is_gala(league) and member.gladiators:
        return True
    if league.is_epic:
        return bool(events.under_way(league).fit(member)) or member.cash >= charts.LEAST_PRICE
    can_mend = member.cash >= charts.LEAST_PRICE or loans.help_at_most(league, member) > 0
    return bool(events.under_way(league).fit(member)) or (bool(member.chariots) and can_mend)


def _stable_day(league: League, each: Stable) -> Ask:
    if events.is_gala(league):
        return gala_days.stable_day(league, each)
    kind = events.under_way(league)
    injuries = wares.enterable(league, each)
    cannot = tuple(number for number in each.chariots if number not in injuries)
    held = tuple(number for number in kind.fit(each) if number not in injuries)
    return Ask(each.number, StableDay(injuries, cannot, kind.most_each, held), Entries(by_manager=True), secret=True)


def eve(league: League) -> AskAll:
    """Ask every member: an empty sheet is sealed like any other (H.11)."""
    members = [each for each in league.stables.values() if each.status == "active"]
    if league.gala is not None:
        return AskAll(tuple(gala_days.eve(league, each) for each in members))
    entered: dict[int, EntryId | None] = {entry.chariot: entry.stable for entry in league.entries}
    silence, devices = Eve(by_manager=True), events.under_way(league).devices
    return AskAll(
        tuple(
            Ask(
                each.number,
                EveOfRace(each.number, each.cash, entered, league.options.own_bet, tuple(devices), league.is_epic),
                silence,
                secret=True,
                stays_sealed=True,
            )
            for each in members
        )
    )


def race(league: League) -> Ask:
    """Ask the calendar to run the event's race, or all matches of its gala, or to call it off (H.3, R-G22)."""
    gala = league.gala
    entries = tuple(entry.entry for entry in league.entries) if gala is None else tuple(gala.fighting)
    return Ask(CALENDAR, RunRace(league.event, entries), CalledOff())


def protest(league: League) -> Ask | AskAll:
    """Ask the calendar to let the time for protests pass; ask no question once all owners let the race stand (L-43)."""
    return AskAll(()) if protests.are_over(league) else Ask(CALENDAR, Protest(league.event), GoOn())


def gap(league: League) -> Ask | AskAll:
    """Ask the calendar to wait until the days of rest are over (H.3)."""
    return AskAll(()) if league.ending else Ask(CALENDAR, Wait(league.event), GoOn())


def _auction(league: League) -> AskAll:
    return AskAll(auction.asks(league))


_ASKED: Mapping[PhaseName, Callable[[League], Ask | AskAll]] = {
    "founding": founding,
    "market": market,
    "stable": stable,
    "eve": eve,
    "race": race,
    "protest": protest,
    "auction": _auction,
    "gap": gap,
}
