"""Before the race (3, 19.3): charioteers, redraws or a draft, decks, gates."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from engine.chariots_of_rome.harm import piles
from engine.chariots_of_rome.printed.data import CHARIOTEERS, MOST_TACTICS, CharioteerId
from engine.chariots_of_rome.words.answers import CharioteerWishes, GateWishes, RedrawWish, TakeCharioteer, TakeGate
from engine.chariots_of_rome.words.facts import (
    CharioteerDealt,
    CharioteerTaken,
    DraftBegan,
    GateTaken,
    RedrawRefused,
    TrackLaid,
)
from engine.chariots_of_rome.words.options import Options
from engine.chariots_of_rome.words.questions import (
    ChooseGate,
    DraftCharioteer,
    RankCharioteers,
    RankGates,
    WishRedraw,
)
from engine.chariots_of_rome.words.state import Chariot, Race
from engine.fair_start import Ranked, in_line, mirrored
from engine.game import Entrant
from engine.questions import Answer, Ask, AskAll, Play, Question
from engine.table import Table
from records.values import EntryId

Wish = TypeVar("Wish", bound=str)

DISPLAYED = 2
"""Charioteers laid out for a draft beyond one for each chariot (3, step 7)."""


def new_race(options: Options, entrants: Sequence[Entrant]) -> Race:
    """Return a race before its set-up (3).

    :raises ValueError: if the track does not take so many chariots.
    """
    if len(entrants) > options.places:
        raise ValueError(f"{len(entrants)} chariots do not fit on {options.course}")
    tactics = min(MOST_TACTICS, len(entrants))
    chariots = {entrant.entry: Chariot(entrant.colour, entrant.faction, tactics=tactics) for entrant in entrants}
    return Race(chariots, options)


def set_up(race: Race, table: Table) -> Play[None]:
    """Hand out charioteers, shuffle the decks and place chariots on gates (3)."""
    ranked = race.options.ranked if in_line(race.options.ranked, list(race.chariots)) else ()
    table.tell(TrackLaid(race.track, race.options.laps, min(MOST_TACTICS, len(race.chariots)), ranked))
    if race.options.charioteers:
        race.pool = [each for each in CHARIOTEERS if each not in race.options.charioteers]
    else:
        piles.shuffle_charioteers(race, table)
    if race.options.drafting:
        order = yield from _draft(race, table)
        piles.shuffle_all(race, table)
        order = order[::-1]
    else:
        yield from _deal(race, table)
        piles.shuffle_all(race, table)
        order = by_rating(piles.shuffled(table, "gates", list(race.chariots), "3"), race.options.ranked)
    yield from _take_gates(race, table, order)
    race.is_set_up = True
    table.end_scene()


def by_rating(drawn: Sequence[EntryId], ranked: Ranked) -> list[EntryId]:
    """Return an order that was drawn in pairs of like rating, if chariots are ranked (S-45)."""
    return mirrored(drawn, in_line(ranked, drawn))


# Charioteers


def _deal(race: Race, table: Table) -> Play[None]:
    """Deal a charioteer to each chariot, face up (3, step 3)."""
    given = list(race.options.charioteers)
    for entry, chariot in race.chariots.items():
        chariot.charioteer = given.pop(0) if given else race.pool.pop(0)
        table.tell(CharioteerDealt(entry, chariot.charioteer))
    if race.options.redraw:
        yield from _redraw(race, table)


def _redraw(race: Race, table: Table) -> Play[None]:
    """Give another charioteer to each who wishes, if all others agree; in entry order (D02, R53)."""
    asks = (
        Ask(entry, WishRedraw(chariot.charioteer), RedrawWish(False, True), secret=True)
        for entry, chariot in race.chariots.items()
        if chariot.charioteer is not None
    )
    wishes: dict[EntryId, RedrawWish] = yield AskAll(tuple(asks))
    for entry, wish in wishes.items():
        if not wish.wants or not race.pool:
            continue
        if not all(other.agrees for each, other in wishes.items() if each != entry):
            table.tell(RedrawRefused(entry))
            continue
        chariot = race.chariots[entry]
        before, chariot.charioteer = chariot.charioteer, race.pool.pop(0)
        table.tell(CharioteerDealt(entry, chariot.charioteer, before))


def _draft(race: Race, table: Table) -> Play[list[EntryId]]:
    """Let all pick from a display, in a shuffled order, and return that order (3, step 7)."""
    size = len(race.chariots) + DISPLAYED
    race.display, race.pool = sorted(race.pool[:size]), race.pool[size:]
    order = by_rating(piles.shuffled(table, "draft", list(race.chariots), "3"), race.options.ranked)
    table.tell(DraftBegan(tuple(race.display), tuple(order)))
    wishes: dict[EntryId, CharioteerWishes] = {}
    if race.options.by_orders:
        wishes = yield _ask_all(order, lambda: RankCharioteers(tuple(race.display)), CharioteerWishes(()))
    for entry in order:
        if race.options.by_orders:
            taken = _first(wishes[entry].charioteers, race.display)
        else:
            question = DraftCharioteer(tuple(race.display))
            answer: TakeCharioteer = yield Ask(entry, question, question.legal()[0])
            taken = answer.charioteer
        _take_charioteer(race, table, entry, taken)
    race.display = []
    return order


def _take_charioteer(race: Race, table: Table, entry: EntryId, charioteer: CharioteerId) -> None:
    race.display.remove(charioteer)
    race.chariots[entry].charioteer = charioteer
    table.tell(CharioteerTaken(entry, charioteer))


# Gates


def _take_gates(race: Race, table: Table, order: Sequence[EntryId]) -> Play[None]:
    """Place the chariots on free gates, in this order (3, step 6; R54)."""
    free, race.to_place = list(race.board.gates), list(order)
    wishes: dict[EntryId, GateWishes] = {}
    if race.options.by_orders:
        # Asked in entry order: nobody knows the Initiative cards yet.
        wishes = yield _ask_all(list(race.chariots), lambda: RankGates(tuple(free)), GateWishes(()))
    while race.to_place:
        entry = race.to_place.pop(0)
        if race.options.by_orders:
            gate = _first(wishes[entry].gates, free)
        else:
            question = ChooseGate(tuple(free))
            answer = TakeGate(free[0])
            if len(free) > 1:
                answer = yield Ask(entry, question, answer)
            gate = answer.gate
        free.remove(gate)
        chariot = race.chariots[entry]
        chariot.square = race.board.gates[gate]
        table.tell(GateTaken(entry, gate, chariot.square))


def _ask_all(entries: Sequence[EntryId], question: Callable[[], Question], default: Answer) -> AskAll:
    """Return a question to all at once, in secret (19.3)."""
    return AskAll(tuple(Ask(entry, question(), default, secret=True) for entry in entries))


def _first(wishes: Sequence[Wish], free: Sequence[Wish]) -> Wish:
    """Return the first wish that is free, else the first that is free."""
    return next((wish for wish in wishes if wish in free), free[0])
