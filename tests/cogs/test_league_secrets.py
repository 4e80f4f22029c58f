"""Worlds of a league that differ in secrets alone: others see, press and count the same (H.11, H.15).

A world may hold several secrets: each adds something that others could see, and none takes away what another adds. All
worlds of a test are compared with its first.
"""

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from cogs.choices.which_league import league_choices
from cogs.panels.league import LeagueButton
from cogs.panels.league_office import MoreButton
from cogs.panels.league_shown import LOOKS, LookButton
from cogs.panels.stable import StableButton
from cogs.panels.why import WhyButton
from engine.leagues.words import charts
from engine.leagues.words.acts import (
    BetInWindow,
    BuyCar,
    BuyDriver,
    Decline,
    Instruct,
    OfferDeal,
    OfferLoan,
    TrainEndurance,
    TrainHorse,
)
from engine.leagues.words.sheets import Bid, Bids, Entries, Eve, Founding, Plan
from engine.leagues.words.state import Goods, Manager, Stake
from engine.plots import Trigger
from engine.questions import Answer
from records.values import EntryId, PlayerId, RaceId
from tests.cogs.arena import ANN, BOB, EVE, Arena
from tests.cogs.forum import LEAGUE_THREAD, Forum
from tests.kept import once
from tests.steward.test_leagues import hard_times
from words.leagues.controls import FAST, STEADY

SEAL = re.compile(r"`[0-9a-f]{8}(?:[0-9a-f]{8})?`|[0-9a-f]{64}")
SEAL_IN_FILE = re.compile(rb"[0-9a-f]{64}")
LEAGUE = RaceId(1)
MAX = PlayerId(400)
__all__ = ["hard_times"]
Steps = Callable[[Forum], Awaitable[Any]]
Worlds = Callable[..., Awaitable[list[Forum]]]
PHASES = ("founding", "stable", "eve", "race")


@pytest.fixture
def worlds(alike: Callable[[int], Awaitable[list[Arena]]]) -> Worlds:
    """Return what opens so many places in worlds that are all alike."""

    async def opened(how_many: int = 2) -> list[Forum]:
        return [Forum(arena) for arena in await alike(how_many)]

    return opened


@once
async def to(forum: Forum, phase: str) -> None:
    """Start a season of Ann, Bob and the house, and bring it to a phase by what all answer alike."""
    await forum.start()
    for labels in (["Balanced stable"], ["Enter one"], ["Seal · Ready"])[: PHASES.index(phase)]:
        for player in (ANN, BOB):
            await forum.answer(player, *labels)
    await settled(forum)


async def settled(forum: Forum) -> None:
    await forum.arena.steward.timekeeper.tick()
    await forum.arena.deliver()


async def almost_over(forum: Forum) -> None:
    """Let the open phase run in steps until just before it closes: all reminders come."""
    clock, (owed, *_) = forum.arena.circus.clock, (await forum.arena.steward.log.status(LEAGUE)).waiting
    assert owed.until is not None
    left = owed.until - clock.now
    for share in (0.4, 0.36, 0.17, 0.04):  # a quarter is left, a twelfth, and next to nothing
        clock.pass_by(left * share)
        await settled(forum)


async def seen_by(forum: Forum, player: PlayerId) -> dict[str, Any]:
    """Return all that a player sees or finds out: posts with their ids, files and alt texts, looks, completions."""
    seen: dict[str, Any] = {}
    thread = forum.arena.client.get_partial_messageable(LEAGUE_THREAD)
    dms = forum.arena.client.user_of(player).dms
    for name, channel in (("thread", thread), ("dm", dms)):
        seen[name] = [[SEAL.sub("seal", text) for text in each.said.words()] for each in channel.messages]
        seen[f"{name} sizes"] = [[len(text) for text in each.said.words()] for each in channel.messages]
        seen[f"{name} pictures"] = [each.said.pictures() for each in channel.messages]
        seen[f"{name} posts, edits and their times"] = list(channel.done)
    looks = (LeagueButton(LEAGUE, "sheet"), *(LookButton(LEAGUE, act) for act in LOOKS))
    for look in looks:
        shown = await forum.press(look, player)
        seen[str(look.item.custom_id)] = [shown.told, shown.last.pictures()]
    seen["more"] = SEAL.sub("seal", (await forum.press(MoreButton(LEAGUE), player)).told)
    for group, command, options in (
        ("league", "status", {}), ("league", "calendar", {}), ("league", "standings", {}), ("league", "paper", {}),
        ("stable", "show", {"number": 1}), ("stable", "ledger", {}), ("league", "verify", {}),
    ):  # fmt: skip
        shown = await forum.use(group, command, player, **options)
        files = [SEAL_IN_FILE.sub(b"seal", each) for each in shown.last.pictures()]
        seen[command] = [SEAL.sub("seal", shown.told), files]
    seen["my stable"] = (await forum.press(StableButton(LEAGUE), player)).told
    acting: Any = forum.arena.act(player, channel=LEAGUE_THREAD)
    seen["completions"] = [each.name for each in await league_choices(acting, "")]
    return seen


