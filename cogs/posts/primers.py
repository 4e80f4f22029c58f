"""The primer: how one wins, in the first post of a race in which somebody drives that game for the first time."""

from records.races import PublicRace
from records.values import PlayerId
from steward import Steward
from words import WORDS


async def primer_of(steward: Steward, race: PublicRace) -> list[str]:
    """Return the lines of a race's primer; none where all its people know the game, and in lessons."""
    primer = WORDS[race.record.ruleset].primer
    if not primer or race.record.lesson or race.record.is_league:
        return []
    for faction in race.factions:
        if faction.player is not None and await _is_new(steward, race, faction.player):
            return list(primer)
    return []


async def _is_new(steward: Steward, race: PublicRace, player: PlayerId) -> bool:
    """Tell whether a player reads of this game here first: they have finished none, and fight in no match before it.

    Lessons do not count. The matches of one gala begin together: what they teach counts with the next event.
    """
    known = [each for each in await steward.races_of(player) if each.record.ruleset == race.record.ruleset]
    beside = [each for each in known if _are_of_one_event(each, race)]
    if any(each.record.id < race.record.id and each.faction_for(player) is not None for each in beside):
        return False
    before = [each.record for each in known if each not in beside]
    return not any(each.state == "finished" and not each.lesson for each in before)


def _are_of_one_event(one: PublicRace, other: PublicRace) -> bool:
    places = {(each.record.league, each.record.round) for each in (one, other)}
    return one.record.league is not None and len(places) == 1
