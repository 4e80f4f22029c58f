"""The sheets of a gala: who enters, and bets on its eve (H.8.1, H.8.4)."""

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar, get_args

import msgspec

from engine.goods.gladiators import Plea
from engine.leagues.words import charts
from engine.leagues.words.arena_state import ManStake
from engine.leagues.words.reasons import LeagueReason
from engine.questions import Answer, Question
from engine.refusals import GameReason
from records.refusals import Refused
from records.values import EntryId


class GalaEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A gladiator for the gala, with what his owner pleads for if he brings somebody down (D.9)."""

    man: int
    plea: Plea = "silent"


class GalaEntries(Answer, frozen=True, forbid_unknown_fields=True):
    """Which gladiators fight, the first one first (R-C15); with ``by_manager`` the manager enters the healthiest."""

    men: tuple[GalaEntry, ...] = ()
    by_manager: bool = False

    def __repr__(self) -> str:
        return "GalaEntries()"  # pleas are secret


class GalaDay(Question, frozen=True):
    """Which of your gladiators fight in the gala? (R-C15, H.8.1)"""

    kind: ClassVar[str] = "stable"
    is_asked_if_forced: ClassVar[bool] = True

    fit: Mapping[int, int]  # gladiators who can fight, by number, each with all his wounds
    cannot: Collection[int]  # those who cannot: too much hurt, in a duel, or for sale
    most: int  # that may be entered

    def legal(self) -> Sequence[GalaEntries]:
        return [GalaEntries(by_manager=True), GalaEntries(), *(GalaEntries((GalaEntry(each),)) for each in self.fit)]

    def verify(self, answer: Answer) -> None:
        if not isinstance(answer, GalaEntries) or (answer.by_manager and answer.men):
            raise Refused(GameReason.NOT_A_CHOICE)
        if len(answer.men) > self.most:
            raise Refused(LeagueReason.TOO_MANY_MEN, "R-C15", have=len(answer.men), at_most=self.most)
        for place, each in enumerate(answer.men):
            if each.man in [before.man for before in answer.men[:place]]:
                raise Refused(LeagueReason.MAN_TWICE, "R-C15", man=each.man)
            if each.man in self.cannot:
                raise Refused(LeagueReason.MAN_CANNOT, "R-C27", man=each.man)
            if each.man not in self.fit:
                raise Refused(LeagueReason.NOT_YOUR_MAN, "C.4", man=each.man)
            if each.plea not in get_args(Plea):
                raise Refused(GameReason.NOT_A_CHOICE)


class GalaEve(Answer, frozen=True, forbid_unknown_fields=True):
    """Bets on the matches of a gala (H.8.4); silence bets nothing."""

    stakes: tuple[ManStake, ...] = ()

    @property
    def sum(self) -> int:
        """All of it, in sesterces."""
        return sum(stake.sum for stake in self.stakes)

    def __repr__(self) -> str:
        return "GalaEve()"  # all of it is secret


class EveOfGala(Question, frozen=True):
    """Whom do you back in each match? (H.8.4)"""

    kind: ClassVar[str] = "eve"
    is_asked_if_forced: ClassVar[bool] = True

    member: EntryId
    cash: int
    matches: tuple[tuple[EntryId, ...], ...]  # entries by match
    own: tuple[EntryId, ...]  # the member's entries

    def legal(self) -> Sequence[GalaEve]:
        return [GalaEve()]

    def verify(self, answer: Answer) -> None:
        if not isinstance(answer, GalaEve):
            raise Refused(GameReason.NOT_A_CHOICE)
        check_man_stakes(answer.stakes, self.matches, self.own)
        if answer.sum > self.cash:
            raise Refused(LeagueReason.TOO_LITTLE_CASH, "H.8.4", need=answer.sum, have=self.cash)


def check_man_stakes(
    stakes: Sequence[ManStake], matches: Sequence[Sequence[EntryId]], own: Collection[EntryId]
) -> None:
    """Check bets on men of a gala, in steps of 100s (H.8.4).

    :raises Refused: if they are none, or against one's own man: on another one of his match (R-C25).
    """
    for place, stake in enumerate(stakes):
        if stake.sum <= 0 or stake.sum % charts.BET_STEP:
            raise Refused(LeagueReason.NOT_IN_STEPS, "H.8.4", have=stake.sum, step=charts.BET_STEP)
        match = next((each for each in matches if stake.man in each), ())
        if not match:
            raise Refused(LeagueReason.NOT_IN_GALA, "H.8.4", man=stake.man)
        if stake.man in [each.man for each in stakes[:place]]:
            raise Refused(LeagueReason.MAN_TWICE, "H.8.4", man=stake.man)
        if stake.man not in own and any(each in own for each in match):
            raise Refused(LeagueReason.AGAINST_OWN_MAN, "R-C25", man=stake.man)


GalaSheets = GalaEntries | GalaEve
