"""Playing by hand: what is refused, and plans that are cut short. How it is used stands in engine/README.md."""

from typing import Any

import pytest

from conformance.by_hand import game_from
from engine.circus_maximus.words.asks import Begin, MeetAttack
from engine.circus_maximus.words.facts import Attacked, Moved
from engine.play import Game, new_game
from engine.rulesets import RULESETS
from records.refusals import Refused

BESIDE = """
begin = "blue"
race.cup = ["red"]
position.blue = { square = "A20.3", written = 4 }
position.red = { square = "A19.4" }
"""


@pytest.mark.parametrize("name", RULESETS)
def test_every_game_is_played_to_its_end(name: str) -> None:
    game = new_game(name, seed="sand")
    racing = set(game.names.values())

    order = game.finish()

    assert set(order) == racing
    assert (game.ask, game.asks, game.mover) == (None, [], "")
    assert "the race is over" in repr(game)


def test_the_same_seed_is_the_same_race() -> None:
    first, again, other = (new_game("circus-maximus", laps=1, seed=seed) for seed in ("sand", "sand", "dust"))
    for game in (first, again, other):
        game.finish("racer")

    assert first.facts == again.facts
    assert first.facts != other.facts


@pytest.mark.parametrize(
    ("colours", "options", "why"),
    [
        (("red", "pink"), {}, "no 'pink' chariot; there are red"),
        (("red", "red"), {}, "once only"),
        (("red",), {}, "needs 2 chariots or more"),
        ((), {"lap": 1}, "unknown field `lap`"),
        ((), {"laps": "many"}, "laps"),
    ],
)
def test_what_cannot_race_is_refused_in_words(colours: tuple[str, ...], options: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        new_game("circus-maximus", *colours, **options)


def test_no_such_game() -> None:
    with pytest.raises(ValueError, match="no game 'chess'; there are circus-maximus, ave-caesar"):
        new_game("chess")


def test_no_such_driver() -> None:
    with pytest.raises(ValueError, match="no house driver 'nero'; there are careful"):
        new_game("circus-maximus").house_drives("nero")


def test_whoever_is_asked_may_answer_first() -> None:
    game = new_game("circus-maximus", "red", "blue", "green")

    game.answer(game.legal("green")[0], "green")

    assert [game.names[ask.entry] for ask in game.asks] == ["red", "blue"]
    with pytest.raises(ValueError, match="green is not asked; asked: red, blue"):
        game.legal("green")


def test_nobody_answers_when_the_race_is_over() -> None:
    game = new_game("circus-maximus", laps=1)
    game.finish("racer")

    with pytest.raises(ValueError, match="the race is over"):
        game.legal()


def moving() -> Game[Any]:
    """Blue, beside red, about to move with 4 factors."""
    game = game_from(BESIDE)
    game.answer(Begin())
    return game


def test_a_plan_is_driven_to_its_end() -> None:
    happened = moving().answer("1/1/1")

    assert [fact.squares for fact in happened if isinstance(fact, Moved)] == [1, 1, 1]


def test_a_plan_stops_where_another_is_asked() -> None:
    game = moving()

    happened = game.answer("Ram red horses/2")

    assert [type(fact) for fact in happened] == [Attacked]
    assert game.mover == "red"
    assert isinstance(game.ask and game.ask.question, MeetAttack)


def test_a_refused_step_leaves_those_before_it_driven() -> None:
    game = moving()

    with pytest.raises(Refused):
        game.answer("1/9")

    assert game.view.chariot(1).square == "A21.3"


def test_a_position_goes_on_to_the_end_of_its_race() -> None:
    assert set(game_from(BESIDE).finish("racer")) == {"blue", "red"}


def test_a_position_of_the_other_game() -> None:
    game = game_from("""
        ruleset = "ave-caesar"
        begin = "red"
        position.red = { space = "22b", crossings = 2, hand = [1, 3, 5] }
        position.blue = { space = "10b", crossings = 3 }
    """)

    assert game.mover == "red"
    assert set(game.finish()) == {"blue", "red"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "missing required field `position`"),
        ("position = {}", "position: .* length >= 1"),
        ('position.red = { square = "Z" }', "no square 'Z'"),
        ('position.red = { square = "A19.4" }\nanswers = []', "`answers`; there are position, ruleset, begin"),
        ('ruleset = "chess"\nposition.red = {}', "no game 'chess'; there are circus-maximus"),
        ("position", "Expected '='"),
    ],
)
def test_a_text_that_is_no_position_is_refused_in_words(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        game_from(text)


def test_a_race_goes_on_after_the_chariot_that_it_began_with_went_out() -> None:
    game = game_from(
        """
        ruleset = "chariots-of-rome"
        begin = ["out", "red"]
        position.red = { space = "S2/2/5" }
        position.blue = { space = "S1/5/5" }
        position.green = { space = "S1/6/3" }
        """,
        seed="sand",
    )

    order = game.finish()

    assert set(order) == {"red", "blue", "green"}
    assert order[-1] == "red"
