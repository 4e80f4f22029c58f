"""Whatever is typed, or forged into a custom id, is read or refused in words: no reader fails in any other way."""

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs import parts
from cogs.kit.client import Quadriga
from cogs.kit.durations import deadlines, read_duration
from cogs.kit.ids import ID
from cogs.kit.items import chosen, chosen_number
from cogs.kit.messages import TellPlayer, words_for
from cogs.kit.times import read_hours, read_time, read_times, read_until
from cogs.panels.bets.tickets import read_amount
from engine.rulesets import RULESETS
from records.refusals import Refused
from tests.cogs.fakes import a_steward
from tests.cogs.matching import texts
from words import WORDS
from words.reading.spans import read_span
from words.reading.sums import read_number, read_sum
from words.reading.zones import read_zone

NOW = datetime(2026, 11, 22, tzinfo=UTC).timestamp()
TYPED = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=60),  # as by default, without trying each character
    st.text(alphabet="0123456789:-,./ hdw", max_size=40),
    st.text(alphabet="٣४零𝟛²0123456789", max_size=12),
    st.text(alphabet="１２،٫−–’“\u00a0½ｋpm.:/", max_size=16),
    st.sampled_from(["9" * 5_000, "-" * 5_000, "9" * 5_000 + "h", "9" * 5_000 + ":00", "1d " * 3_000]),
)
READERS: dict[str, Callable[[str], Any]] = {
    "amount": lambda text: read_amount(text, 5_000, 2_000),
    "sum": read_sum,
    "number": read_number,
    "span": read_span,
    "zone": lambda text: read_zone(text, NOW),
    "duration": read_duration,
    "times": read_times,
    "hours": read_hours,
    "time": read_time,
    "until": lambda text: read_until(text, "Europe/Rome", NOW),
    "a value of a menu": lambda text: chosen([text]),
    "a number of a menu": lambda text: chosen_number([text]),
    **{
        f"deadlines of {rules.name}": lambda text, rules=rules: deadlines(rules.decisions, "moves", text)  # type: ignore[misc]
        for rules in RULESETS.values()
    },
    **{f"codes of {name}": words.unpack for name, words in WORDS.items()},
}
"""What reads text that somebody typed, or that stands in a custom id."""


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=40)
@given(text=TYPED)
def test_whatever_is_typed_is_read_or_refused_in_words(name: str, text: str) -> None:
    said = "it was read"
    try:
        READERS[name](text)
    except Refused as refused:
        said = words_for(refused)
    except TellPlayer as told:
        said = str(told)

    assert 0 < len(said) < 2_000


def decoders() -> list[re.Pattern[str]]:
    bot = Quadriga(a_steward())
    parts.add_to(bot)
    return [*(item.__discord_ui_compiled_template__ for item in parts.ITEMS), *bot.modals]


@pytest.mark.parametrize("pattern", decoders(), ids=lambda pattern: pattern.pattern.split(":")[0][:40])
def test_every_custom_id_that_is_taken_holds_numbers_that_can_be_kept(pattern: re.Pattern[str]) -> None:
    for match in taken(pattern):
        for name, value in match.groupdict().items():
            if name != "key" and value and re.fullmatch(r"\d+", value):
                assert value.isascii()
                assert int(value) < 2**63


def taken(pattern: re.Pattern[str]) -> list[re.Match[str]]:
    """Return fifty custom ids that a pattern takes."""
    found = [pattern.fullmatch(text) for text in texts(pattern, 50)]
    assert all(found)
    return [each for each in found if each]


@given(number=st.integers(min_value=0, max_value=2**70))
def test_an_id_is_what_the_database_can_keep(number: int) -> None:
    assert bool(re.fullmatch(ID, str(number))) == (number < 2**63)


@pytest.mark.parametrize("item", parts.ITEMS, ids=lambda item: item.__name__)
async def test_every_control_is_made_of_every_custom_id_that_it_takes(item: Any) -> None:
    class Shown:
        label = "Press"

    for match in taken(item.__discord_ui_compiled_template__)[:20]:
        with suppress(Refused, TellPlayer):
            assert (await item.from_custom_id(None, Shown(), match)).custom_id
