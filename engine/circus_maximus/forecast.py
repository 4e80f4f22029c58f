"""What a plan costs and risks, told from the mover's own view: nothing that he cannot see can show in it.

The plan is driven on a race made up from that view, by the rules themselves, with dice that decide nothing: every
corner and every wheel holds, every obstacle is got over for nothing, and nobody answers an attack. What each roll could
have come to is told as a risk.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, prod
from typing import get_args

import msgspec

from engine.circus_maximus import actions, attacks, corners, movement, obstacles, weather
from engine.circus_maximus.asks import Action, Attack, Brake, Change, Forward, NextAction, RunInto, Sideslip
from engine.circus_maximus.calm import CalmTable, NoDice
from engine.circus_maximus.data import LEAST_TO_CHECK_WHEELS, OBSTACLE_LIMIT, TRACK, running_over
from engine.circus_maximus.facts import (
    Cause,
    CornerCode,
    CornerStrained,
    EnduranceLost,
    Flipped,
    ObstacleCode,
    ObstacleEntered,
    RunDown,
    WheelHeld,
)
from engine.circus_maximus.from_view import race_from_view
from engine.circus_maximus.odds import OF_THREE, OF_TWO, THREE_DICE, WheelOdds, strain_odds, wheel_odds
from engine.circus_maximus.plans import is_unforeseen
from engine.circus_maximus.reasons import CircusReason
from engine.circus_maximus.refusals import explain
from engine.circus_maximus.state import Chariot, ObstacleKind, Race
from engine.circus_maximus.views import RaceView, view_for
from engine.circus_maximus.wheels import boxes_of, damage_of, unevenness
from engine.game import Answer, Ask, Fact, Modifier, Reason, Refused, Rolled
from engine.track import SIDES, Side
from engine.values import EntryId, Lane, Square


class CornerRisk(msgspec.Struct, frozen=True, tag=True):
    """A corner check that a plan leads to (7.2 to 7.32)."""

    step: int  # of the plan, 1 first; 0 as the phase begins
    square: Square  # the team's
    lane: Lane
    limit: int
    points: int  # total speed above the limit
    endurance: int  # charged for it
    odds: dict[CornerCode, int]  # out of 216
    flips: int  # out of 216: a flip at once, and slips into the wall

    @property
    def flip_chance(self) -> Fraction:
        return Fraction(self.flips, OF_THREE)


class WheelRisk(msgspec.Struct, frozen=True, tag=True):
    """A damaged wheel that is tried (7.41, 7.43)."""

    step: int
    side: Side
    damage: int
    odds: WheelOdds  # out of 36

    @property
    def flip_chance(self) -> Fraction:
        return Fraction(self.odds.lost, OF_TWO)


class ObstacleRisk(msgspec.Struct, frozen=True, tag=True):
    """An obstacle that a plan leads over (14.2, 14.3)."""

    step: int
    square: Square
    obstacle: ObstacleKind
    endurance: int  # that it may cost, at most; the whole die is paid as far as there is endurance, in all odds
    odds: dict[ObstacleCode, int]  # out of 1,296: a die to jump, three to get over it
    flips: int  # out of 1,296: a flip at once, and one by way of the corner chart

    @property
    def flip_chance(self) -> Fraction:
        return Fraction(self.flips, OF_FOUR)


class SlideRisk(msgspec.Struct, frozen=True, tag=True):
    """A lane change on a wet track, after which the chariot may slide one lane further (16.7)."""

    step: int
    square: Square
    slides: int  # out of 6
    flips: int  # out of 6: into a wall

    @property
    def flip_chance(self) -> Fraction:
        return Fraction(self.flips, _SIDES_OF_A_DIE)


class MenRisk(msgspec.Struct, frozen=True, tag=True):
    """A driver on foot who is run down: it costs a die of movement factors (17.4)."""

    step: int
    driver: EntryId  # whose

    @property
    def flip_chance(self) -> Fraction:
        return Fraction()


Risk = CornerRisk | WheelRisk | ObstacleRisk | SlideRisk | MenRisk

OF_FOUR = OF_THREE * 6
_SIDES_OF_A_DIE = 6


class Forecast(msgspec.Struct, frozen=True):
    """What becomes of a plan if every roll turns out well."""

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

    @property
    def flip_chance(self) -> Fraction:
        """The chance to flip in any of the checks, 0 to 1, if all other results let the chariot go on."""
        if self.flips:
            return Fraction(1)
        return 1 - prod((1 - risk.flip_chance for risk in self.risks), start=Fraction(1))

    @property
    def flip_percent(self) -> int:
        """The same in per cent, rounded up."""
        return ceil(100 * self.flip_chance)


class Outlook(msgspec.Struct, frozen=True):
    """What a total speed means at the start of the phase (7.23, 7.41)."""

    speed: int
    squares_to_corner: int  # free or not; 0 if some part of the chariot is in a corner
    corner: CornerRisk | None  # where it stands
    wheels: tuple[WheelRisk, ...]
    flips: Cause | None


def forecast(view: RaceView, ask: Ask, plan: Sequence[Answer]) -> Forecast:
    """Tell what *plan* costs, risks and leads to.

    :param view: of the mover.
    :param ask: the open question what he does next.
    :raises Refused: if the plan cannot be driven: the reason that the rules would give, with ``step``, 1 first; or
        :attr:`Reason.NOT_ASKED` if it is not this entry's phase.
    """
    if view.phase is None or view.phase.entry != ask.entry or not view.phase.has_begun:
        raise Refused(Reason.NOT_ASKED)
    drive = Rehearsal(race_from_view(view), ask.entry)
    for step, answer in enumerate(plan, start=1):
        drive.verify(step, answer)
        drive.take(step, answer)
        if drive.has_stopped:
            break
    drive.settle()
    return drive.forecast()


def outlook(view: RaceView, entry: EntryId, speed: int) -> Outlook:
    """Tell what it means to begin a phase at a total speed, in movement factors."""
    race = race_from_view(view)
    chariot = race.chariots[entry]
    limit = corners.limit_at(race, chariot.square) if chariot.has_car else None
    points = 0 if limit is None else speed - limit
    corner = None
    if points > 0:
        paid = min(points, chariot.endurance) if chariot.driver == "in car" else 0
        corner = _corner_risk(race, chariot, 0, points, _corner_cdm(race, chariot), paid)
    wheels = tuple(_wheel_risks(chariot)) if speed >= LEAST_TO_CHECK_WHEELS else ()
    flips: Cause | None = "no endurance" if corner and not chariot.endurance else None
    return Outlook(speed, 0 if limit else _squares_to_corner(chariot.square), corner, wheels, flips)


def _corner_cdm(race: Race, chariot: Chariot) -> int:
    """Return the CDM in a corner, less all that makes its rolls worse."""
    return -sum(modifier.amount for modifier in corners.modifiers_of(race, chariot))


def _standing_in(chariot: Chariot) -> Square | None:
    """Return the corner square in which some part of the chariot stands, the team's first (6.32)."""
    return next((square for square in (chariot.square, TRACK.behind[chariot.square]) if square in TRACK.limit), None)


