"""The strategist, a house driver that looks ahead: it plays out its options, and takes the one that turns out best.

It builds a race from its view, lets house drivers answer for all the others, and plays to the end of its phase, with
dice that come from the view alone. Corners and wheels do not fail by chance there: it lets them hold, and charges their
risk to its choice. :mod:`prospects` gives the worth of the position at the end.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple
from zlib import crc32

import msgspec

from engine.circus_maximus.fighting import attacks
from engine.circus_maximus.harm.wheels import ROLL_FOR, boxes_of, unevenness
from engine.circus_maximus.house.answers import drive
from engine.circus_maximus.house.attacking import gain_of
from engine.circus_maximus.house.hazards import obstacle_harm
from engine.circus_maximus.house.lines import is_sprint, squares_driven
from engine.circus_maximus.house.prospects import FLIP, Purse, worth
from engine.circus_maximus.house.speeds import FACTOR, corner_peril, costs_by_speed, place_of
from engine.circus_maximus.house.tempers import RACER, form_of, price_of
from engine.circus_maximus.position import reach, steps
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.odds import OF_THREE, OF_TWO, WheelOdds, wheel_odds
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.race_from_view import race_from_view
from engine.circus_maximus.seen.views import ChariotView, RaceView, live_view
from engine.circus_maximus.turn import phase, turn
from engine.circus_maximus.words.asks import (
    Attack,
    BeginPhase,
    Brake,
    Change,
    Forward,
    MeetAttack,
    NameWayOut,
    NextAction,
    Sideslip,
    Speed,
    WriteSpeed,
)
from engine.circus_maximus.words.facts import CornerStrained, WheelHeld
from engine.circus_maximus.words.state import Chariot, Race
from engine.dice import Dice, QuickDice
from engine.facts import Fact
from engine.playing import answers, play_through
from engine.questions import Answer, Ask, AskAll, Play, Question
from engine.table import Table
from engine.track import SIDES
from records.values import EntryId

HIMSELF = msgspec.structs.replace(
    RACER,
    personality=7,
    flip=FLIP,
    reserve=3,
    preparations=(RACER.preparations[2],),
    specifications=RACER.specifications[:1],
)
"""How the driver expects to drive on after each try, and drives where looking ahead says nothing."""

OTHERS = RACER
"""How the driver expects the others to drive."""

_SAMPLES = 4
"""How often the turn is played out for a speed."""

_ATTACK_SAMPLES = 12
"""How often an attack is played out, with other dice each time."""

_CLEARLY_BETTER = 104
"""The least worth of another answer, in per cent of the usual one: a glimpse may deceive."""

_MOVE_SAMPLES = 2
"""How often any other action is played out: here dice decide little but the others' luck."""

_MOST_ATTACKS = 4
"""Attacks that are played out, those that promise most; with knives there can be dozens."""

_DIE = 6


class RiskTable(Table):
    """A table that keeps no facts. Corners, wheels and obstacles do no harm at it; it adds up what they risk."""

    def __init__(self, dice: Dice, race: Race, entry: EntryId, strain: int) -> None:
        """:param strain: how the chariot's straining die falls, 1 to 6."""
        super().__init__(dice)
        self._race, self._entry, self._strain = race, entry, strain
        self._strained: CornerStrained | None = None
        self.harm = 0  # that they may have done, in hundredths of a factor
        self.points = 0  # over the safe speed, at most, in the corners that the chariot comes to

    def tell(self, fact: Fact) -> None:
        if isinstance(fact, CornerStrained):
            self._strained = fact
            self.points = max(self.points, fact.points if fact.entry == self._entry else 0)
        elif isinstance(fact, WheelHeld) and fact.entry == self._entry:
            self.harm += FLIP * self._wheel_odds(fact).lost // OF_TWO

    def _fall(self, entry: EntryId | None, what_for: str, count: int, sides: int, added: int) -> tuple[int, ...]:
        if what_for in _DREADED:
            if entry == self._entry:
                self._note(what_for, added)
            return (_BEST * edition_of(self._race.options).helps,) * count
        if what_for in _WHEELS:
            return (_BEST,) * count
        if what_for == "straining" and entry == self._entry:
            return (self._strain,)
        return self.dice.roll(count, sides)

    def _note(self, what_for: str, added: int) -> None:
        """Charge what a roll on the corner chart, or for an obstacle, may come to."""
        edition = edition_of(self._race.options)
        if what_for == "obstacle":
            speed = (
                self._race.chariots[self._entry].last_speed
                if self._race.phase is None
                else self._race.phase.total_speed
            )
            shaken = steps.strain_modifiers(self._race, self._race.chariots[self._entry])
            cdm = edition.helps * sum(modifier.amount for modifier in shaken)
            self.harm += obstacle_harm(edition, added, FLIP, speed, cdm)
            return
        strained = self._strained
        assert strained is not None
        peril = corner_peril(edition, strained.points, strained.lane, edition.helps * added)
        self.harm += (FLIP * peril.flips + peril.harm) // OF_THREE

    def _wheel_odds(self, fact: WheelHeld) -> WheelOdds:
        chariot = self._race.chariots[fact.entry]
        return wheel_odds(fact.total, boxes_of(chariot, fact.side), unevenness(chariot).amount)


