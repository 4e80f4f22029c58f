"""Lashes (9.4).

9.41  On a team: a die each, with CDM. The defender's at least the attacker's: the team loses one endurance factor, and
      may use a movement factor more in its next phase. Else it loses the difference, and must use as many more.
9.42  On a driver: two dice each, with CDM; the difference is the lash factor, the column of the chart. The attacker
      rolls two dice for its row.
9.43  A wound takes a hit, which may weaken or kill a driver, and in the Advanced Game may be a critical one (13.1).
16.1  A long whip lashes two columns better.

In the Epic edition (II.10.4):
10.4.1  On a team: one die of the attacker's, which nobody contests. A chariot that stands gains nothing by it (R-A35).
10.4.2  On a driver: the lash factor alone decides the effect.
10.4.5  A critical hit that repeats the lash repeats all of it, with one less. A defender without a whip who wins the
        tug of war keeps the attacker's.
"""

from engine.circus_maximus.control import chain, ways_out
from engine.circus_maximus.harm import endurance, flips, slowing, wounds
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import LONG_WHIP
from engine.circus_maximus.words.asks import GrabbedWhip, KeepWhip
from engine.circus_maximus.words.facts import (
    CriticallyHit,
    DriverLashed,
    Maimed,
    StandingTeamLashed,
    TeamLashed,
    TeamLashedNextTurn,
    TuggedOfWar,
    WhipLost,
    Wounded,
)
from engine.circus_maximus.words.state import Race
from engine.circus_maximus.words.threats import Threat, defending_cdm
from engine.facts import Modifier
from engine.questions import Ask, Play
from engine.table import Table
from engine.track import OPPOSITE
from records.values import EntryId


def strike(race: Race, table: Table, threat: Threat, factor: int) -> Play[None]:
    """Roll for a wound's further effect, and apply it; does nothing in an edition without critical hits (13.1).

    The driver lives and is in their car.

    :param factor: of the lash that dealt the wound.
    """
    entry, chart = threat.defender, edition_of(race.options).critical_hit
    if chart is None:
        return
    code = chart(table.roll(entry, "critical hit", "13.1").total)
    table.tell(CriticallyHit(entry, threat.attacker, code))
    match code:
        case "pulled out":
            _lose_whip(race, table, threat.attacker)
            flips.pull_out(race, table, entry, threat.attacker)
        case "modifier":
            wounds.weaken(race, table, entry, "critical hit")
        case "arm":
            _maim_arm(race, table, entry)
        case "eye":
            wounds.blind_eye(race, table, entry, OPPOSITE[threat.side])
        case "lashed again" if edition_of(race.options).repeats_whole_lash:
            yield from lash_driver(race, table, threat._replace(modifier=threat.modifier - 1))
        case "lashed again":
            yield from lash_home(race, table, threat, factor - 1)
        case "hit":
            wounds.hurt(race, table, entry, 1, "critical hit")
        case "tug of war":
            _tug(race, table, threat)


def _lose_whip(race: Race, table: Table, entry: EntryId, kept_by: EntryId | None = None) -> None:
    chariot = race.chariots[entry]
    if kept_by is not None:
        race.chariots[kept_by].has_whip, race.chariots[kept_by].long_whip = True, chariot.long_whip
    chariot.has_whip = chariot.long_whip = False
    table.tell(WhipLost(entry, kept_by))


def _maim_arm(race: Race, table: Table, entry: EntryId) -> None:
    """Halve the factors that a driver can strain out of their team (13.1); an arm is lost once."""
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
    wins_whip = edition_of(race.options).tug_wins_whip and not race.chariots[threat.defender].has_whip
    _lose_whip(race, table, threat.attacker, threat.defender if wins_whip and winner == threat.defender else None)
    if attacking != defending:
        flips.pull_out(race, table, loser, winner)


def lash_team(race: Race, table: Table, threat: Threat) -> None:
    """Lash a team: its endurance turns into movement factors (9.41); without endurance nothing happens (8.5)."""
    defender = race.chariots[threat.defender]
    if not defender.endurance:
        table.tell(TeamLashed(threat.defender, threat.attacker, 0, must_use=False))
        return

    if not edition_of(race.options).team_lash_is_contested:
        _whip_on(race, table, threat)
        return
    factors, must_use = _contest(race, table, threat)
    kind = TeamLashedNextTurn if edition_of(race.options).waits_for_turn else TeamLashed
    table.tell(kind(threat.defender, threat.attacker, factors, must_use))
    slowing.whip_on(race, threat.defender, factors, must_use=must_use)
    endurance.spend(race, table, threat.defender, factors, "lash")


def _contest(race: Race, table: Table, threat: Threat) -> tuple[int, bool]:
    """Roll for both; return the endurance factors lost, and whether as many must be used, or may (9.41)."""
    cdm = Modifier("CDM", race.chariots[threat.attacker].cdm)
    excess = _excess(race, table, threat, "lash on a team", "9.41", (cdm,), count=1)
    return (min(excess, race.chariots[threat.defender].endurance), True) if excess > 0 else (1, False)


