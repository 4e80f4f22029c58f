"""House drivers of Ave Caesar, of three strengths.

A house driver sees what a player in its place sees: its own hand and the cards that were played. It keeps no memory and
rolls no dice. Each weighs every card with every space it can end at, in hundredths of a point; paths to the same space
come to the same.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from engine.ave_caesar.asks import Play, PlayCard
from engine.ave_caesar.choice import look_ahead
from engine.ave_caesar.courses import FINISH, LONGEST_CARD, ROW, Situation
from engine.ave_caesar.data import COPIES
from engine.ave_caesar.movement import bits, landings
from engine.ave_caesar.views import ChariotView, RaceView
from engine.game import Answer, Ask

POINT = 100
"""Weights are in hundredths of a card's point."""

_CANNOT_FINISH = 100_000
_FINISH = 1_000_000


class Strength(NamedTuple):
    """What tells the drivers apart; weights in hundredths of a point."""

    waste: int  # each point spent beyond the shortest way
    speed: int  # each point of the card: low ones are best left over at the end
    coin: int  # paying it, before it can become a wait
    stuck: int  # each card left in hand that cannot be played next turn as things stand
    banned: int  # each six left in hand while leading
    block: int  # each rival close behind that a bottleneck taken keeps waiting
    sees_the_end: bool  # whether it minds what it takes to finish
    counts_cards: bool  # whether it looks at what rivals have left


NOVICE = Strength(waste=60, speed=POINT, coin=0, stuck=0, banned=0, block=0, sees_the_end=False, counts_cards=False)
STEADY = Strength(waste=POINT, speed=10, coin=50, stuck=0, banned=0, block=0, sees_the_end=True, counts_cards=False)
MASTER = Strength(waste=220, speed=40, coin=150, stuck=60, banned=120, block=40, sees_the_end=True, counts_cards=True)


def drive(strength: Strength, view: RaceView, ask: Ask) -> Answer:
    """Answer *ask* as a driver of this strength does; always one of its legal answers."""
    question = ask.question
    if not isinstance(question, PlayCard):
        return ask.default
    own = view.chariot(ask.entry)
    rivals = [each for each in view.chariots if each.entry != own.entry and each.pos is not None]
    seen = _Seen(view, question, own, rivals, bits(question.runway, question.taken))
    worths = [(_worth(strength, seen, card, landing.here), card, landing) for card, landing in question.landings()]
    # Of equals the first, by card and space: there is no other difference.
    _, card, landing = max(worths, key=lambda each: each[0])
    return Play(card, landing.path)


class _Seen(NamedTuple):
    """What there is to look at."""

    view: RaceView
    question: PlayCard
    own: ChariotView
    rivals: Sequence[ChariotView]
    taken: int  # spaces, as bits


def _worth(strength: Strength, seen: _Seen, card: int, there: Situation) -> int:
    left = look_ahead(seen.question, card, there, seen.own.points_left)
    if left.to == FINISH:
        return _FINISH - card
    worth = strength.speed * card - strength.waste * left.waste + strength.coin * left.pays
    if strength.sees_the_end and left.spare < 0 <= (seen.own.spare or 0):
        worth -= _CANNOT_FINISH
    if strength.stuck or strength.banned:
        worth -= _trouble(strength, seen, card, there)
    if strength.block:
        worth += _blocking(strength, seen, there)
    return worth


def _trouble(strength: Strength, seen: _Seen, card: int, there: Situation) -> int:
    """Return what the cards left in hand are worse off for, next turn."""
    way = seen.question.runway
    kept = list(seen.question.hand)
    kept.remove(card)
    onward = landings(way, there, seen.taken)
    stuck = sum(not onward[each] for each in kept)
    pos = way.pos(there[0], there[1])
    leads = not seen.view.finished and all(rival.pos is not None and pos >= rival.pos for rival in seen.rivals)
    banned = kept.count(LONGEST_CARD) if leads else 0
    return strength.stuck * stuck + strength.banned * banned


def _blocking(strength: Strength, seen: _Seen, there: Situation) -> int:
    """Return what a bottleneck is worth, for the rivals that it keeps waiting."""
    way = seen.question.runway
    if there[0] not in way.bottlenecks:
        return 0
    pos = way.pos(there[0], there[1])
    behind = [rival for rival in seen.rivals if rival.pos is not None and 0 < pos - rival.pos <= LONGEST_CARD * ROW]
    return strength.block * sum(_cards_beyond(strength, rival) for rival in behind)


def _cards_beyond(strength: Strength, rival: ChariotView) -> int:
    """Return 1 for a rival that is kept waiting, 2 for one that has mostly high cards left."""
    if not strength.counts_cards or not rival.cards_left:
        return 1
    low = sum(COPIES - rival.played.count(card) for card in (1, 2, 3))
    return 1 if 2 * low > rival.cards_left else 2


DRIVERS: Mapping[str, Callable[[Any, Ask], Answer]] = MappingProxyType(
    {
        "novice": partial(drive, NOVICE),
        "steady": partial(drive, STEADY),
        "master": partial(drive, MASTER),
    }
)
"""By strength, the weakest first: as far as it goes; nothing wasted; a turn ahead, and narrow ways blocked."""
