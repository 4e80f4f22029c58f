"""Risks of a corner, a wheel, an obstacle or a skid as a viewer can work them out, in ways of the dice."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import get_args

import msgspec

from engine.circus_maximus.harm.wheels import boxes_of, damage_of, unevenness
from engine.circus_maximus.position import board, obstacles, steps
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.odds import OF_THREE, OF_TWO, THREE_DICE, WheelOdds, strain_odds, wheel_odds
from engine.circus_maximus.printed.tables import LEAST_TO_CHECK_WHEELS, OBSTACLE_LIMIT, TRACK
from engine.circus_maximus.seen.race_from_view import race_from_view
from engine.circus_maximus.seen.views import RaceView
from engine.circus_maximus.words.facts import Cause, CornerCode, ObstacleCode, ObstacleEntered
from engine.circus_maximus.words.state import Chariot, ObstacleKind, Race
from engine.track import SIDES, Side
from records.values import EntryId, Lane, Square


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
        """The chance to flip, 0 to 1."""
        return Fraction(self.flips, OF_THREE)


class WheelRisk(msgspec.Struct, frozen=True, tag=True):
    """A damaged wheel that is tried (7.41, 7.43)."""

    step: int
    side: Side
    damage: int
    odds: WheelOdds  # out of 36

    @property
    def flip_chance(self) -> Fraction:
        """The chance to flip, 0 to 1."""
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
        """The chance to flip, 0 to 1."""
        return Fraction(self.flips, OF_FOUR)


class SlideRisk(msgspec.Struct, frozen=True, tag=True):
    """A lane change on a wet track, after which the chariot may slide one lane further (16.7)."""

    step: int
    square: Square
    slides: int  # out of 6
    flips: int  # out of 6: into a wall

    @property
    def flip_chance(self) -> Fraction:
        """The chance to flip, 0 to 1."""
        return Fraction(self.flips, SIDES_OF_A_DIE)


class MenRisk(msgspec.Struct, frozen=True, tag=True):
    """A driver on foot who is run down: it costs a die of movement factors (17.4). They may dodge (II.14.2)."""

    step: int
    driver: EntryId  # whose
    dodges: int = 0  # out of 36: gets out of the way (II.14.2)

    @property
    def flip_chance(self) -> Fraction:
        """The chance to flip, 0 to 1."""
        return Fraction()


Risk = CornerRisk | WheelRisk | ObstacleRisk | SlideRisk | MenRisk


OF_FOUR = OF_THREE * 6


SIDES_OF_A_DIE = 6


class Outlook(msgspec.Struct, frozen=True):
    """The risks of a total speed at the start of the phase (7.23, 7.41)."""

    speed: int
    squares_to_corner: int  # free or not; 0 if some part of the chariot is in a corner
    corner: CornerRisk | None  # where it stands
    wheels: tuple[WheelRisk, ...]
    flips: Cause | None


def outlook(view: RaceView, entry: EntryId, speed: int) -> Outlook:
    """Return the risks of beginning a phase at a total speed, in movement factors (7.23, 7.41)."""
    race = race_from_view(view)
    chariot = race.chariots[entry]
    limit = steps.limit_at(race, chariot.square) if chariot.has_car else None
    points = 0 if limit is None else speed - limit
    corner = None
    if points > 0:
        paid = min(points, chariot.endurance) if chariot.driver == "in car" else 0
        corner = corner_risk(race, chariot, 0, points, _corner_cdm(race, chariot), paid)
    is_by_written = edition_of(race.options).tries_written_speed and chariot.written is not None  # T12
    tried = min(speed, chariot.written or 0) if is_by_written else speed
    wheels = tuple(_wheel_risks(chariot)) if tried >= LEAST_TO_CHECK_WHEELS else ()
    flips: Cause | None = "no endurance" if corner and not chariot.endurance else None
    return Outlook(speed, 0 if limit else _squares_to_corner(chariot.square), corner, wheels, flips)


def crash_at(view: RaceView, entry: EntryId, points: int) -> Fraction:
    """Return the chance to flip at once where a corner is taken so many points over its safe speed (7.32)."""
    race = race_from_view(view)
    odds = strain_odds(edition_of(race.options), points, _corner_cdm(race, race.chariots[entry]))
    return Fraction(odds["FP"], OF_THREE)


def _corner_cdm(race: Race, chariot: Chariot) -> int:
    """Return the CDM in a corner, less all that makes its rolls worse."""
    return edition_of(race.options).helps * sum(each.amount for each in steps.strain_modifiers(race, chariot))


def _standing_in(chariot: Chariot) -> Square | None:
    """Return the corner square in which some part of the chariot stands, the team's first (6.32)."""
    return next((square for square in (chariot.square, TRACK.behind[chariot.square]) if square in TRACK.limit), None)


