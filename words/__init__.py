"""The words for players, one package a ruleset."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from engine.rulesets import PLAYED
from records.races import RaceRecord
from words import arena, ave_caesar, chariot_race, chariots_of_rome, circus_maximus, leagues
from words.leagues.lesson import AUCTION, NUMBER_OF_SEASON, SEASON
from words.shared.nouns import Nouns
from words.shared.words import AnyWords


def _with_season(words: AnyWords) -> AnyWords:
    """Return the words of the game of a league's races, with the lessons on seasons in their places."""
    before = NUMBER_OF_SEASON - 1
    return replace(words, lessons=(*words.lessons[:before], SEASON, *words.lessons[before:], AUCTION))


_KNOWN: dict[str, AnyWords] = {
    "circus-maximus": _with_season(circus_maximus.WORDS),
    "ave-caesar": ave_caesar.WORDS,
    "chariot-race": chariot_race.WORDS,
    "chariots-of-rome": chariots_of_rome.WORDS,
    "arena": arena.WORDS,
    "classic-league": leagues.WORDS,
}
WORDS: Mapping[str, AnyWords] = MappingProxyType(_KNOWN)
"""By ruleset id."""


def nouns_of(race: RaceRecord) -> Nouns:
    """Return what a race's game calls the things that all games have."""
    return WORDS[race.ruleset].nouns


def noun_of(race: RaceRecord) -> str:
    """Return what a race, or a league, is called: a league, or its game's word for a race."""
    return race.kind.noun if race.kind.has_phases else nouns_of(race).contest


def waited_for(race: RaceRecord, kind: str) -> str:
    """Return the words after "waiting for": an order for the whole turn, or a single decision."""
    book, words = PLAYED[race.ruleset].order_book, WORDS[race.ruleset]
    if book is not None and words.orders is not None and race.pace.is_ordered and kind == book.kind:
        return words.orders.waited_for
    return words.asks.get(kind, kind)
