"""Every act of a host, by a host who drives or owns a stable: it brings them nothing, or somebody else has to do it.

Each command and control that is for hosts belongs to one of these tests; a new one that belongs to none fails.
"""

import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, TypeVar, get_args

import pytest
from sqlalchemy import update

from cogs.commands.race import RaceCommands
from cogs.panels.desk import DeskButton
from cogs.panels.leaving import OutButton
from cogs.panels.reason_form import FORM_ID, What, take_form
from db.schema import tables
from engine.leagues.words.acts import Accept, OfferDeal
from engine.leagues.words.state import Goods
from records.values import EntryId, PlayerId, RaceId
from steward.remembering.ratings import MEAN
from tests.cogs.arena import ANN, BLUE, BOB, EVE, GAME, Arena, outcome
from tests.cogs.fakes import FakeInteraction
from tests.cogs.forum import Forum
from tests.cogs.test_asking import RACE, pressed, to_speeds
from tests.cogs.test_cups import FIRST_THREAD, Place
from tests.cogs.test_desk import filled, kinds, ran
from tests.cogs.test_league_people import posts, to_the_race, user
from tests.cogs.test_walk import a_bot, commands_of
from tests.pasts import have_raced, latest_ratings
from tests.steward.circus import MOD

FOR_ALL = {
    *("race " + each for each in ("new", "join", "leave", "board", "film", "log", "status", "verify", "export")),
    *("race substitute", "race doctor", "race list", "cup new", "cup join", "cup standings", "cup paper"),
    *(
        "cup substitute",
        "cup export",
        "cup leave",
        "league new",
        "league join",
        "league leave",
        "league return",
        "league deputy",
    ),
    *("league vote", "league again", "league status", "league standings", "league calendar", "league paper"),
    *("league export", "league verify", "steward log"),
}
"""Commands that need no right."""

WORDS_ALONE = {"league letter", "cup letter"}
"""A host decides on letters, and a moderator on the host's own (S-43)."""

tested: set[str] = set()
Test = TypeVar("Test", bound=Callable[..., Any])
HALF = "half of their time"
ANOTHER = "something to win"
DAY = 86_400.0


def of(*acts: str) -> Callable[[Test], Test]:
    """Note the acts of a host that a test is about."""
    tested.update(acts)
    return lambda test: test


def test_every_act_of_a_host_is_tested_here() -> None:
    commands = {each.qualified_name for each in commands_of(a_bot())}
    groups = ("race ", "cup ", "league ", "steward ")
    hosts = {each for each in commands if each.startswith(groups)} - FOR_ALL - WORDS_ALONE
    forms = {f"form {each}" for each in get_args(What)}
    acts = re.search(r"\(\?P<act>([a-z|]+)\)", DeskButton(RaceId(1), "page").template.pattern)
    assert acts is not None
    desk = {f"desk {each}" for each in acts[1].split("|")}

    assert hosts | forms | desk == tested
    assert commands >= FOR_ALL | WORDS_ALONE


@pytest.fixture
def place(arena: Arena) -> Place:
    return Place(arena)


async def rated(arena: Arena) -> dict[PlayerId, float]:
    """Return what each rating has changed by."""
    await arena.steward.chronicler.catch_up()
    found = await latest_ratings(arena.circus.store, GAME.id)
    return {player: each.mean - MEAN for player, each in found.items()}


async def act(arena: Arena, what: str, *, by: PlayerId = ANN, target: int = 0, player: int = 0, **fields: str) -> str:
    """Send in the form of an act, as a forged one would be, and return the answer."""
    interaction: Any = arena.act(by)
    match = FORM_ID.fullmatch(f"act:{what}:{RACE}:{target}:{player}")
    assert match is not None
    return (await outcome(interaction, take_form(interaction, match, {"reason": "So", **fields}))).told


# A race by itself


@of("steward close", "race cancel", "form close")
@pytest.mark.parametrize("command", ["close", "cancel"])
async def test_who_calls_off_their_race_loses_it(arena: Arena, command: str) -> None:
    await to_speeds(arena)
    group: Any = RaceCommands()
    opened = (
        await ran(arena, ANN, "close")
        if command == "close"
        else await outcome(asks := arena.act(ANN), group.get_command("cancel").callback(group, asks))
    )

    await filled(arena, ANN, opened, reason="I would lose")

    found = await rated(arena)
    assert found[ANN] < 0 == found[BOB]


