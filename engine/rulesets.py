"""The games there are; a new one adds its line here."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.ave_caesar.ruleset import RULESET as AVE_CAESAR
from engine.chariot_race.ruleset import RULESET as CHARIOT_RACE
from engine.circus_maximus.ruleset import RULESET as CIRCUS_MAXIMUS
from engine.game import AnyRuleset

_KNOWN: dict[str, AnyRuleset] = {rules.id: rules for rules in (CIRCUS_MAXIMUS, AVE_CAESAR, CHARIOT_RACE)}
RULESETS: Mapping[str, AnyRuleset] = MappingProxyType(_KNOWN)
"""Every ruleset by its id."""
