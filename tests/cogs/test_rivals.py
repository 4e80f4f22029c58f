"""The result names rivals: the first person home where a house driver won, and each person's nearest house driver."""

from collections.abc import Mapping, Sequence

import pytest

from records.races import EntryRecord, FactionRecord, PublicRace
from records.values import EntryId, Faction, PlayerId
from tests.cogs.samples import a_lobby
from words import WORDS
from words.shared.cards import podium
from words.shared.endings import result_lines
from words.shared.names import names_in
from words.shared.nouns import RACE
from words.shared.results import Place, Result

NAMES = {1: "Ann", 2: "Bob", 3: "Diocles", 4: "Fuscus", 5: "Teres"}
PEOPLE = {1: 100, 2: 200}


def told(
    order: Sequence[int], people: Mapping[int, int] | None = None, out: Sequence[int] = (), away: Sequence[int] = ()
) -> list[str]:
    """Return the lines on rivals in the result of a race that ended in this order, and then those that are out.

    :param away: for whom a house driver had the reins.
    """
    people = PEOPLE if people is None else people
    factions = [
        FactionRecord(
            faction=Faction(n),
            name=name,
            player=PlayerId(people[n]) if n in people else None,
            driver=None if n in people else "racer",
            standin="racer" if n in away else None,
        )
        for n, name in NAMES.items()
    ]
    entries = [
        EntryRecord(entry=EntryId(n), colour=colour, name=name, faction=Faction(n))
        for (n, name), colour in zip(NAMES.items(), ("red", "blue", "yellow", "green", "purple"), strict=True)
    ]
    race = PublicRace(a_lobby().record, tuple(factions), tuple(entries))
    places = [Place(EntryId(n), at) for at, n in enumerate(order, start=1)] + [Place(EntryId(n), None) for n in out]
    lines = result_lines(race, Result("🏆 Somebody wins!", tuple(places), "2 laps"), names_in(race))
    return [line for line in lines if line.startswith(("🙌", "🤺"))]


def test_where_the_house_won_the_first_person_home_is_named_and_the_house_driver_nearest_to_each() -> None:
    assert told([3, 2, 4, 5, 1]) == [
        "🙌 Best of the people: 🔵 **2 Bob**",
        "🤺 House rivals: 🟡 **3 Diocles**, just ahead of 🔵 **2 Bob**; 🟣 **5 Teres**, just ahead of 🔴 **1 Ann**",
    ]


def test_where_a_person_won_only_rivals_are_named() -> None:
    assert told([1, 3, 2, 4, 5]) == [
        "🤺 House rival: 🟡 **3 Diocles**, just behind 🔴 **1 Ann** and just ahead of 🔵 **2 Bob**"
    ]


def test_who_was_away_is_neither_the_best_of_the_people_nor_a_rival_of_the_house() -> None:
    assert told([3, 2, 4, 5, 1], away=[2]) == ["🤺 House rival: 🟣 **5 Teres**, just ahead of 🔴 **1 Ann**"]
    assert told([3, 2, 4, 5, 1], away=[1, 2]) == []


def test_one_person_has_a_rival_and_is_not_the_best_of_the_people() -> None:
    assert told([3, 4, 1, 5, 2], {1: 100}) == ["🤺 House rival: 🟢 **4 Fuscus**, just ahead of 🔴 **1 Ann**"]


def test_people_side_by_side_have_the_nearest_house_driver_between_others() -> None:
    (line,) = told([1, 2, 3, 4, 5])

    assert line == "🤺 House rival: 🟡 **3 Diocles**, nearest to 🔴 **1 Ann** and just behind 🔵 **2 Bob**"


@pytest.mark.parametrize(
    ("order", "people", "out"),
    [([3, 4, 5, 1], {1: 100, 2: 200}, [2]), ([3, 4, 5], {1: 100, 2: 200}, [1, 2]), ([1, 2, 3], {}, [4, 5])],
)
def test_who_is_out_has_no_rival(order: list[int], people: dict[int, int], out: list[int]) -> None:
    lines = told(order, people, out)

    assert not any(NAMES[each] in line for each in out for line in lines)
    assert bool(lines) is (1 in order and bool(people))


def test_where_two_met_nobody_asks_who_the_rival_was() -> None:
    assert told([1, 3], {1: 100}) == []
    assert told([3], {1: 100}, out=[1]) == []


def test_a_duel_that_nobody_wins_speaks_of_no_finish_and_its_loser_has_no_silver() -> None:
    factions = tuple(
        FactionRecord(faction=Faction(n), name=NAMES[n], player=PlayerId(PEOPLE[n]), driver=None) for n in (1, 2)
    )
    entries = tuple(
        EntryRecord(entry=EntryId(n), colour=colour, name=NAMES[n], faction=Faction(n))
        for n, colour in ((1, "red"), (2, "blue"))
    )
    duel, nouns = PublicRace(a_lobby().record, factions, entries), WORDS["arena"].nouns

    assert podium(duel, {EntryId(1): None, EntryId(2): None}, nouns) == ["🏁 It is over, and nobody wins."]
    assert podium(duel, {EntryId(1): None}, RACE) == ["🏁 It is over, and nobody reaches the finish."]
    assert [line[:2] for line in podium(duel, {EntryId(2): 1, EntryId(1): 2}, nouns)] == ["🥇 ", "2."]
    assert [line[:2] for line in podium(duel, {EntryId(2): 1, EntryId(1): 2}, RACE)] == ["🥇 ", "🥈 "]
    over = Result("🏆 Bob wins!", (Place(EntryId(2), 1), Place(EntryId(1), 2, "dead")), "3 exchanges")
    assert [line[:2] for line in result_lines(duel, over, names_in(duel), nouns)[2:4]] == ["🥇 ", "2."]
