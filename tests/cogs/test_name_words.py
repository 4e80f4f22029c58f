"""Names that are words or numbers of an order, names of several people, and what stands beside names."""

import dataclasses

import pytest

from cogs.choices.which_chariot import find_chariot
from cogs.commands.purse import tipster_lines
from cogs.commands.rating import _standing
from cogs.kit.limits import cut
from cogs.kit.messages import words_for
from engine.betting.records import Tipster
from engine.refusals import GameReason
from records.past import Loyal, Standing
from records.races import EntryRecord, FactionRecord
from records.refusals import Reason, Refused
from records.values import EntryId, Faction, PlayerId, Sesterces
from tests.cogs.samples import a_lobby
from words.exports.stories import people_of
from words.shared.fame import loyal_line
from words.shared.names import harmless, names_of, namesakes, plain_name, read_named

ALEX, ALIX, ANN = PlayerId(7), PlayerId(8), PlayerId(9)


def spoken(typed: str) -> str:
    """Read a text of a small language: words, numbers, and a rival's colour behind "ram"."""
    words = typed.lower().split()
    for place, word in enumerate(words):
        behind_ram = place > 0 and words[place - 1] == "ram"
        known = ("red", "green") if behind_ram else ("ram", "line", "out", "18", "2")
        if word not in known:
            raise Refused(GameReason.NOT_A_PLAN, at=word, place=place + 1, expected=known)
    return " ".join(words)


def named(*names: str) -> list[EntryRecord]:
    colours = ("red", "blue", "green")
    pairs = zip(colours, names, strict=False)
    return [
        EntryRecord(entry=EntryId(n), colour=colour, name=name, faction=None)
        for n, (colour, name) in enumerate(pairs, start=1)
    ]


@pytest.mark.parametrize(
    ("typed", "names", "read"),
    [
        ("ram Ram", ("Ram", "Blue"), "ram red"),
        ("ram Line line 2", ("Line", "Blue"), "ram red line 2"),
        ("18 ram 18", ("18", "Blue"), "18 ram red"),
        ("ram out out 2", ("Out", "2"), "ram red out 2"),
        ("18 line 2", ("Line", "2", "18"), "18 line 2"),
        ("ram ram ram 2", ("Ram", "Blue", "2"), "ram red ram green"),
        ("ram שלום", ("שלום", "Blue"), "ram red"),
        ("ram 한", ("한", "Blue"), "ram red"),  # some keyboards send the parts of a syllable
        ("ram green", ("green", "Blue", "red"), "ram green"),
        ("ram שלום out", ("שלום", "Out"), "ram red out"),
    ],
)
def test_a_name_may_be_a_word_of_an_order(typed: str, names: tuple[str, ...], read: str) -> None:
    assert read_named(spoken, typed, named(*names), EntryId(2)) == read


def test_what_cannot_be_read_with_any_name_is_told_as_before() -> None:
    with pytest.raises(Refused) as refused:
        read_named(spoken, "ram Ram whatever", named("Ram", "Blue"), EntryId(2))

    assert refused.value.values["at"] == "whatever"


def test_names_stand_isolated_wherever_they_are_said() -> None:
    (entry,) = named("שלום 3")

    assert names_of([entry])[EntryId(1)] == "🔴 **1 \u2068שלום 3\u2069**"
    assert plain_name(entry) == "Red, \u2068שלום 3\u2069 (1)"
    assert harmless("**محمد**") == "\u2068\\*\\*محمد\\*\\*\u2069"
    assert "\u2068שלום\u2069" in words_for(Refused(Reason.NAME_TAKEN, name="שלום"))
    assert "\\*x\\*" in words_for(Refused(Reason.NAME_OF_ANOTHER, name="*x*"))


@pytest.mark.parametrize("typed", ["שלום", "Red, \u2068שלום\u2069 (1)", "Red, שלום (1)", "1 שלום", "\u200fשלום"])
def test_a_chariot_is_found_by_its_name_with_or_without_isolates(typed: str) -> None:
    assert find_chariot(named("שלום", "Blue"), typed).entry == 1


def test_what_is_cut_keeps_its_isolates_closed_and_its_length() -> None:
    for length in range(3, 30):
        short = cut(f"#12 \u2068{'שלום' * 9}\u2069 · 3 of 4", length)
        assert len(short) <= length
        assert short.count("\u2068") == short.count("\u2069")


def test_namesakes_have_a_mention_behind_them() -> None:
    people = ((ALEX, "Alex", 900), (ALIX, "ALEX", 800), (ANN, "Ann", 700))
    found = [Tipster(who, name, Sesterces(500), Sesterces(paid), 1) for who, name, paid in people]

    lines = tipster_lines(found, "this year")

    assert lines[1].startswith("1. **Alex** (<@7>): 400 gained")
    assert lines[2].startswith("2. **ALEX** (<@8>): 300 gained")
    assert lines[3].startswith("3. **Ann**: 200 gained")


def test_namesakes_are_told_apart_in_ratings_and_the_hall_of_fame() -> None:
    people = [(ALEX, "Alex"), (ALIX, "Alex"), (ANN, "Ann"), (ANN, "Alexa")]
    twins = namesakes(people)
    rated = Standing(player=ALEX, name="Alex", ruleset="x", mean=25.0, deviation=8.0, races=2, at=0.0, rivals=9)

    assert twins == {ALEX, ALIX}
    assert "**Alex** (<@7>)" in _standing(1, rated, twins)
    assert "**Alex** (<@8>)" in loyal_line(1, Loyal(person=ALIX, name="Alex", races=1), twins).text
    assert "(<@" not in loyal_line(1, Loyal(person=ANN, name="Ann", races=1), twins).text


def test_a_nameless_person_is_nobodys_namesake() -> None:
    assert not namesakes([(None, "Alex"), (None, "Alex"), (ALEX, "Alex")])


def test_an_archive_tells_namesakes_apart_by_their_colours() -> None:
    people = ((ALEX, "Alex"), (ALIX, "Alex"), (ANN, "Ann"))
    factions = tuple(
        FactionRecord(faction=Faction(n), player=who, name=name) for n, (who, name) in enumerate(people, start=1)
    )
    entries = tuple(
        EntryRecord(entry=EntryId(n), colour=colour, name=colour, faction=Faction(n))
        for n, colour in enumerate(("red", "blue", "green"), start=1)
    )
    race = dataclasses.replace(a_lobby(), factions=factions, entries=entries)

    assert people_of(race) == {ALEX: "Alex (red)", ALIX: "Alex (blue)", ANN: "Ann"}
