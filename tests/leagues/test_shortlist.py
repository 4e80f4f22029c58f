"""The first lots of an auction at a glance: three, each with what it is good for among those for sale."""

from typing import Any

from msgspec.structs import replace

from engine.leagues.views import LeagueView
from tests.leagues.test_epic_words import NAMES, begun
from words.leagues.bidding import chariot_in
from words.leagues.shortlist import SHOWN, good_for, is_long, shortlist


def the_view() -> LeagueView:
    view: LeagueView = begun().view()
    return view


def test_a_glance_has_three_lots_and_says_where_the_rest_is() -> None:
    view = the_view()
    lines = shortlist(view, NAMES)
    assert is_long(view)
    assert len(lines) == 2 + 2 * SHOWN
    assert f"And {len(view.catalogue) - SHOWN} more: **All {len(view.catalogue)} lots** shows them" in lines[-1]
    assert [f"**{each.number} " in line for each, line in zip(view.catalogue, lines[1:6:2], strict=False)] == [True] * 3


def test_an_edge_is_told_of_those_who_have_it_alone() -> None:
    view, found = the_view(), dict[str, list[int]]()
    for lot in view.catalogue:
        chariot: Any = chariot_in(view, lot)
        assert chariot is not None
        if "the most endurance" in good_for(view, lot):
            found.setdefault("endurance", []).append(chariot.team.endurance)
        else:
            found.setdefault("less", []).append(chariot.team.endurance if chariot.team else 0)
    assert len(set(found["endurance"])) == 1
    assert found["endurance"][0] > max(found["less"])


def test_what_is_better_than_two_of_three_is_good() -> None:
    view = the_view()
    chariots: list[Any] = [chariot_in(view, lot) for lot in view.catalogue]
    figures = sorted(each.team.endurance for each in chariots)
    for lot, chariot in zip(view.catalogue, chariots, strict=True):
        less = sum(each < chariot.team.endurance for each in figures)
        is_good = chariot.team.endurance < figures[-1] and 3 * less >= 2 * len(figures)
        assert ("good endurance" in good_for(view, lot)) == is_good


def test_where_all_are_alike_nobody_has_an_edge_and_few_lots_are_no_wall() -> None:
    view = the_view()
    lot = view.catalogue[0]
    alone = replace(view, catalogue=(lot,))
    assert not is_long(alone)
    assert "most endurance" not in good_for(alone, lot)
    assert "fast" not in good_for(alone, lot)
