"""Whether the decks that were revealed are those that the dice gave, and were played card by card (5.2, 5.6)."""

from collections.abc import Sequence
from typing import Any

from engine.ave_caesar.data import HAND_SIZE
from engine.ave_caesar.facts import (
    CardPlayed,
    CardPutUnder,
    DecksRevealed,
    HighCardsSwapped,
    NonplayerJoined,
)
from engine.ave_caesar.rules.setup import shuffle
from engine.facts import Concealed
from records.values import EntryId


def wrong_decks(dealt: Sequence[Sequence[int]], facts: Sequence[Any]) -> list[EntryId]:
    """Return the chariots whose deck differs from the dice's, or was not played in its order; by entry (5.2, 5.6).

    :param dealt: the faces that the seed gives for each concealed roll among *facts*.
    :param facts: all valid ones of a race, in their order; before the decks are revealed at its end, none is wrong.
    """
    revealed = next((fact.decks for fact in facts if isinstance(fact, DecksRevealed)), {})
    shuffled = _shuffled(dealt, facts)
    nobodys = [fact.entry for fact in facts if isinstance(fact, NonplayerJoined)]
    return [
        entry
        for entry, deck in sorted(revealed.items())
        if shuffled.get(entry) != list(deck)
        or not _is_played(facts, entry, list(deck), 0 if entry in nobodys else HAND_SIZE)
    ]


def _shuffled(dealt: Sequence[Sequence[int]], facts: Sequence[Any]) -> dict[EntryId | None, list[int]]:
    """Return the decks that the seed gives."""
    concealed = (fact for fact in facts if isinstance(fact, Concealed))
    return {fact.entry: shuffle(faces) for fact, faces in zip(concealed, dealt, strict=True)}


def _is_played(facts: Sequence[Any], entry: EntryId, deck: list[int], drawn: int) -> bool:
    """Tell whether every card that a chariot played was in its hand; one without a hand plays the top of its deck."""
    hand, deck = deck[:drawn], deck[drawn:]
    for fact in facts:
        if isinstance(fact, HighCardsSwapped) and entry in fact.entries:
            highest = max(hand)
            hand.remove(highest)
            deck.append(highest)
            hand.append(deck.pop(0))
        if getattr(fact, "entry", None) != entry or not isinstance(fact, CardPlayed | CardPutUnder):
            continue
        held = hand if drawn else deck[:1]
        if fact.card not in held:
            return False
        if drawn:
            hand.remove(fact.card)
            hand += deck[:1]
        deck = deck[1:]
        if isinstance(fact, CardPutUnder):
            deck.append(fact.card)
    return True
