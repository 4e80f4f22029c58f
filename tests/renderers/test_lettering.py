"""Names of any kind become lines that can be drawn."""

import pytest

from renderers.lettering import STAND_IN, fit, length, plain, wrapped


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Scorpus", "Scorpus"),
        ("  two \n lines\t", "two lines"),
        ("zero\u200bwidth\u202e", "zerowidth"),
        ("\U0001d4d0\U0001d4fe\U0001d4f5\U0001d4fe\U0001d4fc", "Aulus"),  # fancy letters, as they are used in names
        ("🏇🏇 Ben", "🏇🏇 Ben"),
        ("👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"),
        ("馬車", "馬車"),
        ("\u0e19\u0e49\u0e33", "\u0e19\u0e49\u0e33"),  # its last letter must not fall apart before a tone
        ("ｆｕｌｌ ㅋㅋ", "full ㅋㅋ"),
        ("ᚠᚢ Ben", "Ben"),
        ("ᚠᚢ", STAND_IN),
        ("Ζεύς Зевс", "Ζεύς Зевс"),
        ("\x00\x1b[31m", "[31m"),
        ("", ""),
        ("\ud800", ""),
    ],
)
def test_what_cannot_be_drawn_is_replaced_visibly_or_left_out(name: str, drawn: str) -> None:
    assert plain(name) == drawn


def test_a_long_name_is_cut_to_its_room() -> None:
    cut = fit("W" * 40, 200, "sans", 30)

    assert cut.endswith("…")
    assert length(cut, 30) <= 200
    assert length("W" + cut, 30) > 200
    assert fit("Ox", 200, "sans", 30) == "Ox"


def test_even_a_name_of_many_thousand_characters_is_drawn_quickly() -> None:
    assert length(fit("x\u0301" * 5000, 300, "sans", 30), 30) <= 300


def test_lines_are_broken_at_spaces_and_lose_no_word() -> None:
    text = "held by a dead horse, may not strain, owes 2 for evading"

    lines = wrapped(text, 200, "sans", 24)

    assert " ".join(lines) == text
    assert all(length(line, 24) <= 200 for line in lines)
