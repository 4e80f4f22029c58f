"""A turn in a few sentences, and the end of a race in words: from facts alone, short, and always alike."""

import re
from collections.abc import Sequence
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from engine.ave_caesar import facts as caesar
from engine.circus_maximus.printed.editions import EDITIONS
from engine.circus_maximus.printed.odds import OF_THREE, THREE_DICE, dice_ways
from engine.circus_maximus.printed.tables import CORNER_STRAIN
from engine.circus_maximus.words.facts import (
    Attacked,
    CarsDamaged,
    CornerStrained,
    CornerTaken,
    DriverDied,
    DriverLashed,
    Evaded,
    Flipped,
    Held,
    HorseDied,
    PulledOut,
    Rammed,
    RunDown,
    RunOver,
    WheelDamaged,
    WheelLost,
    WhipLost,
)
from engine.circus_maximus.words.options import Options
from engine.dice import RaceDice
from engine.facts import Fact, Rolled
from engine.game import Entrant
from engine.rulesets import RULESETS
from engine.session import Session, first_checkpoint
from records.races import StoryMode
from records.values import EntryId, Square
from renderers import SCENES
from renderers.circus_maximus.places import standings
from words import WORDS
from words.ave_caesar.glance import moment
from words.circus_maximus import glance, luck, results
from words.circus_maximus.glance import events
from words.shared.glance import MOST_SENTENCES, headline_of, post_text
from words.shared.results import Chance, fortune, luck_awards

RED, BLUE, GREEN = EntryId(1), EntryId(2), EntryId(3)
NAMES = {EntryId(number): f"🔴 **{number} {name}**" for number, name in enumerate(("Red", "Blue", "Green"), start=1)}
MOST_WORDS = 25


def said(*facts: Fact) -> list[str]:
    return [each.said for each in events(facts, NAMES, EDITIONS["basic"])]


def corner(total: int, code: Any, *after: Fact, lane: Any = 2, points: int = 6) -> tuple[Fact, ...]:
    return (
        CornerStrained(RED, lane, 9, points),
        Rolled(RED, "corner", (total - 2, 1, 1), 6, (), total, "7.32"),
        CornerTaken(RED, code),
        *after,
    )


