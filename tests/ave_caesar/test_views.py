"""What everybody sees (3.2)."""

import msgspec
import pytest

from engine.ave_caesar.courses import Space
from engine.ave_caesar.state import Chariot, Options
from engine.ave_caesar.views import RaceView
from engine.game import Entrant
from records.values import EntryId, Faction
from tests.ave_caesar.builders import BLUE, RED, RULES, YELLOW, a_chariot, a_race, a_session, play


def test_rule_3_2_all_but_the_cards_is_public() -> None:
    race = a_race(
        a_chariot("22b", (1, 2, 3), x=2, played=(6, 5), deck=(4, 4), missed=1),
        a_chariot("06c1", x=1, paid=True),
        missed_streak=1,
        stalemate_swaps=2,
    )
    view: RaceView = a_session(race).view()

    red = view.chariot(RED)
    assert (red.space, red.crossings, red.pos, red.coin, red.leads) == ("22b", 2, 1560 + 22 * 60, True, True)
    assert (red.played, red.hand_size, red.cards_left, red.points_left) == ((6, 5), 3, 5, 14)
    assert (red.remaining, red.spare, red.missed, red.position) == (32, 14 - 32, 1, 1)
    assert (view.course, view.direction, view.order, view.active) == ("white", "clockwise", (RED, BLUE), RED)
    assert (view.leaders, view.missed_streak, view.stalemate_swaps) == ((RED,), 1, 2)


def test_after_a_move_the_next_chariot_is_active_and_the_path_is_shown() -> None:
    session = a_session(a_race(a_chariot("10b"), a_chariot("04b")))

    play(session, 2, "12N")

    view = session.scenes[-1].view
    assert view.active == BLUE
    assert view.chariot(RED).path == ("10b", "11b", "12N")
    assert view.chariot(RED).leads


def test_a_chariot_off_the_board_has_no_way_to_go() -> None:
    done = Chariot("some colour", crossings=4, status="finished", place=1)
    view = RULES.view_for(a_race(a_chariot(), done, finished=[BLUE]), {}, ())

    blue = view.chariot(BLUE)
    assert (blue.space, blue.pos, blue.remaining, blue.spare, blue.place) == (None, None, None, None, 1)
    assert view.leaders == ()


@pytest.mark.parametrize(("active", "next_one"), [(0, RED), (1, YELLOW), (2, YELLOW), (3, RED)])
def test_active_is_over_those_who_race_no_more(active: int, next_one: EntryId) -> None:
    out = Chariot("some colour", status="out", left_at=100)
    race = a_race(a_chariot(), out, a_chariot("17b"), removed=[BLUE], active=active)

    assert RULES.view_for(race, {}, ()).active == next_one


def test_before_the_set_up_nobody_stands_anywhere() -> None:
    race = RULES.new_race(Options(), [Entrant(EntryId(n), RULES.colours[n - 1], Faction(n)) for n in (1, 2, 3)])
    view = RULES.view_for(race, {}, (RED,))

    assert (view.order, view.active, view.leaders, view.is_set_up) == ((), None, (), False)
    assert {chariot.space for chariot in view.chariots} == {None}
    assert view.hands == {RED: ()}


def test_a_view_can_be_kept_and_read_back() -> None:
    view = a_session(a_race(a_chariot("A3", x=2), a_chariot("04b", path=[Space("03b"), Space("04b")]))).view([RED])

    assert msgspec.json.decode(msgspec.json.encode(view), type=RaceView) == view
