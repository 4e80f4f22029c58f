"""The notation in which players by mail write a movement, such as ``18/Out/2`` or ``1/Ram blue car/1/Lash red driver``.

A plan is the rest of a movement phase, piece by piece: a number of squares straight on, ``In`` or ``Out`` for a change
of lane, ``Slip in`` or ``Slip out``, ``Brake 3``, ``Ram blue car`` or ``Ram blue horses``, ``Lash blue driver`` or
``Lash blue horses``, and ``Crash`` for a blocked chariot that runs into the one ahead. A driver in the reins is rammed
with ``Ram blue dragged``; weapons are ``Dust blue``, ``Spear blue``, ``Knife blue driver`` and ``Small knife blue
horses``. Case and spaces are free, a slash may be left out where no doubt is possible, and there are short forms:
``f5 i o b2``. A chariot goes by its colour or its number. A knife thrown at a chariot, ``Knife blue``, is thrown at the
nearer of driver and horses.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import cast

from engine.circus_maximus.position import reach
from engine.circus_maximus.printed.editions import edition_of, weapons_of
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.views import RaceView
from engine.circus_maximus.words.asks import Action, Attack, Brake, Change, Forward, Means, RunInto, Sideslip, Target
from engine.circus_maximus.words.facts import (
    Attacked,
    Blinded,
    BrakedBack,
    CornerTaken,
    DriverDied,
    DriverHurt,
    DriverLashed,
    DrivesStraight,
    Evaded,
    FactorsLost,
    Flipped,
    Hindered,
    HorseDied,
    HorseInjured,
    Jostled,
    Maimed,
    ObstacleCrossed,
    PulledOut,
    Rammed,
    RanAway,
    RunDown,
    RunOver,
    Sideslipped,
    SpeedFell,
    Stopped,
    StrainingBarred,
    TeamHalted,
    TeamLashed,
    TeamRemoved,
    WeaponTold,
    WeaponUsed,
    WheelDamaged,
    WheelHeld,
    WheelLost,
    WhipLost,
    Wounded,
    WreckStruck,
)
from engine.facts import Fact
from engine.questions import Answer, Ask
from engine.refusals import not_a_plan
from engine.track import Side
from records.refusals import Refused
from records.values import EntryId, Square

MOST_STEPS = 20
"""In one plan."""

MOST_FACTORS = 99
"""Squares or factors in one step of a plan; no team comes near."""

_TOKEN = re.compile(r"[a-z]+|[0-9]+|\S")
_SEPARATORS = "/,;"
_SIDES: Mapping[str, Side] = {
    **dict.fromkeys(("i", "in", "inside", "inward"), "inside"),
    **dict.fromkeys(("o", "out", "outside", "outward"), "outside"),
}
_TARGETS: Mapping[str, Target] = {
    **dict.fromkeys(("team", "horses", "horse", "t", "h"), "team"),
    **dict.fromkeys(("car", "c"), "car"),
    **dict.fromkeys(("driver", "d"), "driver"),
    **dict.fromkeys(("dragged", "reins"), "dragged driver"),
}
_IN_REACH: Mapping[Means, tuple[str, ...]] = {
    "ram": ("car", "horses", "dragged"),
    "lash": ("driver", "horses"),
    "dust": ("driver",),
    "spear": ("driver",),
    "knife": ("driver", "horses"),
    "small knife": ("driver", "horses"),
}
_WORDS = ("squares", "in", "out", "slip", "brake", "ram", "lash", "crash")


def read_plan(view: RaceView, ask: Ask, text: str) -> tuple[Answer, ...]:
    """Read a movement in the notation; at least one step, and not yet checked against the board.

    :raises Refused: :attr:`Reason.NOT_A_PLAN` with ``at``, the unreadable text (empty at the end of the text);
        ``place``, the number of its piece, 1 first; and ``expected``, the words of the notation that would do there.
    """
    return _Reader(view, ask.entry, text).plan()


class _Reader:
    """Reads one text from left to right."""

    def __init__(self, view: RaceView, entry: EntryId, text: str) -> None:
        self._view, self._square = view, view.chariot(entry).square  # the team's, after the pieces read so far
        self._tokens: list[str] = _TOKEN.findall(text.lower())
        self._at = 0
        self._place = 1
        self._words = (*_WORDS, *weapons_of(view.options))
        # Colours first: they are what a refusal offers.
        self._rivals = {rival.colour: rival.entry for rival in view.chariots if _may_be_named(rival.entry, entry, view)}

    def plan(self) -> tuple[Answer, ...]:
        steps: list[Action] = []
        self._skip_separators()
        while self._at < len(self._tokens) or not steps:
            if len(steps) == MOST_STEPS:
                raise self._refused()
            steps.append(self._piece())
            self._square = _square_after(self._square, steps[-1])
            self._place += 1
            self._skip_separators()
        return tuple(steps)

    def _piece(self) -> Action:
        word = self._next
        if _is_number(word):
            return Forward(self.number("squares"))
        if word in _SIDES:
            return Change(self.side())
        rest_of_piece = _PIECES.get(word)
        if rest_of_piece is None:
            raise self._refused(*self._words)
        self._at += 1
        return rest_of_piece(self)

    def attack(self, means: Means) -> Attack:
        defender = self._rival()
        in_reach = _IN_REACH[means]
        target = _TARGETS.get(self._next)
        if "knife" in means and (not self._next or self._next in _SEPARATORS):
            return Attack(defender, self._nearer(defender), means)
        if target is None and len(in_reach) == 1:
            return Attack(defender, _TARGETS[in_reach[0]], means)
        if target is None or target not in {_TARGETS[word] for word in in_reach}:
            has_wrecks = edition_of(self._view.options).leaves_wrecks  # whose drivers are dragged (16)
            raise self._refused(*(each for each in in_reach if each != "dragged" or has_wrecks))
        self._at += 1
        is_aimed = edition_of(self._view.options).knife_least is None  # at the one or the other (16.2)
        return Attack(defender, target if is_aimed or "knife" not in means else self._nearer(defender), means)

    def _nearer(self, rival: EntryId) -> Target:
        """Return the part of a chariot nearer to the thrower's car by then; the driver if both are as near (16.2).

        Where a knife flies at the whole chariot that is the driver, if there is one (II.10.5).
        """
        other = self._view.chariot(rival)
        if edition_of(self._view.options).knife_least is not None:
            return "driver" if other.status == "racing" else "team"
        if self._square is None or other.square is None or other.car_square is None or other.status != "racing":
            return "team"
        away = reach.knife_distances(TRACK.behind[self._square], None)
        return "driver" if away[other.car_square] <= away[other.square] else "team"

    def small_knife(self) -> Attack:
        if self._next != "knife":
            raise self._refused("knife")
        self._at += 1
        return self.attack("small knife")

    def _rival(self) -> EntryId:
        if self._next == "#":
            self._at += 1
        word = self._next
        entry = EntryId(int(word)) if _is_number(word) else self._rivals.get(word)
        if entry not in self._rivals.values():
            raise self._refused(*self._rivals)
        self._at += 1
        return cast(EntryId, entry)

    def side(self) -> Side:
        side = _SIDES.get(self._next)
        if side is None:
            raise self._refused("in", "out")
        self._at += 1
        return side

    def number(self, of_what: str) -> int:
        word = self._next
        if not _is_number(word) or not int(word):
            raise self._refused(of_what)
        self._at += 1
        return int(word)

    @property
    def _next(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _skip_separators(self) -> None:
        while self._next and self._next in _SEPARATORS:
            self._at += 1

    def _refused(self, *expected: str) -> Refused:
        return not_a_plan(self._next, self._place, expected)


_PIECES: Mapping[str, Callable[[_Reader], Action]] = {
    **dict.fromkeys(("f", "forward", "ahead"), lambda reader: Forward(reader.number("squares"))),
    **dict.fromkeys(("s", "slip", "sideslip"), lambda reader: Sideslip(reader.side())),
    **dict.fromkeys(("b", "brake"), lambda reader: Brake(reader.number("factors"))),
    **dict.fromkeys(("r", "ram"), lambda reader: reader.attack("ram")),
    **dict.fromkeys(("l", "lash"), lambda reader: reader.attack("lash")),
    **dict.fromkeys(("x", "crash"), lambda _: RunInto()),
    "dust": lambda reader: reader.attack("dust"),
    "spear": lambda reader: reader.attack("spear"),
    "knife": lambda reader: reader.attack("knife"),
    "small": lambda reader: reader.small_knife(),
}
"""The reader for the rest of a piece, by its first word."""


def _square_after(square: Square | None, step: Action) -> Square | None:
    """Return where a team is after a step of its movement, if the step can be done."""
    if square is None:
        return None
    match step:
        case Forward(squares):
            for _ in range(squares):
                square = TRACK.ahead[square]
        case Change(side):
            links = TRACK.beside if side == "inside" else TRACK.ahead_of
            square = links[side].get(TRACK.ahead[square])
        case Sideslip(side):
            square = TRACK.beside[side].get(square)
    return square


def _is_number(word: str) -> bool:
    """Tell whether *word* is a number that may stand in a plan; digits of other scripts may not."""
    return word.isascii() and word.isdigit() and len(word) <= len(str(MOST_FACTORS))


def _may_be_named(rival: EntryId, entry: EntryId, view: RaceView) -> bool:
    return rival != entry and view.chariot(rival).status in ("racing", "runaway")


def write_plan(view: RaceView, answers: Sequence[Answer]) -> str:
    """Return a movement written in the notation; :func:`read_plan` reads the same steps back."""
    return "/".join(_written(view, answer) for answer in answers)


def _written(view: RaceView, answer: Answer) -> str:
    match answer:
        case Forward(squares):
            return str(squares)
        case Change(side):
            return _way(side).capitalize()
        case Sideslip(side):
            return f"Slip {_way(side)}"
        case Brake(factors):
            return f"Brake {factors}"
        case Attack(defender, target, means):
            return f"{means.capitalize()} {view.chariot(defender).colour} {_TARGET_WORDS.get(target, target)}"
        case RunInto():
            return "Crash"
    raise ValueError(f"{answer!r} is not a step of a movement")


_TARGET_WORDS: Mapping[Target, str] = {"team": "horses", "dragged driver": "dragged"}


def _way(side: Side) -> str:
    return "in" if side == "inside" else "out"


# The same, as short as can be, for where there is little room

_PACKED_WORDS: Mapping[str, Action] = {
    "i": Change("inside"),
    "o": Change("outside"),
    "l": Sideslip("inside"),
    "r": Sideslip("outside"),
    "x": RunInto(),
}
_PACKED_ATTACKS: Mapping[str, tuple[Target, Means]] = {
    "t": ("team", "ram"),
    "c": ("car", "ram"),
    "h": ("team", "lash"),
    "d": ("driver", "lash"),
    "m": ("dragged driver", "ram"),
    "u": ("driver", "dust"),
    "p": ("driver", "spear"),
    "k": ("driver", "knife"),
    "n": ("team", "knife"),
    "v": ("driver", "small knife"),
    "w": ("team", "small knife"),
}
_UNPACKED_WORDS = {action: letter for letter, action in _PACKED_WORDS.items()}
_UNPACKED_ATTACKS = {attack: letter for letter, attack in _PACKED_ATTACKS.items()}
_PACKED_STEP = re.compile(rf"([{''.join(_PACKED_WORDS)}])|([fb{''.join(_PACKED_ATTACKS)}])([1-9][0-9]?)")
_PACKED = re.compile(rf"(?:{_PACKED_STEP.pattern})*")


def pack_plan(answers: Sequence[Answer]) -> str:
    """Return a movement in at most three characters a step, of ``a`` to ``z`` and ``0`` to ``9``.

    >>> pack_plan([Forward(18), Change("outside"), Attack(EntryId(2), "car", "ram")])
    'f18oc2'
    """
    return "".join(map(_packed, answers))


def _packed(answer: Answer) -> str:
    match answer:
        case Forward(squares):
            return f"f{squares}"
        case Brake(factors):
            return f"b{factors}"
        case Attack(defender, target, means):
            return f"{_UNPACKED_ATTACKS[target, means]}{defender}"
        case Change() | Sideslip() | RunInto():
            return _UNPACKED_WORDS[answer]
    raise ValueError(f"{answer!r} is not a step of a movement")


def unpack_plan(text: str) -> tuple[Answer, ...]:
    """Return the movement that :func:`pack_plan` made *text* of; empty for an empty text.

    :raises Refused: :attr:`Reason.NOT_A_PLAN` if it did not.
    """
    if not text.isascii() or not _PACKED.fullmatch(text):
        raise not_a_plan(text, 1, _WORDS)
    steps = tuple(_unpacked(*step.groups()) for step in _PACKED_STEP.finditer(text))
    if len(steps) > MOST_STEPS:
        raise not_a_plan("", MOST_STEPS + 1)
    return steps


def _unpacked(word: str | None, letter: str, number: str) -> Action:
    if word:
        return _PACKED_WORDS[word]
    if letter == "f":
        return Forward(int(number))
    if letter == "b":
        return Brake(int(number))
    return Attack(EntryId(int(number)), *_PACKED_ATTACKS[letter])


# Going on with a plan

_HAPPENED_TO = (
    SpeedFell | FactorsLost | Jostled | StrainingBarred | HorseInjured | HorseDied
    | WheelDamaged | WheelLost | Wounded | Hindered | BrakedBack | Evaded
    | TeamLashed | DriverLashed | WhipLost | Flipped | Stopped
    | PulledOut | RanAway | TeamHalted | TeamRemoved | DriverHurt | DriverDied
    | Maimed | WeaponTold | Blinded | DrivesStraight | WreckStruck
)  # fmt: skip


def is_unforeseen(facts: Sequence[Fact], entry: EntryId) -> bool:
    """Tell whether something befell *entry* that the planner of its movement could not know.

    Sure costs of a plan are no surprise, and neither is a corner or a wheel that holds. An attack's effects on its
    target do not stop the rest: a step that does not fit any more is refused when its time comes.
    """
    return any(_surprises(fact, entry) for fact in facts)


def _surprises(fact: Fact, entry: EntryId) -> bool:
    match fact:
        case CornerTaken(entry=mover, code=code) | ObstacleCrossed(entry=mover, code=code):
            return mover == entry and code != "-"
        case Sideslipped(mover, forced=True):
            return mover == entry
        case WheelHeld(mover, weakened=True):
            return mover == entry
        case Attacked(defender=hit) | Rammed(defender=hit) | WeaponUsed(defender=hit):
            return hit == entry
        case RunDown(by=mover, factors=factors) | RunOver(by=mover, paid=factors):
            return mover == entry and factors > 0
        case _:
            return isinstance(fact, _HAPPENED_TO) and fact.entry == entry
