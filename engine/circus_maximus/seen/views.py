"""The view of a Circus Maximus race that one viewer may have, built up from nothing.

Logs are open from the start of the race (3.5); secret are only preparation points and written speeds until they are
revealed (3.6, 6.11).
"""

from collections.abc import Callable, Collection, Mapping
from copy import copy, deepcopy
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple, get_args, get_origin

import msgspec

from engine.circus_maximus.position import board, obstacles
from engine.circus_maximus.position.board import driver_square
from engine.circus_maximus.position.speed import max_speed
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import MUD_LIMIT, TRACK
from engine.circus_maximus.words.asks import Preparation, Speed
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.specifications import Specification
from engine.circus_maximus.words.state import (
    ON_TRACK,
    Chariot,
    ChariotLog,
    HorseState,
    ObstacleKind,
    Phase,
    Race,
    Weapon,
    log_of,
)
from engine.questions import Answer
from engine.track import Side
from records.values import EntryId, Lane, Square


class HorseView(msgspec.Struct, frozen=True):
    original: int
    injury: int
    state: HorseState


# The checker knows only classes that stay as frozen, or as free, as those that they come from.
class ChariotView(ChariotLog, frozen=True, gc=False, kw_only=True):  # type: ignore[misc]
    """A chariot and its log (3.5)."""

    entry: EntryId
    lane: Lane | None  # none before lanes are drawn
    square: Square | None  # the team's; none while not on the track
    car_square: Square | None
    horses: tuple[HorseView, ...]
    wheel_inside: int
    wheel_outside: int
    cdm: int
    max_speed: int
    is_stationary: bool
    may_not_strain: bool
    driver_square: Square | None = None  # of one who is dragged or on foot
    crossing: Square | None = None  # the obstacle that the team stands on
    crossing_unpaid: int = 0  # of the jump die (14.3)
    crossing_own: bool = True  # it was entered in the chariot's own phase
    eyes_lost: tuple[Side, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    blinded: bool = False

    @property
    def is_held(self) -> bool:
        """A dead horse still attached holds the chariot (9.52)."""
        return any(horse.state == "dead" for horse in self.horses)


class ObstacleView(msgspec.Struct, frozen=True):
    """An obstacle on the track."""

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
    has_stepped: bool = True  # forward, since its last attack (T7)


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

    def limit(self, square: Square) -> int | None:
        """Return the safe speed of a corner square, in factors, with mud if there is any; none on a straight (16.7)."""
        safe = TRACK.limit.get(square)
        return safe - MUD_LIMIT if safe is not None and self.has_mud else safe

    def chariot(self, entry: EntryId) -> ChariotView:
        """Return a chariot; :exc:`StopIteration` never happens for an entry of this race."""
        for chariot in self.chariots:  # quicker than next(); asked very often
            if chariot.entry == entry:
                return chariot
        raise StopIteration(entry)

    def speed_under_way(self) -> int:
        """Return the total speed of the phase under way, in movement factors."""
        assert self.phase is not None
        return self.phase.total_speed

    def squares_of_others(self, entry: EntryId) -> dict[Square, EntryId]:
        """Return the squares that other chariots than *entry* hold, and whose they are."""
        held: dict[Square, EntryId] = {}
        for chariot in self.chariots:
            if chariot.square is None or chariot.entry == entry or chariot.status not in ON_TRACK:
                continue
            held[chariot.square] = chariot.entry
            if chariot.car_square is not None:
                held[chariot.car_square] = chariot.entry
        return held

    def squares_of_standing(self, entry: EntryId | None) -> frozenset[Square]:
        """Return squares of others than *entry*, or of all, that cannot move, if they are obstacles (II.8.9.3.4)."""
        if not edition_of(self.options).drives_over_standing:
            return frozenset()
        standing = [
            each for each in self.chariots if each.is_stationary and each.status in ON_TRACK and each.entry != entry
        ]
        return frozenset(square for each in standing for square in (each.square, each.car_square) if square is not None)


def view_for(race: Race, sealed: Mapping[EntryId, Answer], drives: Collection[EntryId]) -> RaceView:
    """Return the view of the player who drives *drives*; without any, the public's (3.5, 3.6, 6.11)."""
    return _view_of(race, _chariot_views(race.chariots), sealed, drives)


def last_view(race: Race) -> RaceView:
    """Return the public's view of a race that nobody will look at again: nothing is kept for the next look."""
    chariots = tuple(
        [_fresh_view(entry, chariot, _horse_views(chariot, None)) for entry, chariot in race.chariots.items()]
    )
    return _view_of(race, chariots, {}, ())


def _view_of(
    race: Race, chariots: tuple[ChariotView, ...], sealed: Mapping[EntryId, Answer], drives: Collection[EntryId]
) -> RaceView:
    own = {entry: answer for entry, answer in sealed.items() if entry in drives} if sealed else None
    weather = race.weather
    return RaceView(
        race.turn,
        race.options.laps,
        race.is_set_up,
        race.is_over,
        race.final_turn,
        race.markers,
        chariots,
        _phase_view(race.phase),
        tuple([entry for entry in race.chariots if entry in sealed]) if sealed else (),
        {entry: answer for entry, answer in own.items() if isinstance(answer, Preparation)} if own else {},
        {entry: answer.factors for entry, answer in own.items() if isinstance(answer, Speed)} if own else {},
        race.options,
        _obstacle_views(race),
        weather is not None and weather.is_raining,
        weather is not None and weather.has_mud,
        {entry: answer for entry, answer in own.items() if isinstance(answer, Specification)} if own else {},
        tuple([entry for entry, answer in own.items() if isinstance(answer, Speed) and answer.strain]) if own else (),
    )


def _obstacle_views(race: Race) -> tuple[ObstacleView, ...]:
    if not race.obstacles:
        return ()
    return tuple([_obstacle_view(each.kind, each.square, each.entry) for each in race.obstacles])


_obstacle_view = lru_cache(maxsize=1024)(ObstacleView)
_horse_view = lru_cache(maxsize=1024)(HorseView)


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
        phase.has_stepped,
    )


