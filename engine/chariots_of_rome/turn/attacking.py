"""Attacks: the rivals that a chariot can whip or ram from its space, and the effects (8)."""

from collections.abc import Iterator
from functools import cache

from engine.chariots_of_rome.harm import harm
from engine.chariots_of_rome.harm.changes import pay_tactics
from engine.chariots_of_rome.position.steps import Sight
from engine.chariots_of_rome.printed.board import Track, TrackName, track
from engine.chariots_of_rome.printed.data import ATTACK_DRAW, BACKLASH_DRAW, STRIKE_BACK_DRAW, Kind
from engine.chariots_of_rome.words.answers import Attack, NoAttack, Use
from engine.chariots_of_rome.words.facts import Attacked, Side
from engine.chariots_of_rome.words.questions import ChooseAttack, StrikeBack
from engine.chariots_of_rome.words.state import Race
from engine.questions import Ask, Play
from engine.table import Table
from records.values import EntryId, Square

# Zones (8.2)


@cache
def whip_zone(name: TrackName, square: Square) -> frozenset[Square]:
    """Return the spaces of the two neighbouring lanes that a whip reaches (8.2)."""
    return frozenset(_whipped(track(name), square))


def _whipped(board: Track, square: Square) -> Iterator[Square]:
    near = board.beside[square]
    reach = [*near]
    for middle in (board.ahead[square], board.back[square]):
        reach += board.beside[middle] if middle else ()
    reach += [other for other in board.spaces if board.ahead[other] in near or board.back[other] in near]
    yield from (each for each in reach if abs(board.lane[each] - board.lane[square]) == 1)


@cache
def far_zone(name: TrackName, square: Square) -> frozenset[Square]:
    """Return the spaces two lanes away that the long lash of C13 reaches besides (16.2)."""
    board = track(name)
    far = {other for near in board.beside[square] for other in board.beside[near]}
    return frozenset(each for each in far if abs(board.lane[each] - board.lane[square]) == 2)


def ram_zone(board: Track, square: Square) -> tuple[Square, ...]:
    """Return the spaces that a ram reaches: beside it, in a corner those to the right (8.2, R29)."""
    beside = board.beside[square]
    return tuple(each for each in beside if not board.corner[square] or board.lane[each] > board.lane[square])


# Whether and whom (8.1)


def may_attack(sight: Sight, entry: EntryId) -> bool:
    """Tell whether an Attack may be made at all from the present space (8.1)."""
    since = sight.since_overtake
    return (
        not sight.locked
        and sight.moved >= 1
        and not sight.attacked
        and (since >= 1 or sight.chariot(entry).can("C18"))
        and "F15" not in sight.effects
    )


def attacks_from(sight: Sight, entry: EntryId, square: Square) -> Iterator[tuple[Attack, int]]:
    """Yield the Attacks that a chariot could make from *square* and pay for, each with its price in Tactics (8).

    Whips come first, each kind in entry order. Whether an Attack may be made at all is not looked at.
    """
    own, board = sight.chariot(entry), sight.board
    near = whip_zone(board.id, square)
    far = far_zone(board.id, square) if own.can("C13") else _NOWHERE
    reached = [
        (other, chariot.square)
        for other, chariot in sight.logs()
        if (chariot.square in near or chariot.square in far) and other != entry and not sight.has_finished(chariot)
    ]
    price = 0 if "F14" in sight.effects else 1
    for other, at in reached:
        if at in far:
            yield Attack("whip", other), 0
        elif own.tactics >= price:
            yield Attack("whip", other), price
    if own.tactics >= price:
        rams = ram_zone(board, square) if reached else ()
        yield from ((Attack("ram", other), price) for other, at in reached if at in rams)


_NOWHERE: frozenset[Square] = frozenset()


def window(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Let a chariot attack from where it stands, if it may (5.3.5)."""
    square = race.chariots[entry].square
    assert square is not None, "whose turn it is stands on the track"
    if not may_attack(race, entry):
        return
    possible = tuple(attacks_from(race, entry, square))
    if not possible:
        return
    question = ChooseAttack(tuple(each for each, _ in possible), tuple(price for _, price in possible))
    answer: Attack | NoAttack = yield Ask(entry, question, NoAttack())
    if isinstance(answer, Attack):
        race.attacked = True
        yield from attack(race, table, entry, answer, dict(possible)[answer])


# What comes of it (8.3, 8.4)


def attack(race: Race, table: Table, entry: EntryId, made: Attack, price: int) -> Play[None]:
    """Make an Attack, backlash and counterattack included (8.3, 8.4)."""
    rival = made.rival
    mark, own = race.chariots[rival].square, race.chariots[entry].square
    assert mark is not None, "the rival is on the track"
    assert own is not None, "the attacker is on the track"
    pay_tactics(race, table, entry, price, "attack")
    cards = cards_for(race, entry, rival, made.kind)
    table.tell(Attacked(entry, rival, made.kind, price, cards))
    side: Side = "right" if race.board.lane[mark] > race.board.lane[own] else "left"
    yield from harm.draw(race, table, rival, cards, harm.Cause(made.kind, made.kind, side))
    if made.kind == "ram" and race.chariots[entry].is_alive and not race.chariots[entry].can("C12"):
        yield from harm.draw(race, table, entry, BACKLASH_DRAW, harm.Cause("backlash", "ram", mark=mark))
    yield from _strike_back(race, table, rival, entry)


def cards_for(race: Sight, entry: EntryId, rival: EntryId, kind: Kind, *, strikes_back: bool = False) -> int:
    """Return how many cards the target of an Attack draws (8.3, 16.2)."""
    attacker, target = race.chariot(entry), race.chariot(rival)
    cards = STRIKE_BACK_DRAW if strikes_back else ATTACK_DRAW
    if not strikes_back:
        cards += attacker.can("C02" if kind == "ram" else "C14")
    cards -= target.can("C07") + (kind == "ram" and target.can("C17"))
    return max(0, cards)


def _strike_back(race: Race, table: Table, entry: EntryId, rival: EntryId) -> Play[None]:
    """Let C03 whip the attacker, for nothing, once a round (16.2, R39, R58)."""
    own, other = race.chariots[entry], race.chariots[rival]
    if own.square is None or other.square is None or not own.can("C03") or own.used:
        return
    if race.has_finished(other) or "F15" in race.effects or other.square not in whip_zone(race.track, own.square):
        return
    answer: Use = yield Ask(entry, StrikeBack(rival), Use(True))
    if answer.yes:
        own.used = True
        cards = cards_for(race, entry, rival, "whip", strikes_back=True)
        table.tell(Attacked(entry, rival, "whip", 0, cards, strikes_back=True))
        side: Side = "right" if race.board.lane[other.square] > race.board.lane[own.square] else "left"
        yield from harm.draw(race, table, rival, cards, harm.Cause("strike back", "whip", side))
