"""Critical hits: of a lash on a driver (13.1), and on horses (16.4).

13.1  After every wound that a lash has dealt and that he survived, the driver rolls two dice: he may be pulled out of
      his car, weakened, lose an arm or an eye, be lashed again or hit once more; or both pull at the whip.
16.4  Whoever hurts a horse may hurt it more than he thought: two dice, once for each horse and event.
"""

from engine.circus_maximus import dragging, lashes, speed, wounds
from engine.circus_maximus.data import critical_hit, critical_horse_hit
from engine.circus_maximus.facts import CriticallyHit, HorseInjured, HorseWorseHurt, Maimed, TuggedOfWar, WhipLost
from engine.circus_maximus.state import Race
from engine.circus_maximus.threats import Threat
from engine.game import Modifier, Play, Table
from engine.track import OPPOSITE
from engine.values import EntryId


def strike(race: Race, table: Table, threat: Threat, factor: int) -> Play[None]:
    """Roll for what a wound did besides, and do it (13.1). The driver lives and is in his car.

    :param factor: of the lash that dealt the wound.
    """
    entry = threat.defender
    code = critical_hit(table.roll(entry, "critical hit", "13.1").total)
    table.tell(CriticallyHit(entry, threat.attacker, code))
    match code:
        case "pulled out":
            _lose_whip(race, table, threat.attacker)
            dragging.pull_out(race, table, entry, threat.attacker)
        case "modifier":
            wounds.weaken(race, table, entry, "critical hit")
        case "arm":
            _maim_arm(race, table, entry)
        case "eye":
            wounds.blind_eye(race, table, entry, OPPOSITE[threat.side])
        case "lashed again":
            yield from lashes.lash_home(race, table, threat, factor - 1)
        case "hit":
            wounds.hurt(race, table, entry, 1, "critical hit")
        case "tug of war":
            _tug(race, table, threat)


def worsen_injury(race: Race, table: Table, entry: EntryId, horse_index: int) -> None:
    """Roll whether the injury that a living horse, 0 leftmost, has just taken is worse than it looked (16.4).

    Further points are not rolled for again (H5); if they leave it no speed, it is for the caller to let it die.
    """
    horse = race.chariots[entry].horses[horse_index]
    more = critical_horse_hit(table.roll(entry, "critical horse hit", "16.4").total)
    points = horse.speed if more is None else min(more, horse.speed)
    if points:
        table.tell(HorseWorseHurt(entry, horse_index + 1, points, killed=points == horse.speed))
        horse.injury += points
        table.tell(HorseInjured(entry, horse_index + 1, points, horse.speed))
        speed.refresh(race, table, entry)


def _lose_whip(race: Race, table: Table, entry: EntryId) -> None:
    chariot = race.chariots[entry]
    chariot.has_whip = chariot.long_whip = False
    table.tell(WhipLost(entry, None))


def _maim_arm(race: Race, table: Table, entry: EntryId) -> None:
    """Halve what the driver can strain out of his team (13.1); an arm is lost once."""
    chariot = race.chariots[entry]
    if not chariot.arm:
        chariot.arm = True
        table.tell(Maimed(entry, "arm"))


def _tug(race: Race, table: Table, threat: Threat) -> None:
    """Let both drivers pull at the whip, with the hits they have left; the weaker one falls, none at a tie (D10)."""
    totals = {
        entry: table.roll(entry, "tug of war", "13.1", modifiers=(Modifier("hits", race.chariots[entry].hits),)).total
        for entry in (threat.attacker, threat.defender)
    }
    attacking, defending = totals[threat.attacker], totals[threat.defender]
    loser, winner = threat.defender, threat.attacker
    if defending > attacking:
        loser, winner = winner, loser
    table.tell(TuggedOfWar(threat.defender, threat.attacker, None if attacking == defending else loser))
    _lose_whip(race, table, threat.attacker)
    if attacking != defending:
        dragging.pull_out(race, table, loser, winner)
