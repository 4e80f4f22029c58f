"""Chances as they are told, in every game: whoever reads one reads the chance that is meant, whichever it is."""

import re
from collections.abc import Callable
from fractions import Fraction
from math import ceil
from types import SimpleNamespace
from typing import Any

import pytest

from engine.circus_maximus.printed.odds import OF_TWO, WheelOdds
from engine.circus_maximus.seen.risks import WheelRisk
from words.chariot_race.terms import in_ten as in_chariot_race
from words.circus_maximus.dry_runs import in_tenths
from words.circus_maximus.in_short import crash_percent, in_ten, risk_line
from words.shared.chances import percent

CHANCES = sorted({Fraction(ways, of) for of in (6, 12, 36, 40, 216, 1296, 10_000) for ways in range(of + 1)})
WORDS = {"never": Fraction(0), "always": Fraction(1)}
SO_MANY = re.compile(r"(?:(?P<once>once)|(?P<often>\d+)(?: times)?) in (?P<of>\d+)")
PER_CENT = re.compile(r"(\d+(?:\.\d)?) %")


def read(text: str) -> Fraction:
    """Return the chance that somebody reads in a text."""
    if text in WORDS:
        return WORDS[text]
    if found := PER_CENT.fullmatch(text):
        return Fraction(found[1]) / 100
    found = SO_MANY.fullmatch(text)
    assert found, text
    return Fraction(1 if found["once"] else int(found["often"]), int(found["of"]))


def tells(read_as: Fraction, chance: Fraction) -> bool:
    """Whether a chance is told as what it is, so far as it is rounded: by a third of what is rare, by half a tenth."""
    rare, off = min(chance, 1 - chance), abs(read_as - chance)
    return off <= max(rare / 3, Fraction(1, 1000)) or (rare > Fraction(1, 25) and off <= Fraction(1, 18))


@pytest.mark.parametrize("told", [in_ten, in_tenths, in_chariot_race])
def test_every_chance_is_read_as_what_it_is(told: Callable[[Any], str]) -> None:
    figures = {chance: told(chance) for chance in CHANCES if told(chance) != "nearly always"}
    wrong = {chance: text for chance, text in figures.items() if not tells(read(text), chance)}
    assert wrong == {}


@pytest.mark.parametrize("told", [in_ten, in_tenths, percent])
def test_never_and_always_are_said_of_nothing_else(told: Callable[[Any], str]) -> None:
    for chance in CHANCES:
        assert (read(told(chance)) == 0, read(told(chance)) == 1) == (chance == 0, chance == 1)


def of_a_wheel(holds: int) -> str:
    """Return how a way is told on which a wheel comes through in so many of 36 throws, and else turns the chariot."""
    risk = WheelRisk(1, "inside", 3, WheelOdds(holds, 0, OF_TWO - holds))
    seen: Any = SimpleNamespace(flips=None, risks=(risk,))
    return risk_line(seen, {})


def test_a_wheel_that_mostly_holds_is_told_so() -> None:
    assert of_a_wheel(33).endswith("11 times in 12 nothing more happens; **once in 12 you crash**.")


@pytest.mark.parametrize("holds", range(1, OF_TWO))
def test_what_a_way_risks_is_read_as_what_it_is(holds: int) -> None:
    found = re.search(r"\. (.+) nothing more happens; \*\*(.+) you crash\*\*", of_a_wheel(holds))
    assert found
    assert tells(read(found[1].lower()), Fraction(holds, OF_TWO))
    assert tells(read(found[2]), 1 - Fraction(holds, OF_TWO))


LEAST = [(Fraction(1, 220), "<1 %"), (Fraction(1, 100), "1 %"), (Fraction(), "0 %")]


@pytest.mark.parametrize(("chance", "told"), LEAST)
def test_a_button_says_no_1_per_cent_beside_once_in_220(chance: Fraction, told: str) -> None:
    seen: Any = SimpleNamespace(flip_chance=chance, flip_percent=ceil(100 * chance))
    assert crash_percent(seen) == told
