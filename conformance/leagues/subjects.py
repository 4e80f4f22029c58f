"""The subjects that need cases: the rules of the Epic campaign, the cases of its specification, and its rulings."""

from conformance.chapters import chapter

_NUMBERS = (
    2,
    *range(11, 16),
    17,
    18,
    *range(31, 42),
    *range(43, 50),
    *range(101, 181),
    186,
    188,
    190,
    *range(194, 221),
)
_EDITION = "bribes in the race: cases of the Epic edition"

CHAPTERS = (
    chapter(
        "The Epic campaign: the rules",
        """
        B.1 the goal
        B.2 owners, and how many
        B.3 the order of a season
        B.4 the market, and its auctions
        B.5 what is bought outside an auction
        B.6 money, loans, bankruptcy
        B.7 prizes
        B.8 bets
        B.9 plots and security
        B.10 private matches and duels
        B.11 experience, champions, recovery
        B.12.1 teams and their endurance
        B.12.2 cars, drivers, hits
        B.12.3 speed of new horses
        B.12.4 endurance of new teams
        B.13 names
        H.2 money of the house
        H.3 the calendar
        H.4 what owners do
        H.5 auctions by mail
        H.6 deals, loans, challenges
        H.7 the eve and the race
        H.10 silence, leaving, joining
        H.14 conflicts
        """,
        {"B.3": "as H.3 has it"},
    ),
    chapter(
        "The Epic campaign: the cases of its specification",
        "\n".join(f"T-{number} as in the specification" for number in _NUMBERS),
    ),
    chapter(
        "The Epic campaign: rulings of its specification",
        """
        R-B1 ten on the market
        R-B2 when an auction ends
        R-B3 auctions by mail
        R-B4 two owners
        R-B5 when the goal is checked
        R-B6 a bankrupt's goods
        R-B7 a bankrupt who comes back
        R-B8 the bet that has to be made
        R-B9 bets on others
        R-B10 chariots nobody bet on
        R-B11 raised stakes
        R-B12 experience in a match
        R-B13 the gap behind the finishers
        R-B14 a dead driver's chariot
        R-B15 private wins and champions
        R-B16 who recovers
        R-B17 experience by place
        R-B18 two losses of endurance in a day
        R-B19 a value of the race alone
        R-B20 drivers of auctioned chariots
        R-B21 bettors and least bets
        R-B22 money of extra places
        R-B23 when things are bought
        R-B24 plots in matches
        R-B25 security of a chariot
        R-B26 starting bids, and stale lots
        R-B27 extra places by mail
        R-B28 when experience is spent
        R-B29 after a match
        R-B30 odds and stakes
        R-B31 how many matches
        R-B32 money of bettors
        R-B33 votes, and who is active
        R-B34 who comes late
        R-B35 ruined, not in debt
        R-B36 default, step by step
        R-B37 slave players
        R-B38 bribes by bettors
        R-B39 chariots of nobody
        R-B40 matches without a winner
        R-B41 who has more victories
        R-B42 bought with a new team
        R-B43 the injured may start
        R-B44 a bankrupt's cash
        R-B45 several bribers of a driver
        R-B46 dead horses in a sale
        R-B47 experience of things sold
        R-B48 champions of matches
        R-B49 stakes at odds
        R-B50 plots without an entry
        """,
        {"R-B45": _EDITION},
    ),
)
