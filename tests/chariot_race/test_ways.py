"""What is worked out of a move is what comes of it when it is made."""

import random
from typing import NamedTuple

import msgspec
import pytest

from engine.chariot_race.asks import Move
from engine.chariot_race.data import RAM_DAMAGE
from engine.chariot_race.facts import Rammed
from engine.chariot_race.rules.driving import move
from engine.chariot_race.rules.turn import question_of_move
from engine.chariot_race.state import Options, Race
from engine.chariot_race.track import FRONT, LAP, SPACES, TRACKS, heaps
from engine.chariot_race.ways import Way, ground_of, options
from engine.chariot_race.worth import default_order
from engine.dice import QuickDice
from engine.table import Table
from records.values import EntryId, Square
from tests.chariot_race.builders import BLUE, RED, a_session


def scrambled(seed: int) -> Race:
    """Return a race in which anything may stand and lie anywhere, with dice on the table and little damage left."""
    chance = random.Random(seed)
    race = a_session(Options(TRACKS[seed % 4], protect_finished=True), chariots=6).state
    near = sorted((each for each in SPACES if each not in heaps(race.track)), key=lambda each: FRONT[each])
    begin = chance.randrange(len(near))
    squares = chance.sample((near * 2)[begin : begin + 24], 11)
    for square, chariot in zip(squares, race.chariots.values(), strict=False):
        chariot.square = chariot.start = square
        chariot.pos = FRONT[square] + LAP * chance.randint(0, 1)
        chariot.damage = chance.randint(1, 12)
        chariot.protected = chance.random() < 0.1
    race.chariots[BLUE].protected = False
    race.chariots[BLUE].speed = chance.randint(0, 12)
    race.caltrops, race.supply = sorted(squares[6:]), chance.choice([0, 1, 15])
    count = race.chariots[BLUE].sheet.dice[race.chariots[BLUE].speed]
    race.dice = [chance.choice(["plusminus", "sprint", "steer", "steer", "fortuna"]) for _ in range(count)]
    return race


class Outcome(NamedTuple):
    """A move that its chariot survives: its end, lane changes, damage lost, rivals rammed in order and wrecked."""

    end: Square
    pos: int
    changes: int
    damage: int
    rams: tuple[EntryId, ...]
    wrecks: frozenset[EntryId]


def played(race: Race, answer: Move) -> Outcome | None:
    """Return what comes of a move of blue that is made on a copy; ``None`` if it wrecks the chariot."""
    made: Race = msgspec.json.decode(msgspec.json.encode(race), type=Race)
    table = Table(QuickDice(0))
    move(made, table, BLUE, question_of_move(race, BLUE), answer)
    chariot, before = made.chariots[BLUE], race.chariots[BLUE]
    if chariot.square is None or not chariot.is_alive:
        return None
    rams = tuple(fact.rival for fact in table.told if isinstance(fact, Rammed) and fact.entry == BLUE)
    wrecks = frozenset(entry for entry, each in made.chariots.items() if not each.is_alive)
    changes = len(answer.path) - answer.path.count("F")
    return Outcome(chariot.square, chariot.pos, changes, before.damage - chariot.damage, rams, wrecks)


def worked_out(way: Way) -> Outcome | None:
    """Return what is said to come of a way; ``None`` if it wrecks the chariot."""
    if way.is_wrecked:
        return None
    return Outcome(way.end, way.pos, way.changes, way.damage, way.rams, frozenset(way.wrecks))


@pytest.mark.parametrize("seed", range(200))
def test_a_move_comes_to_what_was_worked_out(seed: int) -> None:
    race = scrambled(seed)
    question, ground = question_of_move(race, BLUE), ground_of(race, BLUE)
    found = options(ground, question)

    if ground.damage <= question.sprints:  # it is wrecked before the first step
        assert all(option.way.is_wrecked for option in found)
        return
    assert {option.move for option in found} <= {*question.legal()}
    for option in random.Random(seed).sample(found, min(200, len(found))):
        assert played(race, option.move) == worked_out(option.way)
        assert option.way.harm == RAM_DAMAGE * sum(rival not in ground.tough for rival in option.way.rams)


@pytest.mark.parametrize("seed", range(25))
def test_what_is_told_apart_stands_for_every_legal_move(seed: int) -> None:
    race = scrambled(seed)
    question, ground = question_of_move(race, BLUE), ground_of(race, BLUE)
    found = options(ground, question)
    ends = {(option.speed, worked_out(option.way)) for option in found}
    legal = [*question.legal()] if ground.damage > question.sprints else []

    for answer in random.Random(seed).sample(legal, min(400, len(legal))):
        outcome = played(race, answer)
        assert outcome is None or (question.speed(answer.plus), outcome) in ends, answer
    if any(outcome for _, outcome in ends):
        assert not min(found, key=default_order).way.is_wrecked


def test_the_view_shows_the_same_ground_as_the_race() -> None:
    session = a_session()
    assert ground_of(session.state, RED) == ground_of(session.view(), RED)
    with pytest.raises(AssertionError):
        ground_of(session.state, EntryId(9))
