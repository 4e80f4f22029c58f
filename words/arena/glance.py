"""An exchange at a glance: a headline, and a line for each phase; its number chooses phrases, so none returns soon."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.arena import facts as f
from engine.arena.data import GREAT, LIVES
from engine.arena.men import AREA_NAMES
from engine.arena.views import FighterView, MatchView
from engine.facts import Fact, Rewound, Rolled
from records.values import EntryId
from words.arena.phrases import (
    BESIDES,
    BOTH,
    DEED,
    FALLEN,
    FIRST,
    HEADLINE,
    HEADLINES,
    SECOND,
    STATE,
    Deed,
    Event,
    in_words,
)
from words.shared import telling
from words.shared.glance import Lying, Names, Turn
from words.shared.telling import called, capital, count, joined

_DEEP = GREAT - 1
"""Wounds that the announcer calls deep."""

_NUMERALS = ("I", "II", "III")
_MOST_DEEDS = 4
"""That a line of a phase tells, where many fight."""


class Happened(NamedTuple):
    """What is worth a headline, the greatest weight first."""

    weight: float
    event: Event
    a: EntryId | None
    b: EntryId
    area: int = 0
    wounds: int = 0
    why: str = ""
    is_mutual: bool = False  # who brought a man down went down, too


class Done(NamedTuple):
    """A thing that is told of a man in a phase."""

    deed: Deed
    a: EntryId
    b: EntryId | None
    area: int = 0
    wounds: int = 0
    item: str = ""


# The headline


def headline(turn: Turn, names: Names) -> list[str]:
    """Return an exchange in sentences, the most important first."""
    view, ended = turn.after, next((each for each in turn.facts if isinstance(each, f.MatchEnded)), None)
    back = [telling.rewound(each, names) for each in turn.facts if isinstance(each, Rewound)]
    number = view.turn if view is not None else turn.number
    found = _headlined(turn.facts)
    if ended is not None:
        return [
            *back,
            victory(ended, view, names),
            *(_sentence(each, number + at, names) for at, each in enumerate(found)),
            *_judged(turn.facts, names),
        ]
    if view is None or not any(isinstance(each, f.PhaseBegan) for each in turn.facts):
        return [*back, _before(turn.facts, view, names)]
    if not found:
        return [*back, *_steps(view, number, names)]
    state = _state(found[0], view, number, names)
    return [*back, _sentence(found[0], number, names), *state, *_judged(turn.facts, names)]


def victory(ended: f.MatchEnded, view: MatchView | None, names: Names) -> str:
    """Return who has won a match, in a sentence."""
    if not ended.winners:
        both_down = view is not None and all(man.status != "fighting" for man in view.fighters)
        return f"🏁 Nobody wins: {'both are down' if both_down else 'neither is better'}."
    won, verb = joined([called(names, each) for each in ended.winners]), "wins" if len(ended.winners) == 1 else "win"
    return f"🏆 {won} {verb}{' on points' if ended.how == 'points' else ''}!"


def _before(facts: Sequence[Fact], view: MatchView | None, names: Names) -> str:
    """Return what is told before the first blow of a bout."""
    men = [each for each in facts if isinstance(each, f.ManEntered)]
    if not men:
        if view is None or view.bout == 1:
            return "🏟️ The men step out onto the sand."
        return f"🏟️ Bout {view.bout}: the men step out, whole again."
    if len(men) > 2:
        return f"🏟️ The gates open for {len(men)} men: {joined([each.man.kind for each in men])}."
    return f"🏟️ The gates open: {joined([_brought(each, names) for each in men])}."


def _brought(each: f.ManEntered, names: Names) -> str:
    """Return who brings which man; a man who is called by name brings himself."""
    who = called(names, each.entry)
    return f"{who}, {each.man.kind}" if each.man.name in who else f"{who} brings {each.man.name}, {each.man.kind}"


def _sentence(each: Happened, number: int, names: Names) -> str:
    """Return the phrase of an event; one without an author is told of both alike."""
    said = BOTH[number % len(BOTH)] if each.is_mutual else HEADLINE[each.event][number % HEADLINES]
    a = called(names, each.a) if each.a is not None else "the crowd"
    area = AREA_NAMES[each.area - 1] if each.area else "body"
    said = said.format(a=a, b=called(names, each.b), area=area, n=in_words(each.wounds), why=each.why)
    return _tidied(said)


def _tidied(said: str) -> str:
    """Return a sentence with a capital after its sign, where a number in words begins it."""
    sign, _, rest = said.partition(" ")
    return f"{sign} {capital(rest)}"


def _steps(view: MatchView, number: int, names: Names) -> list[str]:
    there = [man for man in view.fighters if man.status == "fighting"]
    if len(there) < 2:
        return []
    said = HEADLINE["steps"][number % HEADLINES]
    return [said.format(a=called(names, there[0].entry), b=called(names, there[1].entry))]


def _state(each: Happened, view: MatchView, number: int, names: Names) -> Iterator[str]:
    """Yield how a man stands who was hurt and fights on."""
    man = view.fighter(each.b)
    if man.status == "fighting" and man.all_wounds and each.wounds:
        said = STATE[number % len(STATE)]
        yield said.format(b=called(names, man.entry), have=man.all_wounds, most=man.collapse)


_WEIGHTS: Mapping[Event, int] = {
    "dead": 90, "falls": 85, "dies": 80, "lives": 75, "deep": 55, "netted": 50, "floored": 45, "cut": 30,
    "shield": 20, "stopped": 10,
}  # fmt: skip


def _happened(facts: Sequence[Fact]) -> Iterator[Happened]:
    down = {each.entry for each in facts if isinstance(each, f.Fell)}
    dead = {each.entry for each in facts if isinstance(each, f.Fell) and each.is_dead}
    yield from _wounds(facts)
    for each in facts:
        found = _event(each, dead, down)
        if found is not None:
            yield found


def _event(fact: Fact, dead: set[EntryId], down: set[EntryId]) -> Happened | None:
    match fact:
        case f.Fell():
            return _fallen(fact, down)
        case f.FateDecided(entry=b, lives=lives, victor=a) if b not in dead:
            return _of("lives" if lives else "dies", a, b)
        case f.NetThrown(entry=a, foe=b, result="entangled" | "snagged"):
            return _of("netted", a, b)
        case f.KnockedDown(entry=b, by=a):
            return _of("floored", a, b)
        case f.Struck(wounds=0):
            return _of("shield" if fact.shield else "stopped", fact.entry, fact.foe, area=fact.area)
    return None


def _headlined(facts: Sequence[Fact]) -> list[Happened]:
    """Return what has a headline: the weightiest, and at the end of a match two that draw blood or more."""
    found = sorted(_happened(facts), key=lambda each: -each.weight)
    if any(isinstance(each, f.MatchEnded) for each in facts):
        return [each for each in found if each.weight >= _WEIGHTS["cut"]][:2]
    return found[:1]


def _wounds(facts: Sequence[Fact]) -> Iterator[Happened]:
    """Yield what each man gave another in an area, all blows of the exchange together."""
    given: Counter[tuple[EntryId, EntryId, int]] = Counter()
    for fact in facts:
        if isinstance(fact, f.Struck) and fact.wounds:
            given[fact.entry, fact.foe, fact.area] += fact.wounds
    for (a, b, area), wounds in given.items():
        event: Event = "deep" if wounds >= _DEEP else "cut"
        yield Happened(_WEIGHTS[event] + wounds / 100, event, a, b, area, wounds)


def _fallen(fact: f.Fell, down: set[EntryId]) -> Happened:
    if fact.is_dead:
        return _of("dead", fact.by, fact.entry, area=AREA_NAMES.index(fact.why) + 1 if fact.why in AREA_NAMES else 0)
    return _of("falls", fact.by, fact.entry, why=FALLEN[fact.why])._replace(is_mutual=fact.by in down)


def _of(event: Event, a: EntryId | None, b: EntryId, *, area: int = 0, why: str = "") -> Happened:
    return Happened(_WEIGHTS[event], event, a, b, area, why=why)


_DECIDES = {"owner": "the victor's owner decided", "host": "the host decided"}


def _judged(facts: Sequence[Fact], names: Names) -> list[str]:
    """Return what decided on the fallen, in a sentence: the thumbs that were counted, and the roll."""
    thumbs = {each.fallen: each for each in facts if isinstance(each, f.VotesCounted)}
    rolls = {each.entry: each.total for each in facts if isinstance(each, Rolled) and each.what_for == "fate"}
    told = []
    for fate in [each for each in facts if isinstance(each, f.FateDecided)]:
        counted, total = thumbs.get(fate.entry), rolls.get(fate.entry)
        parts = [] if counted is None else [f"thumbs {counted.life} 👍 {counted.death} 👎"]
        parts += [] if total is None else [f"roll {total}, and {LIVES} or more is life"]
        parts += [_DECIDES[fate.by]] if fate.by in _DECIDES else []
        told += [f"{called(names, fate.entry)}: {', '.join(parts)}"] if parts else []
    return [f"🎲 {'; '.join(told)}."] if told else []


# A line a phase


def moment(facts: Sequence[Fact], names: Names, _options: Any) -> str:
    """Return a phase in a line; empty if there is nothing to say."""
    began = next((each for each in facts if isinstance(each, f.PhaseBegan)), None)
    return "" if began is None else _told(facts, names, began.number)


def lines(turn: Turn, names: Names) -> list[str]:
    """Return the phases of an exchange, a line each; where it is one phase, what its headline leaves out."""
    phases = _phases(turn.facts)
    if len(phases) < 2:
        return [line for phase in phases if (line := _besides(phase, names))]
    first = (turn.after.turn - 1) * len(_NUMERALS) + 1 if turn.after is not None else 1
    told = (_told(phase, names, first + at) for at, phase in enumerate(phases))
    return [f"**{_NUMERALS[min(at, 2)]}** {line}" for at, line in enumerate(told) if line]


def _phases(facts: Sequence[Fact]) -> list[list[Fact]]:
    """Return the facts of each phase."""
    phases: list[list[Fact]] = []
    for fact in facts:
        if isinstance(fact, f.PhaseBegan):
            phases.append([])
        if phases:
            phases[-1].append(fact)
    return phases


def _told(facts: Sequence[Fact], names: Names, number: int) -> str:
    """Return what each man did in a phase, and who fell.

    :param number: of the phase: the same in every telling.
    """
    deeds = _deeds(facts)
    if len(deeds) > _MOST_DEEDS:
        ranked = sorted(deeds, key=lambda each: -_RANKS[each.deed])
        deeds = [each for at, each in enumerate(ranked) if at < _MOST_DEEDS or each.wounds]
    clauses = [_clause(each, number, at, names) for at, each in enumerate(deeds)]
    falls = [_fall(each, names) for each in facts if isinstance(each, f.Fell)]
    told = f"{capital('; '.join(clauses))}." if clauses else ""
    return " ".join(filter(None, [told, *falls]))


def _besides(facts: Sequence[Fact], names: Names) -> str:
    """Return the blows, nets and bashes of a phase that its headline does not tell; empty where it tells all."""
    number = next(each.number for each in facts if isinstance(each, f.PhaseBegan))
    told = [_same(each) for each in _headlined(facts)]
    left = [each for each in _deeds(facts) if each.deed in _ATTEMPTS and _told_as(each) not in told]
    if len(left) > _MOST_DEEDS:
        left = [each for each in left if each.wounds]
    clauses = "; ".join(_clause(each, number, at, names) for at, each in enumerate(left))
    return BESIDES[number % len(BESIDES)].format(told=clauses) if clauses else ""


Told = tuple[str, EntryId | None, EntryId | None, int]
"""What happened, by whom, to whom, and with wounds in which area."""

_ATTEMPTS: Mapping[Deed, str] = {
    "stopped": "none", "glances": "none", "shield": "none", "short": "short", "net": "net", "bash": "bash",
    "staggers": "bash", "cut": "wounds", "deep": "wounds", "snagged": "netted", "entangled": "netted",
    "down": "floored", "caught": "caught",
}  # fmt: skip
"""Deeds that nobody may miss, and what a headline on each of them tells."""


def _same(each: Happened) -> Told:
    kind = {"cut": "wounds", "deep": "wounds", "shield": "none", "stopped": "none"}.get(each.event, each.event)
    return kind, each.a, each.b, each.area if kind == "wounds" else 0


def _told_as(each: Done) -> Told:
    kind = _ATTEMPTS[each.deed]
    return kind, each.a, each.b, each.area if kind == "wounds" else 0


def _fall(fact: f.Fell, names: Names) -> str:
    if fact.why == "surrender":
        return f"{called(names, fact.entry)} gives up."
    return f"{called(names, fact.entry)} {'is dead' if fact.is_dead else f'goes down: {FALLEN[fact.why]}'}."


def _clause(each: Done, number: int, at: int, names: Names) -> str:
    """Return the clause of a deed. Neighbours count in steps of seven and of five: so lines return after 35 phases."""
    phrases = DEED[each.deed]
    said = phrases[number % FIRST] if at % 2 == 0 else phrases[(number + 2) % SECOND]
    b = called(names, each.b) if each.b is not None else "the foe"
    area = AREA_NAMES[each.area - 1] if each.area else "body"
    return said.format(a=called(names, each.a), b=b, area=area, n=in_words(each.wounds), item=each.item)


_ORDER: tuple[Deed, ...] = (
    "stands", "closes", "backs", "outturned", "charges", "short", "lies", "caught", "recovers", "rises", "circles",
    "net", "bash", "stopped", "glances", "shield", "staggers", "cut", "snagged", "deep", "down", "entangled",
)  # fmt: skip
_RANKS: Mapping[Deed, int] = {deed: rank for rank, deed in enumerate(_ORDER)}
"""Of several deeds of a man, the last one here is told; besides it, each blow that wounds."""


def _deeds(facts: Sequence[Fact]) -> list[Done]:
    """Return the deed of each man in a phase, and each other blow that wounds, by number."""
    foes = {each.entry: each.order.foe for each in facts if isinstance(each, f.OrderTold)}
    found: defaultdict[EntryId, list[Done]] = defaultdict(list)
    for entry, foe in foes.items():
        found[entry].append(Done("stands", entry, _foe(foe, entry, foes)))
    for fact in facts:
        done = _deed(fact, foes)
        if done is not None:
            found[done.a].append(done)
    return [done for each in found.values() for done in _worth_telling(each)]


def _worth_telling(done: Sequence[Done]) -> list[Done]:
    """Return the deed of a man that ranks highest, and each blow that wounds."""
    best = max(done, key=lambda each: (_RANKS[each.deed], each.wounds))
    return [each for each in done if each is best or each.wounds]


def _foe(foe: EntryId | None, entry: EntryId, all_: Mapping[EntryId, Any]) -> EntryId | None:
    """Return whom a man faces: in a duel always the other."""
    others = [each for each in all_ if each != entry]
    return foe if foe is not None else others[0] if len(others) == 1 else None


def _deed(fact: Fact, foes: Mapping[EntryId, EntryId | None]) -> Done | None:
    match fact:
        case f.Struck():
            return Done(_struck(fact), fact.entry, fact.foe, fact.area, fact.wounds)
        case f.Bashed(entry=a, foe=b, result=result):
            deeds: Mapping[str, Deed] = {"down": "down", "staggered": "staggers", "nothing": "bash"}
            return Done(deeds[result], a, b)
        case f.NetThrown(entry=a, foe=b, result=result):
            return Done("net" if result == "miss" else result, a, b)
        case f.Moved(entry=a) if len(fact.path) > 1:
            return Done(_moved(fact), a, _foe(foes.get(a), a, foes))
        case _:
            return _lesser(fact)


def _struck(fact: f.Struck) -> Deed:
    if fact.wounds:
        return "deep" if fact.wounds >= _DEEP else "cut"
    return "glances" if fact.is_hit else "shield" if fact.shield else "stopped"


def _moved(fact: f.Moved) -> Deed:
    return "charges" if fact.manoeuvre == "charge" else "backs" if fact.manoeuvre in ("back", "break") else "closes"


def _lesser(fact: Fact) -> Done | None:
    match fact:
        case f.Circled(entry=a, foe=b, gain=gain):
            return Done("outturned" if gain == "front" else "circles", a, b)
        case f.NotStruck(entry=a, foe=b, why="reach" | "blocked"):
            return Done("short", a, b)
        case f.TookUp(entry=a, item=item):
            return Done("recovers", a, None, item=item)
        case _:
            return _hampered(fact)


def _hampered(fact: Fact) -> Done | None:
    match fact:
        case f.Rose(entry=a):
            return Done("rises", a, None)
        case f.NetTried(entry=a, now="entangled" | "snagged"):
            return Done("caught", a, None)
        case f.OrderTold(entry=a, order=order) if order.manoeuvre == "rise":
            return Done("lies", a, None)
    return None


# How a man lies


def left_of(man: FighterView) -> int:
    """Return how many wounds a man can still take."""
    return max(0, man.collapse - man.all_wounds)


def lying(view: MatchView | None, entry: EntryId) -> Lying | None:
    """Return how a man stands; ``None`` before the fight, and for one who is down."""
    if view is None or not view.phase:
        return None
    there = [man for man in view.fighters if man.status == "fighting"]
    own = next((man for man in there if man.entry == entry), None)
    if own is None:
        return None
    best, mine = max(map(left_of, there)), left_of(own)
    place = 1 + sum(left_of(man) > mine for man in there)
    return Lying(place, f"{count(best - mine, 'wound')} worse off" if best > mine else "")
