"""Leagues under random acts of hosts, members, clocks and crashes: money and standings are what the facts add up to.

``QUADRIGA_ACTS=1000`` has so many acts done, ``QUADRIGA_SEED`` chooses them.
"""

import os
import random
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from db.store import Store
from db.writing.leagues import LeagueStore
from db.writing.races import RaceStore
from engine.leagues.views import LeagueView, StableView
from engine.leagues.words import acts, epic_acts
from engine.leagues.words.epic_sheets import AuctionDay, BidSheet, Maximum
from engine.leagues.words.facts import Posted, StandingsTold
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import Goods, Manager
from engine.questions import Answer
from engine.stables import Aftermath
from records.races import MATCHES
from records.refusals import Refused
from records.values import EntryId, Faction, PlayerId, RaceId
from steward.seasons.treasurer import account_of
from tests.steward.circus import ANN, BOB, EVE, MOD, Circus
from tests.steward.leagues import a_circus, a_deputy, a_season, check_treasuries

ACTS = int(os.environ.get("QUADRIGA_ACTS", "50"))
SEED = int(os.environ.get("QUADRIGA_SEED", "6"))
WHY = "as it came"
PEOPLE = (ANN, BOB, EVE, PlayerId(400))
TOLD = ("eve", "auction", "market")
"""Phases in which all is told that treasuries hold; in others there are purchases or plots that nobody knows of."""


class PowerCut(BaseException):
    """The program ends here: nothing catches it."""


