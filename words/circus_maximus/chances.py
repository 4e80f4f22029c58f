"""Outcomes of attacks, in words with exact chances, for attackers and defenders."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from engine.circus_maximus.position.reach import aimed_at, knife_distances
from engine.circus_maximus.printed.editions import Edition, edition_of
from engine.circus_maximus.printed.odds import (
    avoiding_odds,
    car_ram_odds,
    driver_lash_odds,
    injury_odds,
    killed_odds,
    knife_hit_odds,
    struck_wheel_odds,
    team_lash_odds,
    weapon_hit_odds,
    weapon_odds,
)
from engine.circus_maximus.printed.tables import (
    BLADES_MODIFIER,
    CAR_MODIFIER,
    KNIFE_HITS,
    LONG_WHIP,
    TRACK,
    UNEVEN_WHEEL_MODIFIER,
    CarDamage,
)
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.circus_maximus.words.asks import Attack, Means, MeetAttack, NameWayOut, Target
from engine.circus_maximus.words.facts import LashCode, ObstacleCode, WeaponCode
from engine.circus_maximus.words.state import Weapon
from engine.circus_maximus.words.threats import defending_cdm
from engine.track import OPPOSITE, SIDES, Side
from records.values import EntryId, Square
from words.shared.chances import in_percent

RESULTS: dict[ObstacleCode, str] = {
    "-": "unharmed",
    "jostled": "jostled",
    "car damaged": "wheels hurt",
    "hobbled": "horses hurt",
    "seriously hobbled": "horses badly hurt",
    "flip danger": "may turn over",
    "flip": "turned over",
}
"""The outcomes at an obstacle, in few words."""


class Blow(NamedTuple):
    """An attack as a view shows it."""

    view: RaceView
    attacker: ChariotView
    defender: ChariotView
    target: Target
    means: Means
    modifier: int = 0  # on the attacker's rolls: an involuntary ram's (9.62)
    square: Square | None = None  # of the attacker's team, if it is not where it stands in the view

    @property
    def edition(self) -> Edition:
        """The race's edition, whose charts tell the chances."""
        return edition_of(self.view.options)

    @property
    def attacking(self) -> int:
        """The attacker's CDM in points on the dice: 0 of a wreck (12.4) or of a team without a driver (16.5)."""
        is_driven = self.means != "wreck" and self.attacker.status == "racing"
        return (self.attacker.cdm if is_driven else 0) + self.modifier

    @property
    def defending(self) -> int:
        """The defender's CDM, in points on the dice."""
        return 0 if self.defender.status == "runaway" else defending_cdm(self.defender)

    @property
    def car_square(self) -> Square | None:
        """Where the attacker's car is, or the team if it has none."""
        if self.square is None:
            return self.attacker.car_square or self.attacker.square
        return TRACK.behind[self.square] if self.attacker.has_car else self.square

    @property
    def side(self) -> Side | None:
        """On which side of the attacker's car the defender is; none of a wreck that comes down."""
        car = self.car_square
        struck = (self.defender.square, self.defender.car_square)
        return next((side for side in SIDES if car and TRACK.beside[side].get(car) in struck), None)


def escape(blow: Blow) -> Fraction:
    """Return the chance to win the roll that lets the defender brake or evade (9.32)."""
    return avoiding_odds(blow.defender.cdm, blow.attacking)


def outcome(blow: Blow) -> str:
    """Return the chances of an attack that is not avoided, such as ``no injury 28 %, 1 injury 39 %``."""
    return _OUTCOMES[blow.means](blow)


def percent(chance: Fraction) -> str:
    """Return a chance in whole per cent, rounded up as all chances are here, but at most 99 % if it may fail.

    >>> [percent(Fraction(ways, 216)) for ways in (0, 1, 215, 216)]
    ['0 %', '1 %', '99 %', '100 %']
    """
    return f"{min(100 if chance >= 1 else 99, -(-100 * chance.numerator // chance.denominator))} %"


def listed(chances: Iterable[tuple[str, Fraction]]) -> str:
    """Return chances of which one must happen, in a row, without impossible ones.

    >>> listed([("hit", Fraction(1, 3)), ("miss", Fraction(2, 3)), ("both", Fraction(0))])
    'hit 33 %, miss 67 %'
    """
    possible = [(what, chance) for what, chance in chances if chance]
    told = in_percent([chance for _, chance in possible])
    return ", ".join(f"{what} {number} %" for (what, _), number in zip(possible, told, strict=True))


