"""The settings of the betting table, by server and host. Money is play money, in whole sesterces."""

from typing import Annotated, Literal

import msgspec

from records.values import Sesterces

STEP = Sesterces(100)
"""Stakes are multiples of it (26.1)."""

BANK_RACES_A_WEEK = 5
"""So many times what it adds to one race at most the bank adds to all races of a server in a week (B-8)."""

Prize = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
"""Sesterces for one of the first three of a season."""

Cover = Literal["pool", "bank"]
"""The payer of sealed bets: the pool as far as it goes (26.4, 26.41), or the bank in full (Epic 5.3)."""


class TableRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How there is betting on one race. The host sets it before the first bet."""

    pools: Annotated[bool, msgspec.Meta(description="Pools for everybody: win, place, wreck, lap and more")] = True
    sealed: Annotated[bool, msgspec.Meta(description="Sealed bets at fixed odds, revealed at the start (26)")] = True
    owners: Annotated[
        bool, msgspec.Meta(description="Owners must back themselves, others no more than themselves (26.1)")
    ] = False
    windows: Annotated[bool, msgspec.Meta(description="More sealed bets after laps 1 and 2 (26.3)")] = True
    cover: Annotated[Cover, msgspec.Meta(description="Who pays sealed bets: the pool (26.41) or the bank")] = "pool"
    late: bool = False  # of a league's race: taken until its first speeds are known, paid as it is reckoned (L-23)
    winner_only: bool = False  # of pools, the winner's alone: of a match of gladiators (H.8.4)
    circus: bool = False  # house drivers race though nobody comes: the house pays, and nobody steers (H-1)
    share: int = 0  # of the house, per cent: the server's as the table was opened; the host cannot set it (B-9)
    bank: int = 10_000  # what the bank adds to the race at most: the server's as the table was opened (B-8)

    @property
    def is_off(self) -> bool:
        return not (self.pools or self.sealed)

    def for_house_drivers(self) -> "TableRules":
        """Return how there is betting where house drivers race alone: in pools; with a bank in a circus alone (H-1)."""
        kept = msgspec.structs.replace(self, sealed=False, owners=False, windows=False, cover="pool")
        return kept if self.circus else msgspec.structs.replace(kept, bank=0)


def before_bets_close(rules: TableRules) -> str:
    """Return the state of a race in which the bets before it are taken: its lobby; a league's race has none (L-23)."""
    return "running" if rules.late else "lobby"


class ServerRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A server's settings for its purses."""

    gift: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 10_000  # to each new purse
    stipend: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 500  # a week
    most_given: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 2_000  # by one player to others, a week
    share: Annotated[int, msgspec.Meta(ge=0, le=25)] = 0  # per cent of what losers of a pool staked, in new races
    cap: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0  # staked by one player on one race; 0 for no cap
    age: Annotated[int, msgspec.Meta(ge=0, le=365)] = (
        0  # days that a member must have been in the server to bet, or give
    )
    bank: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 10_000  # that the bank adds to one race, in new races
    house: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = (
        500  # staked against the house by one person on a race; 0: off
    )
    house_week: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 2_000  # the same in a week, on all races
    prizes: tuple[Prize, Prize, Prize] = (0, 0, 0)  # to the purses of the first three of a season, in new leagues (H.2)
