"""A race that is over, in short: drivers, results, stakes; made from the record alone."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from db.reading.past import Dossier
from engine.facts import Fact
from engine.figures import EntryFigures, Figures
from engine.game import AnyRuleset
from engine.leagues.words.state import CALENDAR
from engine.series import Result
from records.acts import ActKind
from records.past import PastEntry, PastRace, Summary
from records.races import EntryRecord, FactionRecord, RaceRecord
from records.values import EntryId, Faction, PlayerId
from steward.hosting.answerable import answerable, driver_at_start

MEDDLING: tuple[ActKind, ...] = ("rewind", "restart", "correct", "default", "replace")
"""Acts by which a host changes how a race goes on."""

MEDDLING_AROUND: tuple[ActKind, ...] = (*MEDDLING, "close", "undo", "expel", "hand")
"""Acts on an event of a cup or a league by which a host changes how its race goes, though they are not the race's."""


LONGEST = 64
"""Characters of a driver's name with the league's."""


class Luck(NamedTuple):
    """How the dice fell for a chariot, over the rolls that decided something."""

    excess: int  # of its shares of luck over a half each, in thousandths
    rolls: int


LuckOf = Callable[[str, Sequence[Fact], msgspec.Struct], Mapping[EntryId, Luck]]
"""Ruleset, all valid public facts, the race's options -> luck by chariot; empty for a game that has no measure."""


class _Course(NamedTuple):
    """A race's results, figures, luck and drivers, read off its facts and last view."""

    results: Mapping[EntryId, tuple[int, Result]]  # rank and result
    figures: Figures
    luck: Mapping[EntryId, Luck]
    drivers: Mapping[int, str]  # of a league, with its title: each league has a Felix
    is_over: bool

    def of(self, entry: EntryId) -> EntryFigures:
        """Return the figures of a chariot."""
        return self.figures.entries.get(entry, EntryFigures())


def no_luck(_ruleset: str, _facts: Sequence[Fact], _options: msgspec.Struct) -> Mapping[EntryId, Luck]:
    """Return nothing: a steward without words measures no luck."""
    return {}


DriverName = Callable[[int], str]
"""The name of a league's driver, by its number there."""


def sum_up(dossier: Dossier, rules: AnyRuleset, luck_of: LuckOf, driver_name: DriverName = str) -> Summary:
    """Return the summary of a race that is over."""
    race, factions, entries = dossier.field
    course = _read(dossier, rules, luck_of, driver_name)
    rows = _rows(dossier, factions, entries, course)
    people = {each.person for each in rows if each.person is not None}
    came_in = [each.odds for each in rows if each.place == 1 and each.odds is not None]
    past = PastRace(
        race=race.id,
        revision=race.revision,
        guild=race.guild,
        ruleset=race.ruleset,
        edition=course.figures.edition,
        course=course.figures.course,
        title=race.title,
        channel=race.channel,
        thread=race.thread,
        cup=race.cup,
        league=race.league,
        round=race.round,
        outcome="finished" if race.state == "finished" else "called off",
        at=race.opened if race.ended is None else race.ended,
        began=dossier.began,
        turns=course.figures.turns,
        people=len(people),
        is_rated=_is_rated(race, people, _callers(dossier), is_over=course.is_over),
        called_off_by=race.called_off_by,
        odds=max(came_in, default=None),
        payoff=dossier.stakes.payoff,
        payee=dossier.stakes.payee,
        payee_name=dossier.stakes.payee_name,
    )
    return Summary(past, rows)


def _read(dossier: Dossier, rules: AnyRuleset, luck_of: LuckOf, driver_name: DriverName) -> _Course:
    """Read a race's results, figures, luck and drivers off its facts and last view."""
    race = dossier.field[0]
    facts = [fact for fact in map(rules.read_fact, dossier.facts) if not fact.is_private]
    view = None if dossier.view is None else rules.read_view(dossier.view)
    is_over = race.state == "finished" and view is not None
    results = rules.results(view) if is_over else ()
    return _Course(
        {each.entry: (rank, each) for rank, each in enumerate(results, start=1)},
        Figures() if view is None else rules.figures_of(view, facts),
        luck_of(race.ruleset, facts, rules.read_options(race.options)),
        {entry: f"{driver_name(number)} · {dossier.season}"[:LONGEST] for entry, number in dossier.drivers.items()},
        is_over,
    )


