"""How seasons of house managers end: the figures of docs/balance.md.

Usage: ``python -m bench.season_balance [SEASONS] [LAPS] [FIELD]`` (60, 1, managers): six stables, six races. With more
laps than one there are rounds of bets during the race. The field is one of ``managers``, of each temperament;
``purchases``, of each founding that is offered by name; and ``bettors``, in which two have no chariots. ``epic``
and ``epic bettors`` are the same in the Epic campaign; of it we count besides how many chariots a stable bought in the
first auction. ``epic green`` has two people who press the green button alone, beside six house stables.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.circus_maximus.ruleset import RULESET
from engine.leagues import house, season, setup
from engine.leagues.epic_house import ADVISER, advised_eve
from engine.leagues.house import INSTRUCTIONS
from engine.leagues.presets import EPIC_PRESETS
from engine.leagues.views import LeagueView
from engine.leagues.words.epic_facts import AuctionLotSold, MarketClosed
from engine.leagues.words.facts import SeasonEnded, StandingsTold
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.sheets import EveOfRace, Founding, FoundStable
from engine.leagues.words.state import Allotment, League, Role
from engine.options import choose
from engine.questions import Answer, Ask
from engine.session import Session
from records.values import EntryId
from words.leagues.controls import FOUNDINGS

EVENTS, HALF = 6, 3


class Kind(NamedTuple):
    """One kind of member, whose fortunes are counted together."""

    name: str
    temper: str
    founding: tuple[Allotment, ...] = ()  # its manager's own, if none
    role: Role = "owner"


TEMPERS = [Kind(temper, temper) for temper in ("steady", "bold", "sly")]
FIELDS: Mapping[str, Sequence[Kind]] = {
    "managers": TEMPERS * 2,
    "purchases": [Kind(name, "steady", points) for name, points in FOUNDINGS] * 2,
    "bettors": [
        *TEMPERS,
        TEMPERS[0],
        Kind("bettor who bets", "sly", role="better"),
        Kind("bettor who hoards", "steady", role="better"),
    ],
}
GREEN = Kind("green button alone", ADVISER)
"""Somebody who does all that the green button suggests: bids, purchases, entries, bets; nothing in the dark."""

FIELDS = {
    **FIELDS,
    "epic": FIELDS["managers"],
    "epic bettors": FIELDS["bettors"],
    "epic green": [*TEMPERS, GREEN] * 2,
}
"""Who takes part; in each season everybody moves up a number."""


class Tally:
    """What came of some seasons, by kind of member."""

    def __init__(self) -> None:
        self.wins: dict[str, float] = defaultdict(float)  # a season that is shared counts in part
        self.fortunes: Counter[str] = Counter()
        self.early = 0.0  # seasons won by whoever was richest at half time
        self.bought: Counter[int] = Counter()  # owners by the chariots that they bought in the first auction
        self.bought_and_won: dict[int, float] = defaultdict(float)

    def add(self, played: Session[League], order: Sequence[Kind]) -> None:
        """Count a season that is over."""
        ended = played.table.told[-1]
        assert isinstance(ended, SeasonEnded)
        for winner in ended.winners:
            self.wins[order[winner - 1].name] += 1 / len(ended.winners)
        for stable in played.state.stables.values():
            self.fortunes[order[stable.number - 1].name] += stable.fortune
        first = _bought_first(played)
        for stable in played.state.stables.values():
            if stable.role == "owner":
                self.bought[first[stable.number]] += 1
                self.bought_and_won[first[stable.number]] += (stable.number in ended.winners) / len(ended.winners)
        half = next(f for f in played.table.told if isinstance(f, StandingsTold) and f.event == HALF)
        richest = [each.stable for each in half.ranks if each.rank == 1]
        self.early += sum(winner in richest for winner in ended.winners) / len(ended.winners)


def _bought_first(played: Session[League]) -> Counter[EntryId]:
    """Return how many chariots each stable bought in the first auction; none in the classic campaign."""
    told = played.table.told
    closed = next((place for place, fact in enumerate(told) if isinstance(fact, MarketClosed)), 0)
    return Counter(fact.buyer for fact in told[:closed] if isinstance(fact, AuctionLotSold))


def _manager(kind: Kind) -> season.Manager:
    """Return the house manager of a member, who founds as the kind says."""
    plain = house.MANAGERS[kind.temper]

    def answer(view: LeagueView, ask: Ask) -> Answer:
        if kind.founding and isinstance(ask.question, FoundStable):
            return Founding(kind.founding[: ask.question.chariots])
        if kind is GREEN and isinstance(ask.question, EveOfRace):
            return advised_eve(view, ask.question)
        return plain(view, ask)

    return answer


def _play(order: Sequence[Kind], laps: int, seed: str, campaign: str) -> Session[League]:
    """Play a season of these members; the same seed gives the same one."""
    members = [
        setup.Member(colour, kind.role, "house", INSTRUCTIONS[kind.temper])
        for colour, kind in zip(RULESET.colours, order, strict=False)
    ]
    edition = "epic" if campaign == "epic" else "advanced"
    wishes = {"events": str(EVENTS), "laps": str(laps), "campaign": campaign, "edition": edition}
    wishes |= EPIC_PRESETS["epic"].wishes if campaign == "epic" else {}
    options = choose(LeagueOptions, wishes)
    league = setup.new_league(options, members)
    kinds = {EntryId(number): kind for number, kind in enumerate(order, start=1)}
    managers = {number: _manager(kind) for number, kind in kinds.items()}
    return season.play_season(league, managers, seed, {number: kind.temper for number, kind in kinds.items()})


def main(seasons: int, laps: int, field: str) -> None:
    tally, kinds = Tally(), list(FIELDS[field])
    for number in range(seasons):
        first = number % len(kinds)
        order = kinds[first:] + kinds[:first]
        campaign = "epic" if field.startswith("epic") else "classic"
        tally.add(_play(order, laps, f"balance {number}", campaign), order)
    early = tally.early / seasons
    print(f"{seasons} seasons of {EVENTS} races; won by whoever was richest after race {HALF}: {early:.0%}")
    for name, count in Counter(kind.name for kind in kinds).items():
        share, even = tally.wins[name] / seasons, count / len(kinds)
        fortune = tally.fortunes[name] / (count * seasons)
        print(f"{name}: {share:.0%} won, {share / even:.2f} of an even share; {fortune:,.0f}s on average")
    owners = sum(tally.bought.values())
    for chariots, count in sorted(tally.bought.items()) if field.startswith("epic") else ():
        share, even = tally.bought_and_won[chariots] / sum(tally.bought_and_won.values()), count / owners
        print(f"bought {chariots} first: {count} stables, {share / even:.2f} of an even share")


if __name__ == "__main__":
    given = sys.argv[1:]
    seasons, laps, field = *given, *("60", "1", "managers")[len(given) :]
    main(int(seasons), int(laps), field)
