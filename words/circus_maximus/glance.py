"""A turn at a glance: the leader and the lead, and the deciding events, in the announcer's voice."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol, cast

from engine.circus_maximus.printed.editions import Edition, edition_of
from engine.circus_maximus.printed.odds import OF_THREE, THREE_DICE
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.gaps import gap
from engine.circus_maximus.seen.series import results
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.circus_maximus.words.facts import (
    Attacked,
    BrakedBack,
    CarsDamaged,
    CornerCode,
    CornerStrained,
    CornerTaken,
    Dodged,
    DriverDied,
    DriverFreed,
    EnduranceGone,
    Escaped,
    Evaded,
    Flipped,
    HorseDied,
    HorseInjured,
    LaneChanged,
    Moved,
    PhaseBegan,
    PhaseEnded,
    PulledOut,
    RaceEnded,
    Rammed,
    RunDown,
    RunOver,
    SpeedsRevealed,
    SteppedOff,
    Stopped,
    TeamStrained,
    TurnBegan,
    WheelLost,
    WhipLost,
    Wounded,
)
from engine.circus_maximus.words.options import Options
from engine.facts import Fact, Rewound, Rolled
from records.values import EntryId, Lane
from words.circus_maximus.speeds import speed_made
from words.circus_maximus.standings import WHERE
from words.circus_maximus.story.lines import CAUSES
from words.circus_maximus.ways import where
from words.shared import telling
from words.shared.glance import Leading, Lying, Names, Turn, lead, one_of
from words.shared.telling import count, joined

_GRAVE = 70
"""Weight from which an event comes before the leader."""

_LEAST = 15
"""Weight below which an event appears only step by step, behind *What happened*."""

_MOST_EVENTS = 3
_DARING = 8
"""Per cent of danger of turning over from which it is worth a sentence that a chariot came through a corner."""


class Event(NamedTuple):
    """Something that is worth a sentence."""

    weight: int
    said: str
    entries: tuple[EntryId, ...]


Maker = Callable[[Sequence[Fact], int, Names, Edition], Event | None]


def headline(turn: Turn, names: Names) -> list[str]:
    """Return the events of a turn in sentences, the most important first."""
    ended = next((fact for fact in turn.facts if isinstance(fact, RaceEnded)), None)
    found = [each for each in _distinct(events(turn.facts, names, edition_of(turn.options))) if each.weight >= _LEAST]
    worth = sorted(found, key=lambda each: -each.weight)[:_MOST_EVENTS]
    if ended is not None:
        return [_result(ended, turn, names), *(each.said for each in worth[:2])]
    if turn.after is None or not turn.after.turn:
        return [_grid(turn.after, names), *(each.said for each in worth[:1])]
    grave = [each.said for each in worth if each.weight >= _GRAVE]
    lesser = [each.said for each in worth if each.weight < _GRAVE]
    return [*grave, _lead(turn, names), *lesser]


def _distinct(found: Iterator[Event]) -> list[Event]:
    """Return events, only the first of those with the same words: two blows in a turn may come out the same."""
    return list({each.said: each for each in found}.values())


# Who leads


_LEADING = Leading(
    "{a} is the only chariot still racing.",
    "square",
    takes=(
        "{a} takes the lead, {by} ahead of {b}.",
        "{a} goes to the front, {by} clear of {b}.",
        "New leader: {a}, {by} ahead of {b}.",
    ),
    stays=(
        "{a} leads by {by} from {b}.",
        "{a} stays in front, {by} ahead of {b}.",
        "Still {a}: {by} clear of {b}.",
    ),
)


def _lead(turn: Turn, names: Names) -> str:
    racing = _running(turn.after)
    running = [(each.entry, gap(turn.after, racing[0], each) or 0) for each in racing]
    had_begun = turn.before is not None and turn.before.turn
    was = next((each.entry for each in _running(turn.before)), None) if had_begun else None
    return lead(_LEADING, running, was, names, turn.after.turn)


def _running(view: RaceView) -> list[ChariotView]:
    """Return the chariots that are still racing, leader first."""
    ranked = [view.chariot(each.entry) for each in results(view)]
    return [each for each in ranked if each.square is not None and each.status == "racing"]


def lying(view: RaceView | None, entry: EntryId) -> Lying | None:
    """Return how a chariot lies; ``None`` before the first turn, and for one that is out or home."""
    if view is None or not view.turn:
        return None
    order = [each.entry for each in results(view)]
    own = next((each for each in _running(view) if each.entry == entry), None)
    if own is None:
        return None
    by = gap(view, view.chariot(order[0]), own)
    return Lying(order.index(entry) + 1, count(by, "square") if by else "")


def _grid(view: RaceView | None, names: Names) -> str:
    drawn = [] if view is None else [each for each in view.chariots if each.square is not None and each.lane]
    if not drawn:
        return "The chariots are ready."
    inner = min(drawn, key=lambda each: (each.lane or 0, each.entry))
    return f"The chariots stand on the grid. {names[inner.entry]} has the inside lane."


def _result(ended: RaceEnded, turn: Turn, names: Names) -> str:
    if not ended.has_winner and turn.after is not None and turn.after.options.lesson and _running(turn.after):
        return "🏁 The lesson ends here, before the line."
    if not ended.has_winner:
        return "🏁 The race is over, and nobody wins."
    winners = [names[each.entry] for each in ended.places if each.place == 1]
    second = next((names[each.entry] for each in ended.places if each.place > 1), None)
    behind = f", ahead of {second}" if second else ""
    return f"🏆 {joined(winners)} {'wins' if len(winners) == 1 else 'win'} the race{behind}!"


# What happened


def events(facts: Sequence[Fact], names: Names, edition: Edition) -> Iterator[Event]:
    """Yield the events worth a sentence, in the order they happened."""
    covered: set[int] = set()  # facts that the sentence of an earlier one tells
    for at, fact in enumerate(facts):
        if at not in covered and (make := _MADE.get(type(fact))) is not None:
            event = make(facts, at, names, edition)
            if event is not None:
                covered.update(_consequences(facts, at) if isinstance(fact, Rammed | Attacked) else ())
                yield event


def _consequences(facts: Sequence[Fact], at: int) -> Iterator[int]:
    """Yield the places of the consequences of an attack or a ram: all facts until somebody does something else."""
    for place in range(at + 1, len(facts)):
        if isinstance(facts[place], _ACTS):
            return
        yield place


_ACTS = (
    Attacked | Moved | LaneChanged | PhaseBegan | PhaseEnded | CornerStrained
    | TurnBegan | RaceEnded
)  # fmt: skip


def _attack(facts: Sequence[Fact], at: int, names: Names, _edition: Edition) -> Event | None:
    """Tell the effect of an attack; leave out an attack that had none."""
    fact = facts[at]
    assert isinstance(fact, Attacked)
    after = [facts[place] for place in _consequences(facts, at)]
    a, b = names[fact.entry], names[fact.defender]
    dodged = any(isinstance(each, Evaded) or (isinstance(each, BrakedBack) and not each.forced) for each in after)
    if dodged and fact.means == "ram":
        return Event(35, one_of(_DODGED, at).format(a=a, b=b), (fact.entry, fact.defender))
    is_ram = any(isinstance(each, Rammed) for each in after)
    weight, harm = _worst(after, fact.entry, fact.defender, names)
    if not weight and not is_ram:
        return None
    verb = "rams" if is_ram else _VERBS.get(fact.means, "attacks")
    least = 40 if is_ram else 20
    return Event(max(least, weight - (0 if is_ram else 10)), f"{a} {verb} {b}{harm}.", (fact.entry, fact.defender))


_DODGED = ("{b} slips out of the way of {a}'s ram.", "{a} charges at {b}, who gets away.")
_VERBS: Mapping[str, str] = {
    "lash": "lashes",
    "dust": "throws dust at",
    "knife": "throws a knife at",
    "small knife": "throws a knife at",
    "spear": "thrusts a spear at",
    "wreck": "comes down on",
}


def _ram(facts: Sequence[Fact], at: int, names: Names, _edition: Edition) -> Event | None:
    fact = facts[at]
    assert isinstance(fact, Rammed)
    weight, harm = _worst([facts[place] for place in _consequences(facts, at)], fact.entry, fact.defender, names)
    verb = {"ram": "rams", "involuntary": "is thrown into", "frontal": "runs into"}[fact.kind]
    said = f"{names[fact.entry]} {verb} {names[fact.defender]}{harm}."
    return Event(max(30, weight), said, (fact.entry, fact.defender))


def _worst(facts: Sequence[Fact], attacker: EntryId, defender: EntryId, names: Names) -> tuple[int, str]:
    """Return the worst that came of a blow, with its weight, as the end of a sentence; that nothing did, with 0."""
    found: list[tuple[int, str]] = [(0, ", and both come out whole")]
    for fact in facts:
        if isinstance(fact, CarsDamaged) and fact.damaged:
            found.append((38, _damaged(fact)))
        for kind, weight, theirs, own in _HARM:
            if isinstance(fact, kind):
                entry = _entry_of(fact)
                others = f": {names[entry]} {own.removeprefix(' and ')}" if own.startswith(" and ") else theirs
                said = theirs if entry == defender else own if entry == attacker else others
                found.append((weight, said))
    return max(found, key=lambda each: each[0])


def _damaged(fact: CarsDamaged) -> str:
    if len(fact.damaged) > 1:
        return ", and both cars take damage"
    return ", whose car takes damage" if fact.damaged[0] == fact.defender else " and damages its own car"


_HARM: tuple[tuple[type[Fact], int, str, str], ...] = (
    (DriverDied, 95, ", whose driver dies", " and loses its own driver"),
    (Flipped, 90, ", who turns over", " and turns over"),
    (Stopped, 85, ", who has no horse left", " and has no horse left"),
    (PulledOut, 80, ", whose driver is pulled out of the car", " and is pulled out of the car"),
    (WheelLost, 75, ", who loses a wheel", " and loses a wheel"),
    (HorseDied, 72, ", who loses a horse", " and loses a horse"),
    (Wounded, 40, ", who is wounded", " and is wounded"),
    (HorseInjured, 38, " and hurts a horse", " and hurts one of its own horses"),
    (WhipLost, 36, ", who loses the whip", " and loses the whip"),
)
"""The harm that a blow may do: its weight, and how sentences end that tell it of the defender, and of the attacker."""


def _flip(facts: Sequence[Fact], at: int, names: Names, edition: Edition) -> Event:
    fact = facts[at]
    assert isinstance(fact, Flipped)
    where = WHERE.get(TRACK.section.get(fact.square, ""), "")
    why = "" if fact.cause == "corner" else f": {CAUSES[fact.cause]}"
    if _is_of_corner(facts, at, fact) and (strained := _strained(facts, at, fact.entry)) is not None:
        risk = _risk(facts, at, strained, edition)
        odds = f", a {risk} % risk" if risk else ""
        slid = ": a slide into the wall" if fact.cause == "wall" else ""
        why = f"{slid}, {strained.points} over the safe speed{odds}"
    place = f" in the {where}" if where.endswith("corner") else f" on the {where}" if where else ""
    return Event(90, f"☠️ {names[fact.entry]} turns over{place}{why}.", (fact.entry,))


def _is_of_corner(facts: Sequence[Fact], at: int, flipped: Flipped) -> bool:
    """Tell whether it was the corner that turned a chariot over, or a slide from it into the wall (7.34)."""
    if flipped.cause != "wall":
        return flipped.cause == "corner"
    taken = next((each for each in reversed(facts[:at]) if isinstance(each, _TURNS)), None)
    return isinstance(taken, CornerTaken) and taken.entry == flipped.entry and taken.code in _LANES_SLID


def _hits_wall(facts: Sequence[Fact], at: int, taken: CornerTaken) -> bool:
    """Tell whether a slide from a corner ends in the wall: that is told as the chariot turns over (7.34)."""
    after = next((each for each in facts[at + 1 :] if isinstance(each, (*_TURNS, Flipped))), None)
    is_wall = isinstance(after, Flipped) and after.entry == taken.entry and after.cause == "wall"
    return is_wall and taken.code in _LANES_SLID


_TURNS = (CornerTaken, Attacked, PhaseBegan)
"""What may turn a chariot over by itself."""


def _corner(facts: Sequence[Fact], at: int, names: Names, edition: Edition) -> Event | None:
    """Tell a corner that was taken well though it was dangerous, or badly though nobody turned over."""
    fact = facts[at]
    assert isinstance(fact, CornerTaken)
    strained = _strained(facts, at, fact.entry)
    if strained is None or fact.code == "FP" or _hits_wall(facts, at, fact):
        return None
    risk, over = _risk(facts, at, strained, edition), f"{strained.points} over the safe speed"
    if fact.code == "-":
        held = one_of(_HOLDS, at).format(a=names[fact.entry], over=over, risk=risk)
        return Event(25 + min(risk, 30), held, (fact.entry,)) if risk >= _DARING else None
    return Event(_BADLY[fact.code][0], f"{names[fact.entry]} takes a corner {over} and {_BADLY[fact.code][1]}.",
                 (fact.entry,))  # fmt: skip


_HOLDS = (
    "{a} takes a corner {over}, a {risk} % risk to turn over, and holds.",
    "{a} dares a corner {over}, {risk} % to turn over, and comes out whole.",
)
_BADLY: Mapping[str, tuple[int, str]] = {
    "S": (10, "slides a lane out"),
    "SS": (18, "slides two lanes out"),
    "J": (16, "is shaken"),
    "LH": (28, "hurts a horse"),
    "RH": (28, "hurts a horse"),
}


def _strained(facts: Sequence[Fact], at: int, entry: EntryId) -> CornerStrained | None:
    """Return the corner that a chariot was in too fast, as told last before; none beyond its phase."""
    for fact in reversed(facts[:at]):
        if isinstance(fact, CornerStrained) and fact.entry == entry:
            return fact
        if isinstance(fact, PhaseBegan):
            return None
    return None


def _risk(facts: Sequence[Fact], at: int, strained: CornerStrained, edition: Edition) -> int:
    """Return in per cent how likely it was to turn over in a corner, by the roll that was made; 0 if none was.

    Slides into the wall count; whether somebody beside it would have stopped one, the facts do not say (7.34).
    """
    rolls = (each for each in reversed(facts[:at]) if isinstance(each, Rolled) and each.rule == "7.32")
    rolled = next((each for each in rolls if each.entry == strained.entry), None)
    if rolled is None:
        return 0
    added, crashes = rolled.total - sum(rolled.dice), _crashes(strained.lane)
    ways = sum(n for total, n in THREE_DICE.items() if edition.corner_strain(total + added, strained.points) in crashes)
    return -(-100 * ways // OF_THREE)


def _crashes(lane: Lane) -> tuple[CornerCode, ...]:
    """Return the results of chart 7.32 that turn a chariot over in a lane (7.32, 7.34).

    >>> [_crashes(Lane(lane)) for lane in (6, 7, 8)]
    [('FP',), ('FP', 'SS'), ('FP', 'SS', 'S')]
    """
    lanes_left = TRACK.data.lanes - lane
    return ("FP", *(code for code, lanes in _LANES_SLID.items() if lanes > lanes_left))


_LANES_SLID: Mapping[CornerCode, int] = {"SS": 2, "S": 1}


class _OfChariot(Protocol):
    @property
    def entry(self) -> EntryId: ...


def _entry_of(fact: Fact) -> EntryId:
    """Return the chariot that a fact is about; it must be of a kind that has one."""
    return cast(_OfChariot, fact).entry


def _simple(weight: int, said: str) -> Maker:
    def make(facts: Sequence[Fact], at: int, names: Names, _edition: Edition) -> Event:
        entry = _entry_of(facts[at])
        return Event(weight, said.format(a=names[entry]), (entry,))

    return make


def _whipped(facts: Sequence[Fact], at: int, names: Names, _edition: Edition) -> Event | None:
    """Tell the turn's hardest whip, and the speed it made."""
    fact = facts[at]
    assert isinstance(fact, TeamStrained)
    hardest = max((each for each in facts if isinstance(each, TeamStrained)), key=lambda each: each.gained)
    later = (each for each in facts[at:] if isinstance(each, PhaseBegan) and each.entry == fact.entry)
    began = next(later, None)
    if fact is not hardest or began is None or not began.total_speed:
        return None
    return Event(_LEAST, f"{names[fact.entry]}{speed_made(_since(facts, at), began)}.", (fact.entry,))


