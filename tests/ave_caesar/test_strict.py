"""The options by the letter of the rules: a strict finish and strict sixes (4, 7.1, 7.4, A05, A09)."""

from itertools import product

import msgspec
import pytest

from engine.ave_caesar.asks import Play, PlayCard
from engine.ave_caesar.courses import COURSES, DIRECTIONS, FINISH, FINISHED, LAST_LAP, Space, runway
from engine.ave_caesar.facts import CardPlayed, SixesFreed
from engine.ave_caesar.house.simulation import play_race
from engine.ave_caesar.notation import read_plan, write_plan
from engine.ave_caesar.state import Options
from engine.ave_caesar.views import view_for
from engine.options import option_fields
from engine.questions import Ask
from records.refusals import Refused
from tests.ave_caesar.builders import RED, RULES, a_chariot, a_race
from words.ave_caesar.codes import pack, unpack
from words.ave_caesar.standings import terms


def near_the_line(space: str, *taken: str, strict: bool) -> PlayCard:
    """Return the question to one on the last lap that holds all cards."""
    spaces = tuple(Space(each) for each in taken)
    hand = (1, 2, 3, 4, 5, 6)
    return PlayCard("white", "clockwise", Space(space), LAST_LAP, False, spaces, hand, True, strict_finish=strict)


def test_both_are_offered_and_off_unless_the_host_says_yes() -> None:
    fields = option_fields(Options)
    for name in ("strict_finish", "strict_sixes"):
        assert fields[name].default is False
        assert fields[name].values == {"yes": True, "no": False}
    assert not Options().strict_finish
    assert not Options().strict_sixes
    assert "strict" not in terms(Options())
    assert terms(Options(strict_finish=True, strict_sixes=True)).count("strict") == 2


def test_a_question_of_an_earlier_version_is_that_of_a_lenient_race() -> None:
    stored = msgspec.to_builtins(near_the_line("26b", strict=True))
    del stored["strict_finish"]
    assert msgspec.convert(stored, PlayCard) == near_the_line("26b", strict=False)


@pytest.mark.parametrize("space", ["23b", "24a", "25d", "26b", "A1", "A3"])
@pytest.mark.parametrize("taken", [(), ("01c",), ("05N",), ("01a", "01b", "03c", "04c", "A5")])
def test_all_plays_of_a_strict_finish_are_legal_and_as_long_as_their_card(space: str, taken: tuple[str, ...]) -> None:
    question = near_the_line(space, *taken, strict=True)
    plays = question.legal()
    assert plays
    for play in plays:
        question.verify(play)
        entered = [each for each in play.path if each != FINISH]
        assert len(entered) == play.card
        assert not set(entered) & set(question.taken)
    first = {(play.card, play.to): play for play in reversed(plays)}
    assert question.first_plays() == [first[key] for key in sorted(first)]


def test_a_path_may_be_neither_cut_short_at_the_line_nor_end_behind_it_on_the_board() -> None:
    question = near_the_line("26b", strict=True)
    over = tuple(Space(each) for each in ("01c", "02c", "03c"))
    question.verify(Play(3, (*over, FINISH)))
    for path in (over, (FINISH,), (*over[:2], FINISH), (*over, Space("04c"), FINISH), (*over, FINISH, FINISH)):
        with pytest.raises(Refused):
            question.verify(Play(3, path))


def test_a_strict_finish_is_written_typed_and_pressed_as_any_other_play() -> None:
    question = near_the_line("26b", "01a", "01b", strict=True)
    view = view_for(a_race(a_chariot("26b", x=LAST_LAP, paid=True)), {}, (RED,))
    ask = Ask(RED, question, question.legal()[0])
    longest = max(question.legal(), key=lambda play: len(play.path))
    assert unpack(pack(longest)) == (longest,)
    assert read_plan(view, ask, write_plan(longest)) == (longest,)
    (typed,) = read_plan(view, ask, "5 finish")
    assert typed == question.first_play(5, FINISH)


def test_the_way_to_the_finish_is_as_long_as_ever() -> None:
    for name, direction in product(COURSES, DIRECTIONS):
        lenient, strict = runway(name, direction), runway(name, direction, True)
        shared = {here: steps for here, steps in strict.remaining.items() if here in lenient.remaining}
        assert shared == lenient.remaining
        behind = set(strict.remaining) - set(lenient.remaining)
        assert behind == {(space, FINISHED, False) for space in strict.spaces}
        assert {strict.remaining[here] for here in behind} == {0}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("chariots", [3, 6])
def test_house_drivers_come_in_with_both_options_on(seed: int, chariots: int) -> None:
    options = Options(strict_finish=True, strict_sixes=True)
    race = play_race(RULES, b"%d" % seed, ["master", "steady", "novice"] * (chariots // 3), options)
    assert len(race.finishers) >= chariots - 1
    assert not [fact for fact in race.facts if isinstance(fact, SixesFreed)]
    last = [fact for fact in race.facts if isinstance(fact, CardPlayed) and fact.path[-1] == FINISH]
    assert len(last) == len(race.finishers)
    assert all(len(fact.path) == fact.card + 1 for fact in last)