class Season:
    """A league at which somebody does something, again and again."""

    options = LeagueOptions(events=3, laps=1, filled_to=4)

    def __init__(self, circus: Circus, league: RaceId, seed: int) -> None:
        self.circus, self.league, self.dice = circus, league, random.Random(seed)
        self.first = circus
        self.done: Counter[str] = Counter()
        self.compared = 0  # standings that were told, and held against facts and races

    @property
    def steward(self) -> Any:
        return self.circus.steward

    async def step(self, patch: pytest.MonkeyPatch) -> None:
        """Do something at random; it may be refused, and the program may end in its midst."""
        deed = self.dice.choice(DEEDS)
        cuts = self.dice.random() < 0.08
        with patch.context() as patched:
            if cuts:
                self._cut(patched)
            try:
                await deed(self)
                self.done[deed.__name__.removeprefix("_")] += 1
            except Refused:
                self.done["refused"] += 1
            except PowerCut:
                self.done["cut"] += 1
        if cuts:
            await self.crash()
        await self.circus.deliver()

    def _cut(self, patched: pytest.MonkeyPatch) -> None:
        """Let the program end at its next write, before it or after it."""
        is_after = self.dice.random() < 0.5
        for kind, name in ((Store, "write_season"), (Store, "write"), (RaceStore, "resume"), (LeagueStore, "add_race")):
            patched.setattr(kind, name, cut(getattr(kind, name), after=is_after))

    async def crash(self) -> None:
        """Go on with the next process."""
        old, messenger = self.circus, self.circus.messenger
        self.circus = await self.first.again(messenger=messenger)
        self.circus.entropy.drawn = 1_000_000 + old.entropy.drawn
        await self.steward.timekeeper.make_up_for_downtime()
        await self.steward.resume()

    # Members

    async def answer(self) -> None:
        for each in await self.steward.asks_of(self.dice.choice(PEOPLE)):
            given = self.dice.choice([*each.ask.question.legal(), each.ask.default])
            await self.steward.races.drive(
                each.race_id, each.entry, [given], player=each.race.player_of(each.entry), asked=each.asked
            )

    async def act(self) -> None:
        pick, who = self.dice, self.dice.choice(PEOPLE)
        view = (await self.steward.log.status(self.league, who)).view
        if view is None or not view.own:
            raise Refused(LeagueReason.NOT_A_MEMBER)
        [mine] = view.own.values()
        others = [each for each in view.stables if each.number != mine.stable.number]
        whom, sum_ = pick.choice(others).number, pick.choice([100, 500, 2_000])
        chariot = pick.choice([*mine.stable.chariots, 99])
        offers = [acts.Accept(each.number) for each in mine.offers if each.to == mine.stable.number]
        await self.steward.leagues.act(
            self.league,
            who,
            pick.choice(
                offers * 4
                or [
                    *[acts.OfferLoan(whom, sum_, sum_ * 2, pick.randint(view.event, 3))] * 3,
                    *[acts.OfferDeal(whom, Goods(chariots=(chariot,)), Goods(money=sum_))] * 3,
                    acts.Repay(pick.randint(1, 4)),
                    acts.BuyDriver(chariot, 1),
                    acts.BuyCar(chariot),
                    acts.TrainDriver(chariot),
                    acts.AskHelp(sum_),
                    acts.Instruct(Manager(pick.choice([0, 1, 2]), mending="all")),
                ]
            ),
        )

    async def leave(self) -> None:
        await self.steward.members.leave(self.league, self.dice.choice(PEOPLE))

    async def come_back(self) -> None:
        await self.steward.members.come_back(self.league, self.dice.choice(PEOPLE))

    async def join(self) -> None:
        role = self.dice.choice(["owner", "better"])
        await self.steward.leagues.join(self.league, self.dice.choice(PEOPLE), "Late", role=role)

    async def volunteer(self) -> None:
        await self.steward.substitutes.volunteer(self.league, self.dice.choice(PEOPLE), "Sub")

    async def deputy(self) -> None:
        await a_deputy(self.steward, self.league, self.dice.choice(PEOPLE), self.dice.choice(PEOPLE))

    async def take_reins(self) -> None:
        """Somebody presses the button of a place: in the league, or in its race."""
        races = [each.id for each in await self.steward.leagues.races(self.league) if each.state == "running"]
        race, faction = self.dice.choice([self.league, *races]), Faction(self.dice.randint(1, 4))
        await self.steward.desk.take_reins(race, self.dice.choice(PEOPLE), faction)

    async def vote(self) -> None:
        await self.steward.members.vote(self.league, self.dice.choice(PEOPLE), self.dice.choice(PEOPLE))

    async def vacation(self) -> None:
        until = self.circus.clock.now + self.dice.choice([600.0, 7_200.0, 90_000.0])
        await self.steward.desk.vacation(self.league, self.dice.choice(PEOPLE), until)

    # The host

    async def expel(self) -> None:
        await self.steward.members.expel(self.league, MOD, self.dice.choice(PEOPLE), WHY)

    async def hand(self) -> None:
        stable, player = EntryId(self.dice.randint(1, 5)), self.dice.choice(PEOPLE)
        await self.steward.members.hand(self.league, MOD, stable, player, "New", WHY)

    async def close_phase(self) -> None:
        await self.steward.leagues.close_phase(self.league, MOD, WHY)

    async def extend(self) -> None:
        await self.steward.desk.extend(self.league, MOD, 1_800.0, WHY)

    async def pause(self) -> None:
        await self.steward.desk.pause(self.league, MOD, WHY, 3_600.0)

    async def go_back(self) -> None:
        await self.steward.leagues.go_back(self.league, MOD, WHY)

    async def rewind_race(self) -> None:
        races = await self.steward.leagues.races(self.league)
        if races:
            decisions = await self.steward.desk.decisions(races[-1].id)
            if decisions:
                await self.steward.desk.rewind(races[-1].id, MOD, self.dice.choice(decisions).to, WHY)

    async def close_race(self) -> None:
        races = await self.steward.leagues.races(self.league)
        if races and self.dice.random() < 0.3:
            await self.steward.desk.close(races[-1].id, MOD, WHY)

    async def lose_the_thread(self) -> None:
        await self.steward.cut_off.thread_gone(self.league)
        self.circus.clock.pass_by(600.0)
        await self.steward.cut_off.move(self.league, 4)
        await self.steward.cut_off.resume(self.league, MOD)

    # The clock

    async def pass_by(self) -> None:
        for _ in range(self.dice.randint(1, 4)):
            self.circus.clock.pass_by(self.dice.choice([60.0, 900.0, 2_400.0]))
            await self.steward.timekeeper.tick()

    # What always holds

    async def check(self) -> None:
        """Compare treasuries and standings with what facts and races add up to."""
        await check_treasuries(self.circus, self.league)
        facts = [
            self.circus.rulesets["classic-league"].read_fact(each.fact)
            for each in await self.circus.store.stories.facts(self.league)
            if not each.void
        ]
        cash: defaultdict[EntryId, int] = defaultdict(int)
        places = await self._places()
        for fact in facts:
            for line in fact.lines if isinstance(fact, Posted) else ():
                cash[line.account] += line.amount
            if isinstance(fact, StandingsTold):
                self.compared += 1
                for rank in fact.ranks:
                    assert rank.cash == cash[rank.stable], "standings tell what the facts add up to"
                    have = Counter(place for event, place in places[rank.stable] if event <= fact.event)
                    assert rank.places == tuple(have[place] for place in range(1, max(have, default=0) + 1))
        assert (await self.circus.store.purses.audit()).is_sound
        await self._check_people()
        record = (await self.steward.race(self.league)).record
        if record.state == "running":
            async with self.steward.races.viewing(self.league) as live:
                state = live.session.state
            if state.phase in TOLD:
                for stable in state.stables.values():
                    held = await self.circus.store.wagers.balance(account_of(record, stable.number))
                    assert stable.cash == (held or 0)

    async def _check_people(self) -> None:
        """Nobody speaks for two stables, in the league or in a race of it."""
        races = [each.id for each in await self.steward.leagues.races(self.league) if each.state == "running"]
        for race in [self.league, *races]:
            lobby = await self.steward.race(race)
            speak = [each.at_the_reins for each in lobby.factions if each.at_the_reins is not None]
            assert len(speak) == len(set(speak)), lobby.factions

    async def _places(self) -> dict[EntryId, list[tuple[int, int]]]:
        """Return by stable the event and the place of each of its chariots that came home, as the races tell it."""
        found: defaultdict[EntryId, list[tuple[int, int]]] = defaultdict(list)
        for race in await self.steward.leagues.races(self.league):
            if race.comes_home is None or race.round in (None, MATCHES):
                continue
            lobby = await self.steward.race(race.id)
            mine = {each.entry: each.faction for each in lobby.entries}
            for home in msgspec.json.decode(race.comes_home, type=Aftermath).heads:
                faction = mine[home.entry]
                if home.place is not None and faction is not None:
                    found[EntryId(faction)].append((race.round or 0, home.place))
        return found


