"""The rulesets that have cases; another one adds its adapter here."""

from collections.abc import Mapping

from conformance.adapter import Adapter
from conformance.ave_caesar.adapter import AveCaesar
from conformance.chariot_race.adapter import ChariotRace
from conformance.chariots_of_rome.adapter import ChariotsOfRome
from conformance.circus_maximus.adapter import CircusMaximus

ADAPTERS: Mapping[str, Adapter] = {
    "circus-maximus": CircusMaximus(),
    "ave-caesar": AveCaesar(),
    "chariot-race": ChariotRace(),
    "chariots-of-rome": ChariotsOfRome(),
}
"""By ruleset id."""