@pytest.mark.parametrize(
    ("facts", "sentences"),
    [
        (
            (Attacked(RED, BLUE, "car", "ram"), Evaded(BLUE, "inside", Square("A2.1"), 2)),
            ["🔴 **2 Blue** slips out of the way of 🔴 **1 Red**'s ram."],
        ),
        (
            (
                Attacked(RED, BLUE, "car", "ram"),
                Held(BLUE, True),
                Rammed(RED, BLUE, "car", "ram"),
                CarsDamaged(RED, BLUE, (BLUE,)),
                WheelDamaged(BLUE, "inside", 9, 9),
                WheelLost(BLUE, "inside"),
                Flipped(BLUE, "wheel", Square("A2.1")),
            ),
            ["🔴 **1 Red** rams 🔴 **2 Blue**, who turns over."],
        ),
        (
            (
                Attacked(RED, BLUE, "driver", "lash"),
                DriverLashed(BLUE, RED, -4, "G"),
                WhipLost(RED, BLUE),
            ),
            ["🔴 **1 Red** lashes 🔴 **2 Blue** and loses the whip."],
        ),
        ((Attacked(RED, BLUE, "driver", "lash"), DriverLashed(BLUE, RED, 0, "-")), []),
        (
            (Rammed(RED, BLUE, "team", "frontal"),),
            ["🔴 **1 Red** runs into 🔴 **2 Blue**, and both come out whole."],
        ),
        (
            corner(18, "FP", Flipped(RED, "corner", Square("D3.2"))),
            ["☠️ 🔴 **1 Red** turns over in the dolphin corner, 6 over the safe speed, a 26 % risk."],
        ),
        (
            corner(18, "FP", Flipped(RED, "corner", Square("D3.7")), lane=7, points=4),
            ["☠️ 🔴 **1 Red** turns over in the dolphin corner, 4 over the safe speed, a 22 % risk."],
        ),
        (
            corner(14, "SS", Flipped(RED, "wall", Square("D3.8")), lane=7, points=4),
            [
                (
                    "☠️ 🔴 **1 Red** turns over in the dolphin corner: a slide into the wall, "
                    "4 over the safe speed, a 22 % risk."
                )
            ],
        ),
        (
            corner(4, "-", lane=8, points=4),
            [
                "🔴 **1 Red** takes a corner 4 over the safe speed, a 35 % risk to turn over, and holds.",
            ],
        ),
        (
            corner(4, "-", Attacked(BLUE, RED, "driver", "lash"), Flipped(RED, "wall", Square("D3.8")), points=1),
            ["🔴 **2 Blue** lashes 🔴 **1 Red**, who turns over."],
        ),
        (corner(16, "SS"), ["🔴 **1 Red** takes a corner 6 over the safe speed and slides two lanes out."]),
        (corner(4, "-"), ["🔴 **1 Red** takes a corner 6 over the safe speed, a 26 % risk to turn over, and holds."]),
        (
            (Attacked(RED, BLUE, "driver", "lash"), DriverLashed(BLUE, RED, 5, "W"), PulledOut(RED, BLUE)),
            ["🔴 **1 Red** lashes 🔴 **2 Blue** and is pulled out of the car."],
        ),
        (
            (Attacked(RED, BLUE, "driver", "lash"), DriverLashed(BLUE, RED, 5, "W"), PulledOut(BLUE, RED)),
            ["🔴 **1 Red** lashes 🔴 **2 Blue**, whose driver is pulled out of the car."],
        ),
        (
            (Attacked(RED, BLUE, "car", "ram"), Rammed(RED, BLUE, "car", "ram"), DriverDied(RED)),
            ["🔴 **1 Red** rams 🔴 **2 Blue** and loses its own driver."],
        ),
        (
            (Attacked(RED, BLUE, "car", "ram"), Rammed(RED, BLUE, "car", "ram"), DriverDied(GREEN)),
            ["🔴 **1 Red** rams 🔴 **2 Blue**: 🔴 **3 Green** loses its own driver."],
        ),
        ((HorseDied(GREEN, 1),), ["🔴 **3 Green** loses a horse."]),
        ((RunDown(RED, GREEN, 4, True),), ["🔴 **3 Green** runs down 🔴 **1 Red**'s driver."]),
        ((RunOver(RED, GREEN, 1, 3),), ["🔴 **3 Green** runs down 🔴 **1 Red**'s driver."]),
    ],
)
def test_what_happened_is_told_in_a_sentence_that_says_what_came_of_it(
    facts: tuple[Fact, ...], sentences: list[str]
) -> None:
    assert said(*facts) == sentences


def played(ruleset: str, seed: bytes, chariots: int, **options: Any) -> Session[Any]:
    """Return a race that house drivers have played out."""
    rules = RULESETS[ruleset]
    entrants = [Entrant(EntryId(n), colour, None) for n, colour in enumerate(rules.colours[:chariots], start=1)]
    race = Session(rules, first_checkpoint(rules, rules.new_race(rules.options(**options), entrants)), RaceDice(seed))
    drivers = rules.mixed
    while race.open:
        entry, ask = next(iter(race.open.items()))
        race.answer(entry, rules.drivers[drivers[entry % len(drivers)]](race.view([entry]), ask))
    return race


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        ("circus-maximus", {"laps": 1}),
        ("circus-maximus", {"laps": 1, "edition": "advanced"}),
        ("ave-caesar", {}),
        ("chariot-race", {}),
        ("chariots-of-rome", {"laps": 1}),
    ],
)
def test_every_turn_and_the_end_of_whole_races_are_told_in_short_sentences(
    ruleset: str, options: dict[str, Any]
) -> None:
    chariots = 6
    race = played(ruleset, b"glance", chariots, **options)
    words = WORDS[ruleset]
    names = {EntryId(number): f"**{number} N**" for number in range(1, chariots + 1)}
    facts, after, before, ends, titles = race.table.told, 0, None, [], []
    last: list[str] = []
    for since in sorted({scene.since for scene in race.scenes}):
        scenes = [scene for scene in race.scenes if scene.since == since]
        turn = SimpleNamespace(
            options=RULESETS[ruleset].options(**options),
            before=before,
            after=scenes[-1].view,
            facts=facts[after : scenes[-1].told],
            number=since + 1,
        )
        sentences = headline_of(words, turn, names)
        assert 1 <= len(sentences) <= MOST_SENTENCES
        assert sentences == headline_of(words, turn, names), "always alike"
        for sentence in sentences:
            assert len(sentence.split()) <= MOST_WORDS, sentence
            assert re.search(r"[.!?]$", sentence), sentence
        told = SimpleNamespace(**vars(turn), phases=[SimpleNamespace(facts=turn.facts)], seals=(), is_whole=True)
        assert post_text(words, StoryMode.TURN, told, names).endswith(" ".join(sentences))
        titles.append(post_text(words, StoryMode.TURN, told, names).splitlines()[0])
        alone = post_text(words, StoryMode.TURN, told, names, EntryId(1))
        is_lying = words.lying is not None and words.lying(turn.after, EntryId(1)) is not None
        assert names[EntryId(1)] in alone or not is_lying, "the one reader's chariot is named"
        assert not set(sentences) & set(last), "no sentence twice in a row"
        after, before, last = scenes[-1].told, scenes[-1].view, sentences
        ends.append(scenes[-1].view)
    assert len(set(titles)) == len(titles), "each post has a title of its own"
    assert words.result is not None
    result = words.result(ends, facts, names)
    assert [each.entry for each in result.places] != []
    assert {each.entry for each in result.places} == set(names)
    assert result.decisive
    assert result.stories is not None
    for sentence in [result.decisive, *result.stories.values()]:
        assert all(len(each.split()) <= MOST_WORDS for each in sentence.split(". ")), sentence


