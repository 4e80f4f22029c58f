"""The sequence of a round (6): a play is a round, in which every living chariot has its turn once, in order.

A race can be taken up from any stage of any turn: ``Race.active`` and ``Race.stage`` tell where it stands. At a pace of
orders alone a round begins with a question to all, with which their orders are sealed (15.2).
"""

from collections.abc import Callable, Mapping

from engine.chariot_race.asks import (
    ChooseRepair,
    ChooseReroll,
    DropCaltrop,
    EndTurn,
    FinishDice,
    FortunaReroll,
    FortunaTurn,
    Move,
    PlanMove,
    Ready,
    Repair,
    Reroll,
    SpendFortune,
    ThrowJavelin,
    WriteOrders,
)
from engine.chariot_race.data import FACES, FORTUNE_COST, REPAIR_COST, REPAIR_POINTS
from engine.chariot_race.facts import (
    DiceFell,
    DieTurned,
    FavourGained,
    Protected,
    Repaired,
    RoundBegan,
    SpeedFell,
    TurnBegan,
    WhyRolled,
)
from engine.chariot_race.rules import driving, fighting, scoring
from engine.chariot_race.rules.setup import set_up
from engine.chariot_race.silence import default_fortune, default_repair, default_reroll
from engine.chariot_race.state import Race, Stage
from engine.chariot_race.track import LANE, LANES
from engine.chariot_race.ways import ground_of, options
from engine.chariot_race.worth import default_move
from engine.questions import Ask, AskAll, Play
from engine.table import Table
from records.values import EntryId


def play_turn(race: Race, table: Table) -> Play[None]:
    """Play the set-up, if there was none yet (5), or else a round, or the rest of one (6)."""
    if not race.is_set_up:
        yield from set_up(race, table)
        return
    if race.active == 0 and race.stage is None:
        yield from _begin_round(race, table)
    yield from go_on(race, table)


def _begin_round(race: Race, table: Table) -> Play[None]:
    """Work out the order of play, and have orders sealed at a pace of orders alone (6, state 1; 15.2)."""
    race.round += 1
    race.order = order_of(race)
    table.tell(RoundBegan(race.round, tuple(race.order)))
    if race.options.by_orders:
        yield AskAll(tuple(Ask(entry, WriteOrders(), Ready(), secret=True) for entry in race.order))


def order_of(race: Race) -> list[EntryId]:
    """Return the order of play: the foremost first; of equals the outer lane, then the middle one (6, R05)."""

    def key(entry: EntryId) -> tuple[int, int]:
        chariot = race.chariots[entry]
        assert chariot.square is not None, "who is alive is on the board"
        return -chariot.pos, -LANES.index(LANE[chariot.square])

    return sorted(race.alive(), key=key)


def go_on(race: Race, table: Table) -> Play[None]:
    """Play the turns of a round that are left, and end it (6); players see the board after each turn."""
    is_first = True
    for place in range(race.active, len(race.order)):
        entry = race.order[place]
        if not race.chariots[entry].is_alive:  # wrecked before its turn (8.8)
            continue
        if not is_first:
            table.end_scene()
        is_first, race.active = False, place
        yield from take_turn(race, table, entry)
    scoring.end_round(race, table)
    table.end_scene()


