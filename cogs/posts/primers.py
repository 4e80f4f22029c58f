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
    """Tell whether a player has finished no race of this game yet; lessons do not count."""
    known = [each.record for each in await steward.races_of(player) if each.record.ruleset == race.record.ruleset]
    return not any(each.state == "finished" and not each.lesson for each in known)
