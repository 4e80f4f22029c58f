"""Tables of an archive, as CSV that no spreadsheet takes for formulas."""

import csv
import io
from collections.abc import Iterable, Sequence

import msgspec

from engine.leagues.views import LeagueView
from engine.leagues.words.facts import Posted
from engine.leagues.words.state import BANK, POT
from records.exports import ExportedRace, ToldCup, ToldRace
from records.races import EntryRecord, PublicRace
from words.leagues.standings import WHY

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """Return a table; a text that a spreadsheet would take for a formula gets an apostrophe before it.

    >>> table(["name", "sum"], [["=1+1", -3]])
    b"name,sum\\r\\n'=1+1,-3\\r\\n"
    """
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(head)
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return out.getvalue().encode()


def _harmless(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else "" if cell is None else cell


def field(race: PublicRace) -> bytes:
    """Return the drivers with their chariots, or the owners with their stables."""
    return table(("number", "colour", "name", "driver"), [(*_of(each), _driver(race, each)) for each in race.entries])


def results(told: ToldRace) -> bytes:
    """Return the results of all entries."""
    entries = {each.entry: each for each in told.race.entries}
    rows = [(place, *_of(entries[entry]), _driver(told.race, entries[entry])) for entry, place in told.places]
    return table(("place", "number", "colour", "name", "driver"), rows)


def _of(entry: EntryRecord) -> tuple[int, str, str]:
    return entry.entry, entry.colour, entry.name


def _driver(race: PublicRace, entry: EntryRecord) -> str:
    faction = race.faction_of(entry.entry)
    return "" if faction is None else faction.name


def facts(told: ToldRace) -> bytes:
    """Return each public fact: its number, the answer that led to it, its kind, and its content as JSON."""
    file = msgspec.json.decode(told.file, type=ExportedRace)
    rows = [
        (each.n, each.input, "void" if each.void else "", _kind(each.fact), bytes(each.fact).decode())
        for each in file.facts
    ]
    return table(("n", "input", "void", "kind", "fact"), rows)


def _kind(fact: msgspec.Raw) -> str:
    return msgspec.json.decode(fact, type=_Tagged).type


class _Tagged(msgspec.Struct):
    type: str


def cup_standings(cup: ToldCup) -> bytes:
    """Return how a cup stands: the points of each race, and their sum."""
    races = max((len(points) for _, _, points, _ in cup.rows), default=0)
    head = ("place", "name", *(f"race {n}" for n in range(1, races + 1)), "points")
    return table(head, [(place, name, *points, total) for place, name, points, total in cup.rows])


def league_standings(race: PublicRace, view: LeagueView) -> bytes:
    """Return how a league stands; no place where a stable cannot win."""
    named = {each.entry: each.name for each in race.entries}
    rows = []
    for rank in view.ranks:
        stable = view.stable(rank.stable)
        place = rank.rank if rank.counts else None
        rows.append((place, rank.stable, named.get(rank.stable, ""), rank.cash, stable.wins, stable.starts))
    return table(("place", "stable", "name", "cash", "wins", "starts"), rows)


def ledger(told: ToldRace) -> bytes:
    """Return the public movements between treasuries; each sums to 0."""
    named = {int(each.entry): each.name for each in told.race.entries} | {BANK: "bank", POT: "pot"}
    moved = [fact for phase in told.phases for fact in phase if isinstance(fact, Posted)]
    rows = [
        (n, WHY.get(fact.why, fact.why), named.get(each.account, each.account), each.amount)
        for n, fact in enumerate(moved, start=1)
        for each in fact.lines
    ]
    return table(("movement", "why", "account", "sesterces"), rows)