def injuries(edition: Edition, modifier: int, boxes: int) -> str:
    """Return the chances of chart 9.5 for a horse with so many boxes left."""
    odds = injury_odds(edition, modifier)
    more = sum((chance for points, chance in odds.items() if points > _SMALL), Fraction())
    chances = [("no injury", odds.get(0, Fraction()))]
    chances += [(f"hurt by {points}", odds.get(points, Fraction())) for points in range(1, _SMALL + 1)]
    killed = killed_odds(edition, boxes, modifier)
    dead = f"; dead of it {percent(killed)}" if killed else ""
    return listed([*chances, ("worse", more)]) + dead


_SMALL = 2  # injury points that are told by themselves


def _lash(blow: Blow) -> str:
    return _lash_team(blow) if blow.target == "team" else _lash_driver(blow)


def _lash_team(blow: Blow) -> str:
    if not blow.defender.endurance:
        return "nothing: that team has no endurance left"
    may, must = team_lash_odds(blow.edition, blow.attacking, blow.defending, blow.defender.endurance)
    most = max(must, default=0)
    forced = sum(must.values(), Fraction())
    lost = "1" if most <= 1 else f"1 to {most}"
    return listed(
        [
            ("1 endurance lost, and the team may go 1 square further", may),
            (f"{lost} lost, and it must go as many squares further", forced),
        ]
    )


_LASHED: Mapping[LashCode, str] = {
    "-": "nothing",
    "M": "slower by a die",
    "B": "reined back",
    "G": "whip grabbed",
    "W": "wounded",
    "S": "swerves a lane",
}


def _lash_driver(blow: Blow) -> str:
    shift = LONG_WHIP if blow.attacker.long_whip else 0
    odds = driver_lash_odds(blow.edition, blow.attacking, blow.defending, shift)
    return listed((_LASHED[code], chance) for code, chance in odds.items())


def _ram(blow: Blow) -> str:
    match blow.target:
        case "team":
            return injuries(blow.edition, striking(blow, blow.attacker), _nearest_boxes(blow))
        case "dragged driver":
            return _trample(blow)
        case _:
            return _ram_car(blow)


def _nearest_boxes(blow: Blow) -> int:
    """Return the boxes left of the defender's living horse nearest the attacker."""
    living = [horse.original - horse.injury for horse in blow.defender.horses if horse.state == "alive"] or [1]
    # The defender on the attacker's inside is hit from their own outside.
    return living[-1] if blow.side == "inside" else living[0]


def striking(blow: Blow, striker: ChariotView) -> int:
    """Return the striking car's modifier to the damage: by its class, or by the blades that face the other (16.1)."""
    if not blow.view.options.detailed_specification:
        return CAR_MODIFIER[striker.car]
    side = blow.side if striker is blow.attacker else OPPOSITE[blow.side] if blow.side else None
    if side is None:
        return 0
    return BLADES_MODIFIER[striker.blades_inside if side == "inside" else striker.blades_outside]


_CARS: Mapping[CarDamage, str] = {
    "attacker": "only the attacker's car damaged",
    "both": "both cars",
    "none": "neither",
    "defender": "only the defender's",
}


def _ram_car(blow: Blow) -> str:
    odds = car_ram_odds(blow.edition, blow.attacking, blow.defending)
    own = (odds["attacker"] + odds["both"]) * _wheel_lost(blow, blow.attacker, blow.defender)
    theirs = (odds["defender"] + odds["both"]) * _wheel_lost(blow, blow.defender, blow.attacker)
    damage = listed((_CARS[damaged], chance) for damaged, chance in odds.items())
    wheels = [f"{whose} {percent(chance)}" for whose, chance in (("attacker's", own), ("defender's", theirs)) if chance]
    return f"{damage}; a wheel lost at once: {', '.join(wheels) or 'none'}"


