"""Knives (option 16.2).

A driver may throw their knife, once, at any driver or team in range, in any direction; the small knife that everybody
has flies too, but worse. It is an attack like any other, but cannot be avoided (H3). A die for each square of the
range, one worse each for the small knife, less CDM: 3 or less hits. Then the target's two dice and CDM decide the
victim and the wound; the table is the same for both targets.

In the Epic edition every driver throws the knife that they cut with, once (II.10.5). Two dice and CDM, less the range
to the nearer of team and car, hit with 10 or more; if the car is empty, the horses take the driver's harm.

9.52  From the side of a dead horse the team is no target, and no horse of it is hurt (H10).
"""

from collections.abc import Iterator, Mapping
from math import inf

from engine.circus_maximus.harm import injuries, lots, wounds
from engine.circus_maximus.position import horses
from engine.circus_maximus.position.reach import aimed_at, is_driven, is_spared, knife_distances
from engine.circus_maximus.printed.editions import Edition, edition_of
from engine.circus_maximus.printed.odds import TWO_DICE
from engine.circus_maximus.printed.tables import KNIFE_HITS, TRACK
from engine.circus_maximus.words.asks import Attack, Means, Target
from engine.circus_maximus.words.facts import WeaponCode, WeaponTold, WeaponUsed
from engine.circus_maximus.words.state import ON_TRACK, Race
from engine.circus_maximus.words.threats import Threat, defending_cdm
from engine.facts import Modifier
from engine.table import Table
from engine.track import Side
from records.values import EntryId, Square

_ON_DRIVERS = ("killed", "hits", "one hit")

_FAR = 12
"""Squares within which a throw is looked for first: few go further."""


def legal(race: Race, entry: EntryId) -> Iterator[Attack]:
    """Yield the possible throws of *entry*, which may attack; the better knife first (16.2, H10).

    Of each rival the nearer of driver and team comes first, the driver if they are as near.
    """
    chariot = race.chariots[entry]
    means: tuple[Means, ...] = ("knife", "small knife")
    has = "knife" in chariot.weapons, race.options.knife and chariot.has_small_knife
    for kind, has_it in zip(means, has, strict=True):
        if has_it:
            for other, target in _within(race, entry, reach(edition_of(race.options), chariot.cdm, kind)):
                yield Attack(other, target, kind)


def reach(edition: Edition, cdm: int, means: Means) -> int:
    """Return the longest range, in squares, from which a knife or a small one can hit (16.2); none if below 1."""
    if edition.knife_least is not None:
        return max(TWO_DICE) + cdm - edition.knife_least
    return (KNIFE_HITS + cdm) // (2 if means == "small knife" else 1)  # each die shows at least 1, and 1 more


def throw(race: Race, table: Table, threat: Threat) -> None:
    """Throw a knife; it is gone, whether it hits or not (16.2, H9)."""
    attacker = race.chariots[threat.attacker]
    is_small = threat.means == "small knife"
    if is_small:
        attacker.has_small_knife = False
    else:
        attacker.weapons.remove("knife")
    has_hit = _flies_true(race, table, threat)
    table.tell(WeaponUsed(threat.attacker, threat.defender, "small knife" if is_small else "knife", has_hit))
    if has_hit:
        _hit(race, table, threat)


def _flies_true(race: Race, table: Table, threat: Threat) -> bool:
    """Roll whether a throw hits: a die for each square of the range (16.2), or two dice less the range (II.10.5)."""
    edition, cdm = edition_of(race.options), race.chariots[threat.attacker].cdm
    away = distance(race, threat)
    if edition.knife_least is not None:
        modifiers = (Modifier("CDM", cdm), Modifier("range", -away))
        return table.roll(threat.attacker, threat.means, "II.10.5", modifiers=modifiers).total >= edition.knife_least
    modifiers = (Modifier("small knife", away if threat.means == "small knife" else 0), Modifier("CDM", -cdm))
    return table.roll(threat.attacker, threat.means, "16.2", count=away, modifiers=modifiers).total <= KNIFE_HITS


def distance(race: Race, threat: Threat) -> int:
    """Return the range of a throw in squares, 1 or more: from car to car, or to the team if they aim at it (16.2).

    Where a chariot is aimed at, it is that to the nearer of the two (II.10.5). Squares are counted straight on,
    straight back and sideways, that of the target included.
    """
    start = TRACK.behind[race.chariots[threat.attacker].square]
    away = _nearest(race, threat.defender, threat.target, knife_distances(start, _FAR))
    return int(away if away < inf else _nearest(race, threat.defender, threat.target, knife_distances(start, None)))


