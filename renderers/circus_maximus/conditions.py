"""The harm to a chariot, as its counters show it."""

from engine.circus_maximus.seen.views import ChariotView
from renderers.counters import SOUND_TEAM, CarLook, HorseLook

_BLADES = {"none": 0, "regular": 1, "long": 2}


def horses_of(chariot: ChariotView) -> tuple[HorseLook, ...]:
    """Return how the team looks; before the preparation, four sound horses."""
    looks = []
    for horse in chariot.horses:
        is_dead = horse.state == "dead"
        wounds = 0 if horse.injury == 0 else 1 if 2 * horse.injury <= horse.original else 2
        looks.append(HorseLook(horse.state == "cut free", is_dead, wounds))
    return tuple(looks) or SOUND_TEAM


def car_of(chariot: ChariotView) -> CarLook:
    lost = chariot.hits_start - chariot.hits
    return CarLook(
        chariot.car,
        _damage(chariot.wheel_inside, chariot.boxes_inside),
        _damage(chariot.wheel_outside, chariot.boxes_outside),
        -(-8 * lost // chariot.hits_start) if chariot.hits_start else 0,
        is_empty=chariot.driver != "in car",
        blade_inside=_BLADES[chariot.blades_inside],
        blade_outside=_BLADES[chariot.blades_outside],
        blind_inside="inside" in chariot.eyes_lost,
        blind_outside="outside" in chariot.eyes_lost,
        is_dusty=chariot.blinded or chariot.straight_phases > 0,
    )


def _damage(damage: int, boxes: int) -> int:
    """Return how badly a wheel is damaged: 0 whole, 1, 2 by half or more."""
    return (damage > 0) + (damage > 0 and 2 * damage >= boxes)
