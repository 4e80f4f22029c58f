"""Horses: injury, death and cutting free (9.5 to 9.53).

9.51  Each point of injury is a point of speed, at once; a horse without speed is dead.
9.52  With a dead horse the chariot stands, its team cannot be attacked from that side, and a part of its endurance
      goes: a quarter with the first, a third with the second, half with the third.
9.53  As its phase begins, the driver may try to cut the horse free. With the fourth dead horse the chariot is out.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engine.circus_maximus import criticals, endurance, flips, obstacles, runaways, speed
from engine.circus_maximus.data import DEAD_HORSE_DIVISORS
from engine.circus_maximus.facts import CuttingFailed, HorseCutFree, HorseDied, HorseInjured
from engine.circus_maximus.state import Chariot, Race
from engine.game import Modifier, Table
from engine.track import Side
from engine.values import EntryId

HORSES_ON: Mapping[Side, Sequence[int]] = MappingProxyType({"inside": (0, 1), "outside": (2, 3)})
"""The places of the horses on each side of a team (D18)."""


def living(chariot: Chariot) -> list[int]:
    """Return the places of the living horses in the team, 0 leftmost."""
    return [place for place, horse in enumerate(chariot.horses) if horse.state == "alive"]


def leftmost(chariot: Chariot) -> int:
    """Return the place of the leftmost living horse, 0 to 3; a chariot on the track always has one."""
    return living(chariot)[0]


def rightmost(chariot: Chariot) -> int:
    """Return the place of the rightmost living horse, 0 to 3; a chariot on the track always has one."""
    return living(chariot)[-1]


def nearest(chariot: Chariot, side: Side) -> int:
    """Return the place of the living horse nearest to *side*, 0 to 3."""
    return leftmost(chariot) if side == "inside" else rightmost(chariot)


def is_shielded(chariot: Chariot, side: Side) -> bool:
    """Tell whether a dead horse lies between the team and *side*: no attack from there reaches it (9.52)."""
    return any(chariot.horses[place].state == "dead" for place in HORSES_ON[side])


def injure(race: Race, table: Table, entry: EntryId, horse_index: int, points: int) -> None:
    """Injure a living horse, 0 leftmost; points beyond its boxes are lost, and without any left it dies (9.51)."""
    horse = race.chariots[entry].horses[horse_index]
    suffered = min(points, horse.speed)
    if suffered <= 0:
        return

    horse.injury += suffered
    table.tell(HorseInjured(entry, horse_index + 1, suffered, horse.speed))
    speed.refresh(race, table, entry)
    if horse.speed and race.options.critical_horse_hits:
        criticals.worsen_injury(race, table, entry, horse_index)
    if not horse.speed:
        _die(race, table, entry, horse_index)


def _die(race: Race, table: Table, entry: EntryId, horse_index: int) -> None:
    """Let a horse die: endurance goes, and the chariot stands or is out (9.52, 9.53)."""
    chariot = race.chariots[entry]
    chariot.horses[horse_index].state = "dead"
    table.tell(HorseDied(entry, horse_index + 1))
    if chariot.status == "halted":  # hurt by who runs over it (15.25)
        return
    if chariot.status == "runaway":  # 15.25
        runaways.halt(race, table, entry)
    elif not living(chariot):  # 9.53
        runaways.stop(race, table, entry)
    else:  # 9.52
        deaths = len(chariot.horses) - len(living(chariot))
        endurance.spend(race, table, entry, chariot.endurance // DEAD_HORSE_DIVISORS[deaths], "horse death")
    flips.end_phase(race, table, entry)


def cut_free(race: Race, table: Table, entry: EntryId, turn_speed: int) -> int | None:
    """Try to cut the leftmost dead horse free as the phase begins (9.53).

    :param turn_speed: the written part of the speed, from which the cost is taken.
    :returns: what is left of it, 0 or more; ``None`` if the driver failed.
    """
    chariot = race.chariots[entry]
    chariot.has_cut = True
    dice = len(living(chariot))
    rolled = table.roll(entry, "cutting free", "9.53", count=dice, modifiers=(Modifier("CDM", -chariot.cdm),))
    cost = max(0, rolled.total)
    if cost > turn_speed:
        table.tell(CuttingFailed(entry, cost - turn_speed))
        return None

    dead = [place for place, horse in enumerate(chariot.horses) if horse.state == "dead"]
    for place in dead if race.options.horse_cut == "all" else dead[:1]:  # E24
        chariot.horses[place].state = "cut free"
        table.tell(HorseCutFree(entry, place + 1, cost if place == dead[0] else 0))
        obstacles.leave_carcass(race, table, entry)
    return turn_speed - cost
