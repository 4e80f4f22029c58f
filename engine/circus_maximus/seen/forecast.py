"""The costs and risks of a plan, from the mover's own view, so secrets stay out.

The rules themselves drive the plan in a race built from that view, with dice that always help: every corner and wheel
holds, the team gets over every obstacle for free, and the others answer no attack. The forecast lists the other results
of each roll as risks.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, prod

import msgspec

from engine.circus_maximus.harm import stepping
from engine.circus_maximus.position import board, reach, sky
from engine.circus_maximus.printed import tables
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.odds import dodging_ways
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen import risks
from engine.circus_maximus.seen.calm import CalmTable, NoDice
from engine.circus_maximus.seen.notation import is_unforeseen
from engine.circus_maximus.seen.race_from_view import race_from_view
from engine.circus_maximus.seen.refusals import explain
from engine.circus_maximus.seen.risks import SIDES_OF_A_DIE, CornerRisk, MenRisk, ObstacleRisk, Risk, SlideRisk
from engine.circus_maximus.seen.views import RaceView, view_for
from engine.circus_maximus.turn import actions
from engine.circus_maximus.words.asks import Action, Attack, Brake, Change, Forward, NextAction, RunInto, Sideslip
from engine.circus_maximus.words.facts import (
    Cause,
    CornerStrained,
    Dodged,
    EnduranceLost,
    Flipped,
    ObstacleEntered,
    RunDown,
    RunOver,
    WheelHeld,
)
from engine.circus_maximus.words.reasons import CircusReason
from engine.circus_maximus.words.state import Race
from engine.facts import Fact, Modifier, Rolled
from engine.questions import Answer, Ask
from engine.refusals import GameReason
from engine.track import Side
from records.refusals import Refused
from records.values import EntryId, Square


class Forecast(msgspec.Struct, frozen=True):
    """The outcome of a plan if every roll turns out well."""

    path: tuple[Square, ...]  # each square that the team comes to, in order
    factors: int  # movement factors spent
    endurance: int  # endurance spent for sure
    factors_left: int
    endurance_left: int
    end: Square  # where the team is then, or was last
    steps: int  # of the plan that are driven; fewer than it has if it stops by itself or flips
    risks: tuple[Risk, ...]
    flips: Cause | None  # it flips for sure, and why
    runs_into: EntryId | None  # in the end the team runs into this chariot
    crosses_line: bool
    after: NextAction | None  # what would be asked then; none if the phase is over
    stops: bool  # something befalls the team that stops the plan, and the driver decides anew there

    @property
    def flip_chance(self) -> Fraction:
        """The chance to flip in any of the checks, 0 to 1, if all other results let the chariot go on."""
        if self.flips:
            return Fraction(1)
        return 1 - prod((1 - risk.flip_chance for risk in self.risks), start=Fraction(1))

    @property
    def flip_percent(self) -> int:
        """The chance to flip in per cent, 0 to 100, rounded up."""
        return ceil(100 * self.flip_chance)


def forecast(view: RaceView, ask: Ask, plan: Sequence[Answer]) -> Forecast:
    """Return the costs, risks and outcome of *plan*.

    :param view: of the mover.
    :param ask: the open question for the next action.
    :raises Refused: if the plan cannot be driven: the reason that the rules would give, with ``step``, 1 first; or
        :attr:`GameReason.NOT_ASKED` if it is not this entry's phase.
    """
    if view.phase is None or view.phase.entry != ask.entry or not view.phase.has_begun:
        raise Refused(GameReason.NOT_ASKED)
    drive = Rehearsal(race_from_view(view), ask.entry)
    for step, answer in enumerate(plan, start=1):
        drive.verify(step, answer)
        drive.take(step, answer)
        if drive.has_stopped:
            break
    drive.settle()
    return drive.forecast()


class Rehearsal:
    """A plan under way on a race made up from a view, from a phase that has begun there."""

    def __init__(self, race: Race, entry: EntryId) -> None:
        assert race.phase is not None, "plans are for the phase under way"
        self._race, self._entry = race, entry
        self._chariot, self._phase = race.chariots[entry], race.phase
        self._used, self._endurance = race.phase.used, self._chariot.endurance
        self._path: list[Square] = []
        self._risks: list[Risk] = []
        self._flips: Cause | None = None
        self._ahead: EntryId | None = None
        self._met = risks.standing_on(race, self._chariot)
        self._came_from = self._chariot.square
        self._steps = 0
        self.has_stopped = False

    def verify(self, step: int, answer: Answer) -> None:
        """Raise :exc:`Refused` unless this step is legal here, or after the rules have moved on."""
        try:
            self._verify(step, answer)
        except Refused:
            before = self._chariot.square
            if self._steps:
                self.settle()
            if self._chariot.square == before:
                raise
            self._verify(step, answer)

    def _verify(self, step: int, answer: Answer) -> None:
        if self.is_over:
            raise self._refused_at_end(step)
        question = actions.next_action(self._race, self._entry)
        try:
            question.verify(answer)
        except Refused as error:
            reason = error
            if error.reason is GameReason.NOT_A_CHOICE:
                view = view_for(self._race, {}, [self._entry])
                reason = explain(view, Ask(self._entry, question, answer), answer)
            raise Refused(reason.reason, reason.rule, **reason.values, step=step) from None

    def take(self, step: int, answer: Answer) -> None:
        """Carry out a step that is legal."""
        self._steps, self.has_stopped = step, False
        match answer:
            case Forward(squares):
                for _ in range(squares):
                    if not self.is_over and not self.has_stopped:
                        self._act(step, Forward(1))
            case Attack():
                stepping.pay(self._phase, reach.attack_cost(self._race.options, answer.means))
                self._phase.attacked_from.append(TRACK.behind[self._chariot.square])
                self._phase.has_stepped = False
            case RunInto():
                self._run_into()
            case Change() | Sideslip() | Brake():
                self._act(step, answer)

    def settle(self) -> None:
        """Let the rules move on while there is nothing to decide."""
        race, entry = self._race, self._entry
        while not self.is_over and not self.has_stopped:
            question = actions.next_action(race, entry)
            if actions.is_asked(race, entry, question):
                break
            default = actions.default_of(race, entry, question)
            if default is None:
                self._phase.factors = 0
                return
            self.take(self._steps, default)
        crossing = self._chariot.crossing
        if self.is_over and crossing is not None and crossing.own and self._chariot.pulls_car:
            self._flips = self._flips or "obstacle not cleared"  # 14.2

    def forecast(self) -> Forecast:
        """Return the costs and risks of the plan so far."""
        chariot, phase = self._chariot, self._phase
        return Forecast(
            path=tuple(self._path),
            factors=phase.used - self._used,
            endurance=self._endurance - chariot.endurance,
            factors_left=phase.factors,
            endurance_left=chariot.endurance,
            end=chariot.square,
            steps=self._steps,
            risks=tuple(self._risks),
            flips=self._flips,
            runs_into=self._ahead,
            crosses_line=chariot.status == "finished",
            after=None if self.is_over or self._flips else actions.next_action(self._race, self._entry),
            stops=self.has_stopped and not self.is_over and not self._flips,
        )

    @property
    def is_over(self) -> bool:
        """The phase is over, or no factors are left."""
        return self._phase.is_ended or not self._phase.factors

    def _refused_at_end(self, step: int) -> Refused:
        if self._chariot.status == "finished":
            return Refused(CircusReason.BEYOND_THE_FINISH, "10.2", step=step, at_most=0)
        return Refused(CircusReason.TOO_FEW_FACTORS, "6.22", step=step, need=1, have=0)

    def _act(self, step: int, answer: Action) -> None:
        table = CalmTable(NoDice(), edition_of(self._race.options))
        came_from = self._came_from = self._chariot.square
        for asked in actions.act(self._race, table, self._entry, answer):
            raise AssertionError(f"{asked} was asked although nothing happened")
        if self._chariot.square != came_from:
            self._path.append(self._chariot.square)
        self.note(step, table.told)
        self.has_stopped = bool(self._flips) or is_unforeseen(table.told, self._entry)

    def note(self, step: int, facts: Sequence[Fact]) -> None:
        """Note the risks of a step's rolls."""
        strained, paid = 0, 0
        for fact in facts:
            match fact:
                case CornerStrained(points=points):
                    strained = points
                case EnduranceLost(factors=factors, cause="corner"):
                    paid = factors
                case ObstacleEntered():
                    self._met = fact
                case Flipped(cause=cause):
                    self._flips = cause
                case RunDown() | RunOver() | Dodged():
                    self._risks.append(self._men_risk(step, fact))
                case WheelHeld(side=side, total=total):
                    self._risks.append(risks.wheel_risk(self._chariot, step, side, total))
                case Rolled(what_for="corner"):
                    self._risks.append(self._corner_risk(step, strained, fact.modifiers, paid))
                case Rolled():
                    self._risks += self._risks_of_roll(step, fact)

    def _men_risk(self, step: int, fact: RunDown | RunOver | Dodged) -> MenRisk:
        man = self._race.chariots[fact.entry]
        return MenRisk(step, fact.entry, dodging_ways(man.driver_cdm, man.hits) if isinstance(fact, Dodged) else 0)

    def _risks_of_roll(self, step: int, rolled: Rolled) -> list[Risk]:
        """Return the risks of a roll that is neither for a corner nor for a wheel."""
        match rolled.what_for:
            case "obstacle":
                return [self._obstacle_risk(step, rolled.modifiers)]
            case "sliding on":
                return [self._slide_risk(step)]
            case _:
                return []

    def _corner_risk(self, step: int, points: int, modifiers: Sequence[Modifier], paid: int) -> CornerRisk:
        cdm = edition_of(self._race.options).helps * sum(modifier.amount for modifier in modifiers)
        return risks.corner_risk(self._race, self._chariot, step, points, cdm, paid)

    def _obstacle_risk(self, step: int, modifiers: Sequence[Modifier]) -> ObstacleRisk:
        assert self._met is not None, "what a team gets over it has entered before"
        modifier = sum(modifier.amount for modifier in modifiers)
        return risks.obstacle_risk(self._race, self._chariot, step, self._met, modifier, self._phase.total_speed)

    def _slide_risk(self, step: int) -> SlideRisk:
        """Return the risk of sliding on, to the side of the lane change that was the last step of the path."""
        square = self._chariot.square
        side: Side = "inside" if TRACK.lane[square] < TRACK.lane[self._came_from] else "outside"
        slides = SIDES_OF_A_DIE + 1 - tables.SKIDS_FROM[sky.wet_class(self._race, self._chariot)]
        return SlideRisk(step, square, slides, 0 if square in TRACK.beside[side] else slides)

    def _run_into(self) -> None:
        """Brake as many factors as possible; the rest is a ram whose dice are not for a forecast (6.74)."""
        taken = board.blocking(self._race, board.occupied(self._race))
        self._ahead = taken[TRACK.ahead[self._chariot.square]][0]
        braked = min(self._chariot.endurance, self._phase.factors) if board.may_brake(self._chariot) else 0
        self._chariot.endurance -= braked
        stepping.pay(self._phase, self._phase.factors)