_DREADED = ("corner", "obstacle")
_WHEELS = tuple(ROLL_FOR.values())
_BEST = 99
"""A die with which nothing happens on a chart for which a high roll is good; less 0 where a low one is."""


class _Try(NamedTuple):
    """Something to be tried: the answer, and how often."""

    answer: Answer
    samples: int


def look_ahead(view: RaceView, ask: Ask) -> Answer:
    """Return the best answer to *ask* found by looking ahead, always a legal one (CM-30)."""
    usual = drive(HIMSELF, view, ask)
    tries = _TRIES.get(type(ask.question))
    if tries is None or view.chariot(ask.entry).status != "racing":
        return usual
    decision = _Decision(view, ask)
    return decision.best(usual, tries(decision, usual))


def speeds_of_others(view: RaceView, entry: EntryId) -> dict[EntryId, int]:
    """Return the speeds that all but *entry* would write this turn, as far as anybody knows."""
    written: dict[EntryId, int] = {}
    for chariot in view.chariots:
        if chariot.status == "racing" and chariot.entry != entry and chariot.max_speed:
            speed = drive(OTHERS, view, Ask(chariot.entry, WriteSpeed(chariot.max_speed), Speed(0)))
            assert isinstance(speed, Speed)
            written[chariot.entry] = speed.factors
    return written


def seed_of(view: RaceView) -> int:
    """Return the seed of the dice that are thought of: the same for the same view."""
    return crc32(msgspec.msgpack.encode(view))


class _Decision:
    """One decision."""

    def __init__(self, view: RaceView, ask: Ask) -> None:
        self.view, self.entry, self.question = view, ask.entry, ask.question
        own = view.chariot(ask.entry)
        self._purse = Purse(price_of(HIMSELF, view, own), own.endurance)
        self.written = speeds_of_others(view, ask.entry) if isinstance(self.question, WriteSpeed) else {}
        self._seed = seed_of(view)

    def best(self, usual: Answer, tries: Sequence[_Try]) -> Answer:
        """Return the answer that turns out best; the usual one if none is better."""
        if len(tries) < 2:
            return usual
        values = {each.answer: self._value(each) for each in tries}
        best = max(values, key=values.__getitem__)
        return best if values[best] * 100 > values.get(usual, 0) * _CLEARLY_BETTER else usual

    def _value(self, tried: _Try) -> int:
        return sum(self._play_out(tried.answer, sample) for sample in range(tried.samples)) // tried.samples

    def _play_out(self, answer: Answer, sample: int) -> int:
        """Play to the end of the driver's phase, or of the question's event; return the chance to win then."""
        race = race_from_view(self.view)
        table = RiskTable(QuickDice(self._seed + sample), race, self.entry, sample % _DIE + 1)
        play = _PLAYS[type(self.question)](self, race, table, answer)
        first = None if isinstance(answer, Speed) else answer

        def answer_all(asked: Ask | AskAll) -> Any:
            nonlocal first
            if first is not None and isinstance(asked, Ask) and asked.entry == self.entry:
                given, first = first, None
                return given
            seen = live_view(race)
            return answers(asked, lambda ask: self._answer(seen, ask))

        play_through(play, answer_all, until=lambda: self._is_past(race))
        return worth(race, self.entry, self._purse, table.harm)

    def _is_past(self, race: Race) -> bool:
        return isinstance(self.question, WriteSpeed) and race.chariots[self.entry].has_moved

    def _answer(self, view: RaceView, ask: Ask) -> Answer:
        return drive(HIMSELF if ask.entry == self.entry else OTHERS, view, ask)


# What is tried


def _speeds(decision: _Decision, usual: Answer) -> list[_Try]:
    """Return the speeds that are about as good as the usual one on an empty track, the best first."""
    question, own = decision.question, decision.view.chariot(decision.entry)
    assert isinstance(question, WriteSpeed)
    assert isinstance(usual, Speed)
    if decision.view.turn <= 1 or own.square is None or own.is_stationary or is_sprint(decision.view, own):
        return []
    costs = costs_by_speed(place_of(own.square), form_of(HIMSELF, decision.view, own))
    possible = range(1, min(question.highest, len(costs) - 1) + 1)
    best = sorted(possible, key=lambda factors: (costs[factors], -factors))[:_MOST_SPEEDS]
    near = [factors for factors in best if costs[factors] <= costs[best[0]] + _MUCH_WORSE]
    speeds = [usual, *(Speed(factors, usual.strain, usual.gain) for factors in near)]
    return [_Try(speed, _SAMPLES) for speed in dict.fromkeys(speeds)]


_MOST_SPEEDS = 5
_MUCH_WORSE = 5 * FACTOR


