"""What a press on *Go* risks in the race of the day: its button names it from one in ten on, as others do."""

from fractions import Fraction
from typing import Any
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from cogs.panels import daily as panel
from engine.chariot_race.order_book import ORDER_BOOK
from engine.circus_maximus.orders.presets import preset as drawn_up
from engine.circus_maximus.seen.risks import crash_at
from engine.daily.attempt import YOURS, Attempt, Day, seed_of
from engine.daily.settings import setting_of
from records.daily import TryRecord
from records.values import PlayerId
from steward import Tried
from words import WORDS
from words.circus_maximus.in_short import chance_percent
from words.shared.daily import names_for
from words.shared.words import Sheet

MIDWAY, BY_DICE = 7, 5
DANGER, SUCCESS = 4, 3
TURNS = 4


def tried_at(number: int, seed: int, turns: int = 0) -> Tried:
    """Return a try at a day, so many turns on."""
    day = Day(seed_of(bytes([seed]) * 32, 0), setting_of(number))
    attempt = Attempt(day)
    for _ in range(turns):
        if attempt.ask is not None:
            attempt.give(attempt.begun())
    return Tried(TryRecord(number=number, person=PlayerId(1), name="Ana", guild=0, began=0.0), day, attempt)


def sheet(tried: Tried, preset: str) -> Sheet:
    return panel._sheet(tried, preset)


def go(tried: Tried, shown: Sheet, preset: str = "") -> Any:
    return next(panel._order_rows(tried, shown, preset, "")).to_component_dict()["components"][0]


@pytest.mark.parametrize("seed", range(1, 5))
def test_a_strain_that_only_others_bring_is_named_with_its_chance_to_crash(seed: int) -> None:
    """*Attack* may leave its line for somebody who moves first: what that can cost stands below, and on *Go*."""
    for turns in range(TURNS):
        tried = tried_at(MIDWAY, seed, turns)
        if tried.attempt.ask is None:
            return
        orders = panel._ordered(tried, "attack")
        shown = sheet(tried, "attack")
        told = [line for line in shown.text.split("\n") if line.startswith(("⚠️", "🚧", "☠️"))]
        if orders.corner_strain:
            assert any(f"{orders.corner_strain} over" in line for line in told), shown.text
        assert ("crash" in go(tried, shown)["label"]) == bool(shown.danger)


@pytest.mark.parametrize("points", [12, 1])
def test_the_chance_stands_on_go_from_one_in_ten_on(points: int) -> None:
    tried = tried_at(MIDWAY, 2)
    view = tried.attempt.view
    chance = crash_at(view, YOURS, points)
    assert (chance > Fraction(1, 10)) == (points == 12)
    label, style = (f"Go · up to {chance_percent(chance)} crash", DANGER) if points == 12 else ("Go", SUCCESS)
    orders = replace(drawn_up(view, YOURS, "fast"), corner_strain=points, preset="fast")
    words = WORDS[tried.day.setting.game].orders
    assert words is not None
    shown = words.sheet(view, YOURS, tried.attempt.ask, orders, names_for("Ana"))

    found = go(tried, shown)
    assert (found["label"], found["style"]) == (label, style), shown.text


@pytest.mark.parametrize(("wreck", "label"), [(0.26, "Go · 26 % wreck"), (0.04, "Go")])
def test_a_wreck_by_dice_is_named_on_go(wreck: float, label: str) -> None:
    def risky(*args: Any) -> Any:
        return replace(ORDER_BOOK.dry_run(*args), wreck=wreck)

    tried = tried_at(BY_DICE, 1)
    with patch("words.chariot_race.orders.ORDER_BOOK", ORDER_BOOK._replace(dry_run=risky)):
        shown = sheet(tried, "")
    assert go(tried, shown)["label"] == label


def test_what_presets_order_differs_at_a_glance() -> None:
    tried = tried_at(BY_DICE, 1)
    said = {panel._in_short(sheet(tried, each))[0].split(": ", 1)[1] for each in ("safe", "fast", "attack")}
    assert len(said) == 3, said
    assert not any("the best line" in each for each in said)
