"""What has happened to a chariot, as its counters show it."""

from engine.circus_maximus.views import ChariotView
from renderers.circus_maximus.words import WHEEL_BOXES
from renderers.counters import SOUND_TEAM, CarLook, HorseLook


def horses_of(chariot: ChariotView) -> tuple[HorseLook, ...]:
    """Return how the team looks; before the preparation, four sound horses."""
    looks = []
    for horse in chariot.horses:
        is_dead = horse.state == "dead"
        wounds = 0 if horse.injury == 0 else 1 if 2 * horse.injury <= horse.original else 2
        looks.append(HorseLook(horse.state == "cut free", is_dead, wounds))
    return tuple(looks) or SOUND_TEAM


def car_of(chariot: ChariotView) -> CarLook:
    inside, outside = ((damage > 0) + (2 * damage >= WHEEL_BOXES) for damage in _wheels(chariot))
    lost = chariot.hits_start - chariot.hits
    eighths = -(-8 * lost // chariot.hits_start) if chariot.hits_start else 0
    return CarLook(chariot.car, inside, outside, eighths)


def _wheels(chariot: ChariotView) -> tuple[int, int]:
    return chariot.wheel_inside, chariot.wheel_outside
