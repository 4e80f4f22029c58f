"""The rulesets that have cases; another one adds its adapter here."""

from collections.abc import Mapping

from conformance.adapter import Adapter
from conformance.arena.adapter import ADAPTER as ARENA
from conformance.ave_caesar.adapter import ADAPTER as AVE_CAESAR
from conformance.chariot_race.adapter import ADAPTER as CHARIOT_RACE
from conformance.chariots_of_rome.adapter import ADAPTER as CHARIOTS_OF_ROME
from conformance.circus_maximus.adapter import ADAPTER as CIRCUS_MAXIMUS

ADAPTERS: Mapping[str, Adapter] = {
    "circus-maximus": CIRCUS_MAXIMUS,
    "ave-caesar": AVE_CAESAR,
    "chariot-race": CHARIOT_RACE,
    "chariots-of-rome": CHARIOTS_OF_ROME,
    "arena": ARENA,
}
"""By ruleset id."""