def _is_rated(race: RaceRecord, people: set[PlayerId], callers: set[PlayerId], *, is_over: bool) -> bool:
    """Tell whether a race counts for ratings; called off by a driver of it, it counts against them alone."""
    return race.is_rated and len(people) > 1 and (is_over or not callers.isdisjoint(people))


def _callers(dossier: Dossier) -> set[PlayerId]:
    """Return who called a race off: the host, and those from whom they had it."""
    return answerable(dossier.field[0].called_off_by, dossier.acts, dossier.began)


def _rows(
    dossier: Dossier, factions: Sequence[FactionRecord], entries: Sequence[EntryRecord], course: _Course
) -> tuple[PastEntry, ...]:
    seats = {each.faction: each for each in factions}
    drove = {each.faction: driver_at_start(each, dossier.acts, dossier.began) for each in factions}
    best = _best(entries, course.results)
    meddlers = _meddlers(dossier) if course.is_over else _callers(dossier)
    rows = []
    for each in entries:
        row = _row(dossier, course, each, None if each.faction is None else seats[each.faction])
        person = None if each.faction is None else drove[each.faction]
        is_meddled = person is not None and person in meddlers
        rows.append(replace(row, person=person, is_best=each.entry in best, is_meddled=is_meddled))
    return tuple(rows)


def _meddlers(dossier: Dossier) -> set[PlayerId]:
    """Return the people who changed how a race goes, by acts on it or on its event (S-48).

    Points given in a cup change no race, nor does an end of the waits between two races of a league.
    """
    found = {act.by for act in dossier.around if act.kind in MEDDLING_AROUND and act.entry != CALENDAR}
    for place, act in enumerate(dossier.acts):
        if act.kind in MEDDLING and '"points"' not in act.body:
            found |= answerable(act.by, dossier.acts[:place], dossier.began)
    return {each for each in found if each is not None}


def _row(dossier: Dossier, course: _Course, entry: EntryRecord, seat: FactionRecord | None) -> PastEntry:
    """Return the row of a chariot as the race alone tells it: not yet who drove, and whether it is their best."""
    rank, result = course.results.get(entry.entry, (None, None))
    figures, luck = course.of(entry.entry), course.luck.get(entry.entry)
    name = entry.name if seat is None else seat.name
    return PastEntry(
        race=dossier.field[0].id,
        entry=entry.entry,
        person=None,
        owner=None if seat is None else seat.player,
        last=None if seat is None else seat.at_the_reins,
        name=name,
        stable="" if entry.faction is None else dossier.stables.get(entry.faction, ""),
        chariot=entry.name,
        colour=entry.colour,
        driver=course.drivers.get(entry.entry, name),
        faction=entry.faction,
        team=min(entry.entry, figures.ally or entry.entry),
        rank=rank,
        place=None if result is None else result.place,
        is_best=False,
        is_alive=figures.is_alive,
        odds=dossier.stakes.odds.get(entry.entry),
        rams=figures.rams,
        survived=figures.survived,
        luck=None if luck is None else luck.excess,
        rolls=None if luck is None else luck.rolls,
        turns=figures.turns,
        is_meddled=False,
    )


def _best(entries: Sequence[EntryRecord], results: Mapping[EntryId, tuple[int, Result]]) -> set[EntryId]:
    """Return of each faction the chariot that ended best; the first one of a race without a result."""
    chariots: defaultdict[Faction | None, list[EntryId]] = defaultdict(list)
    for each in entries:
        chariots[each.faction].append(each.entry)
    last = len(entries) + 1
    return {
        min(mine, key=lambda entry: (results[entry][0] if entry in results else last, entry))
        for mine in chariots.values()
    }
