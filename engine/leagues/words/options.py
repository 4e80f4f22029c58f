"""The options of a league, for its host to choose."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

CampaignName = Literal["classic", "epic"]
"""The Campaign Game of rules 20 to 26, or the Epic campaign of I."""

LeagueEdition = Literal["advanced", "epic"]
"""By which edition of Circus Maximus the races of a league may be run (L-19)."""

ArenaName = Literal["none", "duels", "galas", "both"]
"""What gladiators of a season do (H.8)."""

Prizes = tuple[int, int, int]
"""Sesterces for the purses of the first three of a season; 0 for none."""


class LeagueOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The season (20), and the rulings that are switches."""

    events: Annotated[int, Meta(ge=1, le=20, description="How many races the season has; 10 by the rules")] = 10
    laps: Annotated[Literal[1, 2, 3, 5, 7], Meta(description="How many times round each race goes; 3 by the rules")] = 3
    field: Annotated[
        Literal[8, 10, 12, 14, 16],
        Meta(description="How many chariots may race; more than 8 start in two rows"),
    ] = 16
    filled_to: Annotated[
        Literal[0, 4, 6, 8], Meta(description="How many chariots race at least; chariots of nobody fill up")
    ] = 6
    own_bet: Annotated[bool, Meta(description="Every owner must bet on a chariot of their own (26.1)")] = True
    help: Annotated[bool, Meta(description="Once a season the bank lends up to 2,000s to whoever cannot race")] = True
    late: Annotated[
        Literal["never", "half", "always"],
        Meta(
            description="Until when new stables may join",
            extra={
                "meanings": {
                    "never": "Nobody founds a stable once the season has begun",
                    "half": "New stables may join until half of the races are run",
                    "always": "New stables may join until the last race",
                }
            },
        ),
    ] = "half"
    edition: Annotated[
        LeagueEdition,
        Meta(
            description="By which edition of Circus Maximus its races are run",
            extra={
                "meanings": {
                    "advanced": "Its races are of the Advanced Game, as the rules of leagues have it (20)",
                    "epic": "Its races are of the Epic edition, with weather and dead horses in the way",
                }
            },
        ),
    ] = "advanced"
    campaign: Annotated[
        CampaignName,
        Meta(
            description="Which campaign the season is",
            extra={
                "meanings": {
                    "classic": "Each stable begins with five chariots and 10,000s (20)",
                    "epic": "Each stable begins with 20,000s and buys its chariots at auctions and on the market (I)",
                }
            },
        ),
    ] = "classic"
    stop_at_first_pass: Annotated[
        bool, Meta(description="An auction is over at the first lot that nobody bids for")
    ] = False
    withdrawn_after: Annotated[
        Literal[0, 2, 3, 5],
        Meta(description="After how many auctions an unsold chariot leaves the market; 0 for never"),
    ] = 3
    extra_places: Annotated[
        bool, Meta(description="Second places in a race are sold to the highest bidder, not drawn")
    ] = False
    leader_behind: Annotated[
        bool,
        Meta(description="From the second race on, the richest stable starts in the second row, if there is one"),
    ] = False
    stake_back: Annotated[
        bool,
        Meta(description="Who backed the winner has the stake back as well; backing all is safe then"),
    ] = False
    private_wins: Annotated[
        Literal["none", "three", "all"],
        Meta(
            description="How many of a champion's ten wins may be of match races",
            extra={
                "meanings": {
                    "none": "A champion's ten wins are of races of the calendar",
                    "three": "Three of a champion's ten wins may be of match races",
                    "all": "All of a champion's ten wins may be of match races",
                }
            },
        ),
    ] = "three"
    late_minimum: Annotated[
        Literal[0, 2_000], Meta(description="The least sesterces of who joins late or begins again")
    ] = 2_000
    creditors_take: Annotated[
        bool,
        Meta(description="Creditors may take a debtor's goods at an agreed value before the auction"),
    ] = False
    ends_by_fortune: Annotated[bool, Meta(description="Who has 100,000s ends the season (I.4.1 a)")] = True
    ends_by_vote: Annotated[
        bool, Meta(description="More than half of the active members may vote to end the season (I.4.1 c)")
    ] = True
    arena: Annotated[
        ArenaName,
        Meta(
            description="Whether stables own gladiators, and for what",
            extra={
                "meanings": {
                    "none": "There are no gladiators in this season",
                    "duels": "Owners set gladiators against each other for stakes, beside the calendar",
                    "galas": "A gala takes the place of some races: gladiators fight in pairs for the emperor's pot",
                    "both": "There are galas in the calendar, and duels beside it",
                }
            },
        ),
    ] = "none"
    gala_every: Annotated[
        Literal[2, 3, 4, 5],
        Meta(
            description="Which events are galas",
            extra={
                "meanings": {
                    "2": "Each second event is a gala, the others are races",
                    "3": "Each third event is a gala, the others are races",
                    "4": "Each fourth event is a gala, the others are races",
                    "5": "Each fifth event is a gala, the others are races",
                }
            },
        ),
    ] = 3
    form: Annotated[
        Literal["pairs", "melee"],
        Meta(
            description="How gladiators fight in a gala",
            extra={
                "meanings": {
                    "pairs": "In pairs, by lot, all at the same time",
                    "melee": "All against all, up to six men; more fight in pairs",
                }
            },
        ),
    ] = "pairs"
    men_each: Annotated[Literal[1, 2, 3], Meta(description="How many gladiators an owner may enter for a gala")] = 3
    fill: Annotated[bool, Meta(description="A gladiator of the state fights the one left over")] = True
    mercy: Annotated[
        Literal["crowd", "dice", "owner", "host"],
        Meta(
            description="Who decides on the life of a fallen gladiator",
            extra={
                "meanings": {
                    "crowd": "Dice, by how they fought and by the thumbs of the server's members",
                    "dice": "Dice, by how they fought, by the mood of the crowd and by the victor's plea",
                    "owner": "The owner of the victor; without an answer the dice",
                    "host": "The host, who owns neither; without a word the dice",
                }
            },
        ),
    ] = "crowd"
    gala_turns: Annotated[int, Meta(ge=6, le=10, description="How many turns a match of a gala has; 8 by mail")] = 8
    one_lesson: Annotated[bool, Meta(description="A gladiator may learn one thing after each match, not more")] = True
    gap: Annotated[int, Meta(ge=0, le=14, description="Days of rest between two races")] = 0
    kinds: tuple[str, ...] = ("race",)  # of its events, one after the other, over and over (engine/leagues/events.py)
    betters: tuple[int, ...] = ()  # members from the start who bet only, by number (26.6)
    ends_at_entries: bool = False  # a lesson on auctions is over as the stables close
    prizes: Prizes = (0, 0, 0)  # for the purses of the first three: the server's as the league was opened (H.2, L-42)

    @property
    def has_gladiators(self) -> bool:
        return self.campaign == "epic" and self.arena != "none"

    @property
    def has_galas(self) -> bool:
        return self.campaign == "epic" and self.arena in ("galas", "both")

    @property
    def has_duels(self) -> bool:
        return self.campaign == "epic" and self.arena in ("duels", "both")


ONLY_EPIC = (
    "stop_at_first_pass", "withdrawn_after", "extra_places", "leader_behind", "stake_back", "private_wins",
    "late_minimum", "creditors_take", "ends_by_fortune", "ends_by_vote", "arena",
)  # fmt: skip
"""Options that mean nothing in the classic campaign, besides those of the arena."""

OF_GLADIATORS = ("mercy", "one_lesson")
OF_GALAS = ("gala_every", "form", "men_each", "fill", "gala_turns")
"""Options that mean nothing without gladiators, and without galas."""

START_MONEY = 10_000
"""Sesterces of a stable, and of an independent bettor (20.1, 26.6)."""

CHARIOTS = 5
"""Of a stable, at the start (20.1)."""
