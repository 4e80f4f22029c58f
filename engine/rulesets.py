"""The games there are; a new one adds its line here."""

from collections import ChainMap
from collections.abc import Mapping
from types import MappingProxyType

from engine.arena.ruleset import RULESET as ARENA
from engine.ave_caesar.ruleset import RULESET as AVE_CAESAR
from engine.chariot_race.ruleset import RULESET as CHARIOT_RACE
from engine.chariots_of_rome.ruleset import RULESET as CHARIOTS_OF_ROME
from engine.circus_maximus.ruleset import RULESET as CIRCUS_MAXIMUS
from engine.game import AnyRuleset
from engine.leagues.ruleset import RULESET as CAMPAIGN

_KNOWN: dict[str, AnyRuleset] = {
    rules.id: rules for rules in (CIRCUS_MAXIMUS, AVE_CAESAR, CHARIOT_RACE, CHARIOTS_OF_ROME, ARENA)
}
RULESETS: Mapping[str, AnyRuleset] = MappingProxyType(_KNOWN)
"""Every game by the id of its ruleset."""
LEAGUES: Mapping[str, AnyRuleset] = MappingProxyType({CAMPAIGN.id: CAMPAIGN})
"""Every kind of league likewise; a league is played like a race."""
PLAYED: Mapping[str, AnyRuleset] = MappingProxyType(ChainMap(_KNOWN, dict(LEAGUES)))
"""All that a session can play."""
