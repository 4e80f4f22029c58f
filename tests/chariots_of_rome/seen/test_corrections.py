"""What a steward puts right as a round begins; the cards that follow are proved all the same."""

from functools import partial

import msgspec
import pytest

from engine.chariots_of_rome.seen.corrections import CORRECTIONS, OUT
from engine.chariots_of_rome.seen.proof import wrong_piles
from engine.chariots_of_rome.turn.rounds import play_turn
from engine.chariots_of_rome.words.options import Options
from engine.chariots_of_rome.words.state import Race
from engine.dice import RaceDice
from engine.facts import Corrected
from engine.playing import answers, play_through
from engine.refusals import GameReason
from engine.table import Table
from records.refusals import Refused
from records.values import EntryId, Square
from tests.chariots_of_rome.builders import BLUE, GREEN, RED, SEED, WHITE, a_race
from tests.chariots_of_rome.harm.test_piles import dealt

fields, correct = CORRECTIONS


def in_round(number: int, **options: object) -> tuple[Race, Table]:
    """Return a race of silent players at the first card of a round."""
    race, table = a_race(Options(**options)), Table(RaceDice(SEED))  # type: ignore[arg-type]
    while race.round < number:
        play_on(race, table)
    return race, table


def play_on(race: Race, table: Table) -> None:
    play_through(play_turn(race, table), partial(answers, answer=lambda ask: ask.default))


def put_right(race: Race, entry: EntryId, field: str, value: str) -> Corrected:
    """Correct a field, and return what is told of it."""
    before = fields(race, entry)[field]
    correct(race, entry, field, value)
    return Corrected(entry, field, before, fields(race, entry)[field], "a mistake")


def face_down(race: Race) -> EntryId:
    return race.initiative[-1]


def test_what_may_be_put_right_is_told_as_it_is() -> None:
    race, _ = in_round(3)
    red = race.chariots[RED]

    assert fields(race, RED) == {
        "space": red.square, "laps": str(red.laps), "endurance": str(red.endurance), "tactics": str(red.tactics),
        "rattled": str(red.rattled), "wounds": "0", "speed": str(red.speed),
    }  # fmt: skip
    assert not fields(a_race(), RED)
    assert not fields(race, EntryId(9))


@pytest.mark.parametrize(("field", "value"), [
    ("endurance", "3"), ("tactics", "8"), ("rattled", "5"), ("wounds", "1"), ("speed", "0"), ("laps", "1"),
    ("space", "S2/1/4"), ("space", "s2/1/4"),
])  # fmt: skip
def test_a_value_is_put_right_and_the_race_goes_on(field: str, value: str) -> None:
    race, table = in_round(3)

    assert put_right(race, RED, field, value).now == value.upper()
    play_on(race, table)


@pytest.mark.parametrize(("field", "value"), [
    ("endurance", "0"), ("endurance", "13"), ("rattled", "6"), ("wounds", "2"), ("laps", "2"), ("speed", "fast"),
    ("space", "S9/9/9"), ("space", "blue"), ("tactics", "²"), ("favor", "1"),
])  # fmt: skip
def test_what_cannot_be_is_refused_and_changes_nothing(field: str, value: str) -> None:
    race, _ = in_round(3)
    before = msgspec.json.encode(race)
    value = str(race.chariots[BLUE].square) if value == "blue" else value

    with pytest.raises(Refused) as refused:
        correct(race, RED, field, value)

    assert refused.value.reason in (GameReason.NO_SUCH_OPTION, GameReason.NOTHING_TO_CORRECT)
    assert msgspec.json.encode(race) == before


def test_whoever_is_put_beyond_the_first_corner_has_left_it() -> None:
    race, _ = in_round(2)
    assert race.locked
    for number, entry in enumerate((RED, WHITE, GREEN, BLUE), start=1):
        put_right(race, entry, "laps", "0")
        put_right(race, entry, "space", f"S2/{number}/3")

    assert not race.locked


def test_the_cards_of_one_who_is_taken_out_and_comes_back_are_proved() -> None:
    race, table = in_round(6)
    out = face_down(race)

    table.tell(put_right(race, out, "space", OUT))
    assert out not in race.initiative
    play_on(race, table)
    assert fields(race, out) == {"space": OUT}
    table.tell(put_right(race, out, "space", str(race.board.gates["G08"])))
    assert race.chariots[out].square == Square(race.board.gates["G08"])
    play_on(race, table)
    play_on(race, table)

    told = tuple(table.told)
    assert wrong_piles(dealt(SEED, told), told) == []
    assert wrong_piles(dealt(SEED, told), [fact for fact in told if not isinstance(fact, Corrected)]) != []


def test_nobody_is_taken_out_whose_card_lies_open_or_who_leaves_one_alone() -> None:
    race, _ = in_round(4)
    assert race.active is not None
    with pytest.raises(Refused):
        correct(race, race.active, "space", OUT)

    for _ in range(2):
        put_right(race, face_down(race), "space", OUT)
    with pytest.raises(Refused):
        correct(race, face_down(race), "space", OUT)
    assert len(race.alive()) == 2