async def nothing(_forum: Forum) -> None:
    """Do nothing."""


def sheet(answer: Any, player: PlayerId = ANN) -> Steps:
    async def seal(forum: Forum) -> None:
        asked = next(each for each in await forum.arena.steward.asks_of(player) if each.race_id == LEAGUE)
        await forum.arena.steward.races.drive(asked.race_id, asked.entry, [answer], player=player, asked=asked.asked)

    return seal


def eve(own: int = 100, player: PlayerId = ANN, **more: Any) -> Steps:
    """Return somebody's sheet of the eve, on whichever chariots race."""

    async def seal(forum: Forum) -> None:
        question: Any = (await forum.arena.steward.asks_of(player))[0].ask.question
        rival = next(each for each in question.entered if each not in question.own)
        plans = tuple(Plan(device, rival, amount, trigger=Trigger()) for device, amount in more.get("plans", ()))
        sealed = Eve((Stake(question.own[0], own),), plans, more.get("guards", (0, 0, 0)))
        await sheet(sealed, player)(forum)

    return seal


def acts(*done: Any, player: PlayerId = ANN) -> Steps:
    async def act(forum: Forum) -> None:
        for each in done:
            await forum.arena.steward.leagues.act(LEAGUE, player, each)

    return act


@pytest.mark.slow
@pytest.mark.parametrize(
    ("phase", "secrets"),
    [
        ("founding", (sheet(Founding(STEADY)), sheet(Founding(FAST)))),
        ("stable", (sheet(Entries((1,))), sheet(Entries((2, 1))))),
        (
            "eve",
            (
                eve(),
                eve(900, plans=[("slow", 1_500), ("drug", 2_000), ("sabotage", 1_000)], guards=(0, 300, 700)),
                eve(plans=[("sabotage", 2_000)]),
            ),
        ),
    ],
    ids=["founding", "entries", "a bet, a bribe, a drug, sabotage, its sum and security"],
)
async def test_a_sealed_sheet_shows_nowhere(worlds: Worlds, phase: str, secrets: Sequence[Steps]) -> None:
    forums = await worlds(len(secrets))
    for forum, steps in zip(forums, secrets, strict=True):
        await to(forum, phase)
        await steps(forum)
        await settled(forum)

    await check_alike(forums, BOB, EVE)


async def check_alike(forums: Sequence[Forum], *others: PlayerId, holder: PlayerId = ANN) -> None:
    """Compare what others see, now and until just before the phase closes; whoever has the secret sees it."""
    for player in others:
        await check_seen(forums, player)
    for forum in forums:
        await almost_over(forum)
    for player in others:
        await check_seen(forums, player)
    own = [await own_sheet(forum, holder) for forum in forums]
    assert own[0] not in own[1:]


async def check_seen(forums: Sequence[Forum], player: PlayerId) -> None:
    """Compare all that a player sees in each world with what is seen in the first."""
    first, *others = [await seen_by(forum, player) for forum in forums]
    for other in others:
        assert other == first


async def own_sheet(forum: Forum, player: PlayerId) -> list[Any]:
    """Return what somebody sees of their own."""
    return [(await forum.press(item, player)).told for item in (LeagueButton(LEAGUE, "sheet"), StableButton(LEAGUE))]


