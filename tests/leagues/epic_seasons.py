"""Seasons of the Epic campaign at random: members who do whatever may be done, and what holds at every step."""

import random
from typing import Any

from msgspec import structs

from engine.goods.chariots import ChariotHome
from engine.goods.gladiators import KINDS as KINDS_OF_MEN
from engine.leagues import fresh_starts, money, setup, side_bets
from engine.leagues.dark import chariot_of
from engine.leagues.fitness import can_start
from engine.leagues.words import acts, epic_acts
from engine.leagues.words.epic_sheets import AuctionDay, BidSheet, Maximum
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.state import Goods, Manager, Part, Stable, Stake
from engine.questions import Answer, Ask
from engine.stables import Aftermath
from records.limits import SIDE_STAKES_OF_AN_EVENT
from records.values import EntryId
from tests.leagues.seasons import RandomSeason, _colours, new_session

KINDS: tuple[Any, ...] = ("chariot", "driver", "car", "horse")


class RandomEpic(RandomSeason):
    """A season in which everybody does anything that is allowed, and much that is not."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(f"epic {seed}")
        self.bets = random.Random(f"bets {seed}")
        pick = self.dice
        self.options = LeagueOptions(
            campaign="epic",
            edition=pick.choice(["epic", "advanced"]),
            events=pick.choice([1, 2, 3, 4, 5, 6, 10]),
            laps=pick.choice([1, 2, 3, 5, 7]),
            filled_to=pick.choice([0, 4, 6, 8]),
            field=pick.choice([8, 10, 12, 14, 16]),
            own_bet=pick.random() < 0.8,
            late=pick.choice(["never", "half", "always"]),
            gap=pick.choice([0, 2, 14]),
            prizes=pick.choice([(0, 0, 0), (900, 500, 300)]),
            ends_at_entries=pick.random() < 0.03,
            stop_at_first_pass=pick.random() < 0.2,
            withdrawn_after=pick.choice([0, 2, 3, 5]),
            extra_places=pick.random() < 0.4,
            leader_behind=pick.random() < 0.5,
            stake_back=pick.random() < 0.4,
            private_wins=pick.choice(["none", "three", "all"]),
            late_minimum=pick.choice([0, 2_000]),
            creditors_take=pick.random() < 0.5,
            ends_by_fortune=pick.random() < 0.7,
            ends_by_vote=pick.random() < 0.3,
        )
        count = pick.randint(2, 16)
        members = [setup.Member(colour, "owner" if n < 2 else self._role()) for n, colour in enumerate(_colours(count))]
        self.session = new_session(self.options, members, f"epic {seed}")
        self.refused = self.acted = self.checks = 0
        self.seed = seed

    # Sheets

    def _answer(self, ask: Ask) -> Answer:
        if isinstance(ask.question, AuctionDay):
            return self._maxima(ask.question)
        return super()._answer(ask)

    def _maxima(self, question: AuctionDay) -> BidSheet:
        pick = self.dice
        lots = pick.sample(question.lots, min(len(question.lots), pick.randint(0, 6)))
        lines = tuple(Maximum(lot.number, lot.start + 100 * pick.randint(-1, 30)) for lot in lots)
        budget = pick.choice([None, None, question.cash // 100 * 100, 3_000])
        return BidSheet(lines, budget, pick.choice([None, 1, 2]))

    def _race(self) -> Aftermath:
        """Throw how a race ended; some have a place, and stand in the car no more."""
        thrown = super()._race().homes_as(ChariotHome)
        return Aftermath.of([structs.replace(home, in_control=home.hits % 3 > 0) for home in thrown], 20)

    # Acts

    def _of_steward(self) -> Answer:
        if self.dice.random() < 0.1:
            return epic_acts.CountVotes()
        if self.dice.random() < 0.4 and self.league.matches:
            match = self.dice.choice(self.league.matches)
            if self.dice.random() < 0.1:
                return epic_acts.MatchCalledOff(match.number, self.bets.choice([None, *self.league.stables]))
            return epic_acts.MatchReturned(
                match.number, self._thrown(match.entries if match.state == "running" else [])
            )
        return super()._of_steward()

    def _of_member(self, member: EntryId) -> Answer:
        if any(each.state in ("offered", "agreed") for each in self.league.matches) and self.bets.random() < 0.15:
            return self._of_side_bets()
        agreed = [each for each in self.league.matches if member in each.stakes and each.state == "agreed"]
        if agreed and self.dice.random() < 0.5:
            mine = list(self.league.stables[member].chariots)
            match = self.dice.choice(agreed)
            return epic_acts.NameForMatch(match.number, tuple(self.dice.sample(mine, min(len(mine), match.side))))
        if (only := self._of_poor(self.league.stables[member])) and self.dice.random() < 0.8:
            return only
        if self.dice.random() < 0.3:
            return super()._of_member(member)
        league, pick = self.league, self.dice
        stable, other = league.stables[member], pick.choice(list(league.stables))
        own = pick.choice([*stable.chariots, 99])
        stored = self._stored(member)
        kind, item = pick.choice([*stored, ("driver", 99), ("horse", 99)])
        goods = Goods(parts=(Part(kind, 0, 0, item),)) if kind != "chariot" else Goods(chariots=(item,))
        put = [epic_acts.Harness(own, k, i, pick.randint(1, 4)) for k, i in stored if k != "chariot"]
        theirs = self._stored(other) or [("car", 99)]
        loans = [each.number for each in league.offers if each.to == member and each.lends is not None] or [99]
        choices: list[Answer] = [
            epic_acts.BuyNewTeam((500, pick.choice([500, 1_000, 4_000]), 500, 500)),
            epic_acts.BuyStoredHorse(pick.choice([500, 750, 3_000])),
            epic_acts.BuyStoredCar(pick.choice(["light", "normal", "heavy"])),
            epic_acts.HireDriver(pick.randint(0, 3)),
            epic_acts.Unharness(own, pick.choice(["driver", "car"])),
            epic_acts.TrainStoredDriver(item),
            epic_acts.BidForPlace(pick.choice([0, 100, 250, 900, 90_000])),
            epic_acts.DeclareBankrupt(),
            epic_acts.BeginAgain(pick.random() < 0.5),
            epic_acts.VoteToEnd(pick.random() < 0.5),
            epic_acts.TakeGoods(pick.randint(1, 4), *pick.choice(theirs), pick.choice([1, 500, 5_000])),
            epic_acts.GiveGoods(pick.randint(1, 4)),
            epic_acts.Consign(*pick.choice(stored or [("car", 99)]), pick.choice([100, 500, 550])),
            epic_acts.Withdraw(pick.randint(1_001, 1_005)),
            acts.OfferDeal(other, goods, Goods(money=pick.choice([100, 2_000, 90_000]))),
            acts.OfferDeal(other, Goods(money=pick.choice([0, 700])), goods),
            acts.OfferLoan(other, pick.choice([500, 5_000]), pick.choice([5_000, 15_000]), league.event + 1),
            acts.OfferLoan(other, 5_000, 15_000, max(1, league.event)),
            *[acts.Accept(pick.choice(loans))] * 3,
            acts.Instruct(Manager(pick.choice([0, 1, 2]), mending=pick.choice(["one", "all"]), training="speed")),
            acts.BetInWindow(pick.randint(1, 2), (Stake(own, pick.choice([100, 300])),)),
            *put,
            *self._of_matches(member, other),
        ]
        return pick.choice(choices)

    def _of_side_bets(self) -> Answer:
        """Return an act about a side bet, of anybody on anything."""
        pick, league = self.bets, self.league
        match, number = pick.choice(league.matches), pick.randint(1, len(league.side_bets) + 1)
        on, stake = pick.choice([*match.stakes, EntryId(99)]), pick.choice([100, 200, 250, 700, 3_000])
        offer = epic_acts.OfferSideBet(match.number, on, stake, pick.choice([100, 200, 1_000]))
        return pick.choice([offer, offer, *[epic_acts.TakeSideBet(number)] * 3, epic_acts.WithdrawSideBet(number)])

    def _of_poor(self, stable: Stable) -> Answer | None:
        """Return what is left to one who cannot race any more; None for others."""
        if stable.status == "bankrupt":
            as_slave = self.dice.random() < 0.8
            fights = as_slave and self.options.has_galas and self.dice.random() < 0.5
            return epic_acts.BeginAgain(as_slave, self.dice.choice(KINDS_OF_MEN) if fights else None)
        may_declare = self.league.phase == "stable" and stable.status == "active" and stable.role == "owner"
        return epic_acts.DeclareBankrupt() if may_declare and fresh_starts.is_ruined(stable) else None

    def _of_matches(self, member: EntryId, other: EntryId) -> list[Answer]:
        pick = self.dice
        found = [each.number for each in self.league.matches if member in each.stakes] or [99]
        return [
            epic_acts.Challenge(
                other, pick.randint(1, 4), pick.randint(1, 5), pick.choice([100, 400, 1_600, 2_550]), 1
            ),
            epic_acts.Challenge(other, 1, 1, pick.choice([100, 700]), 1),
            epic_acts.RaiseMatch(pick.choice(found), pick.choice([500, 2_000])),
            epic_acts.AcceptMatch(pick.choice(found)),
            epic_acts.AcceptMatch(pick.choice(found)),
            epic_acts.DeclineMatch(pick.choice(found)),
        ]

    def _stored(self, member: EntryId) -> list[tuple[Any, int]]:
        stable = self.league.stables[member]
        found: list[tuple[Any, int]] = [("chariot", number) for number in stable.chariots]
        found += [("driver", each.number) for each in stable.store.drivers]
        found += [("car", each.number) for each in stable.store.cars]
        found += [("horse", each.number) for each in stable.store.horses]
        return found

    # What always holds

    def check(self) -> None:
        league = self.league
        assert money.balance(league) == 0
        assert league.pot >= 0
        held = [each.stakes for each in league.matches if each.state in ("agreed", "running")]
        held += [each.stakes for each in league.side_bets if each.is_open]
        assert league.escrow == sum(sum(each.values()) for each in held)
        for event in {each.event for each in league.side_bets}:
            most = [max(side_bets.at_stake(league, each, event)) for each in league.stables]
            assert max(most) <= SIDE_STAKES_OF_AN_EVENT.most
        owned = [item for number in league.stables for item in self._stored(number)]
        owned += [("chariot", lot.number) for lot in league.market]
        assert len(set(owned)) == len(owned), "nothing is owned twice"
        for stable in league.stables.values():
            assert stable.cash >= 0
            assert stable.status != "slave" or stable.cash == 0, "a slave has no money"
            assert stable.status != "bankrupt" or stable.cash == 0 or league.forced or league.phase == "over"
            for chariot in stable.chariots.values():
                assert chariot.team is not None, "a chariot is its team"
                assert chariot.team.endurance >= 1
                assert all(0 <= horse.injury <= horse.boxes <= 10 for horse in chariot.team.horses)
                assert chariot.driver is None or 1 <= chariot.driver.hits <= chariot.driver.boxes
            for horse in stable.store.horses:
                assert 0 <= horse.injury < horse.boxes
        self._check_drivers()
        for entry in league.entries if league.phase in ("eve", "race") else ():
            assert can_start(chariot_of(league, entry.chariot)), "no dead driver races"
        if league.phase == "over":
            assert all(loan.state != "open" for loan in league.loans), "every loan has ended"
            assert (league.bank, league.pot, league.escrow) == (0, 0, 0), "the treasuries are back in the bank (H.2)"
            assert not any(stable.cash for stable in league.stables.values())
        self.checks += 1

    def _check_drivers(self) -> None:
        league = self.league
        drivers = [c.driver.number for s in league.stables.values() for c in s.chariots.values() if c.driver]
        drivers += [each.number for stable in league.stables.values() for each in stable.store.drivers]
        drivers += [lot.chariot.driver.number for lot in league.market if lot.chariot.driver]
        assert len(set(drivers)) == len(drivers), "no driver serves twice"
