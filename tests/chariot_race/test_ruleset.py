"""The doors of the game: kinds of decision, notation, refusals, series."""

import pytest

from engine.chariot_race.asks import EndTurn, Move, PlanMove, Ready, TakeBoard
from engine.chariot_race.data import COLOURS, chariots_each
from engine.chariot_race.facts import DiceFell
from engine.chariot_race.notation import is_unforeseen, read_plan, write_plan
from engine.chariot_race.presets import SUGGESTED, preset
from engine.chariot_race.ruleset import RULESET
from engine.chariot_race.series import SERIES, SeriesOptions
from engine.chariot_race.state import Options
from engine.game import Entrant
from engine.questions import Ask
from engine.refusals import GameReason
from records.refusals import Refused
from records.values import EntryId, Square
from tests.chariot_race.builders import BLUE, RED, a_session

VIEW = a_session().view()
QUESTION = PlanMove(Square("M10"), 4, 12, ("steer", "plusminus", "plusminus"))
ASK = Ask(BLUE, QUESTION, Move(1, "FFFF"))


def test_silence_about_the_dice_settles_the_rest_of_a_turn() -> None:
    decisions = RULESET.decisions
    assert decisions["dice"].settles == ("move", "attack")
    assert decisions["move"].settles == ("attack",)
    assert decisions["orders"].seconds == 24 * 3600
    assert {name: kind.seconds // 3600 for name, kind in decisions.items()} == {
        "orders": 24, "draft": 12, "dice": 12, "move": 12, "attack": 6,
    }  # fmt: skip
    assert RULESET.chariots_each is chariots_each
    assert RULESET.order_book is not None
    assert RULESET.order_book.opening(VIEW, ASK, RULESET.order_book.orders()) == Ready()
    assert RULESET.order_book.begun(VIEW, BLUE, None, False) == preset(VIEW, BLUE, SUGGESTED)


@pytest.mark.parametrize("move", QUESTION.legal()[::7], ids=str)
def test_every_move_can_be_written_and_read(move: Move) -> None:
    assert read_plan(VIEW, ASK, write_plan(QUESTION, move)) == (move,)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("f4", Move(1, "FFFF")),
        ("FF I F", Move(1, "FFIF")),
        ("+ + f5 o", Move(2, "FFFFFO")),
        ("f2", Move(0, "FF")),
    ],
)
def test_a_move_is_read_as_people_write_it(text: str, move: Move) -> None:
    assert read_plan(VIEW, ASK, text) == (move,)


@pytest.mark.parametrize(("text", "at"), [("f4 x", "x"), ("f3", ""), ("+ f4", "+"), ("f99", "f99"), ("", "")])
def test_what_cannot_be_read_says_where(text: str, at: str) -> None:
    with pytest.raises(Refused) as caught:
        read_plan(VIEW, ASK, text)

    assert (caught.value.reason, caught.value.values["at"]) == (GameReason.NOT_A_PLAN, at)
    assert caught.value.values["expected"]


def test_nothing_but_a_move_is_planned_and_new_dice_stop_a_plan() -> None:
    session = a_session()
    ask = next(iter(session.open.values()))
    with pytest.raises(Refused):
        read_plan(session.view(), ask, "f4")
    fell = DiceFell(BLUE, ("steer",), (0,), "roll", 3)
    assert is_unforeseen([fell], BLUE)
    assert not is_unforeseen([fell], RED)


def test_what_has_no_reason_of_its_own_is_refused_all_the_same() -> None:
    for answer in (EndTurn(), TakeBoard("red"), Move(0, "XX")):
        assert RULESET.explain(VIEW, ASK, answer).reason is GameReason.NOT_A_CHOICE


def test_seven_chariots_do_not_fit() -> None:
    entrants = [Entrant(EntryId(number), "blue", None) for number in range(1, 8)]
    with pytest.raises(ValueError, match="7 chariots"):
        RULESET.new_race(Options(), entrants)
    assert len(COLOURS) == 6


def test_a_series_may_even_slots_out() -> None:
    assert not SERIES.by_standings(SeriesOptions())
    assert SERIES.by_standings(SeriesOptions(even_slots=True))
    assert SERIES.counts_best
    kept = SERIES.race_options(Options("BA", protect_finished=True), SeriesOptions(), 3, [RED, BLUE])
    assert (kept.track, kept.protect_finished, kept.positions) == ("BA", True, (BLUE, RED))
