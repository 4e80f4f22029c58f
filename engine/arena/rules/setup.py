"""Before the first phase: men, places, numbers (C.2, C.3, D.2)."""

from collections.abc import Sequence

from engine import questions
from engine.arena.asks import ChooseMan, ChoosePlace, TakeMan, TakePlace
from engine.arena.data import DURABILITY
from engine.arena.facts import BoutBegan, ManEntered, Placed
from engine.arena.hexes import SINGLE, Hex, distance, field, ring
from engine.arena.men import AREAS, KINDS, READY, Man, Shield, man_of
from engine.arena.state import Fighter, Match, Options
from engine.fair_start import in_line, mirrored
from engine.game import Entrant
from engine.goods.gladiators import BroughtMan
from engine.questions import Ask, AskAll
from engine.stables import unpacked
from engine.table import Table
from records.values import EntryId

OMEN = (256, 256)
"""Sides of the dice of an omen."""

_USUAL = 1
"""Of the men on offer, who is taken for the silent: the medium one."""


def new_match(options: Options, entrants: Sequence[Entrant]) -> Match:
    """Return a match before its men are chosen; those of a stable have been."""
    fighters = {each.entry: _fighter(each) for each in entrants}
    match = Match(fighters, options)
    match.order = numbered(match)
    return match


def _fighter(entrant: Entrant) -> Fighter:
    if entrant.brings is None:
        return Fighter(entrant.colour, entrant.faction)
    brought = unpacked(entrant.brings, BroughtMan)
    man = Man(
        brought.name,
        brought.kind,
        brought.tr,
        brought.st,
        brought.ag,
        brought.con,
        brought.w,
        brought.armour,
        brought.shield,
        brought.victories,
        brought.number,
    )
    return Fighter(entrant.colour, entrant.faction, man, carried=brought.wounds, plea=brought.plea)


def numbered(match: Match) -> list[EntryId]:
    """Return the men by number: side by side, the challenger's first (D.2)."""
    found: list[EntryId] = []
    for entry in match.fighters:
        found += [each for each in match.fighters if match.are_friends(entry, each) and each not in found]
    return found


def choose_men(match: Match, table: Table) -> questions.Play[None]:
    """Let all choose their men, in secret and at once; who comes from a stable has been chosen there."""
    draw_omens(match, table)
    choosing = {entry: fighter for entry, fighter in match.fighters.items() if fighter.man is None}
    for entry, fighter in choosing.items():
        fighter.offered = offered(match.options, table, entry)
    asks = [Ask(e, ChooseMan(f.offered), TakeMan(_USUAL), secret=True) for e, f in choosing.items()]
    answers: dict[EntryId, TakeMan] = {}
    if asks:
        answers = yield AskAll(tuple(asks))
    for entry, fighter in choosing.items():
        fighter.man = fighter.offered[answers[entry].number]
        fighter.offered = ()
    for entry, fighter in match.fighters.items():
        table.tell(ManEntered(entry, fighter.man, shield_in(match, entry)))  # type: ignore[arg-type]
    match.stage = "places" if match.options.sides in ("two", "three") else "fight"


def draw_omens(match: Match, table: Table) -> None:
    """Draw in secret what house fighters draw by: nobody can foresee them, and all can check it later."""
    for entry, fighter in match.fighters.items():
        fighter.omen = table.roll_concealed(entry, "omen", "D.4", sides=OMEN)


def offered(options: Options, table: Table, entry: EntryId) -> tuple[Man, ...]:
    """Return the men among whom somebody chooses: those who stand ready, or one by dice in each type."""
    if options.men == "ready":
        return READY
    first, second = table.roll(entry, "characteristics", "C.2").dice
    dice = [table.roll(entry, "armour kind", "C.3", count=1).total for kind in KINDS if kind != "retiarius"]
    return tuple(
        man_of(f"{kind} {first}{second}", kind, (first, second), die)
        for kind, die in zip(KINDS, [*dice, 1], strict=True)
    )


def shield_in(match: Match, entry: EntryId) -> Shield:
    """Return the shield that a man carries in this match: a small one against a retiarius in single combat (R-C10)."""
    man = match.fighters[entry].man
    assert man is not None
    others = [fighter.man for each, fighter in match.fighters.items() if each != entry]
    is_single = len(others) == 1 and others[0] is not None and others[0].kind == "retiarius"
    return "small" if is_single and man.shield == "large" else man.shield


# Places