@of("steward rewind", "steward restart", "steward correct", "form rewind", "form restart", "form correct")
async def test_a_race_is_turned_back_three_times_by_who_drives_in_it(arena: Arena) -> None:
    await to_speeds(arena)
    decision = (await arena.steward.desk.decisions(RACE))[0]
    turns: list[Callable[[], Any]] = [
        lambda: act(arena, "restart"),
        lambda: act(arena, "rewind", target=decision.to),
        lambda: act(arena, "correct", target=1, field="endurance", value="20"),
    ]
    first = [await act(arena, "restart") for _ in range(3)]
    later = [await turn() for turn in turns]

    assert all("All read it in" in each for each in first)
    assert all("turned back 3 times" in each for each in later)
    assert await kinds(arena) == ["restart"] * 3
    assert "All read it in" in await act(arena, "restart", by=MOD), "whoever takes no part may"


@of("steward replace", "form replace", "form offer", "form default", "desk offer", "desk default")
async def test_rivals_have_half_of_their_time_before_a_driver_steps_in(arena: Arena) -> None:
    await arena.open_race()
    wishes = [("default", BLUE, 0), ("offer", BLUE, 0), ("replace", BLUE, EVE)]

    early = [await act(arena, what, target=target, player=player) for what, target, player in wishes]
    own = await act(arena, "default", target=1)
    owed = next(each for each in await arena.circus.store.deadlines.of_race(RACE) if each.entry == BLUE)
    arena.circus.clock.now = owed.opened + (owed.at - owed.opened) / 2
    late = await act(arena, "offer", target=BLUE)

    assert all(HALF in each for each in early)
    assert "All read it in" in own
    assert "All read it in" in late
    assert await kinds(arena) == ["default", "replace"]


@of("steward pause", "steward resume", "form pause", "form resume", "form extend")
@of("desk pause", "desk resume", "desk extend")
async def test_a_driver_lets_a_race_wait_for_28_days(arena: Arena) -> None:
    await arena.open_race()
    for _ in range(2):
        assert "All read it in" in await act(arena, "pause", span="14d")
        arena.circus.clock.pass_by(14 * DAY)
        assert "All read it in" in await act(arena, "resume")

    assert "28 days in all" in await act(arena, "pause", span="1d")
    assert "28 days in all" in await act(arena, "extend", span="1h")


@of("steward rating", "form rate", "form unrate")
async def test_a_driver_does_not_decide_whether_their_race_counts(arena: Arena) -> None:
    await to_speeds(arena)
    await act(arena, "close")

    for what in ("unrate", "rate"):
        assert "you don't decide whether it counts" in await act(arena, what)


@of("steward desk", "desk remind", "desk page", "desk undo")
async def test_what_the_desk_shows_and_says_changes_nothing(arena: Arena) -> None:
    await to_speeds(arena)
    before = await arena.circus.store.stories.inputs(RACE), await arena.circus.store.stories.facts(RACE)

    await ran(arena, ANN, "desk")
    for each in (f"desk:page:{RACE}:0", f"desk:undo:{RACE}:0", f"desk:remind:{RACE}:{BLUE}"):
        await pressed(arena, ANN, DeskButton, each)

    assert (await arena.circus.store.stories.inputs(RACE), await arena.circus.store.stories.facts(RACE)) == before
    assert await kinds(arena) == []


@of("race fill", "race start", "race bets")
async def test_what_a_host_sets_up_is_set_before_anything_is_rolled(arena: Arena) -> None:
    group: Any = RaceCommands()
    await arena.open_race()

    async def use(name: str) -> FakeInteraction:
        interaction: Any = arena.act(ANN)
        return await outcome(interaction, group.get_command(name).callback(group, interaction))

    assert "has already started" in (await use("fill")).told
    assert "has already started" in (await use("start")).told
    before = (await arena.steward.race(RACE)).record.betting
    await use("bets")
    assert (await arena.steward.race(RACE)).record.betting == before


# A cup


