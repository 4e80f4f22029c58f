"""The outcome of orders in the coming phase if all rolls turn out well, from their player's own view (CM-87).

As with a forecast, the rules themselves begin and drive the phase in a race built from that view, so secrets stay out.
The others stay where they are and answer no attack. Dice that bear on the speed fall as on average, and the outcome
names them.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial

import msgspec

from engine.circus_maximus.house.lines import is_sprint
from engine.circus_maximus.orders.following import follow
from engine.circus_maximus.orders.ordered_speed import OffLine, off_line, opening
from engine.circus_maximus.orders.orders import Orders
from engine.circus_maximus.printed.editions import Edition, edition_of
from engine.circus_maximus.seen.calm import CalmTable, NoDice
from engine.circus_maximus.seen.forecast import Forecast, Rehearsal
from engine.circus_maximus.seen.notation import MOST_STEPS
from engine.circus_maximus.seen.race_from_view import race_from_view
from engine.circus_maximus.seen.views import RaceView, view_for
from engine.circus_maximus.turn import actions, phase, turn
from engine.circus_maximus.turn.setup import stands_in_second_row
from engine.circus_maximus.words.asks import Action, Attack, Brake, Forward, Speed
from engine.playing import answers, play_through
from engine.questions import Answer, Ask
from engine.refusals import GameReason
from records.refusals import Refused
from records.values import EntryId, Square


class Assumed(msgspec.Struct, frozen=True):
    """A roll of the phase's start that counts with its average, rounded against them."""

    roll: str  # "standing start" (6.9, 16.5), "straining" (6.52) or "cutting free" (9.53)
    total: int


class Course(msgspec.Struct, frozen=True):
    """Where orders lead."""

    forecast: Forecast  # path, end, endurance and risks of the whole phase, straining included
    burnt: int  # movement factors braked
    attacks: tuple[Attack, ...]  # those that they would make, in order; nothing is told of what they would do
    clauses: tuple[str, ...]  # of the orders, as they come to be followed, each once in a row
    stops: bool  # somewhere orders say nothing, and the rules' default counts from there
    off_line: OffLine | None = None  # where the way is not in the lane ordered; the sprint for the line knows no lanes

    @property
    def end(self) -> Square:
        """Where the team ends the phase."""
        return self.forecast.end

    @property
    def flip_chance(self) -> Fraction:
        """The chance to flip in any of the checks, as a forecast tells it."""
        return self.forecast.flip_chance


class DryRun(msgspec.Struct, frozen=True):
    """The outcome of orders."""

    speed: Speed  # that is written
    total_speed: int
    factors: int  # movement factors that can be spent
    assumed: tuple[Assumed, ...]
    course: Course  # with all others where they stand now
    alone: Course | None  # with nobody in the way; none if that is the same


def dry_run(view: RaceView, entry: EntryId, orders: Orders) -> DryRun:
    """Return the outcome of *orders* in the coming phase of *entry*.

    :param view: of the player who drives *entry*, as speeds are due.
    :raises Refused: with the rules' own reason, if that speed is not legal; :attr:`GameReason.NOT_ASKED` if no driver
        in the car could write one.
    """
    own = view.chariot(entry)
    if own.status != "racing" or own.square is None or own.blinded:
        raise Refused(GameReason.NOT_ASKED)
    run = _Run(view, entry, orders)
    course = run.play()
    apart = _Run(view, entry, orders, is_alone=True).play()
    same = (apart.forecast.path, apart.forecast.risks) == (course.forecast.path, course.forecast.risks)
    return DryRun(run.speed, run.total_speed, run.factors, run.table.assumed, course, None if same else apart)


def by_face(view: RaceView, entry: EntryId, orders: Orders, run: DryRun) -> tuple[Course, ...]:
    """Return where orders lead by each face of the whip's die; just the one course where nobody whips (6.52).

    :param run: of the same orders.
    """
    if all(each.roll != "straining" for each in run.assumed):
        return (run.course,)
    return tuple(
        run.course if face == _MEAN_FACE else _Run(view, entry, orders, whip=face).play() for face in range(1, 7)
    )


def way_on(view: RaceView, ask: Ask, orders: Orders, first: Sequence[Action] = ()) -> tuple[Action, ...]:
    """Return the steps with which orders drive on from an open question for the next action, as a plan.

    Empty where they say nothing of it. It ends where something may happen that a plan cannot foresee.

    :param view: of the mover.
    :param first: legal steps to begin with.
    """
    race = race_from_view(view)
    drive, plan = Rehearsal(race, ask.entry), list[Action](first)
    for number, action in enumerate(first, start=1):
        drive.take(number, action)
    while not (drive.is_over or drive.has_stopped) and len(plan) < MOST_STEPS:
        question = actions.next_action(race, ask.entry)
        default = actions.default_of(race, ask.entry, question)
        if default is None:
            break
        followed = follow(view_for(race, {}, [ask.entry]), Ask(ask.entry, question, default), orders)
        if followed is None:
            break
        drive.take(len(plan) + 1, followed.answer)
        assert isinstance(followed.answer, Action)
        plan.append(followed.answer)
    return _joined(plan)