def _since(facts: Sequence[Fact], at: int) -> Sequence[Fact]:
    """Return the facts of a phase up to its beginning."""
    ends = [place for place in range(at) if isinstance(facts[place], PhaseEnded | TurnBegan)]
    starts = (place for place in range(at, len(facts)) if isinstance(facts[place], PhaseBegan))
    return facts[ends[-1] + 1 if ends else 0 : next(starts, len(facts))]


def _run_down(facts: Sequence[Fact], at: int, names: Names, _edition: Edition) -> Event:
    fact = facts[at]
    assert isinstance(fact, RunDown | RunOver)
    return Event(88, f"{names[fact.by]} runs down {names[fact.entry]}'s driver.", (fact.entry, fact.by))


def _back(facts: Sequence[Fact], at: int, names: Names, _edition: Edition) -> Event:
    fact = facts[at]
    assert isinstance(fact, Rewound)
    return Event(100, telling.rewound(fact, names), ())


_MADE: Mapping[type[Fact], Maker] = {
    Rewound: _back,
    Attacked: _attack,
    Rammed: _ram,
    Flipped: _flip,
    CornerTaken: _corner,
    DriverDied: _simple(95, "{a}'s driver is dead."),
    Stopped: _simple(85, "{a} has lost the last horse and is out."),
    WheelLost: _simple(75, "{a} loses a wheel."),
    HorseDied: _simple(72, "{a} loses a horse."),
    RunDown: _run_down,
    RunOver: _run_down,
    Dodged: _simple(45, "{a}'s driver jumps out of a team's way."),
    SteppedOff: _simple(70, "{a}'s driver leaves the chariot."),
    Escaped: _simple(60, "{a}'s driver climbs out of the circus, safe."),
    DriverFreed: _simple(60, "{a}'s driver cuts free of the reins."),
    TeamStrained: _whipped,
    EnduranceGone: _simple(30, "{a}'s team is spent."),
}


# A phase in a line


def moment(facts: Sequence[Fact], names: Names, options: Options) -> str:
    """Return a phase in one line: its chariot, its speed, and its effects."""
    speeds = next((fact for fact in facts if isinstance(fact, SpeedsRevealed)), None)
    if speeds is not None:
        return "📜 " + " · ".join(f"{names[entry]} {speed}" for entry, speed in speeds.speeds.items())
    said = [each.said for each in events(facts, names, edition_of(options))]
    began = next((fact for fact in facts if isinstance(fact, PhaseBegan)), None)
    if began is None:
        return " ".join(said)
    end = next((fact.square for fact in facts if isinstance(fact, PhaseEnded) and fact.square), None)
    goes = f"{names[began.entry]}{speed_made(facts[: facts.index(began)], began)}"
    if not began.total_speed:
        return " ".join([f"🛑 {names[began.entry]} stands still.", *said])
    return " ".join(
        [f"🏇 {goes}{f', and ends {where(end)}' if end else ''}.", *(each for each in said if each != f"{goes}.")]
    )
