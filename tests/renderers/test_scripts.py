"""Names in the scripts of the world: in their order, joined, never a box, and the same on every machine."""

import random
from hashlib import sha256

import pytest
from bidi import get_display  # type: ignore[import-untyped]
from PIL import Image, ImageChops

from renderers import shaping
from renderers.bidi import levels, runs
from renderers.lettering import fit, length, name_drawn, plain, write
from renderers.shaping import face_of, is_simple

NAMES = {
    "Hebrew": "שלום",
    "Arabic": "محمد",
    "Persian": "می‌خواهم",
    "Chinese": "王小明",
    "Japanese": "山田たろう",
    "Korean": "김철수",
    "Thai": "สมชาย",
    "Devanagari": "नमस्ते",
    "Bengali": "বাংলা",
    "Tamil": "தமிழ்",
    "Amharic": "አማርኛ",
    "Khmer": "ខ្មែរ",
    "family": "👨‍👩‍👧‍👦",
    "pirate": "🏴‍☠️ Jolly",
    "England": "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "new": "🫩",
}


def drawn(text: str, size: int = 40) -> Image.Image:
    image = Image.new("RGB", (400, 80), (255, 255, 255))
    write(image, (20, 40), text, (0, 0, 0), size=size)
    return image


def ink(image: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageChops.invert(image.convert("L")).getbbox()


def glyphs(text: str) -> list[int]:
    """Return a line's glyphs from left to right; 0 is a box."""
    return [glyph.codepoint for _, some, _ in shaping._shaped(text, "sans", 40) for glyph in some]


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_name_of_any_script_is_kept_and_drawn_by_a_face_that_has_it(name: str) -> None:
    assert plain(name) == name
    assert name_drawn(name, "blue") == name
    assert all(glyphs(name))
    box = ink(drawn(fit(name, 360, "sans", 40)))
    assert box is not None
    assert abs(box[2] - box[0] - length(name, 40)) < 12


def test_hebrew_is_written_from_right_to_left() -> None:
    assert glyphs("אב") == glyphs("ב") + glyphs("א")


def test_arabic_letters_join_and_a_joiner_that_parts_them_parts_them() -> None:
    assert set(glyphs("محمد")).isdisjoint(glyphs(each)[0] for each in "محم")
    assert length("می‌خواهم", 40) != length("میخواهم", 40)


def test_signs_that_join_are_one() -> None:
    assert length("👨‍👩‍👧‍👦", 40) == length("👨", 40)
    assert length("🇮🇹", 40) < 1.5 * length("👨", 40)
    assert length("1️⃣", 40) > length("1", 40)


def test_latin_letters_go_no_other_way_than_before() -> None:
    assert is_simple("Señor Ångström, Зевс & Ζεύς (2)!")
    assert not any(is_simple(name) for name in NAMES.values())


def test_where_no_face_has_a_sign_the_name_is_that_of_its_colour() -> None:
    assert name_drawn("Thor ᚦ", "red") == "Red"
    assert name_drawn("x\u0301", "red") == "x\u0301"
    assert fit("ᚦᚢ", 300, "sans", 40) == "…"


def test_numbers_beside_a_name_stay_where_they_are() -> None:
    beside = f"3 {fit('שלום', 200, 'sans', 40)} 18"

    assert [run for run, is_turned in runs(beside) if is_turned] == ["שלום"]
    assert runs(beside)[0][0].startswith("3")
    assert runs(beside)[-1][0].endswith("18")


def test_a_name_is_cut_between_letters_not_within_them() -> None:
    cut = fit("👨‍👩‍👧‍👦" * 9, 200, "sans", 40)

    assert cut.endswith("👦…")
    assert length(cut, 40) <= 200
    assert fit("สมชาย" * 20, 200, "sans", 40)[-2] in "สมชาย"
    assert length(fit("محمد" * 20, 200, "sans", 40), 40) <= 200


def test_an_outline_surrounds_all_letters() -> None:
    image = Image.new("RGB", (400, 80), (255, 255, 255))
    write(image, (20, 40), "王", (0, 0, 0), size=40, stroke=(3, (255, 0, 0)))
    inner, outer = ink(drawn("王")), ink(image)
    assert inner is not None
    assert outer is not None
    assert outer == (inner[0] - 3, inner[1] - 3, inner[2] + 3, inner[3] + 3)


def test_lines_are_ordered_as_unicode_says() -> None:
    """Against another implementation; short lines of letters, numbers, signs, brackets and isolates."""
    letters = "abאבגשاب12٣.,+-%()[]{} !\u2068\u2069\u05b0\u064b:/€🐎"
    for number in range(4000):
        chance = random.Random(number)
        line = "".join(chance.choice(letters) for _ in range(chance.randint(1, 9)))
        base = "LR"[levels(f"{line} ")[-1]]  # a blank at the end has the line's own level
        ours = "".join(run[::-1] if is_turned else run for run, is_turned in runs(line))

        assert ours == get_display(line, base_dir=base), (number, ascii(line))


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("1 \u2068אב\u2069 2", "1 \u2068בא\u2069 2"),
        ("1 אב 2", "2 בא 1"),  # without isolates its first letter turns the whole line
        ("a אב 12 (ג) b", "a (ג) 12 בא b"),
        ("a אב 12% b", "a 12% בא b"),
        ("a اب 12% b", "a 12 با% b"),
        ("\u2068אב (x)", "\u2068(x) בא"),
    ],
)
def test_the_order_of_a_line(line: str, shown: str) -> None:
    mirrored = str.maketrans("()", ")(")
    pieces = [run[::-1].translate(mirrored) if is_turned else run for run, is_turned in runs(line)]

    assert "".join(pieces) == shown


@pytest.mark.parametrize(
    ("name", "digest"),
    [("محمد 18", "82d73f32ed9363bf"), ("山田 한", "1925bfc137bda20a"), ("नमस्ते 👨‍👩‍👧‍👦", "66315b55cd653911")],
)
def test_letters_are_the_same_bytes_on_every_machine(name: str, digest: str) -> None:
    mask, *_ = shaping.draw(name, "sans", 40)

    assert sha256(mask.tobytes()).hexdigest()[:16] == digest


def test_a_character_has_one_face() -> None:
    assert face_of("A") == face_of(" ") == ""
    assert face_of("ש") == "hebrew.ttf"
    assert face_of("ᚠ") is None
