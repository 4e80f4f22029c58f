"""A turn: Speed, Adjustments, Driving (5)."""

from engine.chariots_of_rome.harm import harm
from engine.chariots_of_rome.harm.changes import calm, gain_endurance, gain_tactics, pay_endurance, pay_tactics
from engine.chariots_of_rome.position.silence import default_gifts
from engine.chariots_of_rome.position.speeds import base_move, is_level_3_free, levels, payments
from engine.chariots_of_rome.position.steps import Path, Sight, is_inside_step, overtake_cards, steps_of
from engine.chariots_of_rome.printed.data import TRI
from engine.chariots_of_rome.turn import attacking, cornering
from engine.chariots_of_rome.words.answers import (
    ChooseLevel,
    DriveHard,
    KeepRoll,
    NameNumber,
    Payment,
    Step,
    TakeGifts,
    Use,
)
from engine.chariots_of_rome.words.facts import (
    Drove,
    FollowedClose,
    GiftsTaken,
    HardDriven,
    MoveSet,
    SpeedSet,
    StoppedShort,
    TurnBegan,
    TurnEnded,
)
from engine.chariots_of_rome.words.questions import (
    ChooseGifts,
    ChooseHardDriving,
    ChooseNumber,
    ChooseRoll,
    ChooseSpeed,
    ChooseStep,
    FollowClose,
)
from engine.chariots_of_rome.words.state import NO_OVERTAKE, Race
from engine.questions import Ask, Play
from engine.table import Table
from records.values import EntryId

FOLLOW_SIGHT = 4
"""Spaces straight ahead in which C26 looks for a chariot (16.2)."""


