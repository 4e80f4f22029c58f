"""What one viewer may see of a Circus Maximus race, built up from nothing.

Logs are open from the start of the race (3.5); secret are only preparation points and written speeds until they are
revealed (3.6, 6.11).
"""

from collections.abc import Collection, Mapping
from copy import copy, deepcopy
from functools import lru_cache
from typing import Any, NamedTuple, get_args, get_origin

import msgspec

from engine.circus_maximus.position.board import driver_square
from engine.circus_maximus.position.speed import max_speed
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.words.asks import Preparation, Speed
from engine.circus_maximus.words.specifications import Specification
from engine.circus_maximus.words.state import (
    Blades,
    CarType,
    Chariot,
    DriverState,
    HorseState,
    ObstacleKind,
    Options,
    Phase,
    Race,
    Status,
    Weapon,
)
from engine.game import Answer
from engine.track import Side
from records.values import EntryId, Faction, Lane, Square


class HorseView(msgspec.Struct, frozen=True):
    original: int
    injury: int
    state: HorseState


class ChariotView(msgspec.Struct, frozen=True, gc=False):
    """A chariot and its log (3.5)."""

    entry: EntryId
    colour: str
    faction: Faction | None
    status: Status
    lane: Lane | None  # none before lanes are drawn
    square: Square | None  # the team's; none while not on the track
    car_square: Square | None
    corners: int
    on_grid: bool
    horses: tuple[HorseView, ...]
    endurance: int
    endurance_start: int
    decline: int
    car: CarType
    wheel_inside: int
    wheel_outside: int
    modifier: int
    modifier_start: int
    cdm: int
    hits: int
    hits_start: int
    has_whip: bool
    max_speed: int
    written: int | None  # none until revealed
    last_speed: int
    has_moved: bool
    order: int
    is_stationary: bool
    may_not_strain: bool
    no_inside: bool
    penalty: int
    evade_debit: int
    gain_must: int
    gain_may: int
    has_cut: bool
    finished_turn: int | None
    factors_left: int
    driver: DriverState = "in car"
    has_car: bool = True
    driver_square: Square | None = None  # of one who is dragged or on foot
    crossing: Square | None = None  # the obstacle that the team stands on
    crossing_unpaid: int = 0  # of the jump die (14.3)
    crossing_own: bool = True  # it was entered in the chariot's own phase
    ally: EntryId | None = None
    arm: bool = False
    eyes_lost: tuple[Side, ...] = ()
    boxes_inside: int = 10
    boxes_outside: int = 10
    blades_inside: Blades = "none"
    blades_outside: Blades = "none"
    long_whip: bool = False
    weapons: tuple[Weapon, ...] = ()
    has_small_knife: bool = True
    speared: int = 0
    straight_phases: int = 0
    blinded: bool = False
    strain_written: bool = False  # an S stands beside the speed, known to all since the reveal (16.6)
    last_written: int | None = None  # the turn before
    charged: int = 0  # endurance that this corner has charged this turn
    survived: int | None = None  # the lowest safe speed of this corner that it has survived this turn (7.22)


class ObstacleView(msgspec.Struct, frozen=True):
    """What lies on the track, wherever it may be."""

    kind: ObstacleKind
    square: Square
    entry: EntryId


class PhaseView(msgspec.Struct, frozen=True):
    """The movement phase under way."""

    entry: EntryId
    total_speed: int
    used: int
    factors: int
    strain: int
    wheels_checked: bool
    attacked_from: tuple[Square, ...]
    base: int = 0  # the written part of the speed
    penalty: int = 0  # what the chariot brought into the phase
    evade_debit: int = 0
    gain_must: int = 0
    gain_may: int = 0  # on offer, then as accepted
    has_begun: bool = False  # all dice of its start are rolled
    is_straight: bool = False  # it began half blind, and is driven straight (16.2)


class RaceView(msgspec.Struct, frozen=True):
    """A race as one viewer may see it."""

    turn: int
    laps: int
    is_set_up: bool
    is_over: bool
    final_turn: bool
    markers: int  # removed
    chariots: tuple[ChariotView, ...]  # in entry order
    phase: PhaseView | None
    has_answered: tuple[EntryId, ...]  # whose secret answer is in, while others are waited for
    own_points: dict[EntryId, Preparation]  # the viewer's own, while they are secret
    own_speeds: dict[EntryId, int]
    options: Options = Options()
    obstacles: tuple[ObstacleView, ...] = ()
    is_raining: bool = False
    has_mud: bool = False
    own_specifications: dict[EntryId, Specification] = {}  # the viewer's own, while they are secret
    own_strains: tuple[EntryId, ...] = ()  # the viewer's own with an S beside the speed, while it is secret

    def chariot(self, entry: EntryId) -> ChariotView:
        """Return a chariot; :exc:`StopIteration` never happens for an entry of this race."""
        for chariot in self.chariots:  # quicker than next(); asked very often
            if chariot.entry == entry:
                return chariot
        raise StopIteration(entry)


def view_for(race: Race, sealed: Mapping[EntryId, Answer], drives: Collection[EntryId]) -> RaceView:
    """Return what one who drives *drives* may see; with none, what the public may (3.5, 3.6, 6.11)."""
    own = {entry: answer for entry, answer in sealed.items() if entry in drives} if sealed else sealed
    weather = race.weather
    return RaceView(
        race.turn,
        race.options.laps,
        race.is_set_up,
        race.is_over,
        race.final_turn,
        race.markers,
        _chariot_views(race.chariots),
        _phase_view(race.phase),
        tuple([entry for entry in race.chariots if entry in sealed]) if sealed else (),
        {entry: answer for entry, answer in own.items() if isinstance(answer, Preparation)},
        {entry: answer.factors for entry, answer in own.items() if isinstance(answer, Speed)},
        race.options,
        tuple([_obstacle_view(each.kind, each.square, each.entry) for each in race.obstacles]),
        weather is not None and weather.is_raining,
        weather is not None and weather.has_mud,
        {entry: answer for entry, answer in own.items() if isinstance(answer, Specification)},
        tuple([entry for entry, answer in own.items() if isinstance(answer, Speed) and answer.strain]),
    )


