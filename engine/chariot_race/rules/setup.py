"""Before the race (5, 11.1, 11.4, 15.2).

5     Boards get their start values; the shuffled seats fill the grid, second chariots in reverse order (R21).
11.4  Black boards are drafted, and so are start slots: boards clockwise from a seat that is drawn, slots backwards.
15.2  At a pace of orders alone all write lists of wishes, which are resolved in that order.
16    In a series start places come from the race before.
"""

from collections.abc import Iterator, Sequence

from engine.chariot_race.asks import (
    BoardWishes,
    ChooseBoard,
    ChooseStart,
    SlotWishes,
    TakeBoard,
    WishBoards,
    WishSlots,
)
from engine.chariot_race.data import BLACK, BoardName
from engine.chariot_race.facts import BoardTaken, DraftBegan, SlotTaken, TrackLaid
from engine.chariot_race.state import Chariot, Options, Race
from engine.chariot_race.track import START_SLOTS, start_pos
from engine.fair_start import in_line, mirrored
from engine.game import Entrant
from engine.questions import Ask, AskAll, Play
from engine.table import Table
from records.values import EntryId

Seats = Sequence[Sequence[EntryId]]
"""The chariots of each player, clockwise; the first ones first."""


def new_race(options: Options, entrants: Sequence[Entrant]) -> Race:
    """Return a race before its set-up, with 1 to 6 chariots; players sit clockwise in entry order.

    :raises ValueError: if there are more than six.
    """
    if len(entrants) > len(START_SLOTS):
        raise ValueError(f"{len(entrants)} chariots do not fit on the grid")
    chariots = {entrant.entry: Chariot(entrant.colour, entrant.faction) for entrant in entrants}
    for chariot in chariots.values():
        _give_board(chariot, "white")
    return Race(chariots, options, options.track or "AA")


def set_up(race: Race, table: Table) -> Play[None]:
    """Lay the track, hand out boards and fill the grid (5)."""
    table.tell(TrackLaid(race.track))
    seats = seats_of(race)
    if race.options.boards == "black":
        yield from _draft(race, table, seats)
    else:
        _place_all(race, table, _grid(race, table, seats))
    race.is_set_up = True
    table.end_scene()


def seats_of(race: Race) -> list[list[EntryId]]:
    """Return the chariots of each player, clockwise by the first of them; an entry without a faction plays alone."""
    seats: dict[object, list[EntryId]] = {}
    for entry, chariot in race.chariots.items():
        seats.setdefault(chariot.faction or ("alone", entry), []).append(entry)
    return list(seats.values())


def _give_board(chariot: Chariot, board: BoardName) -> None:
    """Set a board to its start values (5, 9.2, 9.3)."""
    chariot.board = board
    sheet = chariot.sheet
    chariot.damage, chariot.speed, chariot.fate = sheet.damage_max, sheet.speed_start, sheet.fate_start


def _place_all(race: Race, table: Table, entries: Sequence[EntryId]) -> None:
    """Place chariots in slots 1, 2 and so on; the rest stays empty (5)."""
    for slot, entry in enumerate(entries, start=1):
        _place(race, table, entry, slot)


def _place(race: Race, table: Table, entry: EntryId, slot: int) -> None:
    chariot, square = race.chariots[entry], START_SLOTS[slot - 1]
    chariot.slot, chariot.square, chariot.pos = slot, square, start_pos(square)
    table.tell(SlotTaken(entry, slot, square))


def _grid(race: Race, table: Table, seats: Seats) -> list[EntryId]:
    """Return the start order, slot 1 first: as a series has it, or by shuffled seats (5, 16)."""
    return _known(race) or list(back_and_forth(_by_rating(race, _shuffled(table, seats))))


def _by_rating(race: Race, drawn: Seats) -> Seats:
    """Return seats that were drawn in pairs of like rating, if the race is run so (S-45)."""
    line = in_line(race.options.ranked, [entry for seat in drawn for entry in seat])
    seats = {seat[0]: seat for seat in drawn}
    return [seats[each] for each in mirrored(list(seats), [each for each in line if each in seats])]


def _known(race: Race) -> list[EntryId]:
    """Return the start order if a series says so; none if somebody takes part no more (16)."""
    known = list(race.options.positions)
    return known if sorted(known) == sorted(race.chariots) else []


