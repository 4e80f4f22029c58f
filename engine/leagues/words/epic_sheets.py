"""The auction by post: its question and its sheet (R-B3, H.5)."""

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from engine.goods.gladiators import KINDS, Kind
from engine.leagues.words import charts
from engine.leagues.words.epic_facts import CatalogueLot
from engine.leagues.words.reasons import LeagueReason
from engine.questions import Answer, Question
from engine.refusals import GameReason
from records.refusals import Refused

MOST_LINES = 25
"""Of a sheet of bids: a menu has no more (H.5)."""


class Maximum(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The most that a member gives for a lot, in sesterces."""

    lot: int
    most: int
    armed_as: Kind = "medium"  # a gladiator's type (R-C14)


class BidSheet(Answer, frozen=True, forbid_unknown_fields=True):
    """A sheet of maxima for an auction by post (H.5)."""

    lines: tuple[Maximum, ...] = ()
    budget: int | None = None  # for all lots together; none: all the cash
    wanted: int | None = None  # lots at the most; none: all

    def __repr__(self) -> str:
        return "BidSheet()"  # all of it is secret


class AuctionDay(Question, frozen=True):
    """What do you bid, at the most? (R-B3)"""

    kind: ClassVar[str] = "market"
    is_asked_if_forced: ClassVar[bool] = True

    cash: int
    lots: tuple[CatalogueLot, ...]

    def legal(self) -> Sequence[BidSheet]:
        return [BidSheet()]

    def verify(self, answer: Answer) -> None:
        if not isinstance(answer, BidSheet):
            raise Refused(GameReason.NOT_A_CHOICE)
        if len(answer.lines) > MOST_LINES:
            raise Refused(LeagueReason.TOO_MANY_LINES, "H.5", have=len(answer.lines), at_most=MOST_LINES)
        lots = {lot.number: lot for lot in self.lots}
        for place, line in enumerate(answer.lines):
            if line.lot not in lots:
                raise Refused(LeagueReason.NO_SUCH_LOT, "H.5", lot=line.lot)
            if line.lot in [each.lot for each in answer.lines[:place]]:
                raise Refused(LeagueReason.TWICE, "H.5", what=line.lot)
            self._verify_sum(line.most, lots[line.lot].start, line.lot)
            if line.armed_as not in KINDS:
                raise Refused(GameReason.NOT_A_CHOICE)
        if answer.budget is not None:
            self._verify_sum(answer.budget, charts.BET_STEP)
        if answer.wanted is not None and answer.wanted < 1:
            raise Refused(LeagueReason.NOT_WHOLE, "H.5", have=answer.wanted, step=1)

    def _verify_sum(self, amount: int, at_least: int, lot: int = 0) -> None:
        if amount % charts.BET_STEP:
            raise Refused(LeagueReason.NOT_IN_STEPS, "R-B3", have=amount, step=charts.BET_STEP)
        if amount < at_least:
            raise Refused(LeagueReason.BELOW_START, "R-B3", have=amount, at_least=at_least, lot=lot)
        if amount > self.cash:
            raise Refused(LeagueReason.TOO_LITTLE_CASH, "R-B3", need=amount, have=self.cash)


EpicSheets = BidSheet