def _whip_on(race: Race, table: Table, threat: Threat) -> None:
    """Roll one die: so much endurance goes, and a team that does not stand must use as many factors (II.10.4.1)."""
    defender = race.chariots[threat.defender]
    rolled = table.roll(threat.attacker, "lash on a team", "II.10.4.1", count=1).total
    factors = min(rolled, defender.endurance)
    if defender.is_stationary:  # R-A35
        table.tell(StandingTeamLashed(threat.defender, threat.attacker, factors))
    else:
        table.tell(TeamLashed(threat.defender, threat.attacker, factors, must_use=True))
        slowing.whip_on(race, threat.defender, factors, must_use=True)
    endurance.spend(race, table, threat.defender, factors, "lash")


def lash_driver(race: Race, table: Table, threat: Threat) -> Play[None]:
    """Lash a driver, and apply the chart (9.42, 9.43)."""
    attacker = race.chariots[threat.attacker]
    modifiers = (
        Modifier("CDM", attacker.cdm),
        Modifier("long whip", LONG_WHIP if attacker.long_whip else 0),
        Modifier("lashed again", threat.modifier),
    )
    excess = _excess(race, table, threat, "lash on a driver", "9.42", modifiers, count=2)
    yield from lash_home(race, table, threat, excess)


def lash_home(race: Race, table: Table, threat: Threat, factor: int) -> Play[None]:
    """Look on the chart of the driver lash, with a roll if it has rows, and apply it (9.42, 9.43, II.10.4.2).

    :param factor: the lash factor; one beyond the chart counts as its nearest column.
    """
    chart = edition_of(race.options).driver_lash
    factor = chart.column(factor)
    total = table.roll(threat.attacker, "driver lash chart", "9.42").total if chart.is_rolled_for else factor
    code = chart(total, factor)
    table.tell(DriverLashed(threat.defender, threat.attacker, factor, code))

    is_stationary = race.chariots[threat.defender].is_stationary
    match code:
        case "B":
            yield from _force_brake(race, table, threat, factor)
        case "S" if not is_stationary:
            yield from chain.swerve(race, table, threat.defender, threat.side)
        case "M":
            _hinder(race, table, threat.defender)
        case "W":
            yield from _wound(race, table, threat, factor)
        case "G":
            yield from _grab_whip(race, table, threat)


def _excess(
    race: Race, table: Table, threat: Threat, what_for: str, rule: str, modifiers: tuple[Modifier, ...], *, count: int
) -> int:
    """Return by how much the attacker's roll exceeds the defender's with CDM; the attacker rolls first."""
    attacking = table.roll(threat.attacker, what_for, rule, count=count, modifiers=modifiers)
    cdm = Modifier("CDM", defending_cdm(race.chariots[threat.defender]))
    defending = table.roll(threat.defender, "defence", rule, count=count, modifiers=(cdm,))
    return attacking.total - defending.total


def _force_brake(race: Race, table: Table, threat: Threat, factor: int) -> Play[None]:
    """B: brake a square back; a chariot that cannot takes a wound, one that stands only pays (9.43, 9.52)."""
    entry = threat.defender
    if race.chariots[entry].is_stationary:
        endurance.spend(race, table, entry, edition_of(race.options).costs.avoiding_brake, "forced brake")
    elif ways_out.may_brake_back(race, entry):
        yield from chain.brake_back(race, table, entry, "forced brake")
    else:
        yield from _wound(race, table, threat, factor)


def _hinder(race: Race, table: Table, entry: EntryId) -> None:
    """M: the highest speed of the next phase falls by a die (9.43)."""
    factors = table.roll(entry, "movement loss", "9.43", count=1).total
    slowing.hinder(race, table, entry, factors, "lash")


def _wound(race: Race, table: Table, threat: Threat, factor: int) -> Play[None]:
    """W: a hit, a movement loss, the hit's effect on the driver, and whether it was critical, in this order (D14)."""
    entry = threat.defender
    chariot = race.chariots[entry]
    chariot.hits -= 1
    table.tell(Wounded(entry, chariot.hits))
    _hinder(race, table, entry)
    wounds.suffer(race, table, entry, chariot.hits + 1)
    if chariot.hits:
        yield from strike(race, table, threat, factor)


def _grab_whip(race: Race, table: Table, threat: Threat) -> Play[None]:
    """G: the attacker's whip is gone; a defender without one may keep it (9.42)."""
    attacker, defender = race.chariots[threat.attacker], race.chariots[threat.defender]
    was_long, attacker.has_whip, attacker.long_whip = attacker.long_whip, False, False
    keeps = edition_of(race.options).keeps_caught_whip and not defender.has_whip  # T10
    if not keeps and not defender.has_whip:
        answer: KeepWhip = yield Ask(threat.defender, GrabbedWhip(threat.attacker), default=KeepWhip(True))
        keeps = answer.keep
    if keeps:
        defender.has_whip, defender.long_whip = True, was_long
    table.tell(WhipLost(threat.attacker, threat.defender if keeps else None))
