"""Keyboards of other countries: digits and signs are read alike wherever something is typed; names keep their own."""

import pytest

from records.text import folded, plain


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("１２", "12"),
        ("９，\u3000line ２", "9, line 2"),
        ("٣٤", "34"),
        ("१२", "12"),
        ("๑๒", "12"),
        ("1\u202f000\u00a0s", "1 000 s"),
        ("\u22125 – 7 — 8", "-5 - 7 - 8"),
        ("‘a’ “b” ´c´", "'a' \"b\" 'c'"),
        ("18／Out／2", "18/Out/2"),
        ("１٬٠٠٠٫5", "1,000.5"),
        ("２０：３０", "20:30"),
        ("20²", "20²"),
        ("2½", "2½"),
        ("straßE", "straßE"),
    ],
)
def test_signs_of_other_keyboards_are_read_as_ours(typed: str, read: str) -> None:
    assert plain(typed) == read


def test_two_spellings_of_one_thing_are_compared_folded() -> None:
    assert folded(" Ｒｅｄ\u200b ") == folded("RED")