@of("cup correct")
async def test_a_driver_of_a_cup_gives_themselves_nothing(place: Place) -> None:
    await place.first_race(await place.open())
    ann, bob = SimpleNamespace(id=ANN), SimpleNamespace(id=BOB)

    async def correct(whose: Any, points: int, by: PlayerId = ANN) -> str:
        return (await place.use("correct", whose, points, "as agreed", player=by, thread=FIRST_THREAD)).told

    assert ANOTHER in await correct(ann, 99)
    assert ANOTHER in await correct(bob, -1)
    assert "Done" in await correct(ann, -1), "to one's own harm"
    assert ANOTHER in await correct(bob, 1), "a friend would give it back"
    assert "Done" in await correct(ann, 99, MOD)


@of("cup next", "cup cancel")
async def test_who_ends_their_cup_has_no_title_and_loses_the_race_under_way(place: Place) -> None:
    cup = await place.open()
    await place.first_race(cup)
    await place.use("next", thread=FIRST_THREAD)
    race = (await place.arena.steward.cups.cup(cup.id)).races[-1].record
    await place.arena.steward.lobbies.start(race.id, ANN)
    await place.arena.deliver()
    before = await rated(place.arena)

    await place.use("cancel", thread=race.thread)

    after = await rated(place.arena)
    assert after[ANN] < before[ANN]
    assert after[BOB] == before[BOB]
    assert await place.arena.circus.store.past.titles(race.guild) == []


# A league


@of("league next")
async def test_members_have_half_of_each_phase(forum: Forum) -> None:
    league = await forum.start()
    early = await forum.use("league", "next", ANN, reason="I am ready")
    forum.arena.circus.clock.pass_by(max(each.at - each.opened for each in await owed(forum, league)) / 2)
    late = await forum.use("league", "next", ANN, reason="enough")

    assert HALF in early.told
    assert "The phase is closed" in late.told


async def owed(forum: Forum, league: RaceId) -> list[Any]:
    return list(await forum.arena.circus.store.deadlines.of_race(league))


@of("league extend", "league pause", "league resume")
async def test_a_member_lets_a_league_wait_for_28_days(forum: Forum) -> None:
    await forum.start()
    for _ in range(2):
        await forum.use("league", "pause", ANN, reason="Saturnalia")
        forum.arena.circus.clock.pass_by(14 * DAY)
        await forum.use("league", "resume", ANN, reason="enough")

    assert "28 days in all" in (await forum.use("league", "pause", ANN, reason="more")).told
    assert "28 days in all" in (await forum.use("league", "extend", ANN, by="1h", reason="more")).told


@of("league back")
async def test_an_event_is_turned_back_once_by_its_members(forum: Forum) -> None:
    _, race = await to_the_race(forum)
    first = await forum.use("league", "back", ANN, reason="I would lose")
    second = await forum.use("league", "back", ANN, reason="once more")
    third = await forum.use("league", "back", MOD, reason="they agree")

    assert "is back at the beginning" in first.told
    assert "turned back once" in second.told
    assert "is back at the beginning" in third.told
    found = await rated(forum.arena)
    assert found[ANN] < 0 == found[BOB]
    assert (await forum.arena.steward.race(race)).record.called_off_by == ANN


@of("league undo")
async def test_a_member_undoes_no_deal_of_their_own(forum: Forum) -> None:
    league = await forum.start()
    for player in (ANN, BOB):
        await forum.answer(player, "Balanced stable")
    leagues = forum.arena.steward.leagues
    await leagues.act(league, ANN, OfferDeal(EntryId(2), Goods(money=100), Goods(chariots=(6,))))
    await leagues.act(league, BOB, Accept(1))

    assert ANOTHER in (await forum.use("league", "undo", ANN, 1, "I paid too much")).told
    assert "is undone" in (await forum.use("league", "undo", MOD, 1, "a slip")).told


@of("league expel", "league hand")
async def test_a_member_puts_no_rival_out_and_takes_no_stable(forum: Forum) -> None:
    league = await forum.start()
    expelled = await forum.use("league", "expel", ANN, user(BOB), reason="he leads")
    await forum.press(OutButton(league, "season"), BOB)
    taken = await forum.use("league", "hand", ANN, 2, user(ANN), reason="mine")

    assert ANOTHER in expelled.told
    assert ANOTHER in taken.told
    assert (await forum.arena.steward.leagues.of_guild(1))[-1].factions[1].player == BOB
    assert "expelled" not in posts(forum)