def _squares_to_corner(square: Square) -> int:
    count = 0
    while square not in TRACK.limit:
        square = TRACK.ahead[square]
        count += 1
    return count


def corner_risk(race: Race, chariot: Chariot, step: int, points: int, cdm: int, endurance: int) -> CornerRisk:
    """Return the risk of a corner check of a chariot where it stands (7.32)."""
    odds = strain_odds(edition_of(race.options), points, cdm)
    standing = _standing_in(chariot)
    assert standing is not None
    limit = steps.limit_at(race, standing)
    assert limit is not None
    return CornerRisk(
        step, chariot.square, TRACK.lane[standing], limit, points, endurance, dict(odds), _flips(race, chariot, odds)
    )


def _flips(race: Race, chariot: Chariot, odds: Mapping[CornerCode, int]) -> int:
    """Return how many of the ways on the corner chart flip a chariot where it stands, into the wall too (7.34)."""
    outward = TRACK.beside["outside"]
    by_wall = chariot.square not in outward
    to = board.slip_square(chariot, "outside", board.blocking(race, board.occupied(race)))
    near_wall = by_wall or (to is not None and to not in outward)
    return odds["FP"] + by_wall * odds["S"] + near_wall * odds["SS"]


def _wheel_risks(chariot: Chariot) -> Iterator[WheelRisk]:
    for side in SIDES:
        damage = damage_of(chariot.wheels, side)
        if damage:
            yield wheel_risk(chariot, 0, side, damage)


def wheel_risk(chariot: Chariot, step: int, side: Side, damage: int) -> WheelRisk:
    """Return the risk of trying a wheel that has *damage* points, 1 or more (7.43)."""
    return WheelRisk(step, side, damage, wheel_odds(damage, boxes_of(chariot, side), unevenness(chariot).amount))


def obstacle_risk(
    race: Race, chariot: Chariot, step: int, obstacle: ObstacleEntered, modifier: int, speed: int
) -> ObstacleRisk:
    """Return the risk of getting over an obstacle (14.3).

    :param modifier: on the three dice, without the unpaid part of the die to jump.
    :param speed: at which it is done.
    """
    has_driver = chariot.status == "racing"
    odds: dict[ObstacleCode, int] = dict.fromkeys(get_args(ObstacleCode), 0)
    edition = edition_of(race.options)
    for die in range(1, SIDES_OF_A_DIE + 1):
        unpaid = max(0, die - chariot.endurance) if has_driver else 0
        for total, ways in THREE_DICE.items():
            odds[edition.running_over(total + modifier - edition.helps * unpaid)] += ways
    staggers = _flips(race, chariot, strain_odds(edition, speed - OBSTACLE_LIMIT, _corner_cdm(race, chariot)))
    flips = odds["flip"] + odds["flip danger"] * staggers // OF_THREE if chariot.has_car else 0
    most = min(SIDES_OF_A_DIE, chariot.endurance) if has_driver else 0
    return ObstacleRisk(step, obstacle.square, obstacle.obstacle, most, odds, flips)


def standing_on(race: Race, chariot: Chariot) -> ObstacleEntered | None:
    """Return the obstacle that a team is crossing; ``None`` if it crosses none (14.3)."""
    crossing, phase = chariot.crossing, race.phase
    kind = None if crossing is None else obstacles.worst_at(race, crossing.square)
    if crossing is None or phase is None or kind is None:
        return None
    return ObstacleEntered(phase.entry, crossing.square, kind, 0)
