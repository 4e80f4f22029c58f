"""Which question a control belongs to, as its custom id says."""

import re
from typing import Annotated, Self

from cogs.kit.ids import RACE, Part
from records.values import EntryId, RaceId
from steward import OpenAsk

ASK = rf"{RACE}:(?P<entry>[0-9]{{1,4}}):(?P<asked>[0-9]{{1,10}})"
"""The part of a custom id that says which question it belongs to."""


class QuestionId:
    """Which question a button belongs to."""

    def __init__(self, race: RaceId, entry: EntryId, asked: int) -> None:
        self.race, self.entry, self.asked = race, entry, asked

    @classmethod
    def of(cls, match: re.Match[str]) -> Self:
        return cls(RaceId(int(match["race"])), EntryId(int(match["entry"])), int(match["asked"]))

    @classmethod
    def by(cls, opened: OpenAsk) -> Self:
        return cls(opened.race_id, opened.entry, opened.asked)

    def __str__(self) -> str:
        return f"{self.race}:{self.entry}:{self.asked}"


OfQuestion = Annotated[QuestionId, Part(ASK, QuestionId.of)]
"""A field of a control that says which question it belongs to."""
