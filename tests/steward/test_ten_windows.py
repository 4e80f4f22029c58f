"""Somebody presses for twenty minutes in ten windows at once; others get few messages, and nobody is locked out."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from db.store import NoRoom, TooOften
from engine.betting.book import NewBet, NewSide
from engine.leagues.words.acts import Accept, Decline, OfferLoan
from engine.leagues.words.options import LeagueOptions
from records import limits
from records.notices import Notice
from records.races import Place, PublicRace
from records.refusals import Refused
from records.values import EntryId, PlayerId, RaceId
from steward import Founded, NewRace
from steward.hosting.cups import Agreed
from tests.steward.circus import ANN, BOB, EVE, Circus
from tests.steward.leagues import GUILD, PHASES, a_circus, a_league, spans, to_phase

WINDOWS, MINUTES = 10, 20
GAME = "chariot-race"
OTHERS = [PlayerId(10_000 + number) for number in range(60)]

Deed = Callable[[], Awaitable[Any]]


class Presser:
    """Bob, who owns a stable in Ann's league, and presses whatever there is."""

    def __init__(self, circus: Circus, league: RaceId, race: RaceId, seed: int) -> None:
        self.circus, self.league, self.race = circus, league, race
        self.steward, self.dice, self.pressed = circus.steward, random.Random(seed), 0
        rules = circus.rulesets[GAME]
        self.options, self.seconds = rules.options(), dict.fromkeys(rules.decisions, 60)

    def deeds(self) -> Sequence[Deed]:
        return (
            *(self.opens, self.cancels, self.opens_cup, self.cancels_cup, self.opens_league, self.cancels_league),
            *(self.practises, self.learns, self.asks_deputy, self.votes, self.volunteers, self.withdraws),
            *(self.lends, self.takes_back, self.offers_side, self.withdraws_side, self.bets, self.gives),
            *(self.leaves, self.comes_back),
        )

    async def press(self) -> None:
        """Press in ten windows in the same instant; all that comes of it is done, or refused in words."""
        deeds = self.deeds()
        self.pressed += WINDOWS
        done = await asyncio.gather(*(self.dice.choice(deeds)() for _ in range(WINDOWS)), return_exceptions=True)
        for each in done:
            assert not isinstance(each, NoRoom | TooOften), "a limit of the store is told in words"
            assert isinstance(each, Refused) or not isinstance(each, BaseException), repr(each)

    def new(self, *, lesson: int | None = None, guild: int = GUILD) -> NewRace:
        return NewRace(guild, 2, BOB, GAME, self.options, self.seconds, "Mine", lesson)

    def other(self) -> PlayerId:
        return self.dice.choice(OTHERS)

    async def mine(self, *, leagues: bool = False) -> list[PublicRace]:
        found = await self.steward.races_at(Place((GUILD,), is_for_leagues=leagues))
        alive = [each for each in found if each.record.state in ("lobby", "running", "paused")]
        return [each for each in alive if each.record.host == BOB and not each.record.is_practice]

    async def opens(self) -> None:
        await self.steward.lobbies.set_thread(await self.steward.lobbies.open_race(self.new()), 7)

    async def cancels(self) -> None:
        for each in (await self.mine())[:1]:
            await self.steward.lobbies.cancel(each.record.id, BOB)

    async def opens_cup(self) -> None:
        series = self.circus.rulesets[GAME].series.options()
        agreed = Agreed(GUILD, 2, BOB, GAME, self.options, series, self.seconds, "Cup", 2)
        await self.steward.cups.open(agreed)

    async def cancels_cup(self) -> None:
        for each in [each for each in await self.steward.cups.of_guild(GUILD) if each.record.state == "open"][:1]:
            await self.steward.cups.cancel(each.id, BOB)

    async def opens_league(self) -> None:
        await self.steward.leagues.open(Founded(GUILD, 2, BOB, LeagueOptions(events=2), PHASES, spans(), "L"))

    async def cancels_league(self) -> None:
        for each in (await self.mine(leagues=True))[:1]:
            await self.steward.leagues.cancel(each.record.id, BOB, "no time")

    async def practises(self) -> None:
        await self.steward.practices.open(self.new(lesson=0, guild=self.dice.choice([0, GUILD])))

    async def learns(self) -> None:
        await self.steward.practices.open(self.new(lesson=self.dice.randint(1, 3)))

    async def asks_deputy(self) -> None:
        await self.steward.deputies.ask(self.league, BOB, self.other())

    async def votes(self) -> None:
        await self.steward.members.vote(self.league, BOB, BOB)

    async def volunteers(self) -> None:
        await self.steward.substitutes.volunteer(self.league, BOB, "Bob")

    async def withdraws(self) -> None:
        await self.steward.substitutes.withdraw(await self.steward.race(self.league), BOB)

    async def lends(self) -> None:
        await self.steward.leagues.act(self.league, BOB, OfferLoan(EntryId(1), 100, 100, 1))

    async def takes_back(self) -> None:
        number = self.dice.randint(1, 30)
        await self.steward.leagues.act(self.league, BOB, self.dice.choice([Decline, Accept])(number))

    async def offers_side(self) -> None:
        taker, key = self.other(), str(self.dice.random())
        await self.steward.wagers.offer_side(self.race, NewSide(BOB, "Bob", taker, "O", *self.rivals, 1, 1, key, 30))

    async def withdraws_side(self) -> None:
        await self.steward.wagers.withdraw_side(self.race, BOB, self.dice.randint(1, 12))

    async def bets(self) -> None:
        key, market = str(self.dice.random()), self.dice.randint(1, 3)
        bet = NewBet(player=BOB, name="Bob", market=market, choice="1", stake=100, key=key, days=30)
        await self.steward.wagers.place(self.race, bet)

    async def gives(self) -> None:
        await self.steward.wagers.give(GUILD, BOB, "Bob", EVE, "Eve", 50, str(self.dice.random()), days=30)

    async def leaves(self) -> None:
        await self.steward.members.leave(self.league, BOB)

    async def comes_back(self) -> None:
        await self.steward.members.come_back(self.league, BOB)

    rivals = (EntryId(1), EntryId(2))