@pytest.mark.slow
async def test_what_the_race_does_not_bring_to_light_shows_nowhere(worlds: Worlds) -> None:
    """A bribe waits, and there are guards. The eve closes and the race begins: nothing tells of it.

    Neither cash, nor sizes, nor numbers of facts do.
    """
    forums = await worlds()
    for forum, steps in zip(forums, (eve(), eve(plans=[("slow", 1_500)], guards=(100, 300, 700))), strict=True):
        await to(forum, "eve")
        await steps(forum)
        await forum.answer(BOB, "Seal · Ready")
        await settled(forum)

    for player in (BOB, EVE):
        await check_seen(forums, player)
    steward = forums[1].arena.steward
    assert await steward.midway.bribes(LEAGUE, ANN)
    await steward.midway.change(LEAGUE, ANN, 1, Trigger("turn", 9))  # when it is shown, nobody else sees either
    await settled(forums[1])
    await check_seen(forums, EVE)


@pytest.mark.slow
@pytest.mark.usefixtures("hard_times")
async def test_a_sealed_bid_shows_nowhere(worlds: Worlds) -> None:
    """What the house has is auctioned after the founding, and Ann lacks parts: whether, and how much, she bids."""
    forums = await worlds(3)
    for forum, bids in zip(forums, (Bids(), Bids((Bid(1, 900, 2),)), Bids((Bid(1, 100, 2),))), strict=True):
        await forum.start()
        for player in (ANN, BOB):
            await forum.answer(player, "Balanced stable")
        await settled(forum)
        assert (await forum.arena.steward.log.status(LEAGUE)).view.phase == "auction"
        await sheet(bids)(forum)
        await settled(forum)

    await check_alike(forums, BOB, EVE)


@pytest.mark.slow
async def test_what_a_manager_is_told_and_what_is_trained_shows_nowhere_before_the_phase_closes(worlds: Worlds) -> None:
    """Instructions, whether anything is trained, what, and which."""
    forums = await worlds(3)
    told: Any = Instruct(Manager(2, mending="all"))
    for forum, done in zip(
        forums, ((), (told, TrainEndurance(1), TrainHorse(2, 1)), (TrainHorse(1, 2), TrainHorse(2, 3))), strict=True
    ):
        await to(forum, "stable")
        with pytest.MonkeyPatch.context() as patched:
            for lesson in ("ENDURANCE_LESSON", "HORSE_LESSON"):
                patched.setattr(charts, lesson, 0)  # nobody has any experience yet
            await acts(*done)(forum)
        await settled(forum)

    await check_alike(forums, BOB, EVE)


async def lacking(forum: Forum) -> list[Answer]:
    """Return what Ann may buy in place of what she has lost."""
    async with forum.arena.steward.races.viewing(LEAGUE) as live:
        own = live.session.state.stables[EntryId(1)].chariots.values()
        cars: list[Answer] = [BuyCar(each.number) for each in own if not each.has_car]
        return cars + [BuyDriver(each.number, 0) for each in own if each.driver is None]


@pytest.mark.slow
async def test_what_is_bought_shows_nowhere_before_the_phase_closes(worlds: Worlds) -> None:
    """Ann has lost a car, or a driver, in the first race, by dice with which she does."""
    lacks: list[Answer] = []
    for luck in range(20):
        forums = await worlds()
        for forum in forums:
            forum.arena.circus.entropy.drawn = 1_000 * luck
            await to(forum, "stable")
            await to_second_event(forum)
        if lacks := await lacking(forums[0]):
            break
    assert lacks
    await acts(lacks[0])(forums[1])
    await settled(forums[1])

    await check_alike(forums, BOB, EVE)


@pytest.mark.slow
async def test_an_offer_that_stands_is_seen_by_two_alone(worlds: Worlds) -> None:
    """Neither a third owner sees a loan or a deal, nor who only looks on."""
    offers = OfferLoan(EntryId(2), 500, 600, 1), OfferDeal(EntryId(2), Goods(chariots=(2,)), Goods(money=700))
    forums = await worlds()
    for forum, done in zip(forums, ((), offers), strict=True):
        await three_owners(forum)
        await acts(*done)(forum)
        await settled(forum)

    assert await seen_by(forums[0], BOB) != await seen_by(forums[1], BOB)
    await check_alike(forums, EVE, MAX)


