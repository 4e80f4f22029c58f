"""The words for players, one package a ruleset."""

from collections.abc import Mapping
from types import MappingProxyType

from cogs.present import circus_maximus
from cogs.present.words import Words

WORDS: Mapping[str, Words] = MappingProxyType({
    "circus-maximus": circus_maximus.WORDS,
})  # fmt: skip
"""By ruleset id."""
