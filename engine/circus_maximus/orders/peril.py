"""The best answers known beside one's own way: what a jump is worth (14.3), where a man on foot is safest (17)."""

from collections import deque
from functools import lru_cache
from typing import NamedTuple

from engine.circus_maximus.house import hazards
from engine.circus_maximus.house.lookahead import HIMSELF
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.views import RaceView
from engine.circus_maximus.words.asks import CrossObstacle, JumpFactors, Run, RunOnFoot
from engine.questions import Ask
from engine.track import SIDES
from records.values import Square

_MORE = 6
"""Squares that a whip and straining may add to what a team can go."""


def best_jump(view: RaceView, ask: Ask) -> JumpFactors:
    """Return the endurance to pay over an obstacle: that of the least cost, harm and endurance together (14.3)."""
    assert isinstance(ask.question, CrossObstacle)
    return hazards.cross(HIMSELF, view, view.chariot(ask.entry), ask.question)


class _Merit(NamedTuple):
    """What speaks for a way on foot; more is better in each."""

    tries: int  # to climb out on the way, each with an even chance (17.3)
    is_safe: bool  # no team can come there before they run on (17.4)
    near: int  # to a wall, below 0


def best_run(view: RaceView, ask: Ask) -> Run | None:
    """Return where a man on foot is best off; ``None`` if that is a matter of luck (17).

    That way has as many tries to climb out as any, is as safe as any, and ends as near to a wall as any; and it is
    safe, or has more tries than all others.
    """
    question = ask.question
    assert isinstance(question, RunOnFoot)
    danger = _in_danger(view)
    merits = {path[-1]: _merit(question, path, danger) for path in question.paths}
    most = _Merit(*(max(each) for each in zip(*merits.values(), strict=True)))
    best = [square for square, merit in merits.items() if merit == most]
    others = [merit.tries for square, merit in merits.items() if square not in best]
    is_plain = most.is_safe or (len(best) == 1 and most.tries > max(others, default=0))
    if not best or not is_plain:
        return None
    return ask.default if isinstance(ask.default, Run) and ask.default.to in best else Run(best[0])


def _merit(question: RunOnFoot, path: tuple[Square, ...], danger: frozenset[Square]) -> _Merit:
    lane = TRACK.lane[path[-1]]
    tries = sum(step in question.climbs for step in path[1:])
    return _Merit(tries, path[-1] not in danger, -min(lane - 1, TRACK.data.lanes - lane))


def _in_danger(view: RaceView) -> frozenset[Square]:
    """Return all squares to which a team may come in the next turn."""
    teams = [
        (each.square, each.max_speed + _MORE)
        for each in view.chariots
        if each.square is not None and each.status in ("racing", "runaway")
    ]
    return frozenset().union(*(_ahead(square, speed) for square, speed in teams))


@lru_cache(maxsize=512)
def _ahead(start: Square, most: int) -> frozenset[Square]:
    """Return the squares within so many steps ahead, lanes changed or sideslips made on the way."""
    steps, waiting = {start: 0}, deque([start])
    while waiting:
        square = waiting.popleft()
        if steps[square] == most:
            continue
        aside = [links[side].get(square) for links in (TRACK.ahead_of, TRACK.beside) for side in SIDES]
        for each in (TRACK.ahead[square], *aside):
            if each is not None and each not in steps:
                steps[each] = steps[square] + 1
                waiting.append(each)
    return frozenset(steps)
