"""The rulesets that have cases; another one adds its adapter here."""

from collections.abc import Mapping

from conformance.adapter import Adapter
from conformance.circus_maximus import CircusMaximus

ADAPTERS: Mapping[str, Adapter] = {"circus-maximus": CircusMaximus()}
"""By ruleset id."""
