"""How a race stands: the field from first to last, as the rules would place it."""

import random
import re

import msgspec
import pytest

from engine.circus_maximus.words.facts import RaceEnded
from engine.circus_maximus.words.options import Options
from engine.dice import RaceDice
from engine.game import Entrant
from engine.options import OptionField, option_fields
from engine.rulesets import RULESETS
from engine.session import Session, first_checkpoint
from records.values import EntryId, Faction
from tests.circus_maximus.builders import RED, a_chariot, a_race, a_session
from tests.cogs.positions import GAME, QUICK_DRIVERS, asked_in_races
from tests.cogs.samples import worst_names
from words import WORDS
from words.circus_maximus.standings import standings, terms
from words.shared.telling import STARTS_BY_RATING

NAMES = {EntryId(number): f"<{number}>" for number in range(1, 9)}


def order_in(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"<(\d)>", text)]


@pytest.mark.parametrize("seed", range(6))
def test_at_the_end_the_order_is_that_of_the_places(seed: int) -> None:
    choose = random.Random(seed)
    entrants = [
        Entrant(EntryId(n), colour, Faction(n)) for n, colour in enumerate(GAME.colours_for(GAME.options()), start=1)
    ]
    start = first_checkpoint(GAME, GAME.new_race(GAME.options(laps=1), entrants))
    session = Session(GAME, start, RaceDice(f"end {seed}".encode()), scenes=False)
    while session.open:
        entry, ask = next(iter(session.open.items()))
        session.answer(entry, choose.choice(QUICK_DRIVERS)(session.view([entry]), ask))

    (ended,) = (fact for fact in session.table.told if isinstance(fact, RaceEnded))
    placed = [placing.entry for placing in ended.places]
    assert order_in(standings(session.view(), NAMES))[: len(placed)] == placed


def test_nobody_is_lost_or_told_twice() -> None:
    for view, _ in asked_in_races():
        text = standings(view, NAMES)
        if view.is_set_up:
            assert sorted(order_in(text)) == list(range(1, 9))
            assert not re.search(r"None|\('|Fraction", text)
        else:
            assert text == "The chariots are being prepared."


@pytest.mark.parametrize(
    ("ahead", "behind"),
    [
        ("A21.5", "A20.1"),
        ("A20.1", "A20.5"),  # abreast: the inner lane
        ("D1.8", "A33.1"),
        ("D2.1", "D2.2"),  # the same number of squares, a larger part of the shorter way
        ("B0.1", "D28.8"),
        ("B0.8", "D6.1"),
    ],
)
def test_who_is_further_comes_first(ahead: str, behind: str) -> None:
    view = a_session(a_race(a_chariot(behind), a_chariot(ahead))).view([RED])

    assert order_in(standings(view, NAMES)) == [2, 1]


def test_a_lap_more_counts_more_than_any_square() -> None:
    view = a_session(a_race(a_chariot("B30.1", corners=1), a_chariot("A5.8", corners=2))).view([RED])

    text = standings(view, NAMES)

    assert order_in(text) == [2, 1]
    assert "lap 2, home straight A5.8" in text
    assert "lap 1, back straight B30.1" in text


def test_those_who_are_out_come_last_and_those_who_are_held_are_said_to_be() -> None:
    out = a_chariot("B30.1", status="out")
    view = a_session(a_race(out, a_chariot("A5.8", horses=(5, 0, 5, 5)))).view([RED])

    first, last = standings(view, NAMES).split("\n")

    assert first.startswith("1. <2>")
    assert "dead horse" in first
    assert last.startswith("2. <1>")
    assert last.endswith("out")


def test_names_of_any_length_fit() -> None:
    view = next(view for view, _ in asked_in_races() if view.is_set_up)

    assert len(standings(view, worst_names())) < 2_000


def test_the_terms_of_a_race() -> None:
    assert terms(Options(laps=1)) == "Basic Game · 1 lap, up to eight chariots"
    assert terms(Options(share_out=True)) == "Basic Game · 3 laps, all eight chariots are shared out"


@pytest.mark.parametrize("field", option_fields(Options).values(), ids=lambda field: field.name)
def test_every_option_that_is_not_as_usual_shows_in_the_header(field: OptionField) -> None:
    usual = Options()
    headers = {terms(msgspec.structs.replace(usual, **{field.name: value})): value for value in field.values.values()}

    assert len(headers) == len(field.values)


def test_every_game_says_that_start_places_go_by_rating() -> None:
    for rules in (each for each in RULESETS.values() if hasattr(each.options(), "by_rating")):
        said = [WORDS[rules.id].terms(rules.options(by_rating=chosen)) for chosen in (False, True)]
        assert [STARTS_BY_RATING in each for each in said] == [False, True]


def test_many_options_make_one_line() -> None:
    options = Options(edition="advanced", field=16, weather=True, dust=True, free_attempts="every phase")

    assert terms(options) == (
        "Advanced Game · 3 laps, up to sixteen chariots · with dust, weather and dragged drivers try to get free in "
        "every phase"
    )