def _squares_to_corner(square: Square) -> int:
    count = 0
    while square not in TRACK.limit:
        square = TRACK.ahead[square]
        count += 1
    return count


def _corner_risk(race: Race, chariot: Chariot, step: int, points: int, cdm: int, endurance: int) -> CornerRisk:
    """Return the risk of a corner check of a chariot where it stands."""
    odds = strain_odds(points, cdm)
    standing = _standing_in(chariot)
    assert standing is not None
    limit = corners.limit_at(race, standing)
    assert limit is not None
    return CornerRisk(
        step, chariot.square, TRACK.lane[standing], limit, points, endurance, dict(odds), _flips(race, chariot, odds)
    )


def _flips(race: Race, chariot: Chariot, odds: Mapping[CornerCode, int]) -> int:
    """Return how many of the ways on the corner chart flip a chariot where it stands, into the wall too (7.34)."""
    outward = TRACK.beside["outside"]
    by_wall = chariot.square not in outward
    to = movement.slip_square(chariot, "outside", movement.occupied(race))
    near_wall = by_wall or (to is not None and to not in outward)
    return odds["FP"] + by_wall * odds["S"] + near_wall * odds["SS"]


def _wheel_risks(chariot: Chariot) -> Iterator[WheelRisk]:
    for side in SIDES:
        damage = damage_of(chariot.wheels, side)
        if damage:
            yield _wheel_risk(chariot, 0, side, damage)


def _wheel_risk(chariot: Chariot, step: int, side: Side, damage: int) -> WheelRisk:
    return WheelRisk(step, side, damage, wheel_odds(damage, boxes_of(chariot, side), unevenness(chariot).amount))


def _obstacle_risk(
    race: Race, chariot: Chariot, step: int, obstacle: ObstacleEntered, modifier: int, speed: int
) -> ObstacleRisk:
    """Return the risk of getting over an obstacle.

    :param modifier: on the three dice, but for what is not paid of the die to jump.
    :param speed: at which it is done.
    """
    has_driver = chariot.status == "racing"
    odds: dict[ObstacleCode, int] = dict.fromkeys(get_args(ObstacleCode), 0)
    for die in range(1, _SIDES_OF_A_DIE + 1):
        unpaid = max(0, die - chariot.endurance) if has_driver else 0
        for total, ways in THREE_DICE.items():
            odds[running_over(total + modifier + unpaid)] += ways
    staggers = _flips(race, chariot, strain_odds(speed - OBSTACLE_LIMIT, _corner_cdm(race, chariot)))
    flips = odds["flip"] + odds["flip danger"] * staggers // OF_THREE if chariot.has_car else 0
    most = min(_SIDES_OF_A_DIE, chariot.endurance) if has_driver else 0
    return ObstacleRisk(step, obstacle.square, obstacle.obstacle, most, odds, flips)


