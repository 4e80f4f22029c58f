"""A chariot has one name everywhere, and one number: the one it bears in the race of its event."""

import re

import pytest

from engine.facts import Fact
from engine.leagues.views import view_for
from engine.leagues.words.facts import DriverBought, DriverLost, Entered, OddsFixed, RaceOpened
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.sheets import Entries, StableDay
from engine.questions import Ask
from tests.leagues.builders import ANN, BOB, CLEO, league, session
from words.leagues import lines, standings, story
from words.leagues.codes import read
from words.leagues.names import chariot_name, chariot_text
from words.leagues.refusals import SENTENCES

NAMES = {ANN: "Ann", BOB: "Bob", CLEO: "Cleo"}


def test_a_sheet_a_card_and_the_story_tell_a_chariot_by_name_and_car() -> None:
    made = league({ANN: 2, BOB: 1}, "eve")
    view = view_for(made, {}, (ANN,))

    card = standings.card(view, view.stable(ANN), NAMES)

    assert [chariot_text(view, number) for number in (1, 2, 3)] == ["Felix (car 1)", "Celer", "Aquila (car 2)"]
    assert "**Felix (car 1)**" in card
    assert "**Celer**" in card


def test_bets_and_odds_are_told_with_the_cars_of_the_race() -> None:
    played = session(league({ANN: 1, BOB: 1}, "eve"))
    while played.state.phase == "eve":
        for ask in list(played.open.values()):
            played.answer(ask.entry, ask.default)
    facts: list[Fact] = list(played.table.told)

    told = "\n".join(story.tell(facts, NAMES))

    assert "🪙 Ann bets 100s on Felix (car 1)." in told
    assert "⚖️ The odds: Felix (car 1) 2 : 1, Celer (car 2) 2 : 1." in told
    assert not re.search(r"chariot \d", told)


def test_stories_from_before_are_told_without_cars() -> None:
    assert story.tell([OddsFixed({2: 3}, 300), RaceOpened(1)], NAMES) == ["⚖️ The odds: Celer 3 : 1."]


def test_a_chariot_keeps_its_name_whoever_drives_it() -> None:
    hired = lines.line(DriverBought(ANN, 2, 31, 1, 7, 300, 2), NAMES)
    dead = [lines.line(DriverLost(ANN, 2, each), NAMES) for each in (2, 31)]

    assert hired == "Ann hires Felix II (+1) to drive Celer, for 300s."
    assert dead == ["✝️ Ann mourns: Celer's driver is dead.", "✝️ Ann mourns: Felix II, Celer's driver is dead."]
    assert lines.line(Entered(4, 31, ANN, "red", 2, False), NAMES) == "🏇 Ann · Felix II (car 4), lane 2"


def test_entries_are_typed_by_name() -> None:
    ask = Ask(ANN, StableDay({1: 0, 31: 0}, (2,)), Entries(by_manager=True), secret=True)

    assert read(None, ask, "felix II and Celer") == (Entries((31, 2)),)
    assert read(None, ask, "Felix") == (Entries((1,)),)


def test_no_refusal_tells_a_number_of_a_stable() -> None:
    values = {"chariot": 2}
    for tell in SENTENCES.values():
        try:
            told = tell(values, NAMES)
        except (KeyError, TypeError):
            continue
        assert not re.search(r"[Cc]hariot \d", told)


@pytest.mark.parametrize("number", [30_000, 30_000_000_000, 2**63, 10**40])
def test_a_chariot_that_nobody_has_is_named_in_a_few_letters_whatever_its_number(number: int) -> None:
    """A name of as many strokes as somebody likes would fill the memory with one press."""
    assert len(chariot_name(number)) < 60
    assert len(SENTENCES[LeagueReason.NOT_YOURS]({"chariot": number}, NAMES)) < 300
