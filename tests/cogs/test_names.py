"""Names as they are posted: whatever a player called his chariot, nothing of it works."""

import re

import pytest

from engine.circus_maximus.printed.tables import COLOURS
from tests.cogs.samples import NASTIEST, WIDEST, a_lobby
from words.shared.names import DISCS, harmless, names_of

LIVE_MARKS = re.compile(r"(?<!\\)(?:\\\\)*[*_~|`>#\[\]():+-]")
"""Something that formats, and that no backslash stands before."""


@pytest.mark.parametrize(
    "text",
    [
        "*bold* **bolder** _it_ __un__ ~~st~~ ||spoil||",
        "`code` ```fence```",
        "\\*not escaped by its own backslash*",
        "\\\\**even ones",
        "[masked](https://example.org)",
        "[a](b)[*c*](d)",
        "https://example.org/x*y*z",
        "discord.gg/abcdef",
        "# heading",
        "-# small",
        "- list",
        "1. list",
        "> quote",
        ">>> quote",
    ],
)
def test_no_mark_formats_or_links(text: str) -> None:
    shown = harmless(text)

    assert not LIVE_MARKS.search(shown), shown
    assert not re.search(r"\w://", shown)
    assert "discord.gg" not in shown
    # Every character is still there to be read.
    assert re.sub(r"\\(.)", r"\1", shown) == text


@pytest.mark.parametrize(
    "text",
    ["@everyone", "@here", "<@123456789012345678>", "<@!1>", "<@&2>", "<#3>", "<t:0:R>", "<:a:4>", "</play race:5>"],
)
def test_nobody_is_mentioned_and_nothing_is_filled_in(text: str) -> None:
    shown = harmless(text)

    assert "<" not in shown
    assert not re.search(r"@(everyone|here|[!&]?\d)", shown)


@pytest.mark.parametrize(
    "text",
    ["@\u200beveryone", "@ev\u200deryone", "\u2066@everyone\u2069", "\u202e@everyone", "@every\x00one", "@\ufeffhere"],
)
def test_what_cannot_be_seen_is_gone_before_it_is_looked_at(text: str) -> None:
    shown = harmless(text)

    assert re.sub("@\u200b", "@", shown) in ("@everyone", "@here")
    assert "@\u200b" in shown
    assert not re.search("[\u202e\u2066\u2069\ufeff\x00\u200d]", shown)


def test_a_name_stays_on_its_line() -> None:
    assert harmless("one\n# two\r\n> three\u2028four\tfive") == "one \\# two  \\> three four five"


@pytest.mark.parametrize("text", [NASTIEST, WIDEST, "@" * 32, "<" * 32, "plain"])
def test_a_name_at_most_doubles(text: str) -> None:
    assert len(harmless(text)) <= 2 * len(text)


def test_five_thousand_characters_are_defused_like_any_other() -> None:
    shown = harmless("*@everyone* " * 417)

    assert len(shown) <= 2 * 5_004
    assert "@everyone" not in shown


def test_a_chariot_is_told_by_disc_and_number_as_well_as_by_name() -> None:
    names = names_of(a_lobby("Red").entries)

    assert names[1] == "🔴 **1 Red**"  # type: ignore[index]
    assert len({name.split()[0] for name in names.values()}) == len(names)
    assert set(DISCS) == set(COLOURS)
    assert len(set(DISCS.values())) == len(COLOURS)