def _joined(plan: Iterable[Action]) -> tuple[Action, ...]:
    """Return a plan with steps straight on, or of braking, joined into one."""
    joined: list[Action] = []
    for action in plan:
        match joined[-1:], action:
            case [Forward(before)], Forward(squares):
                joined[-1] = Forward(before + squares)
            case [Brake(before)], Brake(factors):
                joined[-1] = Brake(before + factors)
            case _:
                joined.append(action)
    return tuple(joined)


class _Run:
    """One phase that is made up."""

    def __init__(
        self, view: RaceView, entry: EntryId, orders: Orders, *, is_alone: bool = False, whip: int | None = None
    ) -> None:
        """Put everybody where they are met: a second row finds the front row gone in the first turn (18, II.6.C).

        :param is_alone: whether all others are taken off the track.
        :param whip: how its die falls; as on average if that is not said.
        """
        self._view, self._entry, self._orders = view, entry, orders
        self._race = race = race_from_view(view)
        race.phase = None
        self._chariot = own = race.chariots[entry]
        waits = own.on_grid and stands_in_second_row(own)
        for other, chariot in race.chariots.items():
            is_gone = is_alone or (waits and not stands_in_second_row(chariot))
            if is_gone and other != entry and chariot.is_on_track:
                chariot.status = "out"
        question = turn.write_speed(race, self._chariot)
        ask = Ask(entry, question, turn.default_speed(self._chariot, question), secret=True)
        self.speed = opening(view, ask, orders)
        self.table = _MeanTable(edition_of(view.options), whip)
        self.total_speed = self.factors = 0
        self._clauses: list[str] = []
        self._attacks: list[Attack] = []
        self._burnt, self._stops = 0, False

    def play(self) -> Course:
        """Play the phase to its end."""
        chariot = self._chariot
        chariot.written, chariot.strain_written, chariot.has_moved = self.speed.factors, self.speed.strain, False
        edition = edition_of(self._view.options)
        if edition.waits_for_turn:  # T5
            chariot.gain_may = self.speed.gain
        if "start" in edition.sequence:  # T3
            turn.roll_start(self._race, self.table, self._entry)
        square, endurance = self._view.chariot(self._entry).square, chariot.endurance
        self._begin()
        drive = Rehearsal(self._race, self._entry)
        drive.note(0, self.table.told)
        for step, action in enumerate(self._actions(drive), start=1):
            drive.take(step, action)
        drive.settle()
        forecast = msgspec.structs.replace(drive.forecast(), endurance=endurance - chariot.endurance)
        assert square is not None
        is_free = is_sprint(self._view, self._view.chariot(self._entry))
        off = None if is_free else off_line(square, forecast.path, self._orders)
        return Course(forecast, self._burnt, tuple(self._attacks), tuple(self._clauses), self._stops, off)

    def _begin(self) -> None:
        # Nobody else is asked as the phase begins.
        play_through(phase.begin(self._race, self.table, self._entry), partial(answers, answer=self._answer))
        assert self._race.phase is not None
        self.total_speed, self.factors = self._race.phase.total_speed, self._race.phase.factors

    def _actions(self, drive: Rehearsal) -> Iterator[Action]:
        """Yield the actions, one after the other; each is carried out before the next is looked for."""
        race, entry = self._race, self._entry
        while not drive.is_over:
            question = actions.next_action(race, entry)
            default = actions.default_of(race, entry, question)
            if default is None:
                return
            action = default
            if actions.is_asked(race, entry, question):
                answer = self._answer(Ask(entry, question, default))
                assert isinstance(answer, Action)
                action = answer
            self._note(action)
            yield action

    def _note(self, action: Action) -> None:
        if isinstance(action, Attack):
            self._attacks.append(action)
        elif isinstance(action, Brake):
            self._burnt += action.factors

    def _answer(self, ask: Ask) -> Answer:
        followed = follow(view_for(self._race, {}, [self._entry]), ask, self._orders)
        if followed is None:
            self._stops = True
            return ask.default
        if self._clauses[-1:] != [followed.clause]:
            self._clauses.append(followed.clause)
        return followed.answer


class _MeanTable(CalmTable):
    """A calm table at which the dice of a phase's start fall as they do on average."""

    def __init__(self, edition: Edition, whip: int | None) -> None:
        super().__init__(NoDice(), edition)
        self._whip = whip
        self._assumed: list[Assumed] = []

    @property
    def assumed(self) -> tuple[Assumed, ...]:
        return tuple(self._assumed)

    def _fall(self, entry: EntryId | None, what_for: str, count: int, sides: int, added: int) -> tuple[int, ...]:
        if what_for not in _MEANS:
            return super()._fall(entry, what_for, count, sides, added)
        if self._whip is not None and what_for == "straining":
            return (self._whip,)
        mean = -(-(sides + 1) * count // 2) if _MEANS[what_for] else (sides + 1) * count // 2
        self._assumed.append(Assumed(what_for, max(0, mean + added)))
        return tuple(mean * place // count - mean * (place - 1) // count for place in range(1, count + 1))


_MEANS = {"standing start": True, "straining": False, "cutting free": True}
"""Rolls that bear on how fast they go, and whether a high one is against them."""

_MEAN_FACE = 3
"""How the whip's die falls on average, rounded down: against its driver."""