def take_turn(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Play a turn, or the rest of one; a chariot that is wrecked in its own turn skips the rest (6)."""
    chariot = race.chariots[entry]
    for stage, play in _STAGES.items():
        if race.stage in (None, stage) and chariot.is_alive:
            race.stage = stage
            yield from play(race, table, entry)
            race.stage = None
    _end_turn(race, table, entry)


def _repair(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Begin the turn; spend fate on damage if that is wished (6, states 2 and 3)."""
    chariot = race.chariots[entry]
    assert chariot.square is not None, "who has a turn is on the board"
    chariot.start, chariot.path, chariot.trail = chariot.square, "", []
    race.dice, race.attacks = [], 0
    table.tell(TurnBegan(entry, chariot.square, chariot.speed, chariot.damage, chariot.fate))
    question = ChooseRepair(chariot.damage, chariot.sheet.damage_max, chariot.fate)
    if chariot.fate < REPAIR_COST or chariot.damage >= question.damage_max:
        return
    answer: Repair = yield Ask(entry, question, default_repair(question))
    if answer.use:
        points = min(REPAIR_POINTS, question.damage_max - chariot.damage)  # the rest is lost (R04)
        chariot.fate -= REPAIR_COST
        chariot.damage += points
        table.tell(Repaired(entry, points, chariot.damage, chariot.fate))


def _roll(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Let a speed fall that damage does not allow, and roll the dice of the rest (6, states 4 and 5)."""
    chariot = race.chariots[entry]
    cap = chariot.sheet.cap[chariot.damage]
    if chariot.speed > cap:
        table.tell(SpeedFell(entry, chariot.speed, cap))
        chariot.speed = cap
    race.dice = ["steer"] * chariot.sheet.dice[chariot.speed]  # as many; they are all rolled now
    _roll_dice(race, table, entry, tuple(range(len(race.dice))), "roll")
    yield from ()


_ROLLS: dict[WhyRolled, tuple[str, str]] = {
    "roll": ("dice", "6.5"),
    "free reroll": ("free reroll", "6.6"),
    "fortuna": ("reroll for fate", "6.7"),
}
"""The purpose of each roll, and its rule."""


def _roll_dice(race: Race, table: Table, entry: EntryId, dice: tuple[int, ...], why: WhyRolled) -> None:
    """Roll some of the dice at once, in the order of their indices (9.1)."""
    what_for, rule = _ROLLS[why]
    rolled = table.roll(entry, what_for, rule, count=len(dice), sides=len(FACES))
    for die, number in zip(dice, rolled.dice, strict=True):
        race.dice[die] = FACES[number - 1]
    table.tell(DiceFell(entry, tuple(race.dice), dice, why, race.chariots[entry].fate))


def _free_reroll(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Roll some of the dice anew, once (6, state 6; R03)."""
    chariot, question = race.chariots[entry], ChooseReroll(tuple(race.dice))
    default = default_reroll(ground_of(race, entry), chariot.speed, question)
    answer: Reroll = yield Ask(entry, question, default)
    if answer.dice:
        _roll_dice(race, table, entry, answer.dice, "free reroll")


def _fortuna(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Spend fate on the dice, as often as it lasts; then count the favour gained (6, states 7 and 8)."""
    chariot = race.chariots[entry]
    while chariot.fate >= FORTUNE_COST:
        question = SpendFortune(tuple(race.dice), chariot.fate)
        default = default_fortune(ground_of(race, entry), chariot.sheet, chariot.speed, question)
        answer: FortunaReroll | FortunaTurn | FinishDice = yield Ask(entry, question, default)
        if isinstance(answer, FinishDice):
            break
        _manipulate(race, table, entry, answer)
    faces = race.dice.count("fortuna")
    if faces:
        chariot.fate = min(chariot.sheet.fate_max, chariot.fate + faces)
        table.tell(FavourGained(entry, faces, chariot.fate))


def _manipulate(race: Race, table: Table, entry: EntryId, answer: FortunaReroll | FortunaTurn) -> None:
    """Pay, and then roll dice anew or turn one (7)."""
    chariot = race.chariots[entry]
    chariot.fate -= FORTUNE_COST
    if isinstance(answer, FortunaReroll):
        _roll_dice(race, table, entry, answer.dice, "fortuna")
        return
    before, race.dice[answer.die] = race.dice[answer.die], answer.face
    table.tell(DieTurned(entry, answer.die, before, answer.face, chariot.fate))


def _move(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Move. Ask only for a real choice: not with a single way, nor if sprints wreck the chariot (6, state 9)."""
    chariot = race.chariots[entry]
    question = question_of_move(race, entry)
    answer = Move(0, "")
    if chariot.damage > question.sprints:
        found = options(ground_of(race, entry), question)
        answer = default_move(found)
        if question.steers or question.plusminus:
            answer = yield Ask(entry, question, answer)
    race.attacks = race.dice.count("attack")
    driving.move(race, table, entry, question, answer)


def question_of_move(race: Race, entry: EntryId) -> PlanMove:
    """Return the question to a chariot whose dice lie (8.1)."""
    chariot = race.chariots[entry]
    assert chariot.square is not None, "who moves is on the board"
    return PlanMove(chariot.square, chariot.speed, chariot.sheet.speed_max, tuple(race.dice))


def _attack(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Use attack faces, one after the other; unused ones are lost (6, state 10; 7)."""
    while race.attacks:
        question = fighting.question_for(race, entry)
        if not question.caltrops and not question.javelins:
            break
        answer: DropCaltrop | ThrowJavelin | EndTurn = yield Ask(entry, question, EndTurn())
        if isinstance(answer, EndTurn):
            break
        race.attacks -= 1
        if isinstance(answer, DropCaltrop):
            fighting.drop_caltrop(race, table, entry, answer)
        else:
            fighting.throw_javelin(race, table, entry, answer)


def _end_turn(race: Race, table: Table, entry: EntryId) -> None:
    """Clear the dice; protect chariots that have finished, if that is agreed (6, state 11; 11.2)."""
    chariot = race.chariots[entry]
    race.dice, race.attacks, race.stage = [], 0, None
    race.active += 1
    if race.options.protect_finished and chariot.has_finished and not chariot.protected:
        chariot.protected = True
        table.tell(Protected(entry))


_STAGES: Mapping[Stage, Callable[[Race, Table, EntryId], Play[None]]] = {
    "repair": _repair,
    "roll": _roll,
    "free reroll": _free_reroll,
    "fortuna": _fortuna,
    "move": _move,
    "attack": _attack,
}
"""The stages of a turn, in this order."""