async def _answer(season: Season) -> None:
    await season.answer()


async def _act(season: Season) -> None:
    await season.act()


DEEDS: list[Callable[[Season], Awaitable[None]]] = [
    *[_answer] * 6,
    *[_act] * 6,
    *[Season.pass_by] * 12,
    *[Season.close_phase] * 3,
    Season.leave,
    *[Season.come_back] * 2,
    Season.vacation,
    Season.join,
    Season.volunteer,
    Season.deputy,
    *[Season.take_reins] * 2,
    Season.vote,
    Season.expel,
    *[Season.hand] * 2,
    Season.extend,
    Season.pause,
    *[Season.go_back] * 2,
    *[Season.rewind_race] * 2,
    Season.close_race,
    Season.lose_the_thread,
    *[Season.crash] * 2,
]


class EpicSeason(Season):
    """The same in the Epic campaign: members bid, buy, harness, give up and vote besides."""

    options = LeagueOptions(events=3, laps=1, filled_to=4, campaign="epic", edition="epic")

    async def answer(self) -> None:
        for each in await self.steward.asks_of(self.dice.choice(PEOPLE)):
            given = self.dice.choice([*each.ask.question.legal(), each.ask.default])
            if isinstance(question := each.ask.question, AuctionDay):
                lots = self.dice.sample(question.lots, min(3, len(question.lots)))
                maxima = [(lot.number, lot.start + 100 * self.dice.randint(0, 9)) for lot in lots]
                given = BidSheet(tuple(Maximum(*each) for each in maxima if each[1] <= question.cash))
            await self.steward.races.drive(
                each.race_id, each.entry, [given], player=each.race.player_of(each.entry), asked=each.asked
            )

    def _of_matches(self, view: LeagueView, own: StableView) -> list[Answer]:
        """Return the answers to challenges, and the names for matches, that somebody may give."""
        found: list[Answer] = []
        for match in view.matches:
            if match.state == "offered" and match.to_answer == own.number:
                found.append(epic_acts.AcceptMatch(match.number))
            elif match.state == "agreed" and own.number in (match.challenger, match.challenged):
                found += [epic_acts.NameForMatch(match.number, (each.number,)) for each in own.chariots[:1]]
        return found

    async def act(self) -> None:
        pick, who = self.dice, self.dice.choice(PEOPLE)
        view = (await self.steward.log.status(self.league, who)).view
        if view is None or not view.own:
            raise Refused(LeagueReason.NOT_A_MEMBER)
        [mine] = view.own.values()
        store, chariot = mine.stable.store, pick.choice([*(each.number for each in mine.stable.chariots), 99])
        stored = [epic_acts.Harness(chariot, "driver", each.number) for each in store.drivers]
        stored += [epic_acts.Harness(chariot, "car", each.number) for each in store.cars]
        choices = [
            epic_acts.BuyNewTeam((500, 500, 500, 500)),
            epic_acts.BuyStoredCar("heavy"),
            epic_acts.BuyStoredHorse(500),
            epic_acts.HireDriver(0),
            epic_acts.Unharness(chariot, "car"),
            epic_acts.DeclareBankrupt(),
            epic_acts.BeginAgain(pick.random() < 0.5),
            epic_acts.VoteToEnd(pick.random() < 0.3),
            acts.OfferLoan(pick.choice(view.stables).number, 2_000, 3_000, view.event),
            acts.TrainEndurance(chariot),
            acts.Instruct(Manager(2, mending="all")),
            *[acts.Accept(each.number) for each in mine.offers if each.to == mine.stable.number],
            *stored,
            epic_acts.Challenge(pick.choice(view.stables).number, 1, pick.randint(1, 2), 200, 1),
            *self._of_matches(view, mine.stable) * 6,
        ]
        await self.steward.leagues.act(self.league, who, pick.choice(choices))


