"""How house drivers bear what goes wrong: obstacles, runaway teams, the way out of the reins and off the track."""

from functools import lru_cache

from engine.circus_maximus.house.lines import is_sprint
from engine.circus_maximus.house.speeds import FACTOR, NO_PERIL, STRAIGHT, corner_peril
from engine.circus_maximus.house.tempers import Temper, form_of, price_of
from engine.circus_maximus.printed.editions import Edition, edition_of
from engine.circus_maximus.printed.odds import OF_THREE, running_over_odds
from engine.circus_maximus.printed.tables import OBSTACLE_LIMIT, TRACK
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.circus_maximus.words.asks import (
    CrossObstacle,
    GetFree,
    JumpFactors,
    NextAction,
    Run,
    RunOnFoot,
    ShareInjuries,
    Shares,
    TryToGetFree,
)
from engine.circus_maximus.words.facts import ObstacleCode
from engine.questions import Answer
from records.values import Lane, Square

_HARM: dict[ObstacleCode, int] = {"-": 0, "jostled": 900, "car damaged": 900, "hobbled": 900, "seriously hobbled": 2200}
"""The cost of the milder results of running over an obstacle, in hundredths of a factor."""

_MIDDLE = Lane(4)
"""A lane from which no slip leads into a wall."""

_LAST_ENDURANCE = 8 * FACTOR
_ATTACKS_MEN = 4
"""The highest personality that rams a dragged driver with a runaway team."""

_MOST_RUN = 18
"""Squares ahead of a chariot in which a man on foot is not safe."""

_WALLS = (Lane(1), Lane(TRACK.data.lanes))
_LEAST_HITS_TO_HANG_ON = 4


def cross(temper: Temper, view: RaceView, own: ChariotView, question: CrossObstacle) -> JumpFactors:
    """Return the endurance factors that the driver pays to get over an obstacle, for the least cost in all (14.3)."""
    price, phase = price_of(temper, view, own), view.phase
    speed = phase.total_speed if phase is not None and phase.entry == own.entry else own.last_speed
    edition, steadiness = edition_of(view.options), form_of(temper, view, own).cdm
    lying = edition.obstacle_modifier[question.obstacle]

    def cost(paid: int) -> int:
        modifier = edition.helps * (own.cdm + paid - question.die) + lying
        harm = obstacle_harm(edition, modifier, temper.flip, speed, steadiness)
        return harm + paid * price + (_LAST_ENDURANCE if paid == own.endurance else 0)

    return JumpFactors(min(range(question.at_most + 1), key=cost))


@lru_cache(maxsize=1024)
def obstacle_harm(edition: Edition, modifier: int, flip: int, speed: int, cdm: int = 0) -> int:
    """Return the expected cost of running over an obstacle, in hundredths of a factor (14.3).

    :param modifier: on the three dice.
    :param flip: cost of a flip.
    :param cdm: for the roll on the corner chart in flip danger, weather and unlike blades included (E8).
    """
    odds = running_over_odds(edition, modifier)
    points = speed - OBSTACLE_LIMIT
    staggers = corner_peril(edition, points, _MIDDLE, cdm) if points > 0 else NO_PERIL
    harms = _HARM | {"flip": flip, "flip danger": (staggers.flips * flip + staggers.harm) // OF_THREE}
    return int(sum(chance * harms[code] for code, chance in odds.items()))


def run_away(temper: Temper, question: NextAction, default: Answer) -> Answer:
    """Return a runaway team's action: the rules' default, but it goes for a rival in the reins (15.2, 16.5)."""
    if question.attacks and temper.personality <= _ATTACKS_MEN:
        return question.attacks[0]
    return default


def get_free(temper: Temper, view: RaceView, own: ChariotView, question: TryToGetFree) -> GetFree:
    """Hang on only where the finish is crossed, or near enough to be dragged over it alive (16.4)."""
    if own.status == "finished":
        return GetFree(False)
    if own.square is None or question.hits < _LEAST_HITS_TO_HANG_ON or not is_sprint(view, own):
        return GetFree(True)
    left = STRAIGHT - TRACK.number(own.square)
    return GetFree(left > own.max_speed or temper.personality > _ATTACKS_MEN)


def run(temper: Temper, view: RaceView, own: ChariotView, question: RunOnFoot) -> Run:
    """Run for the nearer wall, along it from there, and out of the way of teams (17.1 to 17.3)."""
    del temper, own
    unsafe = _unsafe_squares(view)

    def cost(place: int) -> tuple[int, int]:
        to = question.paths[place][-1]
        to_wall = min(abs(TRACK.lane[to] - wall) for wall in _WALLS)
        return 2 * to_wall + 3 * (to in unsafe) - 4 * (to in question.climbs), place

    return Run(question.paths[min(range(len(question.paths)), key=cost)][-1])


def _unsafe_squares(view: RaceView) -> set[Square]:
    unsafe: set[Square] = set()
    for chariot in view.chariots:
        if chariot.square is None or chariot.status not in ("racing", "runaway"):
            continue
        square = chariot.square
        for _ in range(min(_MOST_RUN, chariot.max_speed)):
            square = TRACK.ahead[square]
            unsafe.add(square)
    return unsafe


def share(temper: Temper, view: RaceView, own: ChariotView, question: ShareInjuries) -> Shares:
    """Let no horse die that need not, and spare the weakest (9.61)."""
    del temper, view, own

    def cost(shares: Shares) -> tuple[int, int]:
        left = [boxes - points for boxes, points in zip(question.boxes, shares.points, strict=True)]
        return left.count(0), -min(left)

    return min(question.legal(), key=cost)
