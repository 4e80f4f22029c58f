"""Following: people choose a race, a person or a stable, and hear privately how its races end."""

import msgspec

from records.values import Faction, PlayerId, RaceId

NOBODY, NO_RACE, NO_STABLE = PlayerId(0), RaceId(0), Faction(0)


class Follow(msgspec.Struct, frozen=True, kw_only=True):
    """What one person follows: somebody in a server, or a race or a league, or one stable of a league."""

    player: PlayerId
    guild: int
    person: PlayerId = NOBODY
    race: RaceId = NO_RACE  # or the league
    stable: Faction = NO_STABLE  # of that league

    @property
    def is_of_stable(self) -> bool:
        return bool(self.stable)
