"""Who won their freedom in a season (B.11, C.7, R-B37)."""

from engine.facts import Fact
from engine.leagues.words.arena_facts import FightsForState, GladiatorFreed
from engine.leagues.words.epic_facts import BeganAgain, DriverFreed
from records.values import EntryId
from steward.seasons.freed import KINDS, Freed, freed_of

ANN, BOB = EntryId(1), EntryId(2)


def test_champions_of_stables_and_of_slaves_are_told_apart() -> None:
    facts: list[Fact] = [
        DriverFreed(ANN, 3, 7, "Nepos"),
        BeganAgain(BOB, True, 0, 9),
        FightsForState(ANN, 4, "Taurus"),
        DriverFreed(BOB, 9, 12, "Felix"),
        GladiatorFreed(ANN, 4, "Taurus"),
        GladiatorFreed(EntryId(3), 5, "Syrus"),
    ]

    assert list(freed_of(facts)) == [
        Freed("Nepos", ANN, False, False),
        Freed("Felix", BOB, False, True),
        Freed("Taurus", ANN, True, True),
        Freed("Syrus", EntryId(3), True, False),
    ]


def test_who_begins_again_as_an_owner_is_no_slave_any_more() -> None:
    facts: list[Fact] = [BeganAgain(ANN, True, 0, 3), BeganAgain(ANN, False, 2_000, 5), DriverFreed(ANN, 5, 2, "Felix")]

    assert [each.of_state for each in freed_of(facts)] == [False]


def test_all_that_is_needed_is_looked_up() -> None:
    assert set(KINDS) == {"DriverFreed", "GladiatorFreed", "BeganAgain", "FightsForState"}
