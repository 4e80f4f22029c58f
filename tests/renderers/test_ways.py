"""Ways read from facts, on made-up turns and on a real race."""

from itertools import pairwise
from typing import Any

import pytest

from engine.circus_maximus.words import facts
from engine.dice import RaceDice
from engine.game import Entrant
from engine.rulesets import RULESETS
from engine.session import Session, first_checkpoint
from records.values import EntryId, Square
from renderers.circus_maximus import alt_board, draw_board, ways
from tests.renderers.samples import NAMES, a_chariot, a_view

RED, BLUE = EntryId(1), EntryId(2)


def test_a_way_goes_through_every_square() -> None:
    before = a_view(a_chariot(1, "A31.3"), a_chariot(2, "A20.5"))
    happened = [
        facts.Moved(RED, 4, Square("D2.3")),
        facts.LaneChanged(RED, "outside", Square("D4.4")),
        facts.Moved(RED, 1, Square("D5.4")),
        facts.Evaded(BLUE, "inside", Square("A20.4"), 2),
        facts.BrakedBack(BLUE, Square("A19.4"), forced=False),
    ]

    assert ways(before, happened) == {
        RED: tuple(map(Square, ("A31.3", "A32.3", "A33.3", "D1.3", "D2.3", "D4.4", "D5.4"))),
        BLUE: tuple(map(Square, ("A20.5", "A20.4", "A19.4"))),
    }


def test_who_stands_still_has_no_way_but_who_flips_has_an_end() -> None:
    before = a_view(a_chariot(1, "A31.3"), a_chariot(2, "A20.5"))

    assert ways(before, []) == {}
    assert ways(before, [facts.Flipped(BLUE, "corner", Square("A20.5"))]) == {BLUE: (Square("A20.5"),)}


def test_an_end_is_marked_on_the_board() -> None:
    view = a_view(a_chariot(1, "A31.3"), a_chariot(2, None, status="out"))

    assert draw_board(view, NAMES, path={BLUE: (Square("A20.5"),)}) != draw_board(view, NAMES)


@pytest.fixture(scope="module")
def session() -> Session[Any]:
    """Return a race that house drivers have driven to its end."""
    rules = RULESETS["circus-maximus"]
    entrants = [Entrant(EntryId(place), colour, None) for place, colour in enumerate(rules.colours, start=1)]
    drivers = [rules.drivers[name] for name in rules.mixed]
    start = first_checkpoint(rules, rules.new_race(rules.options(laps=1), entrants))
    race = Session(rules, start, RaceDice(b"pictures"))
    while race.open:
        entry, ask = next(iter(race.open.items()))
        race.answer(entry, drivers[entry % len(drivers)](race.view([entry]), ask))
    return race


def test_ways_lead_to_where_the_next_view_has_the_teams(session: Session[Any]) -> None:
    scenes = session.scenes
    moved = 0
    for before, after in pairwise(scenes):
        gone = ways(before.view, session.table.told[before.told : after.told])
        for chariot in after.view.chariots:
            if chariot.square is not None and before.view.chariot(chariot.entry).square is not None:
                stood = (before.view.chariot(chariot.entry).square,)
                assert gone.get(chariot.entry, stood)[-1] == chariot.square
                moved += chariot.entry in gone
    assert moved > 50


@pytest.mark.as_sent
@pytest.mark.slow
def test_a_real_race_can_be_drawn_and_told(session: Session[Any]) -> None:
    scenes = session.scenes
    for place in [*range(1, len(scenes), 16), len(scenes) - 1]:
        before, after = scenes[place - 1], scenes[place]
        path = ways(before.view, session.table.told[before.told : after.told])

        assert len(draw_board(after.view, NAMES, path=path, title="The Games of Apollo")) <= 150 * 1024
        assert len(alt_board(after.view, NAMES, path=path, title="The Games of Apollo")) <= 1024
