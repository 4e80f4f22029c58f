"""Presets of orders: drawn up from health, fate, rivals and the way to the line."""

import msgspec
import pytest

from engine.chariot_race.order_book import begun
from engine.chariot_race.orders import CaltropWish, JavelinWish, Preset
from engine.chariot_race.presets import PRESETS, preset
from engine.chariot_race.track import FINISH
from engine.chariot_race.views import RaceView
from tests.chariot_race.builders import BLUE, RED, YELLOW, a_session, drive

VIEW = drive(a_session(chariots=4), 12).view([BLUE])


def with_own(view: RaceView = VIEW, **fields: object) -> RaceView:
    """Return the view with blue's chariot otherwise."""
    return with_(view, BLUE, **fields)


def with_(view: RaceView, entry: object, **fields: object) -> RaceView:
    chariots = tuple(msgspec.structs.replace(each, **fields) if each.entry == entry else each for each in view.chariots)
    return msgspec.structs.replace(view, chariots=chariots)


def test_less_is_risked_with_less_health_and_nothing_spared_for_after_the_line() -> None:
    risks = [preset(with_own(damage=health, pos=20), BLUE, "fast").risk for health in (12, 7, 4)]
    assert risks == [3, 2, 0]
    last = with_own(damage=4, pos=FINISH - 4, speed=4)
    assert (preset(last, BLUE, "fast").risk, preset(last, BLUE, "fast").repair_at) == (3, 0)
    assert preset(last, BLUE, "safe").risk == 0


@pytest.mark.parametrize("name", PRESETS)
def test_no_point_of_a_repair_is_lost(name: Preset) -> None:
    for view in (
        with_own(pos=20),
        with_own(pos=20, board="yellow", damage=15),
        with_own(pos=20, board="purple", damage=9),
    ):
        own = view.chariot(BLUE)
        assert 0 < preset(view, BLUE, name).repair_at <= own.sheet.damage_max - 3


def test_attacks_are_on_those_who_can_be_met_the_weakest_first() -> None:
    own = VIEW.chariot(BLUE)
    far = with_(with_(with_own(damage=12), RED, damage=1, pos=own.pos - 4), YELLOW, pos=own.pos + 90)
    drawn = preset(far, BLUE, "attack")
    assert drawn.ram == "seek"
    assert drawn.attacks[0] == JavelinWish("rival", RED)
    assert drawn.attacks[-1] == CaltropWish("last"), "one is close behind"
    assert JavelinWish("rival", YELLOW) not in drawn.attacks
    assert preset(with_own(damage=5), BLUE, "attack").ram == "accept", "too frail to ram"
    assert preset(far, BLUE, "safe").attacks == ()
    assert preset(far, BLUE, "fast").attacks == (JavelinWish("leader"), CaltropWish("last")), "what costs nothing"


def test_a_preset_is_drawn_up_anew_each_round_and_what_was_chosen_by_hand_stays() -> None:
    last = msgspec.structs.replace(preset(with_own(damage=12), BLUE, "fast"), line="outer", by_hand=("line",))
    now = begun(with_own(damage=4, pos=20), BLUE, last, False)
    assert (now.line, now.risk, now.preset, now.by_hand) == ("outer", 0, "fast", ("line",))