def cut(write: Callable[..., Awaitable[Any]], *, after: bool) -> Callable[..., Awaitable[Any]]:
    """Return a write at which the program ends, before or after it is done."""

    async def ends(*args: Any, **named: Any) -> Any:
        if after:
            await write(*args, **named)
        raise PowerCut

    return ends


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Season, EpicSeason], ids=["classic", "epic"])
async def test_money_and_standings_are_what_the_facts_add_up_to(
    kind: type[Season], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    circus = await a_circus(tmp_path)
    try:
        await _at_random(circus, monkeypatch, kind)
    finally:  # else what breaks is told as a connection that nobody closed
        await circus.close()


async def _at_random(circus: Circus, monkeypatch: pytest.MonkeyPatch, kind: type[Season]) -> None:
    seed, done, seasons, compared = SEED, Counter[str](), 0, 0
    while sum(done.values()) < ACTS:
        league = await a_season(circus, kind.options)
        season, seasons, seed = kind(circus, league, seed), seasons + 1, seed + 1
        while (await season.steward.race(league)).record.state in ("running", "paused") and season.done.total() < ACTS:
            await season.step(monkeypatch)
            await season.check()
        done += season.done
        compared += season.compared
        assert (await season.steward.log.verify(league)).is_sound
    assert done["answer"] + done["act"] > 0
    assert done["pass_by"] > 0
    assert compared, "no season came as far as to its standings"
    print(f"{done.total()} acts in {seasons} leagues: {dict(done)}")  # noqa: T201  figures of a long run
