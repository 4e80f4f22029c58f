"""Places at the end of a match (D.11, AR-20)."""

import msgspec
import pytest

from engine.arena.scores import ranked
from engine.arena.state import Options, Sides
from engine.arena.views import MatchView
from records.values import EntryId
from tests.arena.builders import BLUE, GREEN, RED, YELLOW, a_session, with_men

TWO = (1, 2, 1, 2)


def ended(sides: Sides, *winners: EntryId, factions: tuple[int, ...] = ()) -> MatchView:
    """Return four men as all see them: Blue fell in phase 3, Yellow in phase 5, the others stand."""
    view: MatchView = with_men(a_session(Options(sides=sides), entries=4, factions=factions)).view()
    fell = {BLUE: 3, YELLOW: 5}
    men = tuple(msgspec.structs.replace(each, fell_in=fell.get(each.entry, 0)) for each in view.fighters)
    return msgspec.structs.replace(view, fighters=men, winners=winners)


@pytest.mark.parametrize(("sides", "factions"), [("two", TWO), ("melee", ())])
def test_a_draw_gives_nobody_a_place(sides: Sides, factions: tuple[int, ...]) -> None:
    assert {place for _, place in ranked(ended(sides, factions=factions))} == {None}


def test_of_two_sides_all_men_of_one_are_first_and_all_others_second() -> None:
    assert dict(ranked(ended("two", RED, GREEN, factions=TWO))) == {RED: 1, GREEN: 1, BLUE: 2, YELLOW: 2}


def test_in_a_melee_the_others_come_by_how_long_they_stood() -> None:
    assert ranked(ended("melee", RED)) == [(RED, 1), (GREEN, 2), (YELLOW, 3), (BLUE, 4)]