class _Looked(NamedTuple):
    """A chariot as it was when it was last looked at, and its view then."""

    chariot: Chariot  # a copy
    view: ChariotView


_MOST_LOOKED_AT = 1024
_looked_at: dict[int, _Looked] = {}
"""By the identity of a chariot. Another chariot may have it by now: an entry counts only for an equal one."""


def _chariot_views(chariots: Mapping[EntryId, Chariot]) -> tuple[ChariotView, ...]:
    """Return all chariots as everybody may see them; most have not changed since they were last looked at."""
    views: list[ChariotView] = []
    known = _looked_at.get
    for entry, chariot in chariots.items():
        looked = known(id(chariot))
        if looked is None or looked[0] != chariot or looked[1].entry != entry:
            looked = _look_at(entry, chariot, looked)
        views.append(looked[1])
    return tuple(views)


def _look_at(entry: EntryId, chariot: Chariot, before: _Looked | None) -> _Looked:
    """Return the view of a chariot now, and keep it."""
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
        part = getattr(chariot, name)
        if part:
            known = getattr(before.chariot, name)
            setattr(copied, name, known if known == part else deepcopy(part))
        elif part is not None:
            setattr(copied, name, _NOTHING)
    return copied


_NOTHING: list[Any] = []
"""Stands in all copies for an empty list; never filled."""


def _is_changed_in_place(kind: Any) -> bool:
    """Tell whether values of this type, or of one of its alternatives, are lists or structures."""
    return any(
        get_origin(each) is list or (isinstance(each, type) and issubclass(each, msgspec.Struct))
        for each in (kind, *get_args(kind))
    )


_PARTS = tuple(field.name for field in msgspec.structs.fields(Chariot) if _is_changed_in_place(field.type))
"""Fields of a chariot whose values the rules change in place."""


def _horse_views(chariot: Chariot, looked: _Looked | None) -> tuple[HorseView, ...]:
    """Return the view of a team; most have not changed, though their chariot has."""
    if looked is not None and looked.chariot.horses == chariot.horses:
        return looked.view.horses
    return tuple([_horse_view(horse.original, horse.injury, horse.state) for horse in chariot.horses])


def _fresh_view(entry: EntryId, chariot: Chariot, horses: tuple[HorseView, ...]) -> ChariotView:
    plain = dict(zip(_PLAIN_NAMES, _plain_of(chariot), strict=True))
    seen = {name: look(chariot) for name, look in _SEEN}
    return _chariot_view(*log_of(chariot), entry=entry, horses=horses, **plain, **seen)


_chariot_view: Callable[..., ChariotView] = ChariotView


def _lane(chariot: Chariot) -> Lane | None:
    return TRACK.lane[chariot.square] if chariot.square else None


def _team_square(chariot: Chariot) -> Square | None:
    return (chariot.square or None) if chariot.status in _VISIBLE else None


_VISIBLE = ("racing", "runaway", "halted")


def _car_square(chariot: Chariot) -> Square | None:
    square = _team_square(chariot)
    return TRACK.behind[square] if square and chariot.has_car else None


def _driver_square(chariot: Chariot) -> Square | None:
    """Return the square of a driver outside a car: dragged behind their team, or on foot."""
    if chariot.runner:
        return chariot.runner.square
    return driver_square(chariot)


_PLAIN = (
    ("wheel_inside", "wheels.inside"),
    ("wheel_outside", "wheels.outside"),
    ("cdm", "cdm"),
    ("is_stationary", "is_stationary"),
)
"""Fields of a view that are read off a chariot as they are, and where they stand there."""

_PLAIN_NAMES = tuple(name for name, _ in _PLAIN)
_plain_of = attrgetter(*(path for _, path in _PLAIN))