def take_turn(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Play the turn of the chariot whose card lies open; its elimination ends it at once (4)."""
    chariot = race.chariots[entry]
    assert chariot.square is not None, "whose turn it is stands on the track"
    chariot.trail = []
    race.moved, race.attacked, race.since_overtake = 0, False, NO_OVERTAKE
    race.total_move = race.moves_left = 0
    table.tell(TurnBegan(entry, chariot.square, chariot.endurance, chariot.tactics, chariot.rattled, chariot.stack))
    yield from set_speed(race, table, entry)
    if chariot.is_alive:
        yield from adjust(race, table, entry)
        yield from drive(race, table, entry)
    end_turn(race, table, entry)


def end_turn(race: Race, table: Table, entry: EntryId) -> None:
    """Clear the fields of a turn (4)."""
    chariot = race.chariots[entry]
    chariot.has_started = True
    race.total_move = race.moves_left = race.moved = 0
    race.attacked, race.since_overtake, race.stage = False, NO_OVERTAKE, None
    if chariot.square is not None:
        table.tell(TurnEnded(entry, chariot.square))


# Speed (5.1)


def set_speed(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Choose a Speed Level, and change resources for it; not in the first turn, nor with a Cornering stack (5.1)."""
    chariot, before = race.chariots[entry], race.chariots[entry].speed
    race.stage = "speed"
    is_held = not chariot.has_started or chariot.stack > 0
    if not chariot.has_started:
        chariot.speed = 1
    elif not is_held:
        question = ChooseSpeed(levels(race, chariot))
        answer = ChooseLevel(2 if 2 in question.levels else 1)
        if len(question.levels) > 1:
            answer = yield Ask(entry, question, answer)
        chariot.speed = answer.level
    table.tell(SpeedSet(entry, before, chariot.speed, base_move(chariot, chariot.speed), is_held))
    if not is_held:
        yield from _speed_effects(race, table, entry)


def _speed_effects(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Change resources for the Speed Level chosen (5.1, 16.2)."""
    chariot = race.chariots[entry]
    if chariot.speed == 1:
        gain_endurance(race, table, entry, 1, "level")
        gain_tactics(race, table, entry, 2 if chariot.can("C22") else 1, "level")
        calm(race, table, entry, 2, "level")
    elif chariot.speed == 2:
        calm(race, table, entry, 2 if chariot.can("C05") else 1, "level")
    else:
        if not is_level_3_free(race, chariot):
            yield from harm.lose_endurance(race, table, entry, "level")
        if chariot.is_alive and chariot.can("C28"):
            calm(race, table, entry, 1, "level")


# Adjustments (5.2)


def adjust(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Make special adjustments, then Hard Driving; the movement is fixed from here on (5.2)."""
    chariot = race.chariots[entry]
    race.stage = "adjustments"
    base = base_move(chariot, chariot.speed)
    special = yield from _special(race, table, entry)
    hard = 0
    for is_second in (False, True)[: 2 if chariot.can("C08") else 1]:
        spaces = yield from _hard_driving(race, table, entry, base + special + hard, is_second=is_second)
        if not spaces:
            break
        hard += spaces
    race.total_move = race.moves_left = max(1, base + special + hard)
    table.tell(MoveSet(entry, base, special, hard, race.total_move))


def _special(race: Race, table: Table, entry: EntryId) -> Play[int]:
    """Return the spaces that charioteers and Fate cards add or take: C26, F01, F03, F04 (16.2, 16.3)."""
    spaces = 0
    followed = followed_close(race, entry)
    if followed is not None:
        answer: Use = yield Ask(entry, FollowClose(), Use(True))
        if answer.yes:
            spaces += 1
            table.tell(FollowedClose(entry, followed))
    if "F01" in race.effects:
        spaces += yield from _gifts(race, table, entry)
    return spaces + ("F03" in race.effects) - ("F04" in race.effects)


def followed_close(sight: Sight, entry: EntryId) -> EntryId | None:
    """Return the chariot that C26 follows: the nearest obstacle within four spaces straight ahead, if it is one."""
    own = sight.chariot(entry)
    if not own.can("C26"):
        return None
    standing = {chariot.square: other for other, chariot in sight.logs() if other != entry}
    at = own.square
    for _ in range(FOLLOW_SIGHT):
        at = None if at is None else sight.board.ahead[at]
        if at is None or at in sight.wrecks or at in sight.debris:
            return None
        if at in standing:
            return standing[at]
    return None


def _gifts(race: Race, table: Table, entry: EntryId) -> Play[int]:
    """Take two gifts of Castor and Pollux as two events; return the spaces (F01, R61)."""
    answer: TakeGifts = yield Ask(entry, ChooseGifts(), default_gifts(race.chariots[entry]))
    table.tell(GiftsTaken(entry, answer.gifts))
    for gift in answer.gifts:
        if gift == "endurance":
            gain_endurance(race, table, entry, 1, "gift")
        elif gift == "rattled":
            calm(race, table, entry, 1, "gift")
    return answer.gifts.count("space")


def _hard_driving(race: Race, table: Table, entry: EntryId, move: int, *, is_second: bool) -> Play[int]:
    """Return the spaces that Hard Driving adds: 0 if it is not done (5.2, D09)."""
    chariot = race.chariots[entry]
    possible = payments(race, chariot)
    if not possible:
        return 0
    answer: DriveHard = yield Ask(entry, ChooseHardDriving(possible, move, is_second), DriveHard(None))
    if answer.pay is None:
        return 0
    if answer.pay == "endurance":
        pay_endurance(race, table, entry, "hard driving")
    elif answer.pay == "tactics":
        pay_tactics(race, table, entry, 1, "hard driving")
    spaces = yield from _roll(race, table, entry, answer.pay)
    return spaces


def _roll(race: Race, table: Table, entry: EntryId, paid: Payment) -> Play[int]:
    """Roll the Tri die: twice for C04, then use one; with a bet for C20 (16.2)."""
    chariot = race.chariots[entry]
    named: int | None = None
    if chariot.can("C20"):
        bet: NameNumber = yield Ask(entry, ChooseNumber(), NameNumber(2))
        named = bet.number
    rolls = tuple(
        table.roll(entry, "hard driving", "5.2", count=1, sides=TRI).total
        for _ in range(2 if chariot.can("C04") else 1)
    )
    spaces = rolls[0]
    if len(set(rolls)) > 1:
        choice: KeepRoll = yield Ask(entry, ChooseRoll((rolls[0], rolls[1])), KeepRoll(max(rolls)))
        spaces = choice.face
    is_hit = named == rolls[0]
    table.tell(HardDriven(entry, paid, rolls, spaces + is_hit, named))
    if is_hit and paid == "endurance":
        gain_endurance(race, table, entry, 1, "refund")
    elif is_hit and paid == "tactics":
        gain_tactics(race, table, entry, 1, "refund")
    return spaces + is_hit


# Driving (5.3)


def drive(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Drive step by step, or chain by chain, until no moves are left; attack on the way (5.3)."""
    chariot = race.chariots[entry]
    race.stage = "driving"
    while race.moves_left and chariot.square is not None:
        possible = steps_of(race, entry)
        if not possible:
            table.tell(StoppedShort(entry, race.moves_left))
            race.moves_left = 0
            yield from harm.lose_endurance(race, table, entry, "stop short")
            return
        answer = Step(possible[0])
        if len(possible) > 1:
            answer = yield Ask(entry, ChooseStep(chariot.square, race.moves_left, possible), answer)
        yield from go(race, table, entry, answer.squares)
        if chariot.is_alive:
            yield from attacking.window(race, table, entry)


def go(race: Race, table: Table, entry: EntryId, squares: Path) -> Play[None]:
    """Make a step or a chain: enter its spaces, resolve corner cards, then draw for overtaking (5.3.4, 7)."""
    chariot, was_locked = race.chariots[entry], race.locked
    assert chariot.square is not None, "who drives is on the track"
    start, passed = chariot.square, squares[:-1]
    if chariot.charioteer == "C27" and is_inside_step(race.board, start, squares):
        chariot.used = True
    race.moves_left -= len(squares)
    race.moved += len(squares)
    race.since_overtake = 0 if passed else race.since_overtake + 1
    table.tell(Drove(entry, start, squares, passed, race.moves_left))
    due, at = 0, start
    for to in squares:
        due = yield from cornering.arrive(race, table, entry, at, to, due)
        at = to
    yield from cornering.turn_due(race, table, entry, due)
    if passed and not was_locked and chariot.is_alive:
        cards = harm.danger_cards(race, overtake_cards(race, chariot, len(passed)))
        yield from harm.draw(race, table, entry, cards, harm.OVERTAKING)
