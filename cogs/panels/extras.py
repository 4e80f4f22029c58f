"""What a kind of race adds to its questions: words above them, buttons with them. Each kind registers its own.

So a question knows no league and no lesson; whoever adds a kind of race writes a subclass of :class:`Extras`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

from discord import ui

from engine.refusals import GameReason
from records.races import RaceRecord
from records.refusals import Refused
from steward import OpenAsk, Steward


@dataclass(frozen=True)
class Called:
    """What a kind of race calls itself, a part of it, and one that is over."""

    whole: str = "race"
    part: str = "turn"
    begins: str = "begins"  # what a part does when all are in
    question: str = "question is over"
    over: StrEnum = GameReason.ASK_IS_OVER
    outdated: tuple[type[StrEnum], ...] = ()  # refusals after which a question is shown as it is now


class Extras(ABC):
    """What one kind of race adds. A subclass is registered by existing; of several that fit, all are asked."""

    called: ClassVar[Called | None] = None
    registered: ClassVar["list[Extras]"] = []

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        Extras.registered.append(cls())

    @abstractmethod
    def is_of(self, race: RaceRecord) -> bool:
        """Tell whether a race is of this kind."""

    async def above(self, _steward: Steward, _opened: OpenAsk) -> str:
        """Return text above a question."""
        return ""

    def inside(self, _opened: OpenAsk) -> Sequence[ui.Item[Any]]:
        """Return buttons under the answers."""
        return ()

    async def below(self, _steward: Steward, _opened: OpenAsk) -> Sequence[ui.Item[Any]]:
        """Return buttons below the whole question."""
        return ()


def extras_of(race: RaceRecord) -> list[Extras]:
    """Return all extras that fit a race."""
    return [each for each in Extras.registered if each.is_of(race)]


def called_of(race: RaceRecord) -> Called:
    """Return what a race's kind calls itself and its parts."""
    return next((each.called for each in extras_of(race) if each.called is not None), Called())


@contextmanager
def calling(race: RaceRecord) -> Iterator[None]:
    """Let a refusal of a question that is over be worded as the race's kind does."""
    try:
        yield
    except Refused as refused:
        over = called_of(race).over
        if refused.reason is not GameReason.ASK_IS_OVER or over is refused.reason:
            raise
        raise Refused(over) from refused


async def above(steward: Steward, opened: OpenAsk) -> str:
    """Return all text above a question."""
    found = [await each.above(steward, opened) for each in extras_of(opened.race.record)]
    return "\n".join(filter(None, found))


def inside(opened: OpenAsk) -> list[ui.Item[Any]]:
    """Return all buttons under the answers to a question."""
    return [item for each in extras_of(opened.race.record) for item in each.inside(opened)]


async def below(steward: Steward, opened: OpenAsk) -> list[ui.Item[Any]]:
    """Return all buttons below a question."""
    return [item for each in extras_of(opened.race.record) for item in await each.below(steward, opened)]
