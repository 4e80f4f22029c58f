"""The list of stables to challenge: whoever is missing from it is named with a reason."""

from typing import Any

import pytest
from msgspec.structs import replace

from records.values import EntryId
from tests.leagues.test_epic_words import ANN, NAMES, begun
from words.leagues import duel_pages, match_pages
from words.leagues.desk import Desk

CHARIOTS: Any = begun().view([ANN]).market
GONE = {2: "bankrupt", 3: "kept", 4: "retired"}


def a_desk(**of_all: Any) -> Desk:
    """Return Ann's desk: stable 5 is the house's, 6 has nothing, 2 to 4 are out."""
    view = begun().view([ANN])
    stables = []
    for each in view.stables:
        status = GONE.get(int(each.number), "active")
        owns: Any = {} if each.number == EntryId(6) else of_all
        stables.append(replace(each, status=status, is_house=each.number == EntryId(5), **owns))
    mine = replace(view.own[ANN], stable=replace(view.own[ANN].stable, **of_all))
    return Desk(replace(view, stables=tuple(stables), own={ANN: mine}), ANN, NAMES)


@pytest.mark.parametrize(
    ("page", "owns", "good"), [(match_pages.page, "chariots", "chariot"), (duel_pages.page, "gladiators", "gladiator")]
)
def test_who_cannot_be_challenged_is_named_with_the_reason(page: Any, owns: str, good: str) -> None:
    man = begun(arena="both").view([ANN]).men[0].man if good == "gladiator" else CHARIOTS[0].chariot
    text = page(a_desk(**{owns: (man,)}), "match" if good == "chariot" else "duels").text
    assert "Not to be challenged: " in text
    for told in (
        "**Stable 2** (bankrupt)",
        "**Stable 3** (a manager keeps it)",
        "**Stable 4** (retired)",
        "**Stable 5** (a house stable)",
        f"**Stable 6** (no {good})",
    ):
        assert told in text


def test_where_all_can_be_challenged_nothing_is_said() -> None:
    view = begun().view([ANN])
    owns: Any = {"chariots": (CHARIOTS[0].chariot,)}
    stables = tuple(replace(each, status="active", is_house=False, **owns) for each in view.stables)
    mine = replace(view.own[ANN], stable=replace(view.own[ANN].stable, **owns))
    desk = Desk(replace(view, stables=stables, own={ANN: mine}), ANN, NAMES)
    page = match_pages.page(desk, "match")
    assert "Not to be challenged" not in page.text
    assert [each.label for menu in page.menus if menu.name == "rival" for each in menu.options] == [
        f"Stable {number}" for number in range(2, 7)
    ]
