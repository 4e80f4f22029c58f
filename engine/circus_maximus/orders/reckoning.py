"""The one reckoning behind all advice: what may be answered is played out on the field as its player sees it (CM-92).

A race is built from the player's own view. The others write and drive there as house drivers would. So many of them
move before the player as each of a few draws says: nobody in the first, which is the field as it stands, and all who
are near in the last. Then the player's own phase is driven as orders drive. The worth of its end is that of the house
driver who looks ahead: the chance to win at a glance, the risks of corners and wheels charged to it.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from engine.circus_maximus.house.answers import drive
from engine.circus_maximus.house.lookahead import HIMSELF, OTHERS, RiskTable, is_near, seed_of, speeds_of_others
from engine.circus_maximus.house.prospects import Purse, worth
from engine.circus_maximus.house.tempers import price_of
from engine.circus_maximus.orders.following import follow, opening
from engine.circus_maximus.orders.orders import Orders
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.seen.race_from_view import race_from_view
from engine.circus_maximus.seen.views import RaceView, live_view, view_for
from engine.circus_maximus.turn import phase, turn
from engine.circus_maximus.turn.setup import stands_in_second_row
from engine.circus_maximus.words.asks import Attack, Brake, Speed
from engine.circus_maximus.words.state import Race
from engine.dice import QuickDice
from engine.playing import answers, play_through
from engine.questions import Answer, Ask, AskAll, Play
from records.values import EntryId

DIES = (3, 6, 1)
"""How the die of the whip falls in each draw; the first as on average, rounded down."""


class Come(NamedTuple):
    """What comes of something tried, in one draw."""

    worth: int  # the chance to win then, 0 to a million
    points: int  # over the safe speed, at most
    harm: int  # risked, in hundredths of a factor
    burnt: int  # factors braked away
    attacks: int


class Reckoned(NamedTuple):
    """What comes of something tried, in all draws."""

    draws: tuple[Come, ...]

    @property
    def worth(self) -> int:
        return sum(each.worth for each in self.draws)

    @property
    def points(self) -> int:
        """The most points over the safe speed."""
        return max(each.points for each in self.draws)

    @property
    def is_safe(self) -> bool:
        """Whether nothing is rolled for that may go wrong."""
        return not any(each.harm or each.points for each in self.draws)

    @property
    def attacks(self) -> int:
        return max(each.attacks for each in self.draws)


class Turn:
    """The coming turn, from the view of the player who orders it: the field that each draw leaves them."""

    def __init__(self, view: RaceView, entry: EntryId) -> None:
        self.view, self.entry = view, entry
        self._ask = ask_for_speed(view, entry)
        self._purse = _purse(view, entry)
        self._seed = seed_of(view)
        self._fields = [self._field(draw) for draw in range(len(DIES))]

    def reckon(self, orders: Orders, draws: Sequence[int] = range(len(DIES))) -> Reckoned:
        """Return what comes of orders.

        :raises Refused: if their speed may not be written.
        """
        speed = opening(self.view, self._ask, orders)
        return Reckoned(tuple([self._come(draw, speed, orders) for draw in draws]))

    def _field(self, draw: int) -> RaceView:
        """Return the view from which a player's phase begins, after those have moved who are drawn before."""
        race = race_from_view(self.view)
        race.phase = None
        own, written = race.chariots[self.entry], speeds_of_others(self.view, self.entry)
        for entry, chariot in race.chariots.items():
            chariot.written = written.get(entry, 0)
            chariot.has_moved, chariot.order = False, 0
        table = RiskTable(QuickDice(self._seed + draw), race, self.entry, DIES[draw])
        if "start" in edition_of(self.view.options).sequence:  # T3
            for entry, chariot in race.chariots.items():
                if chariot.is_on_track and entry != self.entry:
                    turn.roll_start(race, table, entry)
        for entry in self._before(race, draw, table):
            chariot = race.chariots[entry]
            if chariot.is_on_track and own.is_on_track:
                play_through(phase.play_phase(race, table, entry), _answering(race, self.entry, Orders()))
        return view_for(race, {}, [self.entry])

    def _before(self, race: Race, draw: int, table: RiskTable) -> list[EntryId]:
        """Return who moves first: of those who are near, a part as large as the draw is late; a front row always."""
        own = race.chariots[self.entry]
        if not own.is_on_track:
            return []
        waits = own.on_grid and stands_in_second_row(own)
        others = [
            each for each, chariot in race.chariots.items()
            if each != self.entry and chariot.is_on_track and is_near(own, chariot)
        ]  # fmt: skip
        mixed = [others.pop(table.dice.roll(1, len(others))[0] - 1 if len(others) > 1 else 0) for _ in list(others)]
        many = len(mixed) * draw // (len(DIES) - 1)
        first = [each for each in mixed if waits and not stands_in_second_row(race.chariots[each])]
        return [*first, *[each for each in mixed if each not in first][: max(0, many - len(first))]]

    def _come(self, draw: int, speed: Speed, orders: Orders) -> Come:
        race = race_from_view(self._fields[draw])
        own = race.chariots[self.entry]
        own.written, own.strain_written = speed.factors, speed.strain
        own.has_moved = False
        if not own.is_on_track or not own.square:  # an accident before it was drawn
            return Come(worth(race, self.entry, self._purse), 0, 0, 0, 0)
        table = RiskTable(QuickDice(self._seed - draw), race, self.entry, DIES[draw])
        edition = edition_of(self.view.options)
        if edition.waits_for_turn:  # T5
            own.gain_may = speed.gain
        if "start" in edition.sequence:  # T3
            turn.roll_start(race, table, self.entry)
        return _played(race, table, self.entry, orders, self._purse, phase.play_phase(race, table, self.entry))


