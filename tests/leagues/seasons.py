"""Seasons at random: members who do whatever may be done, races that are thrown, and what holds at every step."""

import random
from collections.abc import Sequence
from typing import Any

import msgspec

from engine.dice import RaceDice
from engine.facts import Fact
from engine.game import decoder
from engine.goods.chariots import ChariotHome, HorseHome
from engine.leagues import money, parts, setup
from engine.leagues.dark import chariot_of
from engine.leagues.fitness import can_start
from engine.leagues.ruleset import RULESET
from engine.leagues.words import acts
from engine.leagues.words.facts import Posted, SeasonEnded, StandingsTold, Whispered
from engine.leagues.words.options import START_MONEY, LeagueOptions
from engine.leagues.words.sheets import (
    Auction,
    Bid,
    Bids,
    CalledOff,
    Entries,
    Eve,
    EveOfRace,
    GoOn,
    Plan,
    RaceReturned,
    RunRace,
    StableDay,
)
from engine.leagues.words.state import BANK, CALENDAR, POT, Entry, Goods, League, Manager, Part, Stake
from engine.plots import Device, Trigger
from engine.questions import Answer, Ask
from engine.session import Session, first_checkpoint
from engine.stables import Aftermath
from records.refusals import Refused
from records.values import EntryId

MOST_STEPS = 4_000


def new_session(options: LeagueOptions, members: Sequence[setup.Member], seed: str) -> Session[League]:
    league = setup.new_league(options, members)
    return Session(RULESET, first_checkpoint(RULESET, league), RaceDice(seed.encode()), scenes=False)


