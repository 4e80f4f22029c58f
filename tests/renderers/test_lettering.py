"""Names of any kind become lines that can be drawn."""

import pytest

from renderers.headline import titled
from renderers.lettering import NARROWEST, STAND_IN, fit, length, narrowed, plain, wrapped


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


@pytest.mark.parametrize("room", [250, 300, 350, 400, 500, 700])
@pytest.mark.parametrize("size", [27, 34, 53])
def test_a_title_of_parts_is_never_cut_in_a_word_while_its_first_part_fits(room: int, size: int) -> None:
    for title in ("Race 6 of the day · Chariot Race", "Monday race · 30 November 2026"):
        lines, squeeze = titled(title, room, size, 2)
        assert NARROWEST <= squeeze <= 1
        assert all(length(each, size, "serif") * squeeze <= room + 1 for each in lines)
        first = title.split(" · ", maxsplit=1)[0]
        if length(first, size, "serif") * NARROWEST <= room:
            assert " ".join(lines).startswith(first)
            assert "…" not in "".join(lines)


def test_a_title_that_nothing_helps_is_cut() -> None:
    (line,), squeeze = titled("Hippodromosophokles", 100, 34, 2)
    assert line.endswith("…")
    assert squeeze == 1


def test_a_name_grows_narrower_before_it_is_cut() -> None:
    whole = int(length("Diocles dies hard", 27, "sans"))
    assert narrowed("Diocles dies hard", whole, "sans", 27) == ("Diocles dies hard", 1.0)
    shown, squeeze = narrowed("Diocles dies hard", round(0.8 * whole), "sans", 27)
    assert (shown, squeeze < 1) == ("Diocles dies hard", True)
    assert narrowed("Diocles dies hard", whole // 2, "sans", 27)[0].endswith("…")