def test_the_result_and_its_card_tell_the_same_distances() -> None:
    race = played("circus-maximus", b"glance", 6, laps=1)
    names = {EntryId(number): f"**{number} N**" for number in range(1, 7)}
    last = race.scenes[-1].view

    result = WORDS["circus-maximus"].result([last], race.table.told, names)  # type: ignore[misc]

    notes = {place.entry: place.note for place in result.places}
    drawn = {each.entry: each.behind for each in standings(last) if each.behind and each.place and each.place > 1}
    assert drawn
    assert all(notes[entry].startswith(f"{behind} square") for entry, behind in drawn.items())
    for entry, behind in drawn.items():
        lying = glance.lying(last, entry)
        assert lying is None or lying.behind.startswith(str(behind))


# Luck


def chances(facts: Sequence[Fact]) -> list[Chance]:
    return luck.chances(facts, Options())


def test_a_corner_is_as_lucky_as_its_row_of_the_chart_is_rare() -> None:
    (held,) = chances(corner(4, "-"))
    (thrown,) = chances(corner(18, "FP"))
    assert (held.what, held.came) == ("a corner 6 over the safe speed", "holds")
    assert held.better == 0
    assert held.luck == 1 - held.same / 2
    assert thrown.luck == thrown.same / 2 < held.luck


def test_what_is_luck_for_the_one_is_bad_luck_for_the_other() -> None:
    roll = Rolled(RED, "ram on a car", (6, 6, 6), 6, (), 18, "9.54")
    mine, theirs = chances([roll, CarsDamaged(RED, BLUE, (BLUE,))])
    assert (mine.entry, theirs.entry) == (RED, BLUE)
    assert mine.luck + theirs.luck == 1


def rolled(what: str, total: int, rule: str, dice: int = 2) -> Rolled:
    return Rolled(RED, what, (total - dice + 1, *(1,) * (dice - 1)), 6, (), total, rule)


@pytest.mark.parametrize(
    ("before", "what", "rule", "dice"),
    [
        ((), "horse injury", "9.5", 2),
        ((), "wheel damage", "9.55", 2),
        ((WheelDamaged(RED, "inside", 3, 5),), "inside wheel", "9.56", 2),
        ((), "obstacle", "14.3", 3),
        ((), "dust", "16.2", 2),
        ((), "knife", "16.2", 1),
        ((), "knife wound", "16.2", 2),
        ((), "spear wound", "16.2", 2),
        ((), "dust in the eyes", "16.2", 2),
    ],
)
def test_every_chart_is_fair_over_all_rolls(before: tuple[Fact, ...], what: str, rule: str, dice: int) -> None:
    told_of = [
        (ways, found)
        for total, ways in dice_ways(dice).items()
        for found in chances([*before, rolled(what, total, rule, dice)])
    ]
    assert sum(ways for ways, _ in told_of) == 6**dice
    assert sum(ways * found.luck for ways, found in told_of) / 6**dice == Fraction(1, 2)
    assert len({found.came for _, found in told_of}) > 1


