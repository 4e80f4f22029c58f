"""The words for players, one package a ruleset."""

from collections.abc import Mapping
from types import MappingProxyType

from cogs.present import ave_caesar, circus_maximus
from cogs.present.words import Words

WORDS: Mapping[str, Words] = MappingProxyType({
    "circus-maximus": circus_maximus.WORDS,
    "ave-caesar": ave_caesar.WORDS,
})  # fmt: skip
"""By ruleset id."""
