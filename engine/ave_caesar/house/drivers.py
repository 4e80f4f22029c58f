"""House drivers of Ave Caesar, of three strengths, and a gentle one.

A house driver sees what a player in its place sees: its own hand and the cards that were played. It keeps no memory and
rolls no dice. Each weighs every card with every space it can end at, in hundredths of a point; paths to the same space
come to the same.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from engine.ave_caesar.asks import Play, PlayCard
from engine.ave_caesar.choice import look_ahead
from engine.ave_caesar.courses import FINISH, LONGEST_CARD, ROW, Situation
from engine.ave_caesar.data import CARDS, COPIES
from engine.ave_caesar.movement import Landing, bits, landings
from engine.ave_caesar.views import ChariotView, RaceView
from engine.questions import Answer, Ask

POINT = 100
"""Weights are in hundredths of a card's point."""

_CANNOT_FINISH = 100_000
_FINISH = 1_000_000


class Strength(NamedTuple):
    """The weights that tell the drivers apart, in hundredths of a point."""

    waste: int  # each point spent beyond the shortest way
    speed: int  # each point of the card: low ones are best left over at the end
    coin: int = 0  # paying it, before it can become a wait
    banned: int = 0  # each six left in hand while leading
    late: int = 0  # what is added to speed for each card of its own that it has played
    block: int = 0  # keeping a rival close behind from playing any of its cards
    sees_the_end: bool = True  # whether it minds what it takes to finish


NOVICE = Strength(waste=60, speed=POINT, sees_the_end=False)
STEADY = Strength(waste=POINT, speed=10, coin=50)
MASTER = Strength(waste=250, speed=20, late=4, coin=300, banned=60, block=150)
WANDERER = Strength(waste=-20, speed=POINT)


def drive(strength: Strength, view: RaceView, ask: Ask) -> Answer:
    """Answer *ask* as a driver of this strength does; always one of its legal answers."""
    if not isinstance(ask.question, PlayCard):
        return ask.default
    # Of equals the first, by card and space: there is no other difference.
    _, card, landing = max(weighed(strength, view, ask), key=lambda each: each[0])
    return Play(card, landing.path)


def weighed(strength: Strength, view: RaceView, ask: Ask) -> list[tuple[int, int, Landing]]:
    """Return each card with each place it can lead to, and what that is worth to a driver of this strength."""
    question, own = ask.question, view.chariot(ask.entry)
    assert isinstance(question, PlayCard)
    rivals = [each for each in view.chariots if each.entry != own.entry and each.pos is not None]
    seen = _Seen(view, question, own, rivals, bits(question.runway, question.taken))
    return [(_worth(strength, seen, card, landing.here), card, landing) for card, landing in question.landings()]


class _Seen(NamedTuple):
    """The position that a driver looks at."""

    view: RaceView
    question: PlayCard
    own: ChariotView
    rivals: Sequence[ChariotView]
    taken: int  # spaces, as bits


def _worth(strength: Strength, seen: _Seen, card: int, there: Situation) -> int:
    left = look_ahead(seen.question, card, there, seen.own.points_left)
    if left.to == FINISH:
        return _FINISH - card
    speed = strength.speed + strength.late * len(seen.own.played)
    worth = speed * card - strength.waste * left.waste + strength.coin * left.pays
    if strength.sees_the_end and left.spare < 0 <= (seen.own.spare or 0):
        worth -= _CANNOT_FINISH
    worth -= strength.banned * _banned(seen, card, there)
    if strength.block:
        worth += _blocking(strength, seen, there)
    return worth


def _banned(seen: _Seen, card: int, there: Situation) -> int:
    """Return how many sixes would be stuck in hand, because the chariot would then lead (7.4)."""
    kept = seen.question.hand.count(LONGEST_CARD) - (card == LONGEST_CARD)
    if not kept or seen.view.finished:
        return 0
    pos = seen.question.runway.pos(there[0], there[1])
    return kept if all(rival.pos is not None and pos >= rival.pos for rival in seen.rivals) else 0


def _blocking(strength: Strength, seen: _Seen, there: Situation) -> int:
    """Return the worth of standing there, for all the cards of rivals close behind that lead nowhere then."""
    way = seen.question.runway
    pos = way.pos(there[0], there[1])
    close = [rival for rival in seen.rivals if rival.pos is not None and 0 < pos - rival.pos <= LONGEST_CARD * ROW]
    return sum(strength.block * _hindered(seen, rival, way.bit[there[0]]) // rival.cards_left for rival in close)


def _hindered(seen: _Seen, rival: ChariotView, mine: int) -> int:
    """Return how many of a rival's cards, counted from those it has played, lead nowhere once I stand on *mine*."""
    assert rival.space is not None, "who is behind me is on the board"
    way, here = seen.question.runway, (rival.space, rival.crossings, rival.coin)
    taken = seen.taken & ~way.bit[rival.space]
    free, blocked = landings(way, here, taken), landings(way, here, taken | mine)
    return sum(COPIES - rival.played.count(card) for card in CARDS if free[card] and not blocked[card])


HouseDriver = Callable[[RaceView, Ask], Answer]

GENTLE = "wanderer"
"""The driver that fills a gentle field: two of them leave one person at least half of the races (docs/balance.md)."""

DRIVERS: Mapping[str, HouseDriver] = MappingProxyType(
    {
        "novice": partial(drive, NOVICE),
        "steady": partial(drive, STEADY),
        "master": partial(drive, MASTER),
        GENTLE: partial(drive, WANDERER),
    }
)
"""By strength, the weakest first: it drives as far as it can; wastes no points; keeps sixes and holds rivals up.

The last one drives only where somebody or the options name it. It takes the widest ways that its cards allow.
"""
