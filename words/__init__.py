"""The words for players, one package a ruleset."""

from collections.abc import Mapping
from types import MappingProxyType

from words import ave_caesar, campaign, chariot_race, circus_maximus
from words.shared.words import Words

_KNOWN: dict[str, Words] = {
    "circus-maximus": circus_maximus.WORDS,
    "ave-caesar": ave_caesar.WORDS,
    "chariot-race": chariot_race.WORDS,
    "classic-league": campaign.WORDS,
}
WORDS: Mapping[str, Words] = MappingProxyType(_KNOWN)
"""By ruleset id."""
