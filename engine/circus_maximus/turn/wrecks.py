"""Where a car that flipped comes down, and its victims (12).

12.1  It comes down as the phase ends in which it flipped; until then it is off the board.
12.2  Two dice say how many lanes sideways, and then how many squares forward, of the square of the flip. A wreck
      never leaves the track.
12.4  It strikes the team or the car on that square like a ram without a modifier, which may be avoided like one. Only
      the horse or wheel nearest to where it came from is hurt, and the wreck then lies under the chariot.
"""

from engine.circus_maximus.control import chain, rams
from engine.circus_maximus.harm import injuries, lots, stepping, wheels
from engine.circus_maximus.position import board, horses
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import TRACK, Fall
from engine.circus_maximus.words.facts import CarsDamaged, WreckCameDown, WreckStruck
from engine.circus_maximus.words.state import FlyingWreck, Obstacle, Part, Race
from engine.circus_maximus.words.threats import Threat, defending_cdm
from engine.facts import Modifier
from engine.questions import Play
from engine.table import Table
from engine.track import OPPOSITE, SIDES, Side
from records.values import EntryId, Square


def settle(race: Race, table: Table) -> Play[None]:
    """Bring down the cars that flipped in this phase, in the order in which they did; some may cause more (12.1)."""
    while race.pending_wrecks:
        wreck = race.pending_wrecks.pop(0)
        square = _come_down(race, table, wreck)
        met = board.occupant(race, square)
        if met is not None:
            yield from _strike(race, table, wreck, square, *met)


def landing(flip: Square, fall: Fall) -> Square:
    """Return where a wreck comes down: lanes first, then squares forward (12.2, 12.3, E2)."""
    square = flip
    links = TRACK.beside["outside" if fall.lanes > 0 else "inside"]
    for _ in range(abs(fall.lanes)):
        square = links.get(square, square)  # it stays in the lane along the wall
    for _ in range(fall.forward):
        square = TRACK.ahead[square]
    return square


def _come_down(race: Race, table: Table, wreck: FlyingWreck) -> Square:
    total = table.roll(wreck.entry, "wreck", "12.2").total
    square = landing(wreck.square, edition_of(race.options).wreck_location(total))
    race.obstacles.append(Obstacle("wreck", square, wreck.entry))
    table.tell(WreckCameDown(wreck.entry, square))
    return square


def _strike(race: Race, table: Table, wreck: FlyingWreck, square: Square, entry: EntryId, part: Part) -> Play[None]:
    """Let the chariot on *square* meet the wreck, and lie on it if it has not got away (12.4)."""
    table.tell(WreckStruck(entry, wreck.entry, part))
    side = _side_struck(wreck.square, square)
    threat = Threat(
        wreck.entry, entry, side=OPPOSITE[side] if side else "outside", target=part, means="wreck", is_astride=not side
    )
    if not (yield from chain.meet(race, table, threat)):
        if part == "team":
            _hit_team(race, table, wreck, entry, side)
        else:
            _hit_car(race, table, wreck, entry, side)
    stepping.lie_under(race, entry, square)


def _side_struck(flip: Square, square: Square) -> Side | None:
    """Return the side of the chariot on *square* that is nearest to the flip; ``None`` in the same lane."""
    lanes = TRACK.lane[square] - TRACK.lane[flip]
    if not lanes:
        return None
    return "inside" if lanes > 0 else "outside"


def _hit_team(race: Race, table: Table, wreck: FlyingWreck, entry: EntryId, side: Side | None) -> None:
    """Hurt the horse nearest to the flip, or any for a wreck from the same lane (12.4, E3).

    A dead horse on that side keeps it off, as it does a chariot (9.52, D17).
    """
    chariot = race.chariots[entry]
    if side is not None and horses.is_shielded(chariot, side):
        return
    if side is None:
        living = horses.living(chariot)
        place = living[lots.draw_one(table, len(living), "which horse", "12.4")]
    else:
        place = horses.nearest(chariot, side)
    edition = edition_of(race.options)
    modifiers = (_striking(race, wreck),)
    rolled = table.roll(entry, "horse injury", "9.5", count=edition.horse_dice, modifiers=modifiers)
    injuries.injure(race, table, entry, place, edition.horse_injury(rolled.total))


def _hit_car(race: Race, table: Table, wreck: FlyingWreck, entry: EntryId, side: Side | None) -> None:
    """Damage the wheel nearest to the flip, or any for a wreck from the same lane, if the dice say so (12.4, E3)."""
    if side is not None and horses.shields_car(race, entry, side):  # T17
        return
    cdm = defending_cdm(race.chariots[entry])
    modifiers = (Modifier("defender's CDM", -cdm),)
    rolled = table.roll(wreck.entry, "wreck on a car", "9.54", count=3, modifiers=modifiers)
    is_damaged = edition_of(race.options).car_damage(rolled.total) in ("both", "defender")
    table.tell(CarsDamaged(wreck.entry, entry, (entry,) if is_damaged else ()))
    if not is_damaged:
        return
    wheel = side or SIDES[lots.draw_one(table, len(SIDES), "which wheel", "12.4")]
    rolled = table.roll(entry, "wheel damage", "9.55", modifiers=(_striking(race, wreck),))
    blow = edition_of(race.options).wheel_damage(rolled.total)
    wheels.damage(race, table, entry, wheel, blow)
    wheels.check(race, table, entry, (wheel,), "damage", blow=blow)


def _striking(race: Race, wreck: FlyingWreck) -> Modifier:
    """Return the wreck's modifier on its damage, like that of a ramming car; blades in the air do not count (12.4)."""
    return rams.striking_modifier(race, wreck.entry, None)
