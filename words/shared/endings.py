"""The words at the end of a race: the result in the thread, and a farewell to each player."""

from collections.abc import Sequence

from records.races import PublicRace
from records.values import EntryId, PlayerId
from words.shared.names import harmless, place_of
from words.shared.results import Chance, Names, Place, Result, by_driver, share_of
from words.shared.telling import called, ordinal

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def result_lines(race: PublicRace, result: Result, chances: Sequence[Chance], names: Names) -> list[str]:
    """Return the result of a race, a line each: winner, every place, the deciding moment, awards, luck."""
    lines = [f"## {result.title}", f"-# {harmless(race.record.title)} · {result.length}"]
    lines += [_place(race, each, names) for each in result.places]
    lines += [f"⚔️ {result.decisive}"] if result.decisive else []
    lines += result.awards
    luck = by_driver(chances)
    if luck:
        shares = sorted(luck, key=lambda entry: -share_of(luck[entry]))
        told = " · ".join(f"{called(names, entry)} {share_of(luck[entry])} %" for entry in shares)
        lines.append(f"-# Luck of the dice, 50 % is fair: {told}")
    return lines


def _place(race: PublicRace, place: Place, names: Names) -> str:
    faction = race.faction_of(place.entry)
    who = "" if faction is None or faction.holder is None else f" · <@{faction.holder}>"
    number = "–" if place.place is None else MEDALS.get(place.place, f"{place.place}.")
    return f"{number} {called(names, place.entry)}{who}{f' · {place.note}' if place.note else ''}"


def farewell_lines(
    race: PublicRace, player: PlayerId, result: Result, purse: str, names: Names, following: str
) -> list[str]:
    """Return the farewell to a player after a race: place, deeds, the purse, the next step.

    :param purse: the winnings of bets in words; empty for none.
    :param following: the next race or step, if known.
    """
    mine = [each for each in result.places if _is_of(race, each.entry, player)]
    best = min(mine, key=lambda each: each.place or len(result.places) + 1, default=None)
    if best is None:
        return []
    came = "no place" if best.place is None else f"{ordinal(best.place)} of {len(result.places)}"
    stories = result.stories or {}
    lines = [f"### {MEDALS.get(best.place or 0, '🏁')} {harmless(race.record.title)}: {came}"]
    lines += [f"{called(names, each.entry)}. {stories[each.entry]}" for each in mine if each.entry in stories]
    lines += [result.title.removeprefix("🏆 ")] if best.place != 1 else []
    lines += [purse] if purse else []
    return [*lines, following or f"Race again? Press **Again** under the result in {place_of(race.record)}."]


def _is_of(race: PublicRace, entry: EntryId, player: PlayerId) -> bool:
    faction = race.faction_of(entry)
    return faction is not None and player == faction.holder
