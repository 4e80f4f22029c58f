"""Losing, drawing, swerving, crashing, and going out: each of them may lead to any other (2.4, 9 to 12).

All of it is fully resolved before its cause goes on. Where the race is over at once, :exc:`RaceIsOver` ends
everything that is under way.
"""

from typing import NamedTuple

from engine.chariots_of_rome.harm import piles
from engine.chariots_of_rome.harm.changes import gain_tactics, pay_tactics
from engine.chariots_of_rome.harm.scoring import end_if_decided
from engine.chariots_of_rome.position.silence import REPLACED, RESISTS_FROM, default_defense, default_loss
from engine.chariots_of_rome.printed.data import ACTIONS, FATAL_RATTLED, FATAL_WOUNDS, TRI, Column, Result
from engine.chariots_of_rome.words.answers import Defend, Lose, Use
from engine.chariots_of_rome.words.facts import (
    CardReplaced,
    CardsDue,
    CardTurned,
    Changed,
    Crashed,
    Defended,
    Eliminated,
    LineCrossed,
    LockLifted,
    Obstacle,
    ResultIgnored,
    Side,
    StackDropped,
    Swerved,
    TopSeen,
    Why,
    WhyOut,
    Wounded,
    WreckSlid,
)
from engine.chariots_of_rome.words.questions import (
    ChooseDefense,
    ChooseLoss,
    DrawReason,
    ReplaceCard,
    ResistSwerve,
)
from engine.chariots_of_rome.words.state import Race
from engine.questions import Ask, Play
from engine.table import Table
from records.values import EntryId, Square

# Losing (2.4)


def rattle(race: Race, table: Table, entry: EntryId, points: int, why: Why) -> Play[None]:
    """Give Rattled; six or more eliminate at once (2.4)."""
    chariot = race.chariots[entry]
    chariot.rattled += points
    table.tell(Changed(entry, "rattled", points, chariot.rattled, why))
    if chariot.rattled >= FATAL_RATTLED:
        yield from eliminate(race, table, entry, "rattled")


def lose_endurance(race: Race, table: Table, entry: EntryId, why: Why) -> Play[None]:
    """Take one Endurance, or, spared, a Tactics: by choice, and forced with the last Endurance (2.4, VII)."""
    chariot = race.chariots[entry]
    if chariot.tactics:
        spent = Lose("tactics")
        if chariot.endurance > 1:
            question = ChooseLoss(stops_short=why == "stop short")
            default = Lose("tactics") if question.stops_short else default_loss(chariot.endurance)
            spent = yield Ask(entry, question, default)
        if spent.what == "tactics":
            pay_tactics(race, table, entry, 1, why)
            return
    chariot.endurance -= 1
    table.tell(Changed(entry, "endurance", -1, chariot.endurance, why))
    if not chariot.endurance:
        yield from eliminate(race, table, entry, "endurance")


def lose_tactics(race: Race, table: Table, entry: EntryId, why: Why = "card") -> Play[None]:
    """Take one Tactics; without any it is a Rattled (2.4)."""
    if race.chariots[entry].tactics:
        pay_tactics(race, table, entry, 1, why)
    else:
        yield from rattle(race, table, entry, 1, "no tactics")


