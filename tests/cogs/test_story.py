"""The story: every fact has its words."""

import re
from typing import get_args

import pytest

from engine.circus_maximus.words import facts
from engine.circus_maximus.words.facts import Facts
from engine.facts import Fact, Modifier, OrdersSealed, OrdersUnsealed, Rolled, Sealed, Unsealed
from engine.rulesets import PLAYED
from records.values import EntryId
from tests.cogs.samples import samples_of
from words import WORDS
from words.circus_maximus.story import line, tell

NAMES = {EntryId(number): f"<name {number}>" for number in range(9)}
RED, BLUE = EntryId(1), EntryId(2)
SILENT = {Unsealed, OrdersUnsealed, facts.Drawn, facts.PhaseEnded}
"""What other lines say already."""

CODE = re.compile(r"\w=|None|True|False|told\.|<class|[{}]|\['|\('|__")
"""What would show that a value was printed, instead of being put into words."""


@pytest.mark.parametrize("kind", get_args(Facts), ids=lambda kind: kind.__name__)
def test_every_fact_is_told_in_words_whatever_is_in_it(kind: type[Fact]) -> None:
    samples = list(samples_of(kind))

    assert samples
    for fact in samples:
        text = line(fact, NAMES)
        assert bool(text) == (kind not in SILENT), fact
        assert text == text.strip()
        assert not CODE.search(text.replace("<name", "")), text


@pytest.mark.parametrize("kind", sorted(set(get_args(Facts)) - SILENT, key=str), ids=lambda kind: kind.__name__)
def test_whoever_a_fact_is_about_is_named(kind: type[Fact]) -> None:
    for fact in samples_of(kind):
        about = [getattr(fact, field) for field in ("entry", "attacker") if hasattr(fact, field)]
        text = line(fact, NAMES)
        # Damage to cars names those that are damaged; a lash without effect names who gave it.
        named = [NAMES[entry] for entry in about if entry is not None]
        assert not named or any(name in text for name in named) or isinstance(fact, facts.CarsDamaged), text


@pytest.mark.parametrize("ruleset", PLAYED)
def test_a_fact_without_words_is_an_error_not_a_gap(ruleset: str) -> None:
    class Unheard(Fact, frozen=True):
        pass

    with pytest.raises(TypeError, match="Unheard"):
        WORDS[ruleset].tell([Unheard()], NAMES)


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        (facts.Rammed(RED, BLUE, "team", "ram"), "💥 <name 1> rams the team of <name 2>!"),
        (facts.Rammed(RED, BLUE, "car", "involuntary"), "💥 <name 1> is driven into the car of <name 2>!"),
        (facts.Rammed(RED, BLUE, "car", "frontal"), "💥 <name 1> cannot stop and runs into the car of <name 2>!"),
        (facts.HorseInjured(RED, 1, 3, 2), "<name 1>'s left outer horse is hurt by 3: speed 2 left."),
        (facts.HorseInjured(RED, 4, 3, 2), "<name 1>'s right outer horse is hurt by 3: speed 2 left."),
        (facts.Finished(RED, 1), "🏁 <name 1> crosses the line with 1 square to spare."),
        (facts.Finished(RED, 0), "🏁 <name 1> crosses the line with nothing to spare."),
        (facts.MarkerRemoved(RED, "dolphin", 2), "🐬 <name 1> leads into the corner: a dolphin comes down, 2 left."),
        (facts.CarsDamaged(RED, BLUE, ()), "Both cars stand the blow."),
        (facts.CarsDamaged(RED, BLUE, (BLUE, RED)), "Damaged: <name 2> and <name 1>."),
        (facts.WhipLost(RED, BLUE), "<name 1> loses the whip; <name 2> keeps it."),
        (facts.WhipLost(RED, None), "<name 1> loses the whip."),
        (facts.PhaseBegan(RED, 14, 14, 14), "🏇 <name 1> moves at 14."),
        (facts.PhaseBegan(RED, 14, 11, 9), "🏇 <name 1> moves at 11 (set to 14), 9 squares to spend."),
        (facts.PhaseBegan(RED, 3, 3, 1), "🏇 <name 1> moves at 3, 1 square to spend."),
        (facts.TurnBegan(4), "### Turn 4"),
        (facts.TurnBegan(4, True), "### Turn 4 · the last"),
    ],
)
def test_single_lines(fact: Fact, text: str) -> None:
    assert line(fact, NAMES) == text


def test_a_roll_tells_its_dice_what_was_added_and_the_rule() -> None:
    corner = Rolled(RED, "corner", (4, 4, 1), 6, (Modifier("CDM", -2),), 7, "7.32")
    draws = [Rolled(None, "draw", (5,), sides, (), 5, "5.2") for sides in (8, 6)]

    assert line(corner, NAMES) == "-# 🎲 <name 1>: corner 4+4+1, driver -2 = 7 (rule 7.32)"
    assert [line(draw, NAMES) for draw in draws] == [
        "-# 🎲 draw (1 of 8) 5 (rule 5.2)",
        "-# 🎲 draw (1 of 6) 5 (rule 5.2)",
    ]


def test_seals_that_follow_each_other_share_a_line() -> None:
    lines = tell([Sealed(RED, "a" * 64), Sealed(BLUE, "b" * 64), facts.TurnBegan(1), Sealed(RED, "c" * 64)], NAMES)

    assert lines == [
        "-# 🔒 Sealed: <name 1> · <name 2>",
        "### Turn 1",
        "-# 🔒 Sealed: <name 1>",
    ]


def test_the_seal_of_a_whole_order_shares_the_line_of_its_answers() -> None:
    lines = tell([Sealed(RED, "a" * 64), OrdersSealed(RED, "b" * 64), Sealed(BLUE, "c" * 64)], NAMES)

    assert lines == ["-# 🔒 Sealed: <name 1> · <name 1>, the whole order · <name 2>"]


def test_the_end_lists_the_places_whether_there_is_a_winner_or_not() -> None:
    crossed, behind = facts.Placing(RED, 1, True, 3), facts.Placing(BLUE, 2, False)

    won = line(facts.RaceEnded(9, (crossed, behind), True), NAMES)
    lost = line(facts.RaceEnded(9, (behind,), False), NAMES)

    assert won.startswith("## 🏆 The race is over\n1. <name 1> · across the line, 3 squares to spare\n2. <name 2>\n")
    assert lost.startswith("## 🏁 It ends here, with nobody across the line\n2. <name 2>\n")
    assert all("`/watch what:verify` checks the dice" in text for text in (won, lost))
    # A race of a cup ends with the same words, and its next race is opened by `/host cup what:next`.
    assert not any("next race" in text for text in (won, lost))
