"""The mover's possible actions, braking among them (6.61), and the one that counts in silence (6.2 to 6.9, 11.3).

6.22  All movement factors must be spent.
6.61  Braking burns factors for endurance, one each.
6.71  A blocked chariot may sideslip, attack or brake; 6.74 one that cannot slip brakes its last factors away, or runs
      into the car ahead.
16.2  A half blind driver drives straight on, and turns aside only for others; a blinded one decides nothing.
11.3  A silent driver drives straight ahead, slips past a blocked square if possible, or else takes the consequences.
"""

from collections.abc import Mapping

from engine.circus_maximus.control import rams
from engine.circus_maximus.fighting import attacks
from engine.circus_maximus.harm import endurance, flips, stepping, weather
from engine.circus_maximus.position import board, steps
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.turn import movement, runaways, steering
from engine.circus_maximus.words.asks import Action, Attack, Brake, Change, Forward, NextAction, RunInto, Sideslip
from engine.circus_maximus.words.facts import Braked, Cause
from engine.circus_maximus.words.state import Phase, Race, Taken
from engine.questions import Play
from engine.table import Table
from engine.track import SIDES, Side
from records.values import EntryId, Square


def next_action(race: Race, entry: EntryId) -> NextAction:
    """Return the question what the mover does next, with all that is legal (6.2)."""
    assert race.phase is not None
    chariot, phase = race.chariots[entry], race.phase
    if chariot.status == "runaway":
        return runaways.next_action(race, entry)
    taken = board.occupied(race)
    blocking = board.blocking(race, taken)
    is_blocked = TRACK.ahead[chariot.square] in blocking
    forward = steps.squares_ahead(race, chariot, phase, blocking)
    changes = _changes(race, phase, taken)
    slips = steering.possible_sideslips(race, phase, forward, taken)
    if phase.is_straight:
        changes, slips = (_straight(race, phase, sides, taken) for sides in (changes, slips))
    brake = min(chariot.endurance, phase.factors) if board.may_brake(chariot) else 0
    if chariot.blinded_since is not None:
        is_led = edition_of(race.options).is_blind_from_once
        changes = _straight(race, phase, changes, taken) if is_led else ()
    can_wait = chariot.endurance > 0 and chariot.blinded_since is None
    if not (forward or is_blocked or slips or can_wait or _any_lane(race, entry, changes)):
        forward = 1  # 9.4: into a corner that is barred, for want of anything else
    return NextAction(
        phase.factors,
        forward,
        changes,
        brake,
        slips,
        attacks.legal_attacks(race, entry, taken),
        may_run_into=is_blocked and brake < phase.factors and not steering.can_slip(race, phase, slips),
    )


def leads_to_lane(race: Race, entry: EntryId, side: Side) -> bool:
    """Tell whether there is a lane on *side*, and not the wall (6.44)."""
    return race.chariots[entry].square in TRACK.beside[side]


def _any_lane(race: Race, entry: EntryId, changes: tuple[Side, ...]) -> bool:
    return any(leads_to_lane(race, entry, side) for side in changes)


def _changes(race: Race, phase: Phase, taken: Taken) -> tuple[Side, ...]:
    """Return the sides to which the mover may change lanes; the wall is a legal choice (6.44, B10)."""
    chariot = race.chariots[phase.entry]
    square, factors = chariot.square, phase.factors
    if TRACK.ahead[square] in taken:
        return ()
    is_free = not (chariot.no_inside or chariot.jostled or chariot.no_strain)  # nearly always: no step is barred then
    changes: list[Side] = []
    costs = edition_of(race.options).costs.change
    for side, to in _LANES_FROM[square]:
        if factors < costs[side]:
            continue
        if to is None:
            may_change = is_free or not (side == "inside" and chariot.no_inside)
        else:
            has_room = to not in taken and not (chariot.has_car and TRACK.behind[to] in taken)
            may_change = has_room and (
                is_free or not steps.is_barred(race, chariot, square, to, side, phase.total_speed)
            )
        if may_change:
            changes.append(side)
    return tuple(changes)


