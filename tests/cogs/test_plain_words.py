"""A first race is read without the rulebook: no abbreviation, no factor, no square by its name on its screens."""

import re
from itertools import pairwise

from engine.circus_maximus.words.facts import PhaseBegan
from engine.circus_maximus.words.options import Options
from engine.play import new_game
from records.values import EntryId
from tests.cogs.positions import asked_in_races
from words.circus_maximus import controls
from words.circus_maximus.glance import moment
from words.circus_maximus.story import tell

NAMES = {EntryId(number): f"<{number}>" for number in range(1, 9)}
JARGON = re.compile(r"\bfactors?\b|\bC?DM\b|\bMF\b|\bburn(s|t|ing)?\b", re.IGNORECASE)
SQUARE = re.compile(r"\b[A-E][0-9]+\.[0-9]")


def test_no_question_speaks_as_the_rulebook_does() -> None:
    kinds = set()
    for view, ask in asked_in_races():
        shown = controls.controls(view, ask, NAMES, "")
        kinds.add(type(ask.question))
        said = [shown.title, shown.text, shown.details, shown.placeholder]
        said += [choice.label for row in shown.rows for choice in row]
        said += [f"{option.label} {option.description}" for option in shown.options]
        assert [each for each in said if JARGON.search(each)] == []
        assert [each for each in said if SQUARE.search(each)] == []
    assert len(kinds) >= 5


def test_no_line_of_a_race_speaks_as_the_rulebook_does() -> None:
    race = new_game("circus-maximus", "red", "blue", "green", "white", seed="w", laps=1)
    while race.ask is not None:
        race.house_drives("brute")

    told = tell(race.facts, NAMES)

    assert len(told) > 100
    assert [each for each in told if JARGON.search(each)] == []
    began = [place for place, fact in enumerate(race.facts) if isinstance(fact, PhaseBegan)]
    phases = [moment(race.facts[place:after], NAMES, Options()) for place, after in pairwise(began)]
    assert len(phases) > 10
    assert [each for each in phases if SQUARE.search(each) or JARGON.search(each)] == []