# Driving a plan


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
        self._met = _standing_on(race, self._chariot)
        self._came_from = self._chariot.square
        self._steps = 0
        self.has_stopped = False

    def verify(self, step: int, answer: Answer) -> None:
        """Raise :exc:`Refused` if this step is not legal here."""
        if self.is_over:
            raise self._refused_at_end(step)
        question = actions.next_action(self._race, self._entry)
        try:
            question.verify(answer)
        except Refused as error:
            reason = error
            if error.reason is Reason.NOT_A_CHOICE:
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
                movement.pay(self._phase, attacks.cost(answer.means))
                self._phase.attacked_from.append(TRACK.behind[self._chariot.square])
            case RunInto():
                self._run_into()
            case Change() | Sideslip() | Brake():
                self._act(step, answer)

    def settle(self) -> None:
        """Let the rules go on by themselves where nothing is left to decide."""
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
        table = CalmTable(NoDice())
        came_from = self._came_from = self._chariot.square
        for asked in actions.act(self._race, table, self._entry, answer):
            raise AssertionError(f"{asked} was asked although nothing happened")
        if self._chariot.square != came_from:
            self._path.append(self._chariot.square)
        self.note(step, table.told)
        self.has_stopped = bool(self._flips) or is_unforeseen(table.told, self._entry)

    def note(self, step: int, facts: Sequence[Fact]) -> None:
        """Keep what the rolls of a step could have come to."""
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
                case RunDown(entry=driver):
                    self._risks.append(MenRisk(step, driver))
                case WheelHeld(side=side, total=total):
                    self._risks.append(_wheel_risk(self._chariot, step, side, total))
                case Rolled(what_for="corner"):
                    self._risks.append(self._corner_risk(step, strained, fact.modifiers, paid))
                case Rolled():
                    self._risks += self._risks_of_roll(step, fact)

    def _risks_of_roll(self, step: int, rolled: Rolled) -> list[Risk]:
        """Return what a roll risks that is neither for a corner nor for a wheel."""
        match rolled.what_for:
            case "obstacle":
                return [self._obstacle_risk(step, rolled.modifiers)]
            case "sliding on":
                return [self._slide_risk(step)]
            case _:
                return []

    def _corner_risk(self, step: int, points: int, modifiers: Sequence[Modifier], paid: int) -> CornerRisk:
        cdm = -sum(modifier.amount for modifier in modifiers)
        return _corner_risk(self._race, self._chariot, step, points, cdm, paid)

    def _obstacle_risk(self, step: int, modifiers: Sequence[Modifier]) -> ObstacleRisk:
        assert self._met is not None, "what a team gets over it has entered before"
        modifier = sum(modifier.amount for modifier in modifiers)
        return _obstacle_risk(self._race, self._chariot, step, self._met, modifier, self._phase.total_speed)

    def _slide_risk(self, step: int) -> SlideRisk:
        """Return the risk of sliding on, to the side of the lane change that was the last step of the path."""
        square = self._chariot.square
        side: Side = "inside" if TRACK.lane[square] < TRACK.lane[self._came_from] else "outside"
        slides = _SIDES_OF_A_DIE + 1 - weather.SKIDS_FROM[weather.weight(self._race, self._chariot)]
        return SlideRisk(step, square, slides, 0 if square in TRACK.beside[side] else slides)

    def _run_into(self) -> None:
        """Brake what can be braked; the rest is a ram whose dice are not for a forecast (6.74)."""
        taken = movement.occupied(self._race)
        self._ahead = taken[TRACK.ahead[self._chariot.square]][0]
        braked = min(self._chariot.endurance, self._phase.factors) if movement.may_brake(self._chariot) else 0
        self._chariot.endurance -= braked
        movement.pay(self._phase, self._phase.factors)


def _standing_on(race: Race, chariot: Chariot) -> ObstacleEntered | None:
    """Return the obstacle that a team is on its way over."""
    crossing, phase = chariot.crossing, race.phase
    kind = None if crossing is None else obstacles.worst_at(race, crossing.square)
    if crossing is None or phase is None or kind is None:
        return None
    return ObstacleEntered(phase.entry, crossing.square, kind, 0)