_LANES_FROM: Mapping[Square, tuple[tuple[Side, Square | None], ...]] = {
    square: tuple([(side, board.ACROSS[side].get(ahead)) for side in SIDES]) for square, ahead in TRACK.ahead.items()
}
"""By square, where a lane change to each side leads; nowhere at a wall."""


def _straight(race: Race, phase: Phase, sides: tuple[Side, ...], taken: Taken) -> tuple[Side, ...]:
    """Return the actions of a half blind driver: turning aside only for others, outside if possible (16.2)."""
    chariot = race.chariots[phase.entry]
    if not runaways.is_in_the_way(race, chariot, phase.factors, taken, teams_only=True):
        return ()
    lanes = tuple(side for side in sides if leads_to_lane(race, phase.entry, side))
    return ("outside",) if "outside" in lanes else lanes


def default_of(race: Race, entry: EntryId, question: NextAction) -> Action | None:
    """Return the mover's action in silence (11.3, 15.2); ``None`` if there is nothing to do."""
    if race.chariots[entry].status == "runaway":
        return runaways.default_action(question)
    if question.forward:
        return Forward(question.forward)
    return default_action(question, tuple([side for side in SIDES if leads_to_lane(race, entry, side)]))


def is_asked(race: Race, entry: EntryId, question: NextAction) -> bool:
    """Tell whether the mover has a decision; blinded by dust, they drive as in silence (16.2, H4).

    If they may turn aside for others, they still decide (II.10.6, R-A22).
    """
    chariot = race.chariots[entry]
    if chariot.status == "runaway":
        return runaways.is_open(race, entry, question)
    return (chariot.blinded_since is None or bool(question.changes)) and is_open(question)


def default_action(question: NextAction, lanes: tuple[Side, ...]) -> Action | None:
    """Return a silent driver's action (11.3); ``None`` if there is nothing to do.

    :param lanes: sides on which there is a lane and not the wall.
    """
    if question.forward:
        return Forward(question.forward)
    if question.may_run_into:  # a slip that is possible besides flips the chariot for certain
        return RunInto()
    for side in ("outside", "inside"):
        if side in question.sideslips:
            return Sideslip(side)
    if question.brake:
        return Brake(question.brake)
    changes = [side for side in ("outside", "inside") if side in question.changes and side in lanes]
    return Change(changes[0]) if changes else None


def is_open(question: NextAction) -> bool:
    """Tell whether there is anything to decide: more than one thing to do, however often (11.3)."""
    if question.may_run_into:  # braking is then a part of running into the car
        return bool(question.sideslips or question.attacks)
    ways = question.forward + (question.brake > 0)
    return ways > 1 or ways + len(question.changes) + len(question.sideslips) + len(question.attacks) > 1


def act(race: Race, table: Table, entry: EntryId, action: Action) -> Play[None]:
    """Carry a legal action out, with all that follows (6.2)."""
    match action:
        case Forward(squares):
            yield from movement.drive(race, table, entry, squares)
        case Change(side):
            yield from movement.change_lane(race, table, entry, side)
        case Sideslip(side):
            yield from movement.sideslip(race, table, entry, side)
        case Attack():
            yield from attacks.attack(race, table, entry, action)
        case Brake(factors):
            brake(race, table, entry, factors, "brake")
        case RunInto():
            yield from run_into(race, table, entry)
    weather.note_corner(race, table)


def brake(race: Race, table: Table, entry: EntryId, factors: int, cause: Cause) -> None:
    """Burn movement factors for as much endurance (6.61)."""
    assert race.phase is not None
    stepping.pay(race.phase, factors)
    table.tell(Braked(entry, factors))
    endurance.spend(race, table, entry, factors, cause)


def run_into(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Let a blocked chariot use all its factors up: by braking, or else by running into the car ahead (6.74, B7)."""
    assert race.phase is not None
    chariot, phase = race.chariots[entry], race.phase
    braked = min(chariot.endurance, phase.factors) if board.may_brake(chariot) else 0
    rest = phase.factors - braked
    stepping.pay(phase, rest)
    if braked:
        brake(race, table, entry, braked, "forced brake")
    if rest:
        yield from rams.frontal(race, table, entry)
        flips.end_phase(race, table, entry)
