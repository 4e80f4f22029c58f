"""The sheets of each phase as a league stands: who is asked what, and what silence answers."""

from collections.abc import Callable, Mapping

from engine.campaign import auction, fitness
from engine.campaign.words import charts
from engine.campaign.words.options import CHARIOTS
from engine.campaign.words.sheets import (
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
from engine.campaign.words.state import CALENDAR, League, PhaseName, Stable
from engine.game import Ask, AskAll
from records.values import EntryId


def asked(league: League) -> Ask | AskAll:
    """Return what is asked in the phase under way."""
    return _ASKED[league.phase](league)


def founding(league: League) -> AskAll:
    silence = Founding(charts.UNSAID)
    owners = [each.number for each in league.stables.values() if each.role == "owner"]
    return AskAll(tuple(Ask(number, FoundStable(CHARIOTS), silence, secret=True) for number in owners))


def stable(league: League) -> AskAll:
    """Ask every owner who can decide; a kept stable has its manager."""
    owners = [each for each in league.stables.values() if each.status == "active" and each.role == "owner"]
    return AskAll(tuple(_stable_day(each) for each in owners))


def _stable_day(each: Stable) -> Ask:
    injuries = fitness.startable(each)
    cannot = tuple(number for number in each.chariots if number not in injuries)
    return Ask(each.number, StableDay(injuries, cannot), Entries(by_manager=True), secret=True)


def eve(league: League) -> AskAll:
    """Ask every member: an empty sheet is sealed like any other (H.11)."""
    entered: dict[int, EntryId | None] = {entry.chariot: entry.stable for entry in league.entries}
    members = [each for each in league.stables.values() if each.status == "active"]
    silence = Eve(by_manager=True)
    return AskAll(
        tuple(
            Ask(
                each.number,
                EveOfRace(each.number, each.cash, entered, league.options.own_bet),
                silence,
                secret=True,
                stays_sealed=True,
            )
            for each in members
        )
    )


def race(league: League) -> Ask:
    entries = tuple(entry.entry for entry in league.entries)
    return Ask(CALENDAR, RunRace(league.event, entries), CalledOff())


def protest(league: League) -> Ask:
    return Ask(CALENDAR, Protest(league.event), GoOn())


def gap(league: League) -> Ask:
    return Ask(CALENDAR, Wait(league.event), GoOn())


def _auction(league: League) -> AskAll:
    return AskAll(auction.asks(league))


_ASKED: Mapping[PhaseName, Callable[[League], Ask | AskAll]] = {
    "founding": founding,
    "stable": stable,
    "eve": eve,
    "race": race,
    "protest": protest,
    "auction": _auction,
    "gap": gap,
}