_obstacle_view = lru_cache(maxsize=1024)(ObstacleView)


def _phase_view(phase: Phase | None) -> PhaseView | None:
    if phase is None:
        return None
    return PhaseView(
        phase.entry,
        phase.total_speed,
        phase.used,
        phase.factors,
        phase.strain,
        phase.wheels_checked,
        tuple(phase.attacked_from),
        phase.base,
        phase.penalty,
        phase.evade_debit,
        phase.gain_must,
        phase.gain_may,
        phase.has_begun,
        phase.is_straight,
    )


class _Looked(NamedTuple):
    """A chariot as it was when it was last looked at, and what was seen of it."""

    chariot: Chariot  # a copy
    view: ChariotView


_MOST_LOOKED_AT = 1024
_looked_at: dict[int, _Looked] = {}
"""By the identity of a chariot. Another chariot may have it by now: what is kept counts only for an equal one."""


def _chariot_views(chariots: Mapping[EntryId, Chariot]) -> tuple[ChariotView, ...]:
    """Return what everybody may see of all chariots; most have not changed since they were last looked at."""
    views: list[ChariotView] = []
    for entry, chariot in chariots.items():
        looked = _looked_at.get(id(chariot))
        if looked is None or looked[0] != chariot or looked[1].entry != entry:
            looked = _look_at(entry, chariot, looked)
        views.append(looked[1])
    return tuple(views)


def _look_at(entry: EntryId, chariot: Chariot, before: _Looked | None) -> _Looked:
    """Return what is seen of a chariot now, and keep it."""
    if len(_looked_at) >= _MOST_LOOKED_AT:
        _looked_at.clear()
    view = _fresh_view(entry, chariot, _horse_views(chariot, before))
    looked = _looked_at[id(chariot)] = _Looked(_copy_of(chariot, before), view)
    return looked


def _copy_of(chariot: Chariot, before: _Looked | None) -> Chariot:
    """Return a copy that shares nothing with *chariot*; parts that have not changed it shares with the copy before."""
    if before is None:
        return deepcopy(chariot)
    copied = copy(chariot)
    for name in _PARTS:
        part, known = getattr(chariot, name), getattr(before.chariot, name)
        setattr(copied, name, known if known == part else deepcopy(part))
    return copied


def _is_changed_in_place(kind: Any) -> bool:
    """Tell whether values of this type, or of one of its alternatives, are lists or structures."""
    return any(
        get_origin(each) is list or (isinstance(each, type) and issubclass(each, msgspec.Struct))
        for each in (kind, *get_args(kind))
    )


_PARTS = tuple(field.name for field in msgspec.structs.fields(Chariot) if _is_changed_in_place(field.type))
"""Fields of a chariot whose values the rules change in place."""


def _horse_views(chariot: Chariot, looked: _Looked | None) -> tuple[HorseView, ...]:
    """Return what is seen of a team; most have not changed, though their chariot has."""
    if looked is not None and looked.chariot.horses == chariot.horses:
        return looked.view.horses
    return tuple([HorseView(horse.original, horse.injury, horse.state) for horse in chariot.horses])


def _fresh_view(entry: EntryId, chariot: Chariot, horses: tuple[HorseView, ...]) -> ChariotView:
    square = chariot.square or None
    on_track = square if chariot.status in ("racing", "runaway", "halted") else None
    return ChariotView(
        entry,
        chariot.colour,
        chariot.faction,
        chariot.status,
        TRACK.lane[square] if square else None,
        on_track,
        TRACK.behind[on_track] if on_track and chariot.has_car else None,
        chariot.corners,
        chariot.on_grid,
        horses,
        chariot.endurance,
        chariot.endurance_start,
        chariot.decline,
        chariot.car,
        chariot.wheels.inside,
        chariot.wheels.outside,
        chariot.modifier,
        chariot.modifier_start,
        chariot.cdm,
        chariot.hits,
        chariot.hits_start,
        chariot.has_whip,
        max_speed(chariot),
        chariot.written,
        chariot.last_speed,
        chariot.has_moved,
        chariot.order,
        chariot.is_stationary,
        chariot.jostled or chariot.no_strain > 0,
        chariot.no_inside,
        chariot.penalty,
        chariot.evade_debit,
        chariot.gain_must,
        chariot.gain_may,
        chariot.has_cut,
        chariot.finished_turn,
        chariot.factors_left,
        chariot.driver,
        chariot.has_car,
        _driver_square(chariot),
        chariot.crossing.square if chariot.crossing else None,
        chariot.crossing.unpaid if chariot.crossing else 0,
        chariot.crossing.own if chariot.crossing else True,
        chariot.ally,
        chariot.arm,
        tuple(chariot.eyes_lost),
        chariot.boxes_inside,
        chariot.boxes_outside,
        chariot.blades_inside,
        chariot.blades_outside,
        chariot.long_whip,
        tuple(chariot.weapons),
        chariot.has_small_knife,
        chariot.speared,
        chariot.straight_phases,
        chariot.blinded_since is not None,
        chariot.strain_written,
        chariot.last_written,
        chariot.charged,
        chariot.survived,
    )


def _driver_square(chariot: Chariot) -> Square | None:
    """Return where a driver is who is not in a car: dragged behind his team, or on foot."""
    if chariot.runner:
        return chariot.runner.square
    return driver_square(chariot)