@of("league cancel", "form cancel")
@pytest.mark.parametrize("way", ["command", "form"])
async def test_who_ends_their_league_loses_the_race_under_way(forum: Forum, way: str) -> None:
    league, _ = await to_the_race(forum)

    if way == "command":
        await forum.use("league", "cancel", ANN, reason="I would lose")
    else:
        match = FORM_ID.fullmatch(f"act:cancel:{league}:0:0")
        assert match is not None
        for player in (BOB, ANN):
            interaction: Any = forum.arena.act(player)
            done = await outcome(interaction, take_form(interaction, match, {"reason": "I would lose"}))
        assert "The league is cancelled" in done.told

    found = await rated(forum.arena)
    assert found[ANN] < 0 == found[BOB]
    assert (await forum.arena.steward.race(league)).record.state == "cancelled"


@of("league house", "league start")
async def test_stables_are_set_up_before_the_season(forum: Forum) -> None:
    await forum.start()

    assert "has already started" in (await forum.use("league", "house", ANN)).told
    assert "has already started" in (await forum.use("league", "start", ANN)).told


# A host who neither drives nor moderates


STRANGER = "you have raced fewer than three people here"


async def hosted_by_eve(arena: Arena, *, is_rated: bool = True) -> None:
    await to_speeds(arena)
    await arena.circus.store.races.set(RACE, host=EVE, is_rated=is_rated)
    arena.steward.races.forget(RACE)


FREE = {"extend", "pause", "resume"}


@of("race host")
@pytest.mark.parametrize("what", [each for each in get_args(What) if each not in FREE])
async def test_a_host_whom_nobody_knows_leaves_a_rated_race_alone(arena: Arena, what: str) -> None:
    """Whoever hands their race on to a second account has won nothing by it."""
    await hosted_by_eve(arena)
    values = {"field": "endurance", "value": "20"}

    told = await act(arena, what, by=EVE, target=BLUE, player=MOD, **values)

    assert STRANGER in told
    assert await kinds(arena) == []


async def test_such_a_host_waits_no_longer_than_a_driver(arena: Arena) -> None:
    await hosted_by_eve(arena)
    for _ in range(2):
        await act(arena, "pause", by=EVE, span="14d")
        arena.circus.clock.pass_by(14 * DAY)
        await act(arena, "resume", by=EVE)

    assert "28 days in all" in await act(arena, "pause", by=EVE, span="1d")


async def test_a_host_who_is_known_acts_freely_and_a_moderator_too(arena: Arena) -> None:
    await hosted_by_eve(arena)
    assert STRANGER in await act(arena, "restart", by=EVE)

    await have_raced(arena.circus.store, 900, EVE, *(PlayerId(each) for each in (7, 8, 9)))

    assert "All read it in" in await act(arena, "restart", by=EVE)
    assert "All read it in" in await act(arena, "restart", by=MOD)


async def test_where_nothing_counts_any_host_acts_freely_and_it_stays_so(arena: Arena) -> None:
    await hosted_by_eve(arena, is_rated=False)

    assert "All read it in" in await act(arena, "close", by=EVE)
    assert STRANGER in await act(arena, "rate", by=EVE), "to count afterwards is to count"
    assert "It stays out" in await act(arena, "rate", by=MOD), "all drove in it so"


async def test_whom_nobody_knows_may_end_what_has_not_begun(place: Place, forum: Forum) -> None:
    cup, league = await place.open(), await forum.open()
    for player in (ANN, BOB):
        await place.use("join", player=player, thread=FIRST_THREAD)
        await forum.use("league", "join", player)
    await place.arena.circus.store.races.set(league, host=EVE)
    store = place.arena.circus.store
    await store._writer.run(lambda connection: connection.execute(update(tables.cups).values(host=EVE)))
    await store.races.set(cup.races[0].record.id, host=EVE)

    assert "is cancelled" in (await place.use("cancel", player=EVE, thread=FIRST_THREAD)).told
    assert "is cancelled" in (await forum.use("league", "cancel", EVE, reason="nobody has time")).told
