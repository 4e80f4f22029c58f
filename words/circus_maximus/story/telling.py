"""The whole story: a line a fact, dice included; facts that belong together share a line."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from engine.circus_maximus.words.facts import (
    DriverDragged,
    Flipped,
    HorseDied,
    LaneDrawn,
    PhaseEnded,
    PointsRevealed,
    RanAway,
    TeamHalted,
    TurnBegan,
)
from engine.facts import Fact, OrderFollowed, OrdersSealed, Rolled, Sealed
from records.values import EntryId
from words.circus_maximus.story.clauses import clauses_in_words
from words.circus_maximus.story.lines import CAUSES, HORSES, Names, line
from words.shared.telling import ORDERED, ROLLED, SEALED


def tell(facts: Sequence[Fact], names: Names) -> list[str]:
    """Return the story of *facts*, a line each, dice included; facts that belong together share a line."""
    lines: list[str] = []
    for kind, run in groupby(_with_orders_together(facts), key=_kind):
        together = list(run)
        join = _JOINED.get(kind[0])
        lines += join(together, names) if join else [line(fact, names) for fact in together]
    return [each for each in lines if each]


class _Ordered(Fact, frozen=True):
    """All clauses of one player's orders that answered in a phase."""

    entry: EntryId
    clauses: tuple[str, ...]


def _with_orders_together(facts: Sequence[Fact]) -> list[Fact]:
    """Return *facts* with all that one player's orders answered in a phase in the place of the first of it."""
    together: list[Fact] = []
    places: dict[EntryId, int] = {}
    for fact in facts:
        if isinstance(fact, OrderFollowed):
            place = places.setdefault(fact.entry, len(together))
            before = together[place:] and together[place]
            clauses = before.clauses if isinstance(before, _Ordered) else ()
            together[place : place + 1] = [_Ordered(fact.entry, (*clauses, fact.clause))]
            continue
        if isinstance(fact, PhaseEnded | TurnBegan):
            places.clear()
        together.append(fact)
    return together


def _kind(fact: Fact) -> tuple[str, EntryId | None]:
    """Return the kind of line that tells *fact*; neighbours of one kind share it, if any can."""
    kind, entry = "", None
    match fact:
        case Sealed() | OrdersSealed():
            kind = "seals"
        case Rolled(entry=None, rule="3.2") | LaneDrawn():
            kind = "lanes"
        case Rolled():
            kind, entry = "rolls", fact.entry
        case PointsRevealed():
            kind = "points"
        case Flipped() | RanAway() | DriverDragged():
            kind, entry = "flips", fact.entry
        case HorseDied() | TeamHalted():
            kind, entry = "deaths", fact.entry
        case _Ordered():
            kind = "orders"
    return kind, entry


def _together(facts: Sequence[Fact], names: Names) -> list[str]:
    """Tell facts in one line whose beginning, the same in each, stands there once."""
    first, *others = (line(fact, names) for fact in facts)
    return [" · ".join([first, *(each.removeprefix(_beginning(facts[0], names)) for each in others)])]


def _beginning(fact: Fact, names: Names) -> str:
    if isinstance(fact, Rolled):
        return f"{ROLLED}{names[fact.entry]}: " if fact.entry is not None else ROLLED
    return SEALED


def _lanes(facts: Sequence[Fact], names: Names) -> list[str]:
    drawn = sorted((fact for fact in facts if isinstance(fact, LaneDrawn)), key=_from_the_inside)
    rolls = [fact for fact in facts if isinstance(fact, Rolled)]
    places = " · ".join(f"lane {fact.lane}: {names[fact.entry]}" for fact in drawn)
    return [*(_together(rolls, names) if rolls else ()), f"Start, from the inside: {places}" if drawn else ""]


def _from_the_inside(fact: LaneDrawn) -> int:
    return fact.lane


def _points(facts: Sequence[Fact], names: Names) -> list[str]:
    spent = (
        f"{names[fact.entry]} {fact.driver}/{fact.car}/{fact.team}/{fact.endurance}"
        for fact in facts
        if isinstance(fact, PointsRevealed)
    )
    return [f"📜 Points for driver/car/team/endurance: {' · '.join(spent)}"]


def _flips(facts: Sequence[Fact], names: Names) -> list[str]:
    """Tell a flip: the chariot is out, or its team runs on (15.1), maybe with the driver behind it (16.1)."""
    flip = next((fact for fact in facts if isinstance(fact, Flipped)), None)
    if flip is None or len(facts) == 1:
        return [line(fact, names) for fact in facts]
    is_dragged = any(isinstance(fact, DriverDragged) for fact in facts)
    after = "runs on and drags the driver along" if is_dragged else "runs on without a driver"
    return [f"☠️ {names[flip.entry]} turns over ({CAUSES[flip.cause]}): the team {after}."]


def _deaths(facts: Sequence[Fact], names: Names) -> list[str]:
    """Tell of dead horses; one that holds a runaway team cannot be cut free (15.25)."""
    halted = [fact for fact in facts if isinstance(fact, TeamHalted)]
    died = [fact for fact in facts if isinstance(fact, HorseDied)]
    if not halted:
        return [line(fact, names) for fact in died]
    fallen = [f"{names[fact.entry]}'s {HORSES[fact.horse - 1]} falls dead." for fact in died]
    return [*fallen, *(line(fact, names) for fact in halted)]


def _orders(facts: Sequence[Fact], names: Names) -> list[str]:
    """Tell which clauses of whose orders answered, a line for each player; silent where they say nothing new."""
    said = ((fact.entry, clauses_in_words(fact.clauses, names)) for fact in facts if isinstance(fact, _Ordered))
    return [f"{ORDERED}{names[entry]}: {words}." for entry, words in said if words]


_JOINED: Mapping[str, Callable[[Sequence[Fact], Names], list[str]]] = {
    "seals": _together,
    "rolls": _together,
    "lanes": _lanes,
    "points": _points,
    "flips": _flips,
    "deaths": _deaths,
    "orders": _orders,
}
