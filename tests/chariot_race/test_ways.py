"""What is worked out of a move is what comes of it when it is made."""

import random

import msgspec
import pytest

from engine.chariot_race.driving import move
from engine.chariot_race.state import Options, Race
from engine.chariot_race.track import FRONT, LAP, SPACES, TRACKS, heaps
from engine.chariot_race.turn import question_of_move
from engine.chariot_race.ways import ground_of, one_way, options
from engine.chariot_race.worth import default_order
from engine.dice import QuickDice
from engine.game import Table
from records.values import EntryId
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


@pytest.mark.parametrize("seed", range(40))
def test_a_move_comes_to_what_was_worked_out(seed: int) -> None:
    race = scrambled(seed)
    question, ground = question_of_move(race, BLUE), ground_of(race, BLUE)
    legal = [*question.legal()]
    for answer in random.Random(seed).sample(legal, min(12, len(legal))):
        made: Race = msgspec.json.decode(msgspec.json.encode(race), type=Race)
        way = one_way(ground, question, answer)

        if ground.damage > question.sprints:
            move(made, Table(QuickDice(0)), BLUE, question, answer)

            chariot = made.chariots[BLUE]
            assert chariot.is_alive != way.is_wrecked
            assert {entry for entry, each in made.chariots.items() if not each.is_alive} - {BLUE} == set(way.wrecks)
            if chariot.is_alive:
                assert (chariot.square, chariot.pos) == (way.end, way.pos)
                assert race.chariots[BLUE].damage - chariot.damage == way.damage
        else:
            assert way.is_wrecked


@pytest.mark.parametrize("seed", range(25))
def test_what_is_told_apart_stands_for_every_legal_move(seed: int) -> None:
    race = scrambled(seed)
    question, ground = question_of_move(race, BLUE), ground_of(race, BLUE)
    found = options(ground, question)
    ends = {(option.speed, option.way[1:]) for option in found if not option.way.is_wrecked}

    assert {option.move for option in found} <= {*question.legal()} or ground.damage <= question.sprints
    for answer in question.legal()[:400]:
        way = one_way(ground, question, answer)
        if not way.is_wrecked:
            assert (question.speed(answer.plus), way[1:]) in ends
    if ends:
        assert not min(found, key=default_order).way.is_wrecked


def test_the_view_shows_the_same_ground_as_the_race() -> None:
    session = a_session()
    assert ground_of(session.state, RED) == ground_of(session.view(), RED)
    with pytest.raises(AssertionError):
        ground_of(session.state, EntryId(9))