def ask_for_speed(view: RaceView, entry: EntryId) -> Ask:
    """Return the question for the speed of the coming turn."""
    race = race_from_view(view)
    question = turn.write_speed(race, race.chariots[entry])
    return Ask(entry, question, turn.default_speed(race.chariots[entry], question), secret=True)


class Moment:
    """A question in the player's own phase: what comes of each answer to the end of the phase."""

    def __init__(self, view: RaceView, ask: Ask) -> None:
        self.view, self.ask = view, ask
        self._purse = _purse(view, ask.entry)
        self._seed = seed_of(view)

    def reckon(self, first: Sequence[Answer], orders: Orders, dies: Iterable[int] = DIES[:1]) -> Reckoned:
        """Return what comes of answers, and of orders after them.

        :param dies: how the die of the whip falls, a draw each.
        """
        return Reckoned(tuple([self._come(first, orders, draw, die) for draw, die in enumerate(dies)]))

    def _come(self, first: Sequence[Answer], orders: Orders, draw: int, die: int) -> Come:
        race, entry = race_from_view(self.view), self.ask.entry
        table = RiskTable(QuickDice(self._seed + draw), race, entry, die)
        begun = race.phase
        assert begun is not None
        if begun.has_begun:
            play = phase.go_on(race, table, entry)
        else:
            chariot = race.chariots[entry]  # the phase is begun anew, with what it took over
            chariot.penalty, chariot.evade_debit = begun.penalty, begun.evade_debit
            chariot.gain_must, chariot.gain_may = begun.gain_must, begun.gain_may
            play = phase.play_phase(race, table, entry)
        return _played(race, table, entry, orders, self._purse, play, first)


def _purse(view: RaceView, entry: EntryId) -> Purse:
    own = view.chariot(entry)
    return Purse(price_of(HIMSELF, view, own), own.endurance)


def _played(
    race: Race,
    table: RiskTable,
    entry: EntryId,
    orders: Orders,
    purse: Purse,
    play: Play[None],
    first: Sequence[Answer] = (),
) -> Come:
    """Play a phase of *entry* to its end, and return what came of it."""
    done: list[Answer] = []
    play_through(play, _answering(race, entry, orders, list(first), done))
    burnt = sum(each.factors for each in done if isinstance(each, Brake))
    attacks = sum(isinstance(each, Attack) for each in done)
    return Come(worth(race, entry, purse, table.harm), table.points, table.harm, burnt, attacks)


def _answering(
    race: Race, entry: EntryId, orders: Orders, first: list[Answer] | None = None, done: list[Answer] | None = None
) -> Callable[[Ask | AskAll], Any]:
    """Return what answers all: for *entry* the *first* answers and then its orders, for the others house drivers."""
    planned = first or []

    def answer(ask: Ask) -> Answer:
        view = live_view(race)
        if ask.entry != entry:
            return drive(OTHERS, view, ask)
        if planned:
            given = planned.pop(0)
        else:
            followed = follow(view, ask, orders)
            given = ask.default if followed is None else followed.answer
        if done is not None:
            done.append(given)
        return given

    return lambda asked: answers(asked, answer)
