"""Questions that rules ask, answers, and the plays that wait for them."""

from collections.abc import Generator, Sequence
from typing import Any, ClassVar, TypeVar

import msgspec

from engine.refusals import GameReason
from records.refusals import Refused
from records.values import EntryId

T = TypeVar("T")


class Answer(msgspec.Struct, frozen=True, tag=True, gc=False):
    """A decision by anybody."""


class Question(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Something the rules wait for. It holds all that is needed to tell a legal answer."""

    kind: ClassVar[str]
    """Which of its ruleset's kinds of decision it is; a deadline is set for each kind."""

    is_asked_if_forced: ClassVar[bool] = False
    """Whether it is put with a single legal answer, too, as not to ask would tell the others what they may not know."""

    is_for_time: ClassVar[bool] = False
    """Whether its time is for others: no house driver cuts it short."""

    @property
    def can_wait(self) -> bool:
        """Whether silence is as good as an answer: it uses no grace, and is no miss."""
        return self.is_for_time

    def legal(self) -> Sequence[Answer]:
        """Return every legal answer, at least one, always in the same order."""
        raise NotImplementedError

    def verify(self, answer: Answer) -> None:
        """Do nothing if *answer* is legal; raise :exc:`Refused` if it is not."""
        if answer not in self.legal():
            raise Refused(GameReason.NOT_A_CHOICE)


class Ask(msgspec.Struct, frozen=True, gc=False):
    """A question to one entry. The play that yields it is sent its answer."""

    entry: EntryId
    question: Question
    default: Answer  # what counts at the deadline
    secret: bool = False
    stays_sealed: bool = False  # it is not shown when all are in: the play tells what of it is known


class AskAll(msgspec.Struct, frozen=True, gc=False):
    """Questions to several entries at once; the answers come together, by entry, in this order."""

    asks: tuple[Ask, ...]


Play = Generator[Ask | AskAll, Any, T]