def take_places(match: Match, table: Table) -> questions.Play[None]:
    """Place all men; in sides of several their owners choose, in secret and at once."""
    chosen: dict[EntryId, TakePlace] = {}
    if match.stage == "places":
        halves = {entry: half(match, entry) for entry in match.fighters}
        asks = [Ask(e, ChoosePlace(h), TakePlace(usual(match, e)), secret=True) for e, h in halves.items()]
        chosen = yield AskAll(tuple(asks))
    match.stage = "fight"
    begin_bout(match, table, {entry: answer.at for entry, answer in chosen.items()})


def half(match: Match, entry: EntryId) -> tuple[Hex, ...]:
    """Return the hexes on which a side may place its men."""
    is_first = match.are_friends(match.order[0], entry)
    radius = match.radius
    return tuple(
        at for at in field(radius) if distance(at, (0, 0)) >= radius - 1 and (at[0] < 0 if is_first else at[0] > 0)
    )


def usual(match: Match, entry: EntryId) -> Hex:
    """Return where a man begins whose owner says nothing: side by side, two hexes apart."""
    mates = [each for each in match.order if match.are_friends(entry, each)]
    is_first = match.are_friends(match.order[0], entry)
    at = 1 - match.radius if is_first else match.radius - 1
    steps = (0, 2, -2)[mates.index(entry)]
    wanted = (at, -steps if is_first else steps)
    return min(half(match, entry), key=lambda each: (distance(each, wanted), each))


def begin_bout(match: Match, table: Table, wishes: dict[EntryId, Hex]) -> None:
    """Place the men, and let a bout begin with all of them whole."""
    match.phase, match.mood = 0, 0
    places = _places(match, table, wishes)
    table.tell(BoutBegan(match.bout, match.radius))
    for entry, fighter in list(match.fighters.items()):
        match.fighters[entry] = _whole(match, entry, fighter, places[entry])
    for entry in match.order:
        table.tell(Placed(entry, places[entry]))
        match.fighters[entry].foe = _nearest(match, entry)


def _whole(match: Match, entry: EntryId, fighter: Fighter, at: Hex) -> Fighter:
    """Return a man as he steps onto the sand."""
    man = fighter.man
    assert man is not None
    shield = shield_in(match, entry)
    is_netter = man.kind == "retiarius"
    return Fighter(
        fighter.colour,
        fighter.faction,
        man,
        carried=fighter.carried,
        plea=fighter.plea,
        wounds=list(fighter.carried) or [0] * len(AREAS),
        status="fighting",
        at=at,
        shield=shield,
        durability=DURABILITY[shield],
        weapon="trident" if is_netter else "gladius",
        net="held" if is_netter else "none",
        plan=fighter.plan,
        omen=fighter.omen,
    )


def _nearest(match: Match, entry: EntryId) -> EntryId | None:
    at = match.fighters[entry].at
    foes = [each for each in match.order if not match.are_friends(entry, each)]
    return min(foes, key=lambda foe: distance(at or (0, 0), match.fighters[foe].at or (0, 0)), default=None)


def _places(match: Match, table: Table, wishes: dict[EntryId, Hex]) -> dict[EntryId, Hex]:
    if wishes:
        return _by_wishes(match, wishes)
    if len(match.fighters) == len(SINGLE):
        return dict(zip(match.order, SINGLE, strict=True))
    return _on_the_ring(match, table)


def _by_wishes(match: Match, wishes: dict[EntryId, Hex]) -> dict[EntryId, Hex]:
    """Return the hexes asked for; one that is taken becomes the nearest free one, lowest q, then r (D.2)."""
    found: dict[EntryId, Hex] = {}
    for entry in match.order:
        free = [at for at in half(match, entry) if at not in found.values()]
        found[entry] = min(free, key=lambda at: (distance(at, wishes[entry]), at))
    return found


def _on_the_ring(match: Match, table: Table) -> dict[EntryId, Hex]:
    """Return places evenly spaced on the ring, in random order; that order gives the numbers (D.2)."""
    left, order = list(match.order), list[EntryId]()
    while len(left) > 1:
        order.append(left.pop(table.roll(None, "ring", "D.2", count=1, sides=len(left)).total - 1))
    drawn = [*order, *left]
    match.order = mirrored(drawn, in_line(match.options.ranked, drawn))
    around = ring(match.radius - 1)
    return {entry: around[place * len(around) // len(match.order)] for place, entry in enumerate(match.order)}