class RandomSeason:
    """A season in which everybody does anything that is allowed, and much that is not."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        pick = self.dice
        self.options = LeagueOptions(
            events=pick.randint(1, 6),
            filled_to=pick.choice([0, 4, 6, 8]),
            field=pick.choice([8, 10, 16]),
            own_bet=pick.random() < 0.8,
            help=pick.random() < 0.8,
            late=pick.choice(["never", "half", "always"]),
            gap=pick.choice([0, 2]),
        )
        count = pick.randint(2, 10)
        members = [setup.Member(colour, "owner" if n < 2 else self._role()) for n, colour in enumerate(_colours(count))]
        self.session = new_session(self.options, members, f"season {seed}")
        self.refused = self.acted = 0
        self.checks = 0

    def _role(self) -> Any:
        return self.dice.choice(["owner", "owner", "owner", "better"])

    @property
    def league(self) -> League:
        return self.session.state

    def play(self) -> Session[League]:
        """Play to the end; everything that always holds is looked at after each step."""
        for _ in range(MOST_STEPS):
            if self.session.is_over:
                self.check()
                return self.session
            self.step()
            self.check()
        raise AssertionError("the season comes to no end")

    def step(self) -> None:
        """Let somebody act or answer, at random."""
        if self.dice.random() < 0.85:
            self._act()
            return
        entry = self.dice.choice(list(self.session.open))
        ask = self.session.open[entry]
        self._try(lambda: self.session.answer(entry, self._answer(ask)))
        if self.dice.random() < 0.3 and entry in self.session.open and self.session.open[entry] is ask:
            self.session.answer(entry, ask.default)

    def _try(self, does: Any) -> None:
        before = msgspec.json.encode(self.league)
        told = len(self.session.table.told)
        try:
            does()
        except Refused:
            self.refused += 1
            assert msgspec.json.encode(self.league) == before, "what is refused changes nothing"
            assert len(self.session.table.told) == told, "what is refused tells nothing"

    # Sheets

    def _answer(self, ask: Ask) -> Answer:
        question, pick = ask.question, self.dice
        if isinstance(question, StableDay):
            numbers = [*question.injuries, *question.cannot]
            return Entries(tuple(pick.sample(numbers, min(len(numbers), pick.randint(0, 2)))))
        if isinstance(question, EveOfRace):
            return self._eve(question)
        if isinstance(question, Auction):
            return self._bids(question)
        if isinstance(question, RunRace):
            return CalledOff() if pick.random() < 0.05 else RaceReturned(self._race())
        return GoOn() if ask.entry == CALENDAR else ask.default

    def _eve(self, question: EveOfRace) -> Eve:
        pick = self.dice
        entered = list(question.entered)
        stakes = [Stake(own, pick.randint(1, 20) * 100) for own in question.own]
        if entered and pick.random() < 0.6:
            stakes.append(Stake(pick.choice(entered), pick.randint(1, 10) * 100))
        devices: list[Device] = ["no attack", "slow", "drug", "sabotage"]
        plans = []
        if entered and pick.random() < 0.5:
            device = pick.choice(devices)
            trigger = pick.choice([Trigger(), Trigger("turn", 2), Trigger("first attack")])
            plans.append(Plan(device, pick.choice(entered), pick.choice([400, 600, 1500, 3000]), trigger=trigger))
        guards = (pick.choice([0, 300]), pick.choice([0, 200]), pick.choice([0, 100]))
        return Eve(tuple(stakes), tuple(plans), guards)

    def _bids(self, question: Auction) -> Bids:
        bids = []
        for lot in question.lots:
            gaps = [gap for gap in question.gaps if (gap.kind, gap.car) == (lot.kind, lot.car)]
            if gaps and self.dice.random() < 0.7:
                gap = self.dice.choice(gaps)
                bids.append(Bid(lot.number, self.dice.randint(1, 12) * 100, gap.chariot, gap.place))
        return Bids(tuple(bids[:25]))

    def _race(self) -> Aftermath:
        """Throw how a race ended; it costs nothing, and is bloodier than any that is driven."""
        return self._thrown(self.league.entries)

    def _thrown(self, entries: Sequence[Entry]) -> Aftermath:
        pick = self.dice
        placed = pick.sample(entries, pick.randint(0, len(entries)))
        homes = []
        for entry in entries:
            place = placed.index(entry) + 1 if entry in placed else None
            gap = None if place is None or place == len(placed) else pick.randint(0, 15)
            chariot = chariot_of(self.league, entry.chariot)
            assert chariot.team is not None
            assert chariot.driver is not None
            injuries = [min(horse.boxes, horse.injury + max(0, pick.randint(-4, 5))) for horse in chariot.team.horses]
            horses = zip(injuries, chariot.team.horses, strict=True)
            hits = pick.randint(0 if place is None else 1, chariot.driver.hits)
            homes.append(
                ChariotHome(
                    entry.entry,
                    place,
                    gap,
                    tuple(HorseHome(injury, injury < horse.boxes) for injury, horse in horses),
                    hits,
                    pick.random() < 0.7,
                )
            )
        return Aftermath.of(homes, 20)

    # Acts

    def _act(self) -> None:
        league, pick = self.league, self.dice
        if pick.random() < 0.12:
            self._try(lambda: self.session.act(CALENDAR, self._of_steward()))
            return
        member = pick.choice(list(league.stables))
        self._try(lambda: self.session.act(member, self._of_member(member)))
        self.acted += 1

    def _of_steward(self) -> Answer:
        pick, stable = self.dice, self.dice.choice(list(self.league.stables))
        free = [colour for colour in RULESET.colours if colour not in [s.colour for s in self.league.stables.values()]]
        return pick.choice(
            [
                acts.OpenWindow(pick.randint(1, 2)),
                acts.OpenWindow(pick.randint(1, 2)),
                acts.CloseWindow(pick.randint(1, 2)),
                acts.CloseWindow(pick.randint(1, 2)),
                acts.VoidWindow(pick.randint(1, 2)),
                acts.Keep(stable),
                acts.TakeBack(stable),
                acts.Join(free[0], self._role()) if free else acts.Keep(stable),
                acts.UndoDeal(pick.choice([each.offer.number for each in self.league.deals] or [99])),
            ]
        )

    def _of_member(self, member: EntryId) -> Answer:
        league, pick = self.league, self.dice
        stable, other = league.stables[member], pick.choice(list(league.stables))
        own = pick.choice([*stable.chariots, 99])
        theirs = pick.choice([*league.stables[other].chariots, 99])
        sum_ = pick.choice([0, 100, 500, 2_000, 9_000])
        offers = [offer.number for offer in league.offers if offer.to == member] or [99]
        gaps = list(parts.gaps(league.stables[other]))
        deal = acts.OfferDeal(other, Goods(chariots=(own,)), Goods(money=sum_))
        if gaps and pick.random() < 0.5:
            gap = pick.choice(gaps)
            part = Part(gap.kind, own, gap.chariot, pick.randint(1, 4), gap.place)
            deal = acts.OfferDeal(other, Goods(parts=(part,)), Goods(money=sum_))
        return pick.choice(
            [
                acts.BuyHorse(own, pick.randint(1, 4), pick.choice([500, 1_500, 700])),
                acts.BuyTeam(own, (500, 500, 500, 500)),
                acts.BuyDriver(own, pick.randint(0, 3)),
                acts.BuyCar(own),
                acts.Arrange(own, (2, 1, 4, 3)),
                acts.TrainDriver(own),
                acts.TrainHorse(own, pick.randint(1, 4)),
                acts.TrainEndurance(own),
                acts.AskHelp(sum_),
                acts.Instruct(Manager(pick.choice([0, 1, 2]), mending=pick.choice(["nothing", "one", "all"]))),
                deal,
                acts.OfferDeal(other, Goods(money=sum_), Goods(chariots=(theirs,))),
                acts.OfferLoan(other, sum_, sum_ * pick.randint(1, 3), league.event + pick.randint(0, 2)),
                acts.OfferLoan(other, sum_, sum_, league.options.events),
                acts.Accept(pick.choice(offers)),
                acts.Accept(pick.choice(offers)),
                acts.Decline(pick.choice(offers)),
                acts.Repay(pick.randint(1, 5)),
                acts.OrderLots((own,)),
                acts.BetInWindow(pick.randint(1, 2), (Stake(own, pick.choice([100, 300, 900])),)),
            ]
        )

    # What always holds

    def check(self) -> None:
        league = self.league
        assert money.balance(league) == 0
        assert league.pot >= 0
        lent = sum(stable.helped for stable in league.stables.values())
        assert -league.bank <= START_MONEY * len(league.stables) + lent, "the bank gives start money and help, no more"
        owners: dict[int, EntryId] = {}
        for stable in league.stables.values():
            assert stable.cash >= 0
            for number, chariot in stable.chariots.items():
                assert number not in owners, "nothing is owned twice"
                owners[number] = stable.number
                if chariot.team is not None:
                    assert chariot.team.endurance >= 1
                    assert all(0 <= horse.injury <= horse.boxes <= 10 for horse in chariot.team.horses)
                    ceiling = chariot.team.ceiling
                    assert ceiling is None or chariot.team.endurance <= ceiling
                if chariot.driver is not None:
                    assert 1 <= chariot.driver.hits <= chariot.driver.boxes
        drivers = [c.driver.number for s in league.stables.values() for c in s.chariots.values() if c.driver]
        assert len(set(drivers)) == len(drivers), "no driver serves twice"
        if league.phase in ("eve", "race"):
            for entry in league.entries:
                assert can_start(chariot_of(league, entry.chariot)), "no dead driver races"
                assert entry.stable is None or owners[entry.chariot] == entry.stable
        if league.phase == "over":
            assert all(loan.state != "open" for loan in league.loans), "every loan has ended"
            assert (league.bank, league.pot) == (0, 0), "the treasuries are back in the bank (H.2)"
            assert not any(stable.cash for stable in league.stables.values())
        self.checks += 1


def _colours(count: int) -> Sequence[str]:
    return RULESET.colours[:count]


def public(facts: Sequence[Fact]) -> list[Fact]:
    """Return what everybody may read."""
    return [fact for fact in facts if not isinstance(fact, Whispered)]


def ledger(facts: Sequence[Fact]) -> dict[EntryId, int]:
    """Return what each account has by the facts that everybody may read."""
    accounts: dict[EntryId, int] = {}
    for fact in public(facts):
        if isinstance(fact, Posted):
            assert sum(line.amount for line in fact.lines) == 0
            for line in fact.lines:
                accounts[line.account] = accounts.get(line.account, 0) + line.amount
    return accounts


def treasuries(league: League) -> dict[EntryId, int]:
    """Return what each account has by the state."""
    return {BANK: league.bank, POT: league.pot, **{n: stable.cash for n, stable in league.stables.items()}}


def require_sound(session: Session[League]) -> None:
    """Assert of a season that is over: it ended, its money is what its facts add up to, and it can be read back."""
    facts, have = session.table.told, treasuries(session.state)
    assert isinstance(facts[-1], SeasonEnded)
    told = [fact for fact in facts if isinstance(fact, StandingsTold)][-1]
    assert session.view([]).ranks == told.ranks, "the standings keep the sums"
    accounts = ledger(facts)
    assert {each: accounts.get(each, 0) for each in have} == have
    assert decoder(League).decode(msgspec.json.encode(session.state)) == session.state
    for fact in facts:
        assert RULESET.read_fact(msgspec.json.encode(fact).decode()) == fact