def _shuffled(table: Table, seats: Seats) -> list[Sequence[EntryId]]:
    """Return the seats in an order that dice give: one for each seat, with as many sides as seats are left."""
    left, shuffled = list(seats), []
    while len(left) > 1:
        rolled = table.roll(left[0][0], "start place", "5.4", count=1, sides=len(left))
        shuffled.append(left.pop(rolled.total - 1))
    return shuffled + left


def back_and_forth(seats: Seats, *, turned: bool = False) -> Iterator[EntryId]:
    """Yield all first chariots in the order of seats, then all second ones in reverse, and so on (5, R21, 11.4).

    :param turned: whether the first ones come in reverse, and the second ones do not.
    """
    for number in range(max(map(len, seats), default=0)):
        ordered = seats[::-1] if (number % 2 == 1) != turned else seats
        yield from (seat[number] for seat in ordered if number < len(seat))


# The draft


def _draft(race: Race, table: Table, seats: Seats) -> Play[None]:
    """Let all take boards, then start slots (11.4)."""
    first = _first_seat(race, table, seats)
    clockwise = [*seats[first:], *seats[:first]]
    boards, slots = tuple(back_and_forth(clockwise)), tuple(back_and_forth(clockwise, turned=True))
    table.tell(DraftBegan(boards, slots))
    if race.options.by_orders:
        yield from _by_wishes(race, table, seats, boards, slots)
        return
    for entry in boards:
        yield from _take_board(race, table, entry)
    if _known(race):
        _place_all(race, table, _known(race))
        return
    for entry in slots:
        yield from _take_slot(race, table, entry)


def _first_seat(race: Race, table: Table, seats: Seats) -> int:
    """Return which seat begins, 0 first: drawn, or the next one in a series (11.4, 16)."""
    if race.options.draft_seat is not None:
        return race.options.draft_seat % len(seats)
    return table.roll(None, "who begins the draft", "11.4", count=1, sides=max(2, len(seats))).total % len(seats)


def _free_boards(race: Race) -> tuple[BoardName, ...]:
    taken = {chariot.board for chariot in race.chariots.values()}
    return tuple(board for board in BLACK if board not in taken)


def _free_slots(race: Race) -> tuple[int, ...]:
    taken = {chariot.slot for chariot in race.chariots.values()}
    return tuple(slot for slot in range(1, len(START_SLOTS) + 1) if slot not in taken)


def _take_board(race: Race, table: Table, entry: EntryId) -> Play[None]:
    question = ChooseBoard(_free_boards(race))
    answer = question.legal()[0]
    if len(question.free) > 1:
        answer = yield Ask(entry, question, answer)
    _hand_out(race, table, entry, answer)


def _hand_out(race: Race, table: Table, entry: EntryId, answer: TakeBoard) -> None:
    chariot = race.chariots[entry]
    _give_board(chariot, answer.board)
    table.tell(BoardTaken(entry, answer.board, chariot.damage, chariot.speed, chariot.fate))


def _take_slot(race: Race, table: Table, entry: EntryId) -> Play[None]:
    question = ChooseStart(_free_slots(race))
    answer = question.legal()[0]
    if len(question.free) > 1:
        answer = yield Ask(entry, question, answer)
    _place(race, table, entry, answer.slot)


def _by_wishes(
    race: Race, table: Table, seats: Seats, boards: Sequence[EntryId], slots: Sequence[EntryId]
) -> Play[None]:
    """Ask all for their wishes in secret, and give each the first that is free, else the default (15.2).

    A player has one list of boards, gone through for each of their chariots, and a list of slots for each chariot.
    """
    heads = {entry: seat[0] for seat in seats for entry in seat}
    asked = dict.fromkeys(heads[entry] for entry in boards)
    listed: dict[EntryId, BoardWishes] = yield AskAll(
        tuple(Ask(entry, WishBoards(), BoardWishes(()), secret=True) for entry in asked)
    )
    for entry in boards:
        free = _free_boards(race)
        wishes = [board for board in listed[heads[entry]].boards if board in free]
        _hand_out(race, table, entry, TakeBoard([*wishes, *free][0]))
    if _known(race):
        _place_all(race, table, _known(race))
        return
    placed: dict[EntryId, SlotWishes] = yield AskAll(
        tuple(Ask(entry, WishSlots(), SlotWishes(()), secret=True) for entry in slots)
    )
    for entry in slots:
        open_slots = _free_slots(race)
        _place(race, table, entry, [*(slot for slot in placed[entry].slots if slot in open_slots), *open_slots][0])
