"""The words at the end of a race: the result in the thread, and a farewell to each player."""

from records.races import PublicRace
from records.values import EntryId, PlayerId
from words.shared.names import harmless, mention, place_of
from words.shared.nouns import RACE, Nouns
from words.shared.results import Names, Place, Result
from words.shared.telling import called, joined, ordinal

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def medal_of(place: int, nouns: Nouns, other: str = "") -> str:
    """Return a place's medal, or *other* where the game has none for it: a man who fell wins no silver."""
    return MEDALS.get(place, other) if place <= nouns.medals else other


def result_lines(race: PublicRace, result: Result, names: Names, nouns: Nouns = RACE) -> list[str]:
    """Return the result of a race, a line each: winner, every place, the deciding moment, rivals, awards."""
    lines = [f"## {result.title}", f"-# {harmless(race.record.title)} · {result.length}"]
    lines += [_place(race, each, names, nouns) for each in result.places]
    lines += [f"⚔️ {result.decisive}"] if result.decisive else []
    lines += _best_of_the_people(race, result, names) + _rivals(race, result, names)
    return [*lines, *result.awards]


def _best_of_the_people(race: PublicRace, result: Result, names: Names) -> list[str]:
    """Return who was the first person home, where a house driver won and two people or more drove."""
    mine = _by_people(race, result)
    won = [each.entry for each in result.places if each.place == 1]
    if len(mine) < 2 or not won or any(_holder(race, entry) is not None for entry in won):
        return []
    placed = [each for each in mine.values() if each.place is not None]
    best = [called(names, each.entry) for each in placed if each.place == min(one.place or 0 for one in placed)]
    return [f"🙌 Best of the people: {joined(best)}"] if best else []


def _rivals(race: PublicRace, result: Result, names: Names) -> list[str]:
    """Return the house driver who came in nearest to each person; of two as near, the one ahead. Of two nobody asks."""
    order = [each for each in result.places if each.place is not None]
    if len(result.places) == 2:
        return []
    house = [at for at, each in enumerate(order) if _holder(race, each.entry) is None]
    pairs: dict[EntryId, list[str]] = {}
    for mine in _by_people(race, result).values():
        if house and mine in order:
            here = order.index(mine)
            at = min(house, key=lambda one: (abs(one - here), one))
            side = "just ahead of" if at == here - 1 else "just behind" if at == here + 1 else "nearest to"
            pairs.setdefault(order[at].entry, []).append(f"{side} {called(names, mine.entry)}")
    told = "; ".join(f"{called(names, rival)}, {joined(near)}" for rival, near in pairs.items())
    return [f"🤺 House {'rival' if len(pairs) == 1 else 'rivals'}: {told}"] if pairs else []


def _by_people(race: PublicRace, result: Result) -> dict[int, Place]:
    """Return the best place of each person who was at the reins to the end, the first of them home first."""
    mine: dict[int, Place] = {}
    for each in result.places:
        faction = race.faction_of(each.entry)
        if faction is not None and faction.at_the_reins is not None:
            mine.setdefault(faction.at_the_reins, each)
    return mine


def _holder(race: PublicRace, entry: EntryId) -> int | None:
    faction = race.faction_of(entry)
    return None if faction is None else faction.holder


def _place(race: PublicRace, place: Place, names: Names, nouns: Nouns) -> str:
    holder = _holder(race, place.entry)
    who = "" if holder is None else f" · {mention(holder)}"
    number = "–" if place.place is None else medal_of(place.place, nouns, f"{place.place}.")
    return f"{number} {called(names, place.entry)}{who}{f' · {place.note}' if place.note else ''}"


def farewell_lines(
    race: PublicRace, player: PlayerId, result: Result, purse: str, names: Names, following: str, nouns: Nouns
) -> list[str]:
    """Return the farewell to a player after a race: place, deeds, the purse, the next step.

    :param purse: the winnings of bets in words; empty for none.
    :param following: the next race or step, if known.
    :param nouns: of the race's game.
    """
    mine = [each for each in result.places if _is_of(race, each.entry, player)]
    best = min(mine, key=lambda each: each.place or len(result.places) + 1, default=None)
    if best is None:
        return []
    came = "no place" if best.place is None else f"{ordinal(best.place)} of {len(result.places)}"
    stories = result.stories or {}
    lines = [f"### {medal_of(best.place or 0, nouns, '🏁')} {harmless(race.record.title)}: {came}"]
    lines += [f"{called(names, each.entry)}. {stories[each.entry]}" for each in mine if each.entry in stories]
    lines += [result.title.removeprefix("🏆 ")] if best.place != 1 else []
    lines += [purse] if purse else []
    return [
        *lines,
        following or f"{nouns.race.capitalize()} again? Press **Again** under the result in {place_of(race.record)}.",
    ]


def _is_of(race: PublicRace, entry: EntryId, player: PlayerId) -> bool:
    return _holder(race, entry) == player
