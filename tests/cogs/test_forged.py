"""Custom ids that nobody was ever given: numbers of no race, too long ones, digits of other scripts."""

import logging
import re
from collections.abc import Iterator

import pytest

from cogs import parts
from tests.cogs.arena import ANN, Arena
from tests.cogs.fakes import THREAD
from tests.cogs.test_walk import FIELDS, MANAGES, a_bot, filled, wrong_with
from tests.cogs.wire import FORM, PRESS, Wire, acts_in

MOST_DIGITS = 100
"""Characters of a custom id, as Discord takes them."""


def forged(custom_id: str, digits: str) -> Iterator[str]:
    """Yield a custom id with other digits: in the place of all numbers, of the first alone, of the last alone."""
    places = list(re.finditer("[0-9]+", custom_id))
    for chosen in (places, places[:1], places[-1:]):
        text = custom_id
        for place in reversed(chosen):
            text = text[: place.start()] + digits + text[place.end() :]
        if len(text) <= MOST_DIGITS:
            yield text


@pytest.mark.slow
@pytest.mark.parametrize("digits", ["0", "9" * 20, "9" * 40, "9" * 60, "٣", "٣" * 20, "-1", "1e9", "１"])
async def test_forged_numbers_are_answered_in_words(
    arena: Arena, digits: str, caplog: pytest.LogCaptureFixture
) -> None:
    await arena.lobby()
    wire, who, faults = Wire(arena), acts_in(ANN, THREAD, MANAGES), list[str]()
    patterns = {item.__discord_ui_compiled_template__: PRESS for item in parts.ITEMS} | dict.fromkeys(
        a_bot().modals, FORM
    )
    fields = [
        {"type": 18, "id": n, "component": {"type": 4, "id": n, "custom_id": name, "value": value}}
        for n, (name, value) in enumerate(FIELDS.items(), 1)
    ]

    for pattern, kind in patterns.items():
        for custom_id in dict.fromkeys(forged(filled(pattern)[0], digits)):
            more = {"components": fields} if kind == FORM else {"component_type": 2}
            with caplog.at_level(logging.WARNING):
                answered = await wire.act(kind, who, {"custom_id": custom_id, **more})
            faults += [f"{custom_id}: {why}" for why in wrong_with(kind, answered)]

    assert not faults, "\n".join(faults[:40])
    assert not [each.getMessage() for each in caplog.records if each.exc_info or each.levelno >= logging.ERROR]