def wound(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Wound a charioteer: the first costs the ability, the second eliminates (11)."""
    chariot = race.chariots[entry]
    chariot.wounds += 1
    table.tell(Wounded(entry, chariot.wounds))
    if chariot.wounds >= FATAL_WOUNDS:
        yield from eliminate(race, table, entry, "wounds")


# Drawing (9)


class Cause(NamedTuple):
    """Why cards are drawn, and where they make a chariot swerve."""

    reason: DrawReason
    column: Column
    side: Side = "right"  # to which it swerves on a straight
    mark: Square | None = None  # of a backlash: where whoever was rammed stood; a Swerve leads there if it is clear


CORNERING = Cause("corner", "corner")
CRASHING = Cause("crash", "danger")
OVERTAKING = Cause("overtake", "danger")


def draw(race: Race, table: Table, entry: EntryId, cards: int, cause: Cause) -> Play[None]:
    """Let a chariot draw cards and apply them one by one (9.1)."""
    left = yield from announce(race, table, entry, cards, cause)
    for _ in range(left):
        if not race.chariots[entry].is_alive:
            return
        card = piles.take(race, table)
        if card is None:  # R43
            return
        yield from resolve(race, table, entry, card, cause)


def announce(race: Race, table: Table, entry: EntryId, cards: int, cause: Cause) -> Play[int]:
    """Tell of a draw, and return how many of its cards Defense Tactics leave (9.1, D12)."""
    if cards <= 0:
        return 0
    table.tell(CardsDue(entry, cause.reason, cause.column, cards))
    chariot = race.chariots[entry]
    price = 2 if cause.reason == "corner" and "F27" in race.effects else 1
    most = min(cards, chariot.tactics // price)
    if not most:
        return cards
    if chariot.can("C19") and race.actions:
        race.top_known = entry
        table.tell(TopSeen(entry))
    question = ChooseDefense(cause.reason, cause.column, cards, most, price)
    answer: Defend = yield Ask(entry, question, default_defense(chariot, cards, most))
    if answer.remove:
        pay_tactics(race, table, entry, answer.remove * price, "defense")
        table.tell(Defended(entry, answer.remove, cards - answer.remove))
    return cards - answer.remove


def resolve(race: Race, table: Table, entry: EntryId, card: str, cause: Cause) -> Play[None]:
    """Turn a card over, apply it and discard it (9.1); C25 may replace it before (16.2)."""
    chariot, column = race.chariots[entry], cause.column
    result = ACTIONS[card][column]
    table.tell(CardTurned(entry, card, column, result))
    if chariot.can("C25") and not chariot.used and result != "none" and race.actions:
        answer: Use = yield Ask(entry, ReplaceCard(card, column, result), Use(result in REPLACED))
        if answer.yes:
            chariot.used = True
            table.tell(CardReplaced(entry, card))
            piles.discard(race, table, card)
            card = piles.take(race, table) or card  # there is one: it was looked at before
            result = ACTIONS[card][column]
            table.tell(CardTurned(entry, card, column, result))
    yield from apply(race, table, entry, result, cause)
    piles.discard(race, table, card)


def apply(race: Race, table: Table, entry: EntryId, result: Result, cause: Cause) -> Play[None]:
    """Apply the result of a card (9.2)."""
    if cause.column == "danger" and _is_spared(race, table, entry, result):
        return
    if result == "endurance":
        yield from lose_endurance(race, table, entry, "card")
    elif result == "tactics":
        yield from lose_tactics(race, table, entry)
    elif result in ("rattled", "rattled2"):
        yield from rattle(race, table, entry, 2 if result == "rattled2" else 1, "card")
    elif result == "wounded":
        yield from wound(race, table, entry)
    elif result == "swerve":
        yield from _swerve_of_card(race, table, entry, cause)


def _is_spared(race: Race, table: Table, entry: EntryId, result: Result) -> bool:
    """Tell whether C21 takes no notice of a Danger result: of any Wound, and of the first other one a round (16.2)."""
    chariot = race.chariots[entry]
    if not chariot.can("C21") or result == "none" or (chariot.used and result != "wounded"):
        return False
    chariot.used = chariot.used or result != "wounded"
    table.tell(ResultIgnored(entry, "C21", result))
    return True


def _swerve_of_card(race: Race, table: Table, entry: EntryId, cause: Cause) -> Play[None]:
    """Swerve because of a card; C16 may pay a Tactics instead (16.2)."""
    chariot = race.chariots[entry]
    if chariot.can("C16") and not chariot.used and chariot.tactics:
        answer: Use = yield Ask(entry, ResistSwerve(), Use(chariot.tactics >= RESISTS_FROM))
        if answer.yes:
            chariot.used = True
            pay_tactics(race, table, entry, 1, "swerve")
            table.tell(ResultIgnored(entry, "C16", "swerve"))
            return
    if cause.mark is not None:
        yield from _bounce(race, table, entry, cause.mark)
    else:
        yield from swerve(race, table, entry, cause.side)


def _bounce(race: Race, table: Table, entry: EntryId, mark: Square) -> Play[None]:
    """Swerve after the own Ram: into the clear space of the rival, else away from it (8.3, R28)."""
    chariot = race.chariots[entry]
    assert chariot.square is not None, "who attacks is on the track"
    lane = race.board.lane
    if obstacle_on(race, mark) is None:
        side: Side = "right" if lane[mark] > lane[chariot.square] else "left"
        table.tell(Swerved(entry, chariot.square, mark, side, (), is_sideways=True))
        _seat(race, table, entry, chariot.square, mark)
        return
    yield from swerve(race, table, entry, "right" if lane[chariot.square] > lane[mark] else "left")


# Swerving (10)


def obstacle_on(race: Race, square: Square) -> Obstacle | None:
    """Return the obstacle on a space (1); ``rooted`` is a chariot that nobody pushes (C17)."""
    if square in race.wrecks:
        return "wreck"
    if square in race.debris:
        return "debris"
    standing = race.standing(square)
    if standing is None:
        return None
    return "rooted" if race.chariots[standing].can("C17") else "chariot"


def swerve(race: Race, table: Table, entry: EntryId, side: Side) -> Play[None]:
    """Displace a chariot diagonally backwards (10)."""
    chariot = race.chariots[entry]
    assert chariot.square is not None, "who swerves is on the track"
    start, chariot.square = chariot.square, None
    yield from displace(race, table, entry, start, side, 0)


def displace(
    race: Race,
    table: Table,
    entry: EntryId,
    start: Square,
    side: Side,
    crashes: int,
    pushed_by: EntryId | None = None,
) -> Play[None]:
    """Put down a chariot that was lifted off *start* and swerves, let it crash, then push the chariot it hit (10).

    :param crashes: number of crashes owed already; 1 for a chariot that was hit.
    """
    to, side, hit = _swerve(race, start, side)
    rival = race.standing(to)
    if rival is not None:
        race.chariots[rival].square, race.lifted[rival] = None, to
    table.tell(Swerved(entry, start, to, side, hit, pushed_by))
    _seat(race, table, entry, start, to)
    try:
        yield from crash(race, table, entry, crashes + len(hit))
    except RaceIsOver:
        if rival is not None:  # nobody is left between two spaces
            race.chariots[rival].square = to if obstacle_on(race, to) is None else _behind_all(race, to)
            del race.lifted[rival]
        raise
    if rival is not None:
        del race.lifted[rival]
        yield from displace(race, table, rival, to, side, 1, entry)


def _swerve(race: Race, start: Square, side: Side) -> tuple[Square, Side, tuple[Obstacle, ...]]:
    """Return the space and last side of a chariot's swerve from *start*, and the obstacles it hits (10)."""
    board, at, hit = race.board, start, list[Obstacle]()
    while True:
        side = "right" if board.corner[at] else side
        to = (board.back_right if side == "right" else board.back_left)[at]
        if to is None:
            return _behind_all(race, at), side, (*hit, "wall")
        met = obstacle_on(race, to)
        if met is None:
            return to, side, tuple(hit)
        hit.append(met)
        if met == "chariot":
            return to, side, tuple(hit)
        at = to  # immobile: one more lane, and one more space back (R19)


def _behind_all(race: Race, square: Square) -> Square:
    """Return the first clear space straight behind *square* (10)."""
    behind = race.board.back[square]
    while behind is not None and obstacle_on(race, behind) is not None:
        behind = race.board.back[behind]
    assert behind is not None, "the track is a ring"
    return behind


def _seat(race: Race, table: Table, entry: EntryId, start: Square, to: Square) -> None:
    """Put a chariot on a space; a lap that it is pushed out of is taken back (R34)."""
    chariot, board = race.chariots[entry], race.board
    chariot.square = to
    if board.crosses_back(start, to):
        chariot.laps -= 1
        table.tell(LineCrossed(entry, chariot.laps, False, False, False))
    elif board.crosses_back(to, start):  # a bounce may lead forwards to where it was pushed from
        chariot.laps += 1
        table.tell(LineCrossed(entry, chariot.laps, True, race.has_finished(chariot), False))


def crash(race: Race, table: Table, entry: EntryId, crashes: int) -> Play[None]:
    """Draw for crashes of one displacement, together (10, R18)."""
    if crashes:
        table.tell(Crashed(entry, crashes))
        _feed_vultures(race, table, entry)
        yield from draw(race, table, entry, danger_cards(race, crashes), CRASHING)


def danger_cards(race: Race, cards: int) -> int:
    """Return how many Danger cards are drawn for so many: F19 adds one (16.3)."""
    return max(0, cards + ("F19" in race.effects))


def _feed_vultures(race: Race, table: Table, entry: EntryId) -> None:
    """Give C29 a Tactics, once a round, where another crashes or goes out (16.2)."""
    for each, chariot in race.chariots.items():
        if (
            chariot.charioteer == "C29"
            and chariot.can("C29")
            and each != entry
            and chariot.is_alive
            and not chariot.used
        ):
            chariot.used = True
            gain_tactics(race, table, each, 1, "vulture")


# Elimination (12)


class RaceIsOver(Exception):
    """The race has ended in the middle of an action; all its facts are told."""


def eliminate(race: Race, table: Table, entry: EntryId, why: WhyOut) -> Play[None]:
    """Take a chariot out of the race; its wreck slides on (12.2).

    :raises RaceIsOver: if that decides the race.
    """
    chariot = race.chariots[entry]
    assert chariot.square is not None, "who goes out is on the track"
    square, chariot.square = chariot.square, None
    race.out += 1
    chariot.out = race.out
    table.tell(Eliminated(entry, why, race.out, square))
    if entry in race.initiative:
        race.initiative.remove(entry)
    drop_stack(race, table, entry)
    _feed_vultures(race, table, entry)
    race.wrecks[square] = entry
    if end_if_decided(race, table):
        raise RaceIsOver
    lift_lock(race, table)
    yield from _slide(race, table, entry, square)


def drop_stack(race: Race, table: Table, entry: EntryId) -> None:
    """Discard a Cornering stack (4a, 12.2)."""
    chariot = race.chariots[entry]
    if not chariot.cards:
        return
    dropped, chariot.cards, chariot.stack = chariot.cards, [], 0
    table.tell(StackDropped(entry, tuple(dropped)))
    for card in dropped:
        piles.discard(race, table, card)


def lift_lock(race: Race, table: Table) -> None:
    """Lift the first-corner lock once all racing chariots have left that corner (12.1, R14)."""
    if race.locked and race.is_lock_over:
        race.locked = False
        table.tell(LockLifted())


def _slide(race: Race, table: Table, entry: EntryId, start: Square) -> Play[None]:
    """Let a wreck slide on in its lane, until something stops it (12.2)."""
    rolled = table.roll(entry, "slide", "12.2", count=1, sides=TRI)
    at, struck = start, None
    for _ in range(rolled.total):
        to = race.board.ahead[at]
        met = None if to is None else obstacle_on(race, to)
        if to is None or met in ("wreck", "debris", "rooted"):
            break
        at = to
        if met == "chariot":
            struck = race.standing(to)
            break
    del race.wrecks[start]
    race.wrecks[at] = entry
    table.tell(WreckSlid(entry, start, at, struck))
    if struck is not None:
        race.chariots[struck].square = None
        yield from displace(race, table, struck, at, _side_of_struck(race, at), 1)


def _side_of_struck(race: Race, square: Square) -> Side:
    """Return where a chariot goes that a wreck strikes: on a straight to the clear side, else right (R23)."""
    right, left = race.board.back_right[square], race.board.back_left[square]
    is_right_clear = right is not None and obstacle_on(race, right) is None
    is_left_clear = left is not None and obstacle_on(race, left) is None
    return "right" if is_right_clear or not is_left_clear else "left"