def _beginnings(decision: _Decision, usual: Answer) -> list[_Try]:
    del usual
    return [_Try(answer, _DIE) for answer in decision.question.legal()]


def _actions(decision: _Decision, usual: Answer) -> list[_Try]:
    """Return the usual action, every attack, and other ways on."""
    question = decision.question
    assert isinstance(question, NextAction)
    own = decision.view.chariot(decision.entry)
    assert own.square is not None
    ways: list[Answer] = [usual]
    ways += [Forward(squares) for squares in (1, question.forward) if 0 < squares <= question.forward]
    ways += [Forward(squares) for squares in _squares_to_targets(decision.view, own, question.forward)]
    ways += [Change(side) for side in question.changes if own.square in TRACK.beside[side]]
    ways += [Sideslip(side) for side in question.sideslips]
    ways += [Brake(factors) for factors in (1, question.brake) if 0 < factors <= question.brake]
    ways += sorted(question.attacks, key=lambda attack: -gain_of(decision.view, own, attack))[:_MOST_ATTACKS]
    return [_Try(way, _ATTACK_SAMPLES if isinstance(way, Attack) else _MOVE_SAMPLES) for way in dict.fromkeys(ways)]


def _squares_to_targets(view: RaceView, own: ChariotView, forward: int) -> list[int]:
    """Return after how many squares straight on the driver could attack somebody, at most three of them."""
    taken = view.squares_of_others(own.entry)
    square, found = own.square, []
    assert square is not None
    for count in range(1, forward):
        car, square = square, TRACK.ahead[square]
        if any(TRACK.beside[side].get(car) in taken for side in SIDES):
            found.append(count)
    return found[:3]


def _responses(decision: _Decision, usual: Answer) -> list[_Try]:
    """Return to hold and to avoid, if it is an attack that the mover chose."""
    del usual
    question = decision.question
    assert isinstance(question, MeetAttack | NameWayOut)
    phase = decision.view.phase
    is_chosen = question.means in ("lash", "ram") and not question.modifier
    if not is_chosen or phase is None or phase.entry != question.attacker or not phase.attacked_from:
        return []
    return [_Try(answer, _ATTACK_SAMPLES) for answer in question.legal()]


_TRIES: Mapping[type[Question], Callable[[_Decision, Answer], list[_Try]]] = MappingProxyType(
    {WriteSpeed: _speeds, BeginPhase: _beginnings, NextAction: _actions, MeetAttack: _responses, NameWayOut: _responses}
)


# How it is played out


def _play_turn(decision: _Decision, race: Race, table: Table, answer: Answer) -> Play[None]:
    """Play the turn that begins with the speeds written down; the others write what their drivers would."""
    assert isinstance(answer, Speed)
    for entry, chariot in race.chariots.items():
        chariot.written = decision.written.get(entry, 0)
        chariot.has_moved, chariot.order = False, 0
    own = race.chariots[decision.entry]
    own.written = answer.factors
    if edition_of(race.options).waits_for_turn:
        own.gain_may = answer.gain
    race.cup = [entry for entry, chariot in race.chariots.items() if chariot.is_on_track and is_near(own, chariot)]
    race.resume = "draw"
    return turn.play_turn(race, table)


def is_near(own: Chariot, other: Chariot) -> bool:
    """Tell whether another could be in the driver's way this turn, or the driver in theirs."""
    away = squares_driven(own.corners, own.square) - squares_driven(other.corners, other.square)
    return abs(away) <= _IN_REACH


_IN_REACH = 26


def _play_phase(decision: _Decision, race: Race, table: Table, answer: Answer) -> Play[None]:
    """Play the phase from its beginning, with the debts and gains that it took over."""
    del answer
    begun, chariot = race.phase, race.chariots[decision.entry]
    assert begun is not None
    chariot.penalty, chariot.evade_debit = begun.penalty, begun.evade_debit
    chariot.gain_must, chariot.gain_may = begun.gain_must, begun.gain_may
    return phase.play_phase(race, table, decision.entry)


def _play_on(decision: _Decision, race: Race, table: Table, answer: Answer) -> Play[None]:
    del answer
    return phase.go_on(race, table, decision.entry)


def _play_attack(decision: _Decision, race: Race, table: Table, answer: Answer) -> Play[None]:
    """Play the attack again, as if it had not been paid for."""
    del answer
    question = decision.question
    assert isinstance(question, MeetAttack | NameWayOut)
    assert race.phase is not None
    cost = reach.attack_cost(race.options, question.means)
    race.phase.factors += cost
    race.phase.used -= cost
    race.phase.attacked_from.pop()
    return attacks.attack(race, table, question.attacker, Attack(decision.entry, question.target, question.means))


_PLAYS: Mapping[type[Question], Callable[[_Decision, Race, Table, Answer], Play[None]]] = MappingProxyType(
    {
        WriteSpeed: _play_turn,
        BeginPhase: _play_phase,
        NextAction: _play_on,
        MeetAttack: _play_attack,
        NameWayOut: _play_attack,
    }
)
