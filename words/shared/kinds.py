"""What is said otherwise of a race than of a league: a value for each kind of thing that is played."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from records.races import PublicRace
from words.shared.nouns import Nouns


@dataclass(frozen=True)
class KindWords:
    """Words for a kind of thing."""

    house: str  # who has a place that no person took
    keeper: str  # who decides for an absent player, among the places
    deputy: str  # likewise, at the beginning of a sentence
    closed: str  # of a question that ended without a press
    takes: str  # on the button of a place on offer
    wait: Mapping[bool, tuple[str, str]]
    """Answers to a player who wants to wait, or to go on: the first time, and when they said so before."""


@cache
def _of_race(nouns: Nouns) -> KindWords:
    return KindWords(
        house=nouns.house,
        keeper=f"a {nouns.house}",
        deputy=f"A {nouns.house}",
        closed="That question is over.",
        takes=nouns.take_reins,
        wait={
            True: (
                "✋ Noted, and shown to all: this turn begins no sooner than at its deadline.",
                "this turn waits for its deadline, though all may be in before.",
            ),
            False: (
                "👍 Noted: you are fine with a turn that begins as soon as all are in.",
                "the turn begins as soon as all are in.",
            ),
        },
    )


_LEAGUE = KindWords(
    house="house stable",
    keeper="its manager",
    deputy="A manager",
    closed="That sheet is closed.",
    takes="Take the stable",
    wait={
        True: (
            "✋ Noted, and shown to all: this phase closes no sooner than at its deadline.",
            "this phase waits for its deadline, though all may be in before.",
        ),
        False: (
            "👍 Noted: you are fine with a phase that closes as soon as all are in.",
            "the phase closes as soon as all are in.",
        ),
    },
)

_OF: Mapping[str, Callable[[Nouns], KindWords]] = {"race": _of_race, "league": lambda _nouns: _LEAGUE}


def kind_words(race: PublicRace, nouns: Nouns) -> KindWords:
    """Return the words for what this is.

    :param nouns: of its game.
    """
    return _OF[race.record.kind.noun](nouns)
