"""Fitness for a start (22.4), and the chariots that a stable enters where its owner is silent.

22.4   An injured driver or team does not start while the stable has a healthy chariot; else the least injured one.
R-G23  A chariot starts with a living driver, a car and four living horses, or not at all.
R-G24  Each entry in turn: a healthy chariot if one is left, else the least injured.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from engine.leagues.words.state import Chariot, Stable

Lack = Literal["driver", "team", "horse", "car"]


def lacks(chariot: Chariot) -> list[Lack]:
    """Return the parts that a chariot needs before it can start (R-G23); none if it can."""
    found: list[Lack] = []
    if chariot.driver is None or not chariot.driver.is_alive:
        found.append("driver")
    if chariot.team is None:
        found.append("team")
    elif not chariot.team.is_whole:
        found.append("horse")
    if not chariot.has_car:
        found.append("car")
    return found


def can_start(chariot: Chariot) -> bool:
    """Tell whether a chariot lacks nothing that it needs for a start (R-G23)."""
    return not lacks(chariot)


def injury(chariot: Chariot) -> int:
    """Return the points that driver and team have not recovered yet (22.4)."""
    driver, team = chariot.driver, chariot.team
    return (driver.boxes - driver.hits if driver else 0) + (team.injury if team else 0)


def startable(stable: Stable) -> dict[int, int]:
    """Return the chariots that can start, each with its unhealed points."""
    return {number: injury(chariot) for number, chariot in stable.chariots.items() if can_start(chariot)}


def may_come_next(injuries: Mapping[int, int], chosen: Sequence[int]) -> list[int]:
    """Return the chariots of which one is entered after those *chosen*: healthy ones, or the least injured (R-G24).

    :param injuries: of the chariots that can start, by number.
    """
    left = {number: points for number, points in injuries.items() if number not in chosen}
    least = min(left.values(), default=0)
    return [number for number, points in left.items() if points == least]


def worth(chariot: Chariot) -> tuple[int, int, int]:
    """Return the key that orders chariots that can start, the best one greatest: speed, endurance, number (R-G24)."""
    assert chariot.team is not None
    assert chariot.driver is not None
    return chariot.team.speed + chariot.driver.modifier, chariot.team.endurance, -chariot.number


def by_default(
    stable: Stable, injuries: Mapping[int, int], most: int, worth: Callable[[Chariot], tuple[int, ...]]
) -> tuple[int, ...]:
    """Return the chariots that a stable enters by its manager's instructions, in order (R-G24, H.4).

    :param injuries: of those that may be entered, by number.
    :param worth: orders them, the best one greatest.
    """
    chosen = list[int]()
    while len(chosen) < min(most, stable.manager.entries):
        possible = may_come_next(injuries, chosen)
        if not possible:
            break
        preferred = [number for number in stable.manager.prefers if number in possible]
        best = max(possible, key=lambda number: worth(stable.chariots[number]))
        chosen.append(preferred[0] if preferred else best)
    return tuple(chosen)
