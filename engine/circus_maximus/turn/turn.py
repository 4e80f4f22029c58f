"""The steps of a turn (5, 6.1); the edition names their sequence.

5.1   All write their speeds in secret; 5.2 all colours go into the cup; 5.3 each that is drawn moves.
7.354 As a turn begins, a jostled driver recovers a point; 8.43 a team without endurance loses one of speed.

A race can be taken up from any position. With ``Race.resume`` "turn" the next play begins a turn as ever. With "draw"
it begins at the draw: ``Race.cup`` holds the colours still to be drawn (one alone needs no die), every chariot's
``written`` the speed it has revealed, and ``has_moved`` and ``last_speed`` what those did that moved before. A chariot
in a corner, or beyond one, needs ``corners`` to say how many it has entered.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from engine.circus_maximus.harm import endurance, finish, lots, plots, slowing, weather
from engine.circus_maximus.position import board, speed, steps
from engine.circus_maximus.printed.editions import TurnStep, dice_of_start, edition_of
from engine.circus_maximus.turn import abandoning, afoot, freeing, phase, setup
from engine.circus_maximus.words.asks import Speed, WriteSpeed
from engine.circus_maximus.words.facts import (
    Drawn,
    GainTaken,
    JostleEased,
    SpeedsRevealed,
    StrainsRevealed,
    TeamDeclined,
    TurnBegan,
)
from engine.circus_maximus.words.state import ON_TRACK, Chariot, Race
from engine.questions import Ask, AskAll, Play
from engine.table import Table
from records.values import EntryId


def play_turn(race: Race, table: Table) -> Play[None]:
    """Play the set-up, if there was none yet (3), or else a turn (5)."""
    if not race.is_set_up:
        yield from setup.set_up(race, table)
        return
    _look_at_grid(race)
    weather.take_up(race)
    sequence = edition_of(race.options).sequence
    first, race.resume = 0 if race.resume == "turn" else sequence.index(race.resume), "turn"
    for step in sequence[first:]:
        yield from _STEPS[step](race, table)


def _look_at_grid(race: Race) -> None:
    """See who has left the grey squares, for a race that is taken up from a position (3.8)."""
    for chariot in race.chariots.values():
        if chariot.on_grid:
            chariot.on_grid = board.stands_on_grey(race, chariot)


def _running(race: Race) -> list[EntryId]:
    return [entry for entry, chariot in race.chariots.items() if chariot.status in ON_TRACK]


def _begin_turn(race: Race, table: Table) -> Play[None]:
    """Announce the turn, and let jostles ease and teams decline (7.354, 8.43)."""
    race.turn += 1
    table.tell(TurnBegan(race.turn))
    weather.begin_turn(race, table)
    for entry in _running(race):
        if race.chariots[entry].driver in ("in car", "dragged"):
            _ease(race, table, entry, race.chariots[entry])
        race.chariots[entry].start_die = 0
    for entry in _running(race):
        chariot = race.chariots[entry]
        is_spent = chariot.status == "runaway" and not speed.team_speed(chariot)  # nothing to tell any more
        if chariot.zero_since is not None and chariot.zero_since < race.turn and not is_spent:
            chariot.decline += 1
            table.tell(TeamDeclined(entry, chariot.decline))
    plots.begin_turn(race, table)
    yield from ()


def _ease(race: Race, table: Table, entry: EntryId, chariot: Chariot) -> None:
    """Let a driver recover (7.33).

    In some editions a ban on straining grows no shorter while its driver is shaken, or has no endurance (A.4).
    """
    if chariot.jostle < 0:
        chariot.jostle += 1
        table.tell(JostleEased(entry, chariot.driver_cdm))
    if chariot.driver_cdm >= 0:  # 7.33
        chariot.jostled = False
    if not (edition_of(race.options).shaking_bars and (chariot.driver_cdm < 0 or not chariot.endurance)):
        chariot.no_strain = max(0, chariot.no_strain - 1)
    slowing.note_shaking(race, entry)


def _write_speeds(race: Race, table: Table) -> Play[None]:
    """Let every driver write a speed in secret, and reveal them together (6.11, 6.12)."""
    running = _running(race)
    waits = edition_of(race.options).waits_for_turn
    for chariot in (race.chariots[entry] for entry in running):
        chariot.last_written, chariot.written = chariot.written, None
    asks = tuple(_asks_for_speed(race, running))
    given: dict[EntryId, Speed] = {}
    if asks:
        given = yield AskAll(asks)
    for entry in running:
        chariot = race.chariots[entry]
        chariot.written = given[entry].factors if entry in given else unwritten_speed(race, chariot)
        chariot.strain_written = entry in given and given[entry].strain
        if waits:  # T5: what is left is gone
            chariot.gain_may = given[entry].gain if entry in given else 0
    table.tell(SpeedsRevealed(race.turn, {entry: race.chariots[entry].written or 0 for entry in running}))
    for entry in running if waits else ():
        if race.chariots[entry].gain_may:
            table.tell(GainTaken(entry, race.chariots[entry].gain_may))
    if race.options.written_straining:
        strained = tuple(entry for entry in running if race.chariots[entry].strain_written)
        table.tell(StrainsRevealed(race.turn, strained))
    table.end_scene()
    _fill_cup(race)


def _asks_for_speed(race: Race, running: Sequence[EntryId]) -> Iterator[Ask]:
    """Yield the question for a speed for each driver who has one to write."""
    for entry in running:
        chariot = race.chariots[entry]
        if chariot.status != "racing" or chariot.blinded_since is not None:
            continue
        question = write_speed(race, chariot)
        if question.highest or question.may_strain or question.gain:
            yield Ask(entry, question, default_speed(chariot, question), secret=True)


def unwritten_speed(race: Race, chariot: Chariot) -> int:
    """Return the speed of a chariot that has none to write, in movement factors.

    A runaway team goes as fast as it can (15.22), a blinded driver half as fast as their team could, rounded up (16.2,
    H4); another one stands (A22).
    """
    if chariot.status == "runaway":
        return speed.max_speed(chariot)
    return speed.blinded_speed(race, chariot, chariot.penalty) if chariot.blinded_since is not None else 0


def write_speed(race: Race, chariot: Chariot) -> WriteSpeed:
    """Return the question for a speed; in a corner a driver barred from straining keeps to the safe one (7.33, C5)."""
    limit = steps.limit_at(race, chariot.square) if steps.is_straining_barred(chariot) else None
    may_strain = race.options.written_straining and phase.may_write_strain(chariot)
    gain = chariot.gain_may if edition_of(race.options).waits_for_turn else 0
    return WriteSpeed(speed.max_speed(chariot), limit, may_strain, gain)


def default_speed(chariot: Chariot, question: WriteSpeed) -> Speed:
    """Return a silent driver's speed: that of the turn before, or the highest if that is not legal (11.7, A18)."""
    last = chariot.last_written
    return Speed(question.highest if last is None or last > question.highest else last)