def _within(race: Race, entry: EntryId, most: int) -> Iterator[tuple[EntryId, Target]]:
    """Yield the rivals on the track with their parts no further off than *most* squares, the nearer part first."""
    if most < 1:
        return
    near = knife_distances(TRACK.behind[race.chariots[entry].square], most)
    for other, chariot in race.chariots.items():
        if other == entry or chariot.status not in ON_TRACK:
            continue
        if chariot.square not in near and TRACK.behind[chariot.square] not in near:
            continue
        if is_spared(race, entry, other):
            continue
        aways = {target: _nearest(race, other, target, near) for target in _targets(race, entry, other)}
        reached = [target for target, away in aways.items() if away <= most]
        yield from ((other, target) for target in sorted(reached, key=lambda target: aways[target]))


def _nearest(race: Race, other: EntryId, target: Target, away: Mapping[Square, int]) -> float:
    """Return how far off a target is, by how far off the squares are; without end where none of them is near."""
    chariot = race.chariots[other]
    squares = aimed_at(edition_of(race.options), target, chariot.square, chariot.has_car)
    return min(away.get(square, inf) for square in squares)


def _targets(race: Race, entry: EntryId, other: EntryId) -> Iterator[Target]:
    """Yield the parts of *other* that the driver of *entry* may throw at, the driver first; one in the Epic edition."""
    if is_driven(race, other) and not _shields_driver(race, entry, other):
        yield "driver"
        if edition_of(race.options).knife_least is not None:
            return
    if not _is_shielded(race, entry, other):
        yield "team"


def side_of(target: Square, thrower: Square) -> Side | None:
    """Return from which side of a target a knife comes; from none along its lane (H8)."""
    lane, thrown_from = TRACK.lane[target], TRACK.lane[thrower]
    if lane == thrown_from:
        return None
    return "inside" if thrown_from < lane else "outside"


def _is_shielded(race: Race, entry: EntryId, other: EntryId) -> bool:
    """Tell whether a dead horse keeps a knife that *entry* throws off the team of *other* (9.52, H10)."""
    side = side_of(race.chariots[other].square, race.chariots[entry].square)
    return side is not None and horses.is_shielded(race.chariots[other], side)


def _shields_driver(race: Race, entry: EntryId, other: EntryId) -> bool:
    """Tell whether a dead horse keeps a knife that *entry* throws off the driver of *other*, too (T17)."""
    return edition_of(race.options).shields_whole and _is_shielded(race, entry, other)


def _hit(race: Race, table: Table, threat: Threat) -> None:
    """Apply the knife's chart; results for a driver have no effect where there is none (H8).

    Results for a horse have no effect behind a dead one (H10).
    """
    entry = threat.defender
    cdm = Modifier("CDM", defending_cdm(race.chariots[entry]))
    edition = edition_of(race.options)
    chart = edition.knife_effect if is_driven(race, entry) else edition.knife_on_team or edition.knife_effect
    code = chart(table.roll(entry, "knife wound", "16.2", modifiers=(cdm,)).total)
    if code in _ON_DRIVERS and not is_driven(race, entry):
        return
    is_shielded = code not in _ON_DRIVERS and _is_shielded(race, threat.attacker, entry)
    table.tell(WeaponTold(entry, "knife", "dead horse" if is_shielded else code))
    if code in _ON_DRIVERS:
        wounds.wound(race, table, entry, code, "knife")
    elif not is_shielded:
        _wound_horse(race, table, threat, code)


def _wound_horse(race: Race, table: Table, threat: Threat, code: WeaponCode) -> None:
    entry = threat.defender
    place = _horse_hit(race, table, threat)
    match code:
        case "horse killed":
            points = race.chariots[entry].horses[place].speed
        case "horse hurt":
            points = table.roll(entry, "horse injury", "16.2", count=1).total
        case _:
            points = 1
    injuries.injure(race, table, entry, place, points)


def _horse_hit(race: Race, table: Table, threat: Threat) -> int:
    """Return the place of the living horse nearest the thrower; dice choose one for a throw along the lane (H8)."""
    target = race.chariots[threat.defender]
    side = side_of(target.square, race.chariots[threat.attacker].square)
    if side is not None:
        return horses.nearest(target, side)
    living = horses.living(target)
    return living[lots.draw_one(table, len(living), "which horse", "16.2")]
