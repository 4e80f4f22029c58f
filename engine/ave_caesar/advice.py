"""The best card known: what the green button gives.

It weighs each card as a master house driver does, and then thinks of the others: each of a few times they draw hands of
the cards that they have not played, drive on until the player's next turn, and leave the player what roads there are.
It looks at the view of the player who is asked: their own hand, and what lies open. The hands are drawn by the same
dice each time, so the same position has the same advice.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.ave_caesar.asks import Play, PlayCard
from engine.ave_caesar.courses import FINISH, LONGEST_CARD, ROW, Situation
from engine.ave_caesar.data import CARDS, COPIES
from engine.ave_caesar.house.drivers import MASTER, POINT, weighed
from engine.ave_caesar.movement import Landing, bits, landings
from engine.ave_caesar.views import ChariotView, RaceView
from engine.dice import Dice, QuickDice
from engine.questions import Ask
from records.values import EntryId

_COUNSEL = MASTER._replace(waste=150, speed=40, late=6, block=0)

_TIMES = 6
"""How often the others' next cards are thought through."""

_NEXT = 0.8
"""The share that the next card counts for."""

_MISS = 3 * POINT
"""What a missed turn costs."""

_HINDERED = 100
"""What it is worth that a rival misses a turn, or is as much worse off."""

_CLOSE = 4 * POINT
"""How much worse than the best a card may look by itself, and still be thought through."""

_AHEAD, _BEHIND = 13 * ROW, 7 * ROW
"""How far away rivals matter."""

_USUAL_SPEED, _PAYS = 20, 50
"""How rivals are thought to weigh a point of the card, and paying their coin."""

_HAND = 3


class _Guess(NamedTuple):
    """Cards that may come next: the rivals' hands, and what the player draws."""

    hands: Mapping[EntryId, Sequence[int]]
    drawn: tuple[int, ...]


class _Drive(NamedTuple):
    """Where a card leads best, by the steps that are left then."""

    there: Situation
    left: int


def advise(view: RaceView, ask: Ask) -> Play:
    """Return the best card, and where it leads."""
    assert isinstance(ask.question, PlayCard)
    plays = weighed(_COUNSEL, view, ask)
    most = max(worth for worth, _, _ in plays)
    close = [each for each in plays if each[0] > most - _CLOSE]
    table = _Table(view, ask, ask.question)
    _, card, landing = max(close, key=lambda each: each[0] + (table.after(*each[1:]) if len(close) > 1 else 0))
    return Play(card, landing.path)


class _Table:
    """The others' turns until the player's next one, thought through."""

    def __init__(self, view: RaceView, ask: Ask, question: PlayCard) -> None:
        self._question, self._way = question, question.runway
        self._own, self._leaders = view.chariot(ask.entry), view.leaders
        self._taken = bits(self._way, question.taken)
        self._rivals = _in_turn(view, self._own)
        self._guesses = [self._guess(QuickDice(time)) for time in range(_TIMES)]
        self._known: dict[tuple[Situation, int, int], _Drive | None] = {}

    def _guess(self, luck: Dice) -> _Guess:
        hands = {each.entry: _drawn(luck, _unplayed(each.played), _HAND) for each in self._rivals}
        return _Guess(hands, tuple(_drawn(luck, _unplayed((*self._own.played, *self._question.hand)), 1)))

    def after(self, card: int, landing: Landing) -> float:
        """Return the worth of what follows a card, for the player and against the others."""
        if landing.to == FINISH:
            return 0.0
        kept = list(self._question.hand)
        kept.remove(card)
        return sum(self._followed(landing.here, kept, guess) for guess in self._guesses) / _TIMES

    def _followed(self, here: Situation, kept: Sequence[int], guess: _Guess) -> float:
        mine = self._way.bit[here[0]]
        taken, hindered = self._taken | mine, 0.0
        for rival in self._rivals:
            assert rival.space is not None, "who races is on the board"
            bit = self._way.bit[rival.space]
            worth, there = self._rivals_best(rival, guess.hands[rival.entry], taken & ~bit)
            hindered -= worth / _MISS
            if there is not None:
                taken = taken & ~bit | (0 if there[0] == FINISH else self._way.bit[there[0]])
        return _NEXT * self._next(here, {*kept, *guess.drawn}, taken & ~mine) + _HINDERED * hindered

    def _rivals_best(self, rival: ChariotView, hand: Sequence[int], taken: int) -> tuple[float, Situation | None]:
        """Return the best that a rival can do with a hand, and where it leads; no place for a missed turn."""
        assert rival.space is not None, "who races is on the board"
        here = rival.space, rival.crossings, rival.coin
        best: tuple[float, Situation | None] = -_MISS, None
        for card in hand:
            drive = None if card == LONGEST_CARD and rival.entry in self._leaders else self._drive(here, card, taken)
            if drive is not None:
                pays = rival.coin and not drive.there[2]
                worth = _USUAL_SPEED * card - POINT * self._waste(here, card, drive) + _PAYS * pays
                best = max(best, (worth, drive.there), key=lambda each: (each[1] is not None, each[0]))
        return best

    def _next(self, here: Situation, hand: set[int], taken: int) -> float:
        """Return the worth of the player's best next card."""
        speed = _COUNSEL.speed + _COUNSEL.late * len(self._own.played)
        drives = [(card, drive) for card in hand if (drive := self._drive(here, card, taken)) is not None]
        return max(
            (speed * card - _COUNSEL.waste * self._waste(here, card, drive) for card, drive in drives), default=-_MISS
        )

    def _waste(self, here: Situation, card: int, drive: _Drive) -> int:
        return drive.left - (self._way.remaining[here] - card)

    def _drive(self, here: Situation, card: int, taken: int) -> _Drive | None:
        """Return where a card leads best; ``None`` if nowhere."""
        key = here, card, taken & self._way.near[here[0]]
        if key not in self._known:
            remaining = self._way.remaining
            ends = landings(self._way, here, key[2])[card]
            drives = [_Drive(each.here, remaining[each.here]) for each in ends if each.here in remaining]
            self._known[key] = min(drives, key=lambda each: (each.left, each.there[2]), default=None)
        return self._known[key]


def _in_turn(view: RaceView, own: ChariotView) -> list[ChariotView]:
    """Return the rivals near by, as they come until the player's next turn."""
    place = view.order.index(own.entry)
    rivals = [view.chariot(entry) for entry in (*view.order[place + 1 :], *view.order[:place])]
    return [
        each
        for each in rivals
        if each.space is not None and each.pos is not None and -_BEHIND <= each.pos - (own.pos or 0) <= _AHEAD
    ]


def _unplayed(played: Sequence[int]) -> list[int]:
    return [card for card in CARDS for _ in range(COPIES - played.count(card))]


def _drawn(luck: Dice, cards: Sequence[int], count: int) -> list[int]:
    """Return some of the cards, or all there are."""
    pile = list(cards)
    return [pile.pop(luck.roll(1, len(pile))[0] - 1) for _ in range(min(count, len(pile)))]
