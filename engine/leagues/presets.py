"""Well-tried sets of options of a season, for hosts (H.12)."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.game import Preset

WEEKLY = "one event a week"
"""The preset whose events keep to the days of the week; the rest between two of them lasts until Monday."""

EPIC: Mapping[str, str] = MappingProxyType({"campaign": "epic", "edition": "epic"})

EPIC_PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        "epic": Preset("Auctions, a market, match races, champions; ten races.", {**EPIC, "leader_behind": "yes"}),
        "epic-printed": Preset(
            "As in its book: stakes come back; auctions end at the first lot that nobody wants.",
            {**EPIC, "stake_back": "yes", "late_minimum": "0", "stop_at_first_pass": "yes"},
        ),
        "gladiators": Preset(
            "Epic, and every other event a gala; duels for stakes; six events.",
            {**EPIC, "leader_behind": "yes", "arena": "both", "gala_every": "2", "events": "6"},
        ),
    }
)
"""Of the Epic campaign (R-B2, R-B30, R-B34, L-78)."""

PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        "classic": Preset("As printed: five chariots each, ten races of three laps.", {"filled_to": "0"}),
        **EPIC_PRESETS,
        "short": Preset("Five races of two laps.", {"events": "5", "laps": "2"}),
        WEEKLY: Preset("Ten races of one lap, Monday to Sunday, two turns a day.", {"laps": "1", "gap": "1"}),
    }
)
"""Of both campaigns."""