def _fill_cup(race: Race) -> None:
    race.cup = _running(race)
    race.drawn = 0
    for chariot in race.chariots.values():
        chariot.order = 0
        chariot.has_moved = False


def _start_all(race: Race, table: Table) -> Play[None]:
    """Let all roll for a start from standing before the first colour is drawn (6.9, T3)."""
    for entry in _running(race):
        roll_start(race, table, entry)
    yield from ()


def roll_start(race: Race, table: Table, entry: EntryId) -> None:
    """Roll for a chariot's start from standing, if it pays for one in this turn (6.9, T3)."""
    chariot = race.chariots[entry]
    if dice := dice_of_start(race.options, race.turn, chariot, chariot.written or 0):
        chariot.start_die = table.roll(entry, "standing start", "6.9", count=dice).total


def _hold_back(race: Race) -> list[EntryId]:
    """Take a second row out of the first turn's cup, and return it: it waits until the front row has moved (18)."""
    if race.turn > 1:
        return []
    second_row = [entry for entry in race.cup if setup.stands_in_second_row(race.chariots[entry])]
    race.cup = [entry for entry in race.cup if entry not in second_row]
    return second_row


def _move_all(race: Race, table: Table) -> Play[None]:
    """Draw all colours, those of the front row first; each moves (5.2, 5.3, 18)."""
    second_row = _hold_back(race)
    yield from _draw_all(race, table)
    race.cup = second_row
    yield from _draw_all(race, table)


def _draw_all(race: Race, table: Table) -> Play[None]:
    """Draw colours until the cup is empty; each moves (5.2, 5.3)."""
    while race.cup:
        entry = race.cup.pop(lots.draw_one(table, len(race.cup), "draw", "5.2"))
        race.drawn += 1
        race.chariots[entry].order = race.drawn
        table.tell(Drawn(entry, race.drawn))
        yield from plots.before_first_move(race, table, entry)
        if race.chariots[entry].is_on_track:
            yield from phase.play_phase(race, table, entry)
        race.cup = [waiting for waiting in race.cup if race.chariots[waiting].status in ON_TRACK]


def _end_turn(race: Race, table: Table) -> Play[None]:
    """Let drivers on foot run, and see whether the race is over (17.1, 10.1)."""
    edition = edition_of(race.options)
    if edition.drags_by_turn:
        freeing.hurt_dragged(race, table)
    if edition.may_abandon:
        yield from abandoning.settle(race, table)
    if edition.leaves_wrecks:
        yield from afoot.move_all(race, table)
    for chariot in race.chariots.values():
        chariot.no_inside = False
        chariot.has_cut = False
        endurance.forget(chariot)
    if finish.is_decided(race):
        finish.end_race(race, table)


_STEPS: Mapping[TurnStep, Callable[[Race, Table], Play[None]]] = MappingProxyType(
    {"begin": _begin_turn, "write": _write_speeds, "start": _start_all, "draw": _move_all, "end": _end_turn}
)
