"""The words of orders in Chariots of Rome: presets, menus, what is typed."""

import re
from typing import Any

import pytest

from engine.chariots_of_rome.orders import following
from engine.chariots_of_rome.orders.orders import AttackWish, Gods, Orders
from engine.chariots_of_rome.orders.presets import PRESETS
from engine.chariots_of_rome.words.questions import (
    WriteOrders,
)
from engine.questions import Ask
from records.refusals import Refused
from records.values import EntryId
from tests.chariots_of_rome.told_moments import first
from tests.chariots_of_rome.told_races import NAMES
from words.chariots_of_rome import orders
from words.chariots_of_rome.clauses import decided


def ordering(number: int = 0) -> tuple[Any, Ask]:
    moment = first(WriteOrders, number)
    return moment.view, moment.ask


@pytest.mark.parametrize("number", [0, 13, 24])
@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_drawn_up_and_come_back_as_typed(number: int, name: str) -> None:
    view, ask = ordering(number)

    drawn = orders.choose(view, ask.entry, Orders(), "preset", [name])
    sheet = orders.sheet(view, ask.entry, ask, drawn, NAMES)

    assert orders.read(view, ask.entry, Orders(), f"{name}, {sheet.typed}") == drawn
    assert len(sheet.menus) == 3
    assert len(sheet.more) <= 10
    assert all(menu.options and len(menu.options) <= 25 for menu in (*sheet.menus, *sheet.more))
    assert all(set(menu.chosen) <= {option.code for option in menu.options} for menu in (*sheet.menus, *sheet.more))
    assert sum(choice.style == "primary" for choice in sheet.presets) == 1
    assert "spaces: " in sheet.text
    assert "On average" in sheet.details


def test_every_choice_of_every_menu_changes_the_order_and_is_told() -> None:
    view, ask = ordering(13)
    sheet = orders.sheet(view, ask.entry, ask, Orders(), NAMES)

    for menu in (*sheet.menus, *sheet.more):
        for option in menu.options:
            chosen = orders.choose(view, ask.entry, Orders(), menu.name, [option.code])
            if (option.code,) != menu.chosen:
                assert chosen != Orders(), (menu.name, option)
            typed = orders.WORDS.write(view, ask.entry, chosen)
            assert orders.read(view, ask.entry, Orders(), typed) == chosen, typed


def test_the_sheet_says_in_sentences_what_decides_most() -> None:
    view, ask = ordering()
    wished = Orders(line="inside", attacks=(AttackWish(None, "ram"),), eagerness="hunt")

    details = orders.sheet(view, ask.entry, ask, wished, NAMES).details
    (line,) = [each for each in details.split("\n") if "decisive" in each]

    said = line.removeprefix("📋 Most decisive: ").rstrip(".").split("; ")
    assert all(re.fullmatch(r"(you|Speed|your) [A-Za-z ']+ \(\d+ %\)", each) for each in said), line


def test_every_clause_of_an_order_has_a_sentence() -> None:
    lines = [line for line in (following.__doc__ or "").splitlines() if line.startswith("``")]
    listed = [code for line in lines for code in re.findall(r"``([a-zA-Z0-9-]+)``", line)]
    wished = Orders(attacks=(AttackWish(EntryId(2), "whip"),))
    filled = {"HOW": "last-lap", "PAY": "free", "KIND": "whip", "GROUP": "danger", "N": "1"}
    for code in listed:
        clause = "-".join(filled.get(word, word) for word in code.split("-"))
        said = decided(clause, wished, NAMES)
        assert said.startswith(("you ", "your ", "Speed ")), clause
        assert "-" not in said, clause
    assert len(listed) > 30
    assert decided("attack-1-whip", wished, NAMES) == f"you whip {NAMES[EntryId(2)]}"


def test_of_two_answers_to_a_god_the_new_one_counts() -> None:
    view, ask = ordering(0)
    first_, second = (orders.choose(view, ask.entry, Orders(), "gods", codes_) for codes_ in (
        ["thunder-2", "trade-yes", "gifts-rattled-space", "debris-4"], ["thunder-4"],
    ))  # fmt: skip

    again = orders.choose(view, ask.entry, first_, "gods", ["thunder-2", "thunder-5", "trade-yes"])

    assert first_.gods == Gods(("rattled", "space"), 2, EntryId(4), True)
    assert second.gods == Gods()
    assert again.gods == Gods(None, 5, None, True)
    assert "drop debris before Blue" in orders.sheet(view, ask.entry, ask, first_, NAMES).summary


def test_what_is_chosen_beside_a_preset_is_the_players_own() -> None:
    view, ask = ordering(0)
    drawn = orders.choose(view, ask.entry, Orders(), "preset", ["safe"])

    changed = orders.choose(view, ask.entry, drawn, "line", ["inside"])

    assert changed.by_hand == ("line",)
    assert "✏️ Yours: the inside lane." in orders.sheet(view, ask.entry, ask, changed, NAMES).text


@pytest.mark.parametrize(("text", "field", "value"), [
    ("speed 3", "speed", 3),
    ("hard last lap", "whip", "last lap"),
    ("line 4", "line", 4),
    ("spare at 6", "spare_at", 6),
    ("ram green, whip anybody", "attacks", (AttackWish(EntryId(3), "ram"), AttackWish(None, "whip"))),
    ("attack blue", "attacks", (AttackWish(EntryId(4)),)),
    ("no attacks", "attacks", ()),
    ("hunt", "eagerness", "hunt"),
    ("corner cards 12", "corner_cards", 12),
])  # fmt: skip
def test_orders_are_typed(text: str, field: str, value: object) -> None:
    view, ask = ordering(0)

    assert getattr(orders.read(view, ask.entry, Orders(), text), field) == value


@pytest.mark.parametrize("text", ["", "speed 4", "quick", "ram nobody", "corner cards 13", "ability dance"])
def test_orders_that_cannot_be_read_say_what_may_stand_there(text: str) -> None:
    view, ask = ordering(0)

    with pytest.raises(Refused) as refused:
        orders.read(view, ask.entry, Orders(), text)
    assert refused.value.values["expected"]


def test_menus_of_another_version_are_refused() -> None:
    view, ask = ordering(0)

    for menu, chosen in (("speed", ["9"]), ("wheels", ["1"]), ("preset", ["bold"]), ("line", ["1", "2"])):
        with pytest.raises(Refused):
            orders.choose(view, ask.entry, Orders(), menu, chosen)