def _wheel_lost(blow: Blow, struck: ChariotView, striker: ChariotView) -> Fraction:
    """Return the chance that a damaged car loses the wheel that faces the other at once (9.55, 9.56)."""
    side = blow.side if struck is blow.attacker else OPPOSITE[blow.side] if blow.side else "inside"
    is_inside = side == "inside"
    damage, boxes = (
        (struck.wheel_inside, struck.boxes_inside) if is_inside else (struck.wheel_outside, struck.boxes_outside)
    )
    on_check = UNEVEN_WHEEL_MODIFIER if struck.blades_inside != struck.blades_outside else 0
    return struck_wheel_odds(blow.edition, damage, striking(blow, striker), boxes, on_check)


def _trample(blow: Blow) -> str:
    odds = car_ram_odds(blow.edition, blow.attacking, 0)
    hit = odds["both"] + odds["defender"]
    return listed([("trampled, 2 hits or more", hit), ("missed", 1 - hit)])


def _wreck(blow: Blow) -> str:
    """Return the chances of a wreck that comes down (12.4): its car's class counts, its driver does not."""
    if blow.target == "team":
        return injuries(blow.edition, _fallen(blow), min(map(_boxes, blow.defender.horses), default=1))
    odds = car_ram_odds(blow.edition, 0, blow.defending)
    hit = odds["both"] + odds["defender"]
    return listed([("your car damaged", hit), ("unharmed", 1 - hit)])


def _boxes(horse: object) -> int:
    return max(1, getattr(horse, "original", 1) - getattr(horse, "injury", 0))


def _fallen(blow: Blow) -> int:
    return 0 if blow.view.options.detailed_specification else CAR_MODIFIER[blow.attacker.car]


_DOES: Mapping[WeaponCode, str] = {
    "falls out": "falls out of the car",
    "swerves in": "swerves into the attacker",
    "half blind": "half blinded",
    "slips away": "slips two lanes",
    "blinded": "blinded and two hits",
    "blown back": "blown back at the attacker",
    "killed": "killed",
    "hits": "a die of hits",
    "one hit": "one hit",
    "horse grazed": "a horse hurt by 1",
    "horse hurt": "a horse hurt by a die",
    "horse killed": "a horse killed",
    "dead horse": "nothing but a dead horse hit",
}


CARRIED: Mapping[Means, Weapon] = {"dust": "dust", "knife": "knife", "small knife": "knife", "spear": "spear"}
"""The weapon of each means of attack that is one; a small knife hits as a knife does (16.2)."""


def _weapon(blow: Blow) -> str:
    odds = weapon_odds(blow.edition, CARRIED[blow.means], blow.defending, has_driver=blow.defender.status == "racing")
    does = listed((_DOES[code], chance) for code, chance in odds.items())
    return f"hits {percent(hit(blow))}; if it does: {does}"


def hit(blow: Blow) -> Fraction:
    """Return the chance that a weapon hits (16.2)."""
    match blow.means:
        case "dust" | "spear":
            return weapon_hit_odds(blow.means, blow.attacking)
        case _:
            return knife_hit_odds(blow.edition, _away(blow), blow.attacking, is_small=blow.means == "small knife")


def hits_by_knife(edition: Edition, total: int) -> bool:
    """Tell whether a knife hits with this total of its roll (16.2, II.10.5)."""
    return total <= KNIFE_HITS if edition.knife_least is None else total >= edition.knife_least


def _away(blow: Blow) -> int:
    """Return how many squares a knife flies, to the driver's car or to the team, as it is aimed (16.2, II.10.5)."""
    assert blow.car_square is not None
    assert blow.defender.square is not None
    distances = knife_distances(blow.car_square, None)
    squares = aimed_at(blow.edition, blow.target, blow.defender.square, blow.defender.has_car)
    return min(distances[square] for square in squares)


_OUTCOMES: dict[Means, Callable[[Blow], str]] = {
    "lash": _lash,
    "ram": _ram,
    "wreck": _wreck,
    "dust": _weapon,
    "knife": _weapon,
    "small knife": _weapon,
    "spear": _weapon,
}


def blow_of(
    view: RaceView,
    attacker: EntryId,
    attack: Attack | MeetAttack | NameWayOut,
    defender: EntryId,
    square: Square | None = None,
) -> Blow:
    """Return an attack as *view* shows it.

    :param square: where the attacker's team will stand by then; ``None`` for where it is.
    """
    modifier = attack.modifier if isinstance(attack, MeetAttack | NameWayOut) else 0
    return Blow(view, view.chariot(attacker), view.chariot(defender), attack.target, attack.means, modifier, square)