@pytest.mark.slow
async def test_a_bet_in_an_open_round_shows_nowhere(worlds: Worlds) -> None:
    forums = await worlds()
    for forum, amount in zip(forums, (300, 400), strict=True):
        own = await to_round(forum)
        await forum.arena.steward.midway.bet(LEAGUE, ANN, BetInWindow(1, (Stake(own, amount),)))
        await settled(forum)

    for player in (BOB, EVE):
        await check_seen(forums, player)
    assert await seen_by(forums[0], ANN) != await seen_by(forums[1], ANN)


@once
async def to_second_event(forum: Forum) -> None:
    """Let the first event be over, from the stables on."""
    for labels in (["Enter one"], ["Seal · Ready"]):
        for player in (ANN, BOB):
            await forum.answer(player, *labels)
    for _ in range(300):
        forum.arena.circus.clock.pass_by(600.0)
        await settled(forum)
        if (await forum.arena.steward.log.status(LEAGUE)).view.event == 2:
            return
    raise AssertionError("the first event does not end")


@once
async def three_owners(forum: Forum) -> None:
    """Start a season of Ann, Bob and Eve, and bring it to the first day of the stables."""
    await forum.open()
    for player in (ANN, BOB, EVE):
        await forum.press(LeagueButton(LEAGUE, "join"), player)
    await forum.press(LeagueButton(LEAGUE, "start"))
    await settled(forum)
    for player in (ANN, BOB, EVE):
        await forum.answer(player, "Balanced stable")
    await settled(forum)


@once
async def to_round(forum: Forum) -> int:
    """Bring a season of two laps a race to its first round of bets; return the chariot that Ann has entered."""
    await forum.use("league", "new", title="Ludi Magni", events=1, laps=2, pace="now")
    for act in ("join", "house"):
        await forum.press(LeagueButton(LEAGUE, act))
    await forum.press(LeagueButton(LEAGUE, "join"), BOB)
    await forum.press(LeagueButton(LEAGUE, "start"))
    await settled(forum)
    for labels in (["Balanced stable"], ["Enter one"]):
        for player in (ANN, BOB):
            await forum.answer(player, *labels)
    question: Any = (await forum.arena.steward.asks_of(ANN))[0].ask.question
    own: int = question.own[0]
    await eve(900)(forum)
    await forum.answer(BOB, "Seal · Ready")
    for _ in range(300):
        if (await forum.arena.steward.log.status(LEAGUE)).view.windows.get(1):
            return own
        for player in (ANN, BOB):
            for opened in await forum.arena.steward.open_asks(player):
                answer = [opened.ask.default]
                await forum.arena.steward.races.drive(
                    opened.race_id, opened.entry, answer, player=player, asked=opened.asked
                )
        await settled(forum)
    raise AssertionError("no round of bets opens")


@pytest.mark.slow
async def test_an_offer_between_two_leaves_no_number_in_what_others_press(worlds: Worlds) -> None:
    """A declined offer is told to two; the posts after it, ids of buttons and names of files are all the same."""
    without, with_one, looked_at = await worlds(3)
    for forum in (without, with_one, looked_at):
        await to(forum, "stable")
    await acts(OfferLoan(EntryId(2), 500, 600, 1), Decline(1))(with_one)
    await settled(with_one)
    await check_seen([looked_at, with_one], EVE)

    for forum in (without, with_one):
        await to_second_event(forum)

    seen = [await seen_by(forum, EVE) for forum in (without, with_one)]
    assert "why:1:" in str(seen[0]["thread"]), "the paper explains its dice"
    assert seen[0] == seen[1]
    whys = [re.findall(r"why:1:\d+:\d+", str(each["thread"]))[-1] for each in seen]
    for forum, why in zip((without, with_one), whys, strict=True):
        first, last = map(int, why.split(":")[2:])
        told = await forum.press(WhyButton(LEAGUE, first, last), EVE)
        assert "🎲" in told.told, "the numbers lead back to the dice of the phase"
