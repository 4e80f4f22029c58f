"""The aftermath of a league's race: kept with the race's end, so that no later update stands in between."""

from typing import Any

import msgspec

from engine.game import AnyRuleset
from records.races import PublicRace


def comes_home(race: PublicRace, rules: AnyRuleset, state: Any) -> str | None:
    """Return the aftermath of a race that is over, as JSON; ``None`` for a race that belongs to no league."""
    if race.record.league is None or rules.stables is None:
        return None
    return msgspec.json.encode(rules.stables.aftermath(state)).decode()
