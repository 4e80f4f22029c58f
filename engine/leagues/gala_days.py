"""A gala from its entries to its last blow (H.8.1): sheets, draw, bets, and its matches as contests of the event."""

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.game import Entrant
from engine.leagues import barracks, galas, lineup, pair_bets, pairing, wares
from engine.leagues.words.arena_facts import GalaOpened, GalaPassedOver
from engine.leagues.words.arena_sheets import EveOfGala, GalaDay, GalaEntries, GalaEntry, GalaEve
from engine.leagues.words.arena_state import Gala, Gladiator, ManEntry
from engine.leagues.words.state import League, Stable
from engine.questions import Answer, Ask
from engine.stables import packed
from engine.table import Table
from records.values import EntryId, Faction


class Contest(msgspec.Struct, frozen=True):
    """A match of a gala, or a duel, as the arena plays it."""

    number: int  # of the gala's matches, 1 first; of a duel its match's
    entries: tuple[ManEntry, ...]
    entrants: tuple[Entrant, ...]  # each with all that is brought; pleas are secret
    options: Any  # of the arena


def contests(league: League) -> list[Contest]:
    """Return the matches of the gala, which are fought at the same time."""
    gala = league.gala
    assert gala is not None
    make = galas.melee_options if gala.form == "melee" else galas.pair_options
    return [
        _contest(league, gala, number, match, make(league.options))
        for number, match in enumerate(gala.matches, start=1)
    ]


def _contest(league: League, gala: Gala, number: int, match: tuple[EntryId, ...], options: Any) -> Contest:
    entries = tuple(gala.entry(each) for each in match)
    return Contest(number, entries, tuple(entrant(each, man_of(league, each)) for each in entries), options)


def entrant(entry: ManEntry, man: Gladiator) -> Entrant:
    """Return a gladiator as the arena takes them in."""
    faction = entry.stable if entry.stable is not None else lineup.STRANGER + entry.entry
    return Entrant(entry.entry, entry.colour, Faction(faction), brings=packed(galas.brings(man, entry.plea)))


def man_of(league: League, entry: ManEntry) -> Gladiator:
    """Return the gladiator of an entry, of a stable or of the state."""
    if entry.stable is None:
        assert league.gala is not None
        return league.gala.strangers[entry.man]
    return league.stables[entry.stable].gladiators[entry.man]


# The stable day


def stable_day(league: League, stable: Stable) -> Ask:
    """Ask an owner for gladiators (R-C15)."""
    fit = wares.men_to_enter(league, stable)
    cannot = tuple(number for number in stable.gladiators if number not in fit)
    question = GalaDay(fit, cannot, league.options.men_each)
    return Ask(stable.number, question, GalaEntries(by_manager=True), secret=True, stays_sealed=True)


def by_manager(league: League, stable: Stable) -> tuple[GalaEntry, ...]:
    """Return whom a manager enters: the healthiest man, without a plea; nobody if it enters no chariots (H.8.1)."""
    fit = wares.men_to_enter(league, stable)
    men = sorted((stable.gladiators[number] for number in fit), key=barracks.health)
    return tuple(GalaEntry(man.number) for man in men[:1]) if stable.manager.entries else ()


def enter(league: League, table: Table, wishes: Mapping[EntryId, tuple[GalaEntry, ...]]) -> None:
    """Enter the men, and draw the pairs: the gala has its eve, or is passed over (R-C15)."""
    league.gala = pairing.enter(league, table, wishes)
    if league.gala is None:
        table.tell(GalaPassedOver(league.event))
        league.phase = "reckoning"
    else:
        league.phase = "eve"


# The eve


def eve(league: League, member: Stable) -> Ask:
    """Ask a member for bets (H.8.4): an empty sheet is sealed like any other."""
    gala = league.gala
    assert gala is not None
    question = EveOfGala(member.number, member.cash, tuple(gala.matches), tuple(gala.entered_by(member.number)))
    return Ask(member.number, question, GalaEve(), secret=True, stays_sealed=True)


def open_gala(league: League, table: Table, given: Mapping[EntryId, Answer]) -> None:
    """Reveal the bets, and let the show begin (H.8.1)."""
    gala = league.gala
    assert gala is not None
    stakes = {number: sheet.stakes for number, sheet in given.items() if isinstance(sheet, GalaEve)}
    pair_bets.reveal(league, table, gala, stakes)
    table.tell(GalaOpened(league.event, pairing.told(gala)))
    league.phase = "race"
