"""The card of a race in its channel: who is in, who leads, who has won. All of it is for everybody."""

from collections.abc import Mapping, Sequence
from typing import Any

from records.races import PublicRace
from records.values import EntryId
from words.shared.endings import MEDALS, medal_of
from words.shared.glance import Teller
from words.shared.kinds import kind_words
from words.shared.names import mention, names_in
from words.shared.nouns import Nouns
from words.shared.telling import called, count

MOST_NAMED, MOST_LEADS = 8, 3
"""Entrants by name, and changes of the lead, the latest."""

Names = Mapping[EntryId, str]


def entrants(race: PublicRace, nouns: Nouns) -> str:
    """Return who is in: people with their chariots, and how many places the house has."""
    names = names_in(race)
    people = [each for each in race.factions if each.holder is not None]
    chariots = {
        each.faction: ", ".join(names[entry.entry] for entry in race.entries if entry.faction == each.faction)
        for each in people
    }
    named = [f"{chariots[each.faction]} {mention(each.holder)}".strip() for each in people[:MOST_NAMED]]
    more = [f"{len(people) - MOST_NAMED} more"] if len(people) > MOST_NAMED else []
    house = len(race.factions) - len(people)
    told = [*named, *more, *([count(house, kind_words(race, nouns).house)] if house else [])]
    return f"👥 {' · '.join(told)}" if told else "👥 Nobody is in yet."


def lead_lines(words: Teller, ends: Sequence[Any], names: Names) -> list[str]:
    """Return the latest changes of the lead, a line each: only those that stood when a turn was over.

    :param ends: the public view at the end of each turn, in order.
    """
    lines, was = list[str](), None
    for view in ends:
        leads = leader(words, view, names)
        if leads is not None and leads != was:
            over = f" from {called(names, was)}" if was is not None else ""
            takes = f"takes the lead{over}" if over else "leads"
            lines.append(f"⚔️ {(words.over or words.turn)(view)}: {called(names, leads)} {takes}.")
            was = leads
    return lines[-MOST_LEADS:]


def leader(words: Teller, view: Any, names: Names) -> EntryId | None:
    """Return who leads alone; ``None`` where nobody does, or the game does not tell."""
    lying = {entry: words.lying(view, entry) for entry in names} if words.lying else {}
    level = [entry for entry, each in lying.items() if each is not None and not each.behind]
    return level[0] if len(level) == 1 else None


def podium(race: PublicRace, places: Mapping[EntryId, int | None], nouns: Nouns) -> list[str]:
    """Return the winner of a race that is over, and the next places, a line each.

    :param places: by entry, the first chariot first.
    :param nouns: of the race's game.
    """
    names, lines = names_in(race), list[str]()
    for entry, place in places.items():
        if place in MEDALS:
            faction = race.faction_of(entry)
            who = "" if faction is None or faction.holder is None else f" · {mention(faction.holder)}"
            wins = " wins" if place == 1 else ""
            lines.append(f"{medal_of(place, nouns, f'{place}.')} {called(names, entry)}{who}{wins}")
    return lines or [f"🏁 It is over, and {nouns.nobody}."]