async def of_others(circus: Circus) -> RaceId:
    """Open a race of Ann's with two house drivers, on which others bet."""
    rules = circus.rulesets[GAME]
    seconds = dict.fromkeys(rules.decisions, 60)
    race = await circus.steward.lobbies.open_race(NewRace(GUILD, 2, ANN, GAME, rules.options(), seconds, "Ann's"))
    await circus.steward.lobbies.set_thread(race, 8)
    await circus.steward.lobbies.fill(race, ANN, None, 2)
    return race


async def a_season_that_waits(circus: Circus) -> RaceId:
    """Return a season of Ann and Bob, whose stable day lasts longer than the test."""
    league = await a_league(circus, LeagueOptions(events=3, laps=1, filled_to=4))
    record = (await circus.steward.race(league)).record
    slow = {**record.seconds, "stable": 10 * 86_400}
    await circus.store.races.set(league, seconds=msgspec.json.encode(slow).decode())
    await circus.steward.leagues.join(league, ANN, "Ann")
    await circus.steward.leagues.join(league, BOB, "Bob")
    await circus.steward.leagues.start(league, ANN)
    await to_phase(circus, league, "stable")
    await circus.deliver()
    circus.messenger.delivered.clear()
    return league


async def opened_by(circus: Circus, host: PlayerId) -> Counter[str]:
    """Return how much of each kind a person has opened, whatever became of it."""
    races = await circus.steward.races_at(Place((GUILD, 0), host))
    leagues = await circus.steward.races_at(Place((GUILD,), is_for_leagues=True))
    found = Counter(["league" for each in leagues if each.record.host == host])
    for each in races:
        if each.record.host == host and each.record.cup is None and each.record.league is None:
            found["practice" if each.record.is_practice else "race"] += 1
    found["cup"] = len([each for each in await circus.steward.cups.of_guild(GUILD) if each.record.host == host])
    return found


def to_others(sent: Sequence[Notice]) -> Counter[PlayerId]:
    return Counter(each.player for each in sent if each.player not in (None, BOB))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
async def test_twenty_minutes_in_ten_windows_open_offer_and_send_no_more_than_the_limits(
    tmp_path: Path, seed: int
) -> None:
    circus = await a_circus(tmp_path)
    league, race = await a_season_that_waits(circus), await of_others(circus)
    bob = Presser(circus, league, race, seed)

    for _ in range(MINUTES * 6):
        await bob.press()
        circus.clock.pass_by(10.0)
    await circus.deliver()

    # What he has opened
    assert bob.pressed == 1_200
    made = await opened_by(circus, BOB)
    assert {kind: made[kind] <= most.most for kind, most in limits.OPENED_OF_ONE.items()} == dict.fromkeys(made, True)
    assert len(await bob.mine()) <= limits.RACES_OF_ONE.most + limits.CUPS_OF_ONE.most
    assert len(await bob.mine(leagues=True)) <= limits.LEAGUES_OF_ONE.most
    alone = [each for each in await circus.steward.races_of(BOB) if each.record.is_practice]
    alive = Counter(each.record.lesson for each in alone if each.record.state in ("lobby", "running", "paused"))
    assert alive.pop(0, 0) <= limits.PRACTICES_OF_ONE.most
    assert set(alive.values()) <= {limits.LESSONS_OF_ONE.most}

    # What he has sent and said
    sent = circus.messenger.delivered
    messages = to_others(sent)
    asked = limits.SIDE_BETS_OF_ONE.most + limits.DEPUTIES_NAMED.most
    assert sum(messages[each] for each in OTHERS) <= asked
    assert messages[ANN] <= 2 * limits.OFFERS_IN_A_PHASE.most + limits.RETURNS.most
    acts = Counter[str](each.kind for each in await circus.store.stories.acts(league) if each.by == BOB)
    for kind, limit in limits.ACTS_OF_ONE.items():
        assert acts[kind] <= limit.most, kind
    assert (made["cup"], made["league"], acts["invite"]) == (6, 6, 3), "he pressed enough to reach limits"
    assert acts["return"] <= limits.RETURNS.most
    assert acts["leave"] <= limits.RETURNS.most + 1
    assert acts["withdraw"] <= limits.VOLUNTEERINGS.most

    # What he has offered and staked
    board = await circus.steward.wagers.board(race, BOB)
    assert len(board.own_tickets) <= limits.TICKETS_OF_ONE.most
    state = (await circus.steward.log.status(league, ANN)).view
    standing = [each for each in state.own[EntryId(1)].offers if each.by == EntryId(2)]
    assert len(standing) <= limits.OFFERS_STANDING.most
    assert (await circus.store.purses.audit()).is_sound

    # And everybody else opens what they like
    for new in (NewRace(GUILD, 2, EVE, GAME, bob.options, bob.seconds, "Eve's"), bob.new()._replace(host=ANN)):
        assert (await circus.steward.race(await circus.steward.lobbies.open_race(new))).record.state == "lobby"
    await circus.steward.leagues.open(Founded(GUILD, 2, EVE, LeagueOptions(events=2), PHASES, spans(), "Eve's"))
    await circus.close()
