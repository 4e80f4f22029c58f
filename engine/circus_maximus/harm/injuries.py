"""Horses: injury, death and cutting free (9.5 to 9.53).

9.51  Each point of injury is a point of speed, at once; a horse without speed is dead.
9.52  With a dead horse the chariot stands, its team cannot be attacked from that side, and a part of its endurance
      goes: a quarter with the first, a third with the second, half with the third.
9.53  As its phase begins, the driver may try to cut the horse free. With the fourth dead horse the chariot is out.
"""

from engine.circus_maximus.harm import endurance, flips, slowing, stepping
from engine.circus_maximus.position import horses
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import DEAD_HORSE_DIVISORS
from engine.circus_maximus.words.facts import CuttingFailed, HorseCutFree, HorseDied, HorseInjured, HorseWorseHurt
from engine.circus_maximus.words.state import Race
from engine.facts import Modifier
from engine.table import Table
from records.values import EntryId


def worsen_injury(race: Race, table: Table, entry: EntryId, horse_index: int) -> None:
    """Roll whether the injury that a living horse, 0 leftmost, has just taken is worse than it looked (16.4).

    Further points are not rolled for again (H5). If they leave the horse no speed, the caller lets it die.
    """
    horse = race.chariots[entry].horses[horse_index]
    more = edition_of(race.options).critical_horse_hit(table.roll(entry, "critical horse hit", "16.4").total)
    points = horse.speed if more is None else min(more, horse.speed)
    if points:
        table.tell(HorseWorseHurt(entry, horse_index + 1, points, killed=points == horse.speed))
        horse.injury += points
        table.tell(HorseInjured(entry, horse_index + 1, points, horse.speed))
        slowing.refresh(race, table, entry)


def injure(race: Race, table: Table, entry: EntryId, horse_index: int, points: int) -> None:
    """Injure a living horse, 0 leftmost; points beyond its boxes are lost, and without any left it dies (9.51)."""
    horse = race.chariots[entry].horses[horse_index]
    suffered = min(points, horse.speed)
    if suffered <= 0:
        return

    horse.injury += suffered
    table.tell(HorseInjured(entry, horse_index + 1, suffered, horse.speed))
    slowing.refresh(race, table, entry)
    if horse.speed and race.options.critical_horse_hits:
        worsen_injury(race, table, entry, horse_index)
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
        flips.halt(race, table, entry)
    elif not horses.living(chariot):  # 9.53
        flips.stop(race, table, entry)
    else:  # 9.52
        deaths = len(chariot.horses) - len(horses.living(chariot))
        endurance.spend(race, table, entry, chariot.endurance // DEAD_HORSE_DIVISORS[deaths], "horse death")
    flips.end_phase(race, table, entry)


def cut_free(race: Race, table: Table, entry: EntryId, turn_speed: int) -> int | None:
    """Try to cut the leftmost dead horse free as the phase begins (9.53).

    :param turn_speed: the written part of the speed, from which the cost is taken; all of it in the Epic edition.
    :returns: the points left of it, 0 or more; ``None`` if the driver failed.
    """
    chariot = race.chariots[entry]
    chariot.has_cut = not edition_of(race.options).acts_once_free
    dice = len(horses.living(chariot))
    rolled = table.roll(entry, "cutting free", "9.53", count=dice, modifiers=(Modifier("CDM", -chariot.cdm),))
    cost = max(0, rolled.total)
    if cost > turn_speed:
        table.tell(CuttingFailed(entry, cost - turn_speed))
        return None

    dead = [place for place, horse in enumerate(chariot.horses) if horse.state == "dead"]
    for place in dead if race.options.horse_cut == "all" else dead[:1]:  # E24
        chariot.horses[place].state = "cut free"
        chariot.cut_in = race.turn
        table.tell(HorseCutFree(entry, place + 1, cost if place == dead[0] else 0))
        stepping.leave_carcass(race, table, entry, place)
    return turn_speed - cost
