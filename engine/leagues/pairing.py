"""Who fights whom in a gala (H.8.2, R-C15, R-C26): by lot, never one's own man if it can be helped."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from engine.leagues import barracks, galas, naming
from engine.leagues.words import arena_charts
from engine.leagues.words.arena_facts import ManEnteredGala, ManLeftOut, PairsDrawn, PairTold, StateGladiatorCame
from engine.leagues.words.arena_sheets import GalaEntry
from engine.leagues.words.arena_state import Gala, Gladiator, ManEntry
from engine.leagues.words.state import League
from engine.table import Table
from records.values import EntryId

Wish = tuple[EntryId, GalaEntry]
T = TypeVar("T")
Owner = EntryId | None

LEAST_OWNERS = 2


def enter(league: League, table: Table, wishes: Mapping[EntryId, Sequence[GalaEntry]]) -> Gala | None:
    """Enter the stables' men and draw the pairs; ``None`` with men of fewer than two owners (R-C15)."""
    chosen = _admitted(league, table, wishes)
    if len({stable for stable, _ in chosen}) < LEAST_OWNERS:
        return None
    chosen += _of_slaves(league)[: arena_charts.MOST_IN_GALA - len(chosen)]
    gala = Gala("melee" if league.options.form == "melee" and len(chosen) <= galas.MOST_IN_MELEE else "pairs")
    for number, (stable, each) in enumerate(chosen, start=1):
        man = league.stables[stable].gladiators[each.man]
        gala.entries.append(ManEntry(EntryId(number), each.man, stable, "", man.name, each.plea))
    if gala.form == "melee":
        gala.matches = [tuple(each.entry for each in gala.entries)]
    else:
        _draw(league, table, gala)
    _colour(league, gala)
    for entry in gala.entries:
        table.tell(ManEnteredGala(entry.entry, entry.man, entry.stable, entry.colour, entry.name))
    odd = tuple(gala.entry(each).name for each in gala.odd)
    table.tell(PairsDrawn(league.event, told(gala), odd))
    return gala


def told(gala: Gala) -> tuple[PairTold, ...]:
    """Return who fights whom, for all to read."""
    owners = {each.entry: each.stable for each in gala.entries}
    return tuple(
        PairTold(number, pair, gala.names(pair), tuple(owners[each] for each in pair))
        for number, pair in enumerate(gala.matches, start=1)
    )


def _admitted(league: League, table: Table, wishes: Mapping[EntryId, Sequence[GalaEntry]]) -> list[Wish]:
    """Return twelve men at the most: of more, one of each owner first, the others by lot (R-C15).

    Of more than twelve owners those with fewest victories are left out, of equals by lot (B.2, R-B41).
    """
    firsts = [(stable, men[0]) for stable, men in wishes.items() if men]
    others = [(stable, each) for stable, men in wishes.items() for each in men[1:]]
    out: list[Wish] = []
    while len(firsts) > arena_charts.MOST_IN_GALA:
        fewest = min(league.stables[stable].victories for stable, _ in firsts)
        tied = [wish for wish in firsts if league.stables[wish[0]].victories == fewest]
        out.append(tied[_lot(table, len(tied), "place in the gala", "R-B41")])
        firsts.remove(out[-1])
    while len(others) > arena_charts.MOST_IN_GALA - len(firsts):
        out.append(others.pop(_lot(table, len(others), "place in the gala", "R-C15")))
    for stable, each in sorted(out, key=lambda wish: (wish[0], wish[1].man)):
        table.tell(ManLeftOut(stable, each.man, league.stables[stable].gladiators[each.man].name))
    return sorted([*firsts, *others], key=lambda wish: (wish[0], wish not in firsts))


def _of_slaves(league: League) -> list[Wish]:
    """Return the gladiators as whom bankrupts fight for the state: they have places after all owners (R-B37)."""
    slaves = [stable for stable in league.stables.values() if stable.status == "slave"]
    return [
        (stable.number, GalaEntry(man.number))
        for stable in slaves
        for man in stable.gladiators.values()
        if barracks.is_fit(man)
    ]


def _lot(table: Table, left: int, what_for: str, rule: str) -> int:
    return 0 if left == 1 else table.roll(None, what_for, rule, count=1, sides=left).total - 1


def _draw(league: League, table: Table, gala: Gala) -> None:
    """Draw the pairs, and let gladiators of the state fight those who are left over (H.8.2, R-C26)."""
    left, order = list(gala.entries), list[ManEntry]()
    while left:
        order.append(left.pop(_lot(table, len(left), "gala order", "H.8.2")))
    pairs, odd = pair_up([(each.entry, each.stable) for each in order])
    gala.matches = [(one, other) if one < other else (other, one) for one, other in pairs]
    if not league.options.fill:
        gala.odd = odd
        return
    for entry in odd:
        stranger = _of_state(table, len(gala.strangers) + 1)
        gala.strangers[stranger.number] = stranger
        number = EntryId(len(gala.entries) + 1)
        gala.entries.append(ManEntry(number, stranger.number, None, "", stranger.name))
        gala.matches.append((entry, number))


def pair_up(order: Sequence[tuple[EntryId, Owner]]) -> tuple[list[tuple[EntryId, EntryId]], list[EntryId]]:
    """Pair each with the next one down the list who is of another owner; return pairs, and who is left over (H.8.2).

    If two or more of one owner are left, the last pair of men of other owners is broken up for two of them.
    """
    left, owners, pairs = [each for each, _ in order], dict(order), list[tuple[EntryId, EntryId]]()
    while left:
        first = left[0]
        other = next((each for each in left if owners[each] != owners[first]), None)
        if other is None:
            break
        left = [each for each in left if each not in (first, other)]
        pairs.append((first, other))
    while len(left) > 1:
        apart = [n for n, pair in enumerate(pairs) if owners[left[0]] not in (owners[pair[0]], owners[pair[1]])]
        if not apart:
            break
        one, other = pairs.pop(apart[-1])
        pairs += [(one, left[0]), (other, left[1])]
        left = left[2:]
    return pairs, left


def _of_state(table: Table, number: int) -> Gladiator:
    """Return a random gladiator of the state (R-C26)."""
    tr, st, ag, con, w = galas.characteristics(*table.roll(None, "characteristics", "C.2").dice)
    kind = arena_charts.STATE_KINDS[table.roll(None, "gladiator's type", "H.8.2", count=1).total - 1]
    armour, shield = barracks.rolled_equipment(table, None, kind)
    name = naming.draw(table, None)
    table.tell(StateGladiatorCame(-number, name, kind, tr, st, ag, con, w, armour, shield))
    return Gladiator(-number, name, tr, st, ag, con, w, kind, armour, shield)


def _colour(league: League, gala: Gala) -> None:
    """Give each man a colour, in his match: his stable's, or the next free one."""
    for match in gala.matches:
        entries = [gala.entry(each) for each in match]
        colour_men(league, entries)
    for entry in gala.odd:
        colour_men(league, [gala.entry(entry)])


def colour_men(league: League, entries: Sequence[ManEntry]) -> None:
    """Give the men of one match their colours: the first one of a stable its own, all others the next free one."""
    taken = set[str]()
    for each in entries:
        own = None if each.stable is None else league.stables[each.stable].colour
        each.colour = own if own in galas.MEN_COLOURS and own not in taken else ""
        taken.add(each.colour)
    for each in entries:
        if not each.colour:
            each.colour = next(colour for colour in galas.MEN_COLOURS if colour not in taken)
            taken.add(each.colour)
