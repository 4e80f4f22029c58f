"""What is kept of a name that somebody types, whatever the Unicode of this Python is, and which names look alike."""

import unicodedata

import pytest

from records.lookalikes import look_alike
from records.refusals import Refused
from records.text import closed, isolated, only_seen, seen_with_isolates, turns
from steward.telling.shown import visible


@pytest.mark.parametrize(
    "name",
    [
        "👨‍👩‍👧‍👦",
        "🏴‍☠️ Jolly",
        "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
        "🏴󠁧󠁢󠁳󠁣󠁴󠁿 Ben",
        "🏳️‍🌈",
        "👩🏽‍🚀",
        "❤️‍🔥",
        "⛹🏿‍♀️",
        "1️⃣",
        "می‌خواهم",
        "क्‍ष",
        "ශ්‍රී",
        "葛󠄀",
        "🫩",
        "🩷",
        "🇮🇹",
        "ｱﾙﾌｧ",
    ],
)
def test_what_belongs_to_a_name_stays(name: str) -> None:
    assert visible(name, 32) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("a\u200db", "ab"),
        ("Red\u200d", "Red"),
        ("\u200d👨", "👨"),
        ("👨\u200d", "👨"),
        ("👨\u200d\u200d👩", "👨👩"),
        ("a\ufe0f", "a"),
        ("18\ufe0f", "18"),
        ("❤\ufe0f\ufe0f\ufe0f", "❤\ufe0f"),
        ("x\U000e0067\U000e0062\U000e007f", "x"),
        ("🏴\U000e0067\U000e0062", "🏴"),  # without an end
        ("سلام\u200c", "سلام"),
        ("\ue000\U000f0000x\ufdd0\ufffe\U0001ffff", "x"),  # private characters and noncharacters
        ("\U000e0001\u2065x", "x"),
        ("<:pepe:123456789012345678>", ":pepe:"),
        ("Ben <a:dance_2:123456789012345678>", "Ben :dance_2:"),
        ("\u2068שלום\u2069", "שלום"),
    ],
)
def test_what_stands_alone_or_shows_nothing_goes(typed: str, kept: str) -> None:
    assert visible(typed, 32) == kept


@pytest.mark.parametrize(
    "typed", ["\u200d", "\ufe0f\ufe0f", "\U000e0067\U000e007f", "\ue000", "\ufdd0", "\u2068\u2069"]
)
def test_nothing_is_no_name(typed: str) -> None:
    with pytest.raises(Refused):
        visible(typed, 32)


def test_what_can_be_seen_is_what_unicode_had_when_it_was_asked_last() -> None:
    """Every letter, mark, number and sign that this Python knows is seen; what it does not know yet is, too."""
    for number in range(0x110000):
        character = chr(number)
        kind = unicodedata.category(character)
        if kind[0] in "LNPS" and character not in "\u115f\u1160\u2800\u3164\uffa0":
            assert only_seen(character) == character, hex(number)
        elif kind in ("Cc", "Cs", "Co") and not character.isspace():
            assert only_seen(character) == "", hex(number)
    assert only_seen("\U0001fbff\U0001cd00\U00013460") == "\U0001fbff\U0001cd00\U00013460"


@pytest.mark.parametrize(
    ("one", "other"),
    [("☠️", "☠"), ("می‌خواهم", "میخواهم"), ("❤\ufe0e", "❤️"), ("葛󠄀", "葛")],
)
def test_names_that_joiners_alone_tell_apart_look_alike(one: str, other: str) -> None:
    assert look_alike(one, other)


TWINS = {
    "a": "аα", "b": "вβ", "c": "с", "d": "ԁ", "e": "еεҽ", "g": "ɡ", "h": "нһ", "i": "іιıӏ", "j": "јϳ", "k": "кκ",
    "l": "1|ǀ", "m": "мμ", "n": "ոη", "o": "оο0օ", "p": "рρ", "q": "ԛ", "s": "ѕ", "t": "тτ", "u": "υս", "v": "ѵν",
    "w": "ԝω", "x": "хχ", "y": "уγү",
}  # fmt: skip
"""Latin letters, each with letters and signs that look like it as they stand or as capitals."""


@pytest.mark.parametrize(("letter", "twin"), [(letter, twin) for letter, twins in TWINS.items() for twin in twins])
def test_a_name_with_a_twin_of_a_letter_looks_like_the_one_with_the_letter(letter: str, twin: str) -> None:
    assert look_alike(f"B{letter}r", f"B{twin}r")
    assert look_alike(f"B{letter}r", f"B{twin.upper()}r".upper())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Υρa", "ypa"), ("Νero", "nero"), ("Ηera", "hera"), ("Ζeno", "zeno"), ("Ϲicero", "cicero")),
        *(("Ꮃolf", "Wolf"), ("𝓑lue", "Blue"), ("Ⅳ", "IV"), ("Blue  Sky", "Blue Sky"), ("MAIL", "mall")),
    ],
)
def test_names_of_other_scripts_and_styles_that_look_like_latin_ones_look_alike(one: str, other: str) -> None:
    assert look_alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("王小明", "王小朋"),
        ("محمد", "أحمد"),
        *(("Волк", "Волга"), ("Team 1", "Team 2"), ("🟢", "🔴"), ("👩🏽‍🚀", "👩🏿‍🚀")),
        *(("Dvořák", "Dvorak"), ("Bill", "Ball"), ("नमस्ते", "नमस्कार"), ("🇮🇹", "🇫🇷"), ("\u2800", "\u3164")),
    ],
)
def test_names_that_readers_can_tell_apart_do_not_look_alike(one: str, other: str) -> None:
    assert not look_alike(one, other)


def test_only_what_turns_others_is_isolated() -> None:
    assert isolated("Señor 王 नमस्ते 🏴‍☠️") == "Señor 王 नमस्ते 🏴‍☠️"
    for name in ("שלום", "Ben محمد", "١٢", "ߊߋ", "𞤀𞤁", "ހަވީރު", "ܐܒܓ"):
        assert turns(name)
        assert isolated(name) == f"\u2068{name}\u2069"


def test_a_text_cut_within_an_isolate_is_closed() -> None:
    assert closed("1 \u2068אב") == "1 \u2068אב\u2069"
    assert closed("1 \u2068אב\u2069 2") == "1 \u2068אב\u2069 2"
    assert seen_with_isolates("\u2068א\u200b\u2069\u200b") == "\u2068א\u2069"
