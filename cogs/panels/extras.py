"""What a kind of race adds to its questions: words above them, buttons with them. Each kind registers its own.

So a question knows no league and no lesson; whoever adds a kind of race writes a subclass of :class:`Kind`.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from discord import ui

from records.races import RaceRecord
from steward import OpenAsk, Steward


@dataclass(frozen=True)
class Extras:
    """What is added to a question."""

    above: str = ""
    over: Sequence[ui.Item[Any]] = ()  # buttons over the answers
    inside: Sequence[ui.Item[Any]] = ()  # buttons under the answers
    below: Sequence[ui.Item[Any]] = ()  # and under everything
    is_advised: bool = True  # whether a colour may say which answer is good


class Kind(ABC):
    """A kind of race. A subclass is registered by existing; of several that fit a race, all add something."""

    registered: ClassVar["list[Kind]"] = []

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        Kind.registered.append(cls())

    @abstractmethod
    def is_of(self, race: RaceRecord) -> bool:
        """Tell whether a race is of this kind."""

    @abstractmethod
    async def extras(self, steward: Steward, opened: OpenAsk) -> Extras:
        """Return what it adds to a question."""


def _kinds_of(race: RaceRecord) -> list[Kind]:
    return [each for each in Kind.registered if each.is_of(race)]


async def extras_of(steward: Steward, opened: OpenAsk) -> Extras:
    """Return all that is added to a question."""
    found = [await each.extras(steward, opened) for each in _kinds_of(opened.race.record)]
    above = "\n".join(each.above for each in found if each.above)
    over = [item for each in found for item in each.over]
    inside = [item for each in found for item in each.inside]
    below = [item for each in found for item in each.below]
    return Extras(above, over, inside, below, is_advised=all(each.is_advised for each in found))