_SEEN: tuple[tuple[str, Callable[[Chariot], Any]], ...] = (
    ("lane", _lane),
    ("square", _team_square),
    ("car_square", _car_square),
    ("max_speed", max_speed),
    ("may_not_strain", lambda chariot: chariot.jostled or chariot.no_strain > 0),
    ("driver_square", _driver_square),
    ("crossing", lambda chariot: chariot.crossing.square if chariot.crossing else None),
    ("crossing_unpaid", lambda chariot: chariot.crossing.unpaid if chariot.crossing else 0),
    ("crossing_own", lambda chariot: chariot.crossing.own if chariot.crossing else True),
    ("eyes_lost", lambda chariot: tuple(chariot.eyes_lost)),
    ("weapons", lambda chariot: tuple(chariot.weapons)),
    ("blinded", lambda chariot: chariot.blinded_since is not None),
)
"""The fields of a chariot in a view besides its log, its number and its horses."""


# Looked at at once


class _LiveChariot:
    """A chariot as everybody sees it now; each field is read off the chariot when it is looked at.

    But those that every driver looks at are read at once: a slot is looked up eight times as fast as a property.
    """

    __slots__ = (
        "_chariot",
        "blades_inside",
        "blades_outside",
        "corners",
        "endurance",
        "entry",
        "may_not_strain",
        "no_inside",
        "penalty",
        "square",
        "status",
        "survived",
    )

    def __init__(self, entry: EntryId, chariot: Chariot) -> None:
        self.entry, self._chariot = entry, chariot
        self.status = status = chariot.status
        self.square = (chariot.square or None) if status in _VISIBLE else None
        self.corners, self.endurance, self.penalty = chariot.corners, chariot.endurance, chariot.penalty
        self.blades_inside, self.blades_outside = chariot.blades_inside, chariot.blades_outside
        self.no_inside, self.survived = chariot.no_inside, chariot.survived
        self.may_not_strain = chariot.jostled or chariot.no_strain > 0


def _all_horses(chariot: Chariot) -> tuple[HorseView, ...]:
    return _horse_views(chariot, None)


def _field(look: Callable[[Chariot], Any]) -> property:
    def read(live: _LiveChariot) -> Any:
        return look(live._chariot)

    return property(read)


for _name, _path in (*_PLAIN, *zip(ChariotLog.__struct_fields__, ChariotLog.__struct_fields__, strict=True)):
    if _name not in _LiveChariot.__slots__:
        setattr(_LiveChariot, _name, property(attrgetter(f"_chariot.{_path}")))
for _name, _look in (*_SEEN, ("horses", _all_horses)):
    if _name not in _LiveChariot.__slots__:
        setattr(_LiveChariot, _name, _field(_look))


class _LiveView:
    """The public's view of a race, each part of it built when it is looked at first; see :func:`live_view`."""

    __slots__ = ("_race", "has_mud", "is_raining", "laps", "options", "turn")

    def __init__(self, race: Race) -> None:
        weather = race.weather
        self._race = race
        self.turn, self.options, self.laps = race.turn, race.options, race.options.laps
        self.is_raining = weather is not None and weather.is_raining
        self.has_mud = weather is not None and weather.has_mud

    def __getattr__(self, name: str) -> Any:
        return getattr(view_for(self._race, {}, ()), name)

    def chariot(self, entry: EntryId) -> ChariotView:
        live: Any = _LiveChariot(entry, self._race.chariots[entry])
        chariot: ChariotView = live
        return chariot

    def speed_under_way(self) -> int:
        assert self._race.phase is not None
        return self._race.phase.total_speed

    def squares_of_others(self, entry: EntryId) -> dict[Square, EntryId]:
        held: dict[Square, EntryId] = {}
        behind = TRACK.behind
        for each, chariot in self._race.chariots.items():
            square = chariot.square
            if square and each != entry and chariot.status in ON_TRACK:
                held[square] = each
                if chariot.has_car:
                    held[behind[square]] = each
        return held

    def squares_of_standing(self, entry: EntryId | None) -> frozenset[Square]:
        if not edition_of(self.options).drives_over_standing:
            return frozenset()
        standing = [self._race.chariots[each] for each in board.standing(self._race) if each != entry]
        return frozenset(square for each in standing for square in obstacles.squares_of(each))

    @property
    def phase(self) -> PhaseView | None:
        return _phase_view(self._race.phase)

    @property
    def obstacles(self) -> tuple[ObstacleView, ...]:
        return _obstacle_views(self._race)


def live_view(race: Race) -> RaceView:
    """Return the public's view of a race, for a caller who looks at it at once and keeps nothing of it.

    It has all that a :class:`RaceView` has, and builds no more of it than is looked at. It must not be looked at any
    more once the race goes on.
    """
    live: Any = _LiveView(race)
    view: RaceView = live
    return view
