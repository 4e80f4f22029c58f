"""The field of an event: entries, lanes, strangers and plots (20.2, 20.22, 26.5, R-G24, R-B39, L-78)."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from engine.game import Entrant
from engine.leagues import creating, epic_places, events, founding
from engine.leagues.dark import against, chariot_of
from engine.leagues.epic_places import Wish
from engine.leagues.words.facts import Entered, LeftOut
from engine.leagues.words.state import Entry, League
from engine.stables import packed
from engine.table import Table
from records.values import EntryId, Faction

STRANGER = 1_000
"""Factions of chariots of nobody are numbered from here on."""


T = TypeVar("T")


def enter(league: League, table: Table, chosen: Mapping[EntryId, Sequence[int]]) -> None:
    """Enter the stables' choices, fill the field, and draw the lanes (20.2, 20.22).

    :param chosen: chariots of each stable, the first one first.
    """
    kind = events.under_way(league)
    room, abreast = kind.room(league.options), kind.abreast
    admitted = _admitted(league, table, room, [stable for stable, chariots in chosen.items() if chariots])
    first: list[Wish] = [(stable, chosen[stable][0]) for stable in admitted]
    second: list[Wish] = [(stable, chosen[stable][1]) for stable in admitted if len(chosen[stable]) > 1]
    if league.is_epic:
        second = epic_places.second(league, table, second, room - len(first))
    else:
        second = _drawn(table, second, room - len(first), "second entry", "20.22")
    second += epic_places.of_slaves(league, room - len(first) - len(second))
    strangers = _strangers(league, table, room, len(first) + len(second))
    front = _front_row(league, table, first, second, abreast) + strangers
    behind = [wish for wish in (*first, *second) if wish not in front]
    lanes = {**lanes_of(table, abreast, front), **lanes_of(table, abreast, behind)}
    colours = colours_of(league, kind.rules.colours, first, [*second, *strangers])
    together = sorted([*first, *second], key=lambda wish: (wish[0] or 0, wish not in first))
    for number, wish in enumerate([*together, *strangers], start=1):
        stable, chariot = wish
        entry = Entry(EntryId(number), chariot, stable, colours[wish], lanes[wish], wish in behind)
        league.entries.append(entry)
        table.tell(Entered(entry.entry, chariot, stable, entry.colour, entry.lane, entry.second_row))


def _front_row(league: League, table: Table, first: Sequence[Wish], second: Sequence[Wish], abreast: int) -> list[Wish]:
    """Return who stands in front: first entries, then second ones, by lot (R-G24); the richest last (L-78)."""
    both, front = [*first, *second], list[Wish]()
    room = abreast or len(both)
    leaders = _leaders(league) if len(both) > room else []
    held = [wish for wish in both if wish[0] in leaders]
    for wishes in (first, second):
        ahead = [wish for wish in wishes if wish not in held]
        front += _drawn(table, ahead, room - len(front), "front row", "R-G24")
    return front + _drawn(table, held, room - len(front), "front row", "R-G24")


def _leaders(league: League) -> list[EntryId]:
    """Return the richest stables, if they start behind the others (L-78): by setting, from the second race on."""
    if not (league.is_epic and league.options.leader_behind and league.event > 1):
        return []
    active = [each for each in league.stables.values() if each.status == "active"]
    most = max((each.cash for each in active), default=0)
    return [each.number for each in active if each.cash == most]


def _admitted(league: League, table: Table, room: int, wanting: Sequence[EntryId]) -> list[EntryId]:
    """Return the stables for which there is a place: those with fewer starts so far, then by lot (R-G24).

    In the Epic campaign those with more victories go first (B.2, R-B41).
    """
    left, admitted = list(wanting), list[EntryId]()
    while left and len(admitted) < room:
        tied = epic_places.foremost(league, left) if league.is_epic else _least_raced(league, left)
        admitted += _drawn(table, tied, room - len(admitted), "place in the race", "R-G24")
        left = [stable for stable in left if stable not in tied]
    league.left_out = [stable for stable in wanting if stable not in admitted]
    for stable in league.left_out:
        table.tell(LeftOut(stable))
    return sorted(admitted)


def _least_raced(league: League, wanting: Sequence[EntryId]) -> list[EntryId]:
    """Return the stables with the fewest starts (R-G24)."""
    fewest = min(league.stables[stable].starts for stable in wanting)
    return [stable for stable in wanting if league.stables[stable].starts == fewest]


def _drawn(table: Table, wanting: Sequence[T], room: int, what_for: str, rule: str) -> list[T]:
    """Return all, in the order given; if room is short, lots leave some out."""
    left = list(wanting)
    while len(left) > max(0, room):
        left.pop(_lot(table, len(left), what_for, rule))
    return left


def _lot(table: Table, left: int, what_for: str, rule: str) -> int:
    """Draw one of *left*, 0 first; the last one needs no die."""
    return 0 if left == 1 else table.roll(None, what_for, rule, count=1, sides=left).total - 1


def _strangers(league: League, table: Table, room: int, there: int) -> list[Wish]:
    """Build chariots of nobody until the field is filled (R-B39). Without a stable in it there is no race (L-8)."""
    league.strangers = {}
    for _ in range(max(0, min(league.options.filled_to, room) - there) if there else 0):
        chariot = (
            creating.random_chariot(league, table, None)
            if league.is_epic
            else founding.build(league, table, None, founding.draw_points(table))
        )
        league.strangers[chariot.number] = chariot
    return [(None, number) for number in league.strangers]


def lanes_of(table: Table, abreast: int, row: Sequence[Wish]) -> dict[Wish, int]:
    """Draw a lane each for the chariots of a row (20.22); without lanes they stand in the order in which they came."""
    if not abreast:
        return {wish: lane for lane, wish in enumerate(row, start=1)}
    lanes = list(range(1, abreast + 1))
    return {wish: lanes.pop(_lot(table, len(lanes), "start lane", "20.22")) for wish in row}


def colours_of(league: League, known: Sequence[str], first: Sequence[Wish], others: Sequence[Wish]) -> dict[Wish, str]:
    """Return the colour of each chariot: a stable's first one has the stable's, the others the next free one (H.7).

    With many stables, other chariots may have their colours, too. So they may where the game knows fewer colours.

    :param known: all colours of the game.
    """
    own = {wish: league.stables[wish[0]].colour for wish in first if wish[0] is not None}
    colours = {wish: colour for wish, colour in own.items() if colour in known}
    taken = {stable.colour for stable in league.stables.values()} if len(league.stables) < len(known) // 2 else set()
    for wish in (*(each for each in first if each not in colours), *others):
        free = [colour for colour in known if colour not in colours.values()]
        colours[wish] = next((colour for colour in free if colour not in taken), free[0])
    return colours


def contests(league: League) -> list[list[Entrant]]:
    """Return the fields of the event's contests, which are held at the same time: one race, with all entrants."""
    return [entrants(league)]


def entrants(league: League) -> list[Entrant]:
    """Return the entrants of the event, each with all it brings, plots included: keep them secret."""
    return [_entrant(league, entry) for entry in league.entries]


def _entrant(league: League, entry: Entry) -> Entrant:
    goods = events.under_way(league).brings(entry, chariot_of(league, entry.chariot), against(league, entry.chariot))
    faction = entry.stable if entry.stable is not None else STRANGER + entry.entry
    return Entrant(entry.entry, entry.colour, Faction(faction), brings=packed(goods))