def test_what_the_dice_did_is_told_in_words_and_a_wheel_of_unknown_damage_is_left_out() -> None:
    wheel = WheelDamaged(RED, "inside", 3, 5)
    (held,) = chances([wheel, rolled("inside wheel", 12, "9.56")])
    (horse,) = chances([rolled("horse injury", 2, "9.5")])
    assert (held.what, held.came, held.better) == ("a damaged wheel", "holds", Fraction(0))
    assert (horse.what, horse.came, horse.luck > Fraction(1, 2)) == ("a horse struck", "unhurt", True)
    assert chances([rolled("outside wheel", 12, "9.56")]) == []
    assert chances([rolled("horse injury", 2, "16.2", 1)]) == [], "a die that is the damage itself"


def test_over_all_rolls_that_can_be_made_everybody_is_as_lucky_as_expected() -> None:

    fair = sum(ways * chances(corner(total, CORNER_STRAIN(total, 6)))[0].luck for total, ways in THREE_DICE.items())
    assert fair / OF_THREE == Fraction(1, 2)


def test_the_luckiest_is_who_had_most_against_the_odds_and_few_rolls_win_nothing() -> None:
    good, bad = Fraction(1, 100), Fraction(99, 100)
    rolls = [Chance(RED, "a corner", "holds", Fraction(0), good)] * 3
    rolls += [Chance(BLUE, "a corner", "is shaken", Fraction(1, 100), bad)] * 3
    rolls += [Chance(GREEN, "a corner", "holds", Fraction(0), Fraction(1, 1000))]
    lucky, unlucky, shot = luck_awards(rolls, NAMES)
    assert lucky.startswith("🍀 Kindest dice, of 3 rolls or more: 🔴 **1 Red**")
    assert unlucky.startswith("🌧️ Cruellest dice: 🔴 **2 Blue**")
    assert shot == "🎯 Longest shot: 🔴 **3 Green**, a corner: holds, 1 in 1000"
    assert fortune([]) == 0


def test_a_tribute_and_a_lap_of_ave_caesar_are_told() -> None:

    line = moment([caesar.LineCrossed(RED, 3), caesar.TurnMissed(BLUE, 1)], NAMES, None)
    assert line == "🔴 **1 Red** begins lap 3, the last. ⛔ 🔴 **2 Blue** can play no card."


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "where", "options"),
    [
        ("circus-maximus", ("square", "car_square", "corners"), {"laps": 1}),
        ("ave-caesar", ("pos",), {}),
        ("chariot-race", ("pos",), {}),
        ("chariots-of-rome", ("square", "laps"), {"laps": 1}),
    ],
)
def test_all_who_are_level_in_front_are_said_to_be(ruleset: str, where: tuple[str, ...], options: Any) -> None:
    scenes = played(ruleset, b"glance", 4, **options).scenes
    view, stage = scenes[len(scenes) // 2].view, SCENES[ruleset].stage
    assert stage is not None
    first, *others = [each.entry for each in stage.standings(view) if not each.fate]
    assert len(others) == 3
    names = {entry: f"<{entry}>" for entry in (first, *others)}

    for abreast in (others[:1], others[:2]):
        at = {each: getattr(view.chariot(first), each) for each in where}
        chariots = tuple(replace(each, **at) if each.entry in abreast else each for each in view.chariots)
        turn: Any = SimpleNamespace(
            options=RULESETS[ruleset].options(**options),
            before=None,
            after=replace(view, chariots=chariots),
            facts=(),
            number=3,
        )
        told = " ".join(headline_of(WORDS[ruleset], turn, names))
        assert re.search(r"level in front|Side by side|Neck and neck", told), told
        assert {int(each) for each in re.findall(r"<(\d)>", told)} == {first, *abreast}


def test_rams_are_counted_in_good_english() -> None:
    once = [Rammed(each, BLUE, "car", "ram") for each in (RED, BLUE, GREEN)]
    last = played("circus-maximus", b"glance", 4, laps=1).scenes[-1].view
    last = replace(last, chariots=tuple(replace(each, status="out") for each in last.chariots))
    told, twice = (results.result([last], rams, NAMES) for rams in (once, once * 2))

    assert f"💥 Most rams: {NAMES[RED]}, {NAMES[BLUE]} and {NAMES[GREEN]}, 1" in told.awards
    assert told.stories is not None
    assert twice.stories is not None
    assert told.stories[RED] == "Your chariot did not reach the line. You rammed once."
    assert twice.stories[RED].endswith("You rammed 2 times.")
