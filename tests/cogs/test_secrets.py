"""Worlds that differ only in one player's secret answer look alike to everybody else, until it is revealed."""

import re
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest

from cogs.choices.which_race import own_race_choices, race_choices
from cogs.commands.order import ask_choices, order
from cogs.commands.race import RaceCommands
from cogs.kit.question_id import QuestionId
from cogs.panels.film import FilmButton
from cogs.panels.my_questions import OrdersButton
from cogs.panels.order_sheet import OrderButton, OrderMenu, PresetButton
from cogs.panels.question import ChoiceButton, ChoiceSelect, OpenButton, TypeButton, take_form
from cogs.panels.turn import MOST_FACTS, HappenedButton, LuckButton, ProofButton
from cogs.panels.watch import LOOKS, WatchButton
from cogs.posts.marks import Marks
from engine.circus_maximus.orders.orders import Orders
from engine.circus_maximus.words.asks import Preparation, Speed, WriteSpeed
from engine.questions import Answer
from records.notices import Notice
from records.races import StoryMode
from records.values import PlayerId, RaceId
from steward import KEY_OF_MARKS, SideOffered
from steward.telling.notices import notice
from steward.telling.shown import OrdersGiven
from tests.cogs.arena import ANN, BLUE, BOB, EVE, Arena, outcome
from tests.cogs.fakes import FakeInteraction
from tests.kept import once

RACE = RaceId(1)
SEAL = re.compile(r'`(?:[0-9a-f]{8}|[0-9]+(?: orders)? [0-9a-f]{64}|[0-9a-f]{64})`|"seal": "[0-9a-f]{64}"')
SEAL_IN_FILE = re.compile(rb'"[0-9a-f]{64}"')
Seen = dict[str, Any]


async def seen_by(world: Arena, player: PlayerId, asked_of_bob: int, **where: Any) -> Seen:
    """Return everything that *player* can see or find out: words, pictures, alt texts, completions.

    :param asked_of_bob: which question the buttons under his messages belong to.
    :param where: he looks; in the race's thread, if it is not said.
    """
    seen: Seen = {}
    for name, look in _looks(world, player, asked_of_bob, where).items():
        interaction = await look()
        seen[name] = [
            [_masked(text) for text in said.words()] + [SEAL_IN_FILE.sub(b"seal", file) for file in said.pictures()]
            for said in interaction.said
        ]
        assert all(said.is_private for said in interaction.said), name
    for complete in (race_choices, own_race_choices, ask_choices):
        for typed in ("", "1", "2", "/", "blue", "0"):
            acting: Any = world.act(player, **where)
            choices = await complete(acting, typed)
            seen[f"{complete.__name__} {typed}"] = [(choice.name, choice.value) for choice in choices]
    seen["views"] = [(await world.steward.log.status(RACE, player)).view]  # what words and pictures are made from
    seen["views"] += [opened.view for opened in await world.steward.open_asks(player)]
    for place, channel in (("thread", world.thread), ("dm", world.client.user_of(player).dms)):
        seen[place] = [_masked(text) for text in channel.words()]
        seen[f"{place} pictures"] = [picture for message in channel.messages for picture in message.said.pictures()]
    return seen


def _masked(text: str) -> str:
    return SEAL.sub("`seal`", text)


def _looks(
    world: Arena, player: PlayerId, asked_of_bob: int, where: dict[str, Any]
) -> dict[str, Callable[[], Awaitable[FakeInteraction]]]:
    """Return what a player can do to look: every command, and every button, his own or another's."""
    race: Any = RaceCommands()
    asked = QuestionId(RACE, BLUE, asked_of_bob)

    def command(callback: Any, *args: Any) -> Callable[[], Awaitable[FakeInteraction]]:
        async def run() -> FakeInteraction:
            interaction: Any = world.act(player, **where)
            return await outcome(interaction, callback(race, interaction, "", *args))

        return run

    def press(item: Any, **data: Any) -> Callable[[], Awaitable[FakeInteraction]]:
        async def run() -> FakeInteraction:
            interaction: Any = world.act(player, **where, kind=discord.InteractionType.component, data=data)
            return await outcome(interaction, item.callback(interaction))

        return run

    async def my_order() -> FakeInteraction:
        interaction: Any = world.act(player, **where)
        callback: Any = order.callback
        return await outcome(interaction, callback(interaction, "", ""))

    async def bobs_order() -> FakeInteraction:
        interaction: Any = world.act(player, **where)
        callback: Any = order.callback
        return await outcome(interaction, callback(interaction, f"{RACE}:{BLUE}", "14"))

    async def bobs_form() -> FakeInteraction:
        interaction: Any = world.act(player, **where, kind=discord.InteractionType.modal_submit)
        match: Any = {"race": str(RACE), "entry": str(BLUE), "asked": str(asked.asked)}
        return await outcome(interaction, take_form(interaction, match, {"text": "14"}))

    return {
        "board": command(race.board.callback),
        "film": command(race.film.callback),
        "status": command(race.status.callback),
        "log": command(race.log.callback),
        "verify": command(race.verify.callback),
        "list": lambda: _list(world, player, race, where),
        **{f"card {entry}": command(race.log.callback, str(entry)) for entry in (1, 2, 3, 4)},
        **{f"watch {what}": press(WatchButton(RACE, what)) for what in LOOKS},
        "what happened": press(HappenedButton(RACE, 1, MOST_FACTS)),
        "proof": press(ProofButton(RACE, 1, MOST_FACTS)),
        "luck": press(LuckButton(RACE, 1, MOST_FACTS)),
        "film of the result": press(FilmButton(RACE)),
        "my orders": press(OrdersButton(RACE)),
        "my order": my_order,
        "another's order": bobs_order,
        "another's question": press(OpenButton(asked)),
        "another's form": bobs_form,
        "another's typing": press(TypeButton(asked)),
        "another's select": press(ChoiceSelect(asked), values=["v3"]),
        "another's answer": press(ChoiceButton(asked, "answer", "v3")),
        "another's plan": press(ChoiceButton(asked, "plan", "f3")),
        "another's menu": press(OrderMenu(asked, "speed"), values=["3"]),
        "another's seal": press(OrderButton(asked, "seal")),
        "another's change": press(OrderButton(asked, "change")),
        "another's second page": press(OrderButton(asked, "more")),
        "another's proof": press(OrderButton(asked, "proof")),
        "another's preset": press(PresetButton(asked, "safe")),
        "another's order form": press(OrderButton(asked, "type")),
        "another's drive": press(ChoiceButton(asked, "drive", "xf3")),
    }


async def _list(world: Arena, player: PlayerId, race: Any, where: dict[str, Any]) -> FakeInteraction:
    interaction: Any = world.act(player, **where)
    return await outcome(interaction, race.list.callback(race, interaction))


@once
async def to_speeds(world: Arena) -> None:
    for player in (ANN, BOB):
        await world.give(player, Preparation(1, 1, 1, 1))
    opened = await world.asked(BOB)
    assert isinstance(opened.ask.question, WriteSpeed)


async def nowhere(_world: Arena) -> None:
    """Preparation is what is asked first."""


@pytest.mark.slow
@pytest.mark.parametrize("seals", [False, True])
async def test_another_players_orders_show_in_nothing_that_can_be_seen(
    worlds: tuple[Arena, Arena], *, seals: bool
) -> None:
    seen = []
    for world, secret in zip(worlds, (Orders(9, "inside"), Orders("highest", defend="hold")), strict=True):
        await world.open_race(story=StoryMode.TURN)
        await world.circus.store.races.set(RACE, pace="daily")
        world.steward.races.forget(RACE)
        await to_speeds(world)
        asked = (await world.asked(BOB)).asked
        kept = OrdersGiven(BLUE, secret, asked)
        await world.steward.races.order(RACE, BOB, kept, asked if seals else None)
        await world.deliver()
        seen.append(await seen_by(world, ANN, asked))

    one, other = seen
    assert set(one) == set(other)
    for what in one:
        assert one[what] == other[what], what


@pytest.mark.slow
@pytest.mark.parametrize(
    ("come_to", "secrets"),
    [
        (nowhere, (Preparation(1, 1, 1, 1), Preparation(2, 2, 0, 0), Preparation(0, 0, 2, 2))),
        (to_speeds, (Speed(3), Speed(15), Speed(0))),
    ],
)
@pytest.mark.parametrize(
    ("story", "viewers"),
    [
        (StoryMode.TURN, [(ANN, {}), (ANN, {"guild": None, "channel": ANN})]),
        (StoryMode.FULL, [(EVE, {})]),
        (StoryMode.BRIEF, [(EVE, {})]),
    ],
    ids=["rival there and by direct message", "spectator", "spectator in brief"],
)
async def test_another_players_secret_shows_in_nothing_that_can_be_seen(
    alike: Callable[[int], Awaitable[list[Arena]]],
    story: StoryMode,
    viewers: list[tuple[PlayerId, dict[str, Any]]],
    come_to: Callable[[Arena], Awaitable[None]],
    secrets: tuple[Answer, ...],
    caplog: pytest.LogCaptureFixture,
) -> None:
    seen, logged = [], []
    for world, secret in zip(await alike(len(secrets)), secrets, strict=True):
        assert await world.open_race(story=story) == RACE
        await come_to(world)
        asked = (await world.asked(BOB)).asked
        caplog.clear()
        await world.give(BOB, secret)
        await world.deliver()
        looks = [await seen_by(world, viewer, asked, **where) for viewer, where in viewers]
        seen.append({f"{n} {what}": found for n, look in enumerate(looks) for what, found in look.items()})
        logged.append([re.sub(r"reference \w+", "reference", record.getMessage()) for record in caplog.records])

    one = seen[0]
    for other, its_log in zip(seen[1:], logged[1:], strict=True):
        assert set(one) == set(other)
        for what in one:
            assert one[what] == other[what], what
        assert logged[0] == its_log
    assert any(any(text for text in texts) for texts in one.values())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("come_to", "secrets"),
    [
        (nowhere, (Preparation(1, 1, 1, 1), Preparation(2, 2, 0, 0))),
        (to_speeds, (Speed(3), Speed(15))),
    ],
)
async def test_once_it_is_revealed_it_shows(
    worlds: tuple[Arena, Arena], come_to: Callable[[Arena], Awaitable[None]], secrets: tuple[Answer, Answer]
) -> None:
    # So what the test above compares does hold what is looked for.
    seen = []
    for world, secret in zip(worlds, secrets, strict=True):
        await world.open_race()
        await come_to(world)
        asked = (await world.asked(BOB)).asked
        await world.give(BOB, secret)
        await world.give(ANN, (await world.asked(ANN)).ask.default)
        await world.deliver()
        seen.append(await seen_by(world, EVE, asked))

    one, other = seen
    assert one["log"] != other["log"]
    assert one["status"] != other["status"] or one["watch log"] != other["watch log"]


@pytest.mark.slow
async def test_whoever_gave_it_is_told_what_was_taken_in_private(worlds: tuple[Arena, Arena]) -> None:
    told = []
    for world, speed in zip(worlds, (3, 15), strict=True):
        await world.open_race()
        await to_speeds(world)
        interaction: Any = world.act(BOB)
        callback: Any = order.callback
        await outcome(interaction, callback(interaction, "", str(speed)))
        told.append(interaction.told)
        assert interaction.last.is_private

    assert "speed 3." in told[0]
    assert "speed 15." in told[1]


# Numbers


@pytest.mark.slow
async def test_no_number_of_a_post_tells_what_was_written_in_private(worlds: tuple[Arena, Arena]) -> None:
    # Given two worlds alike, but that in one of them Bob was written to in private
    posts = []
    for world in worlds:
        await world.steward.memory.set(KEY_OF_MARKS, "00" * 32)
        race = await world.open_race()
        if world is worlds[0]:
            private = notice(race, "bets", SideOffered(7), world.circus.clock.now, BOB)
            await world.circus.store.outbox.put(private, private)
            await world.deliver()
        for player in (ANN, BOB):
            await world.give(player, Preparation(1, 1, 1, 1))
        await world.deliver()
        # Then all that stands in the thread is alike: words, ids, nonces, names of files
        posts.append([(each.nonce, each.said.components, each.said.words()) for each in world.thread.messages])

    assert len(posts[0]) >= 2
    assert posts[0] == posts[1]


def test_marks_are_those_of_components_and_tell_nothing_in_order() -> None:
    marks = Marks("00" * 32)
    given: dict[str, Any] = {"race": RaceId(1), "kind": "story", "due": 0.0}
    drawn = [marks.mark(Notice(place=place, **given), part) for place in range(1, 50) for part in range(3)]
    nonces = [marks.nonce(Notice(place=place, **given)) for place in range(1, 50)]

    assert len(set(drawn)) == len(drawn)
    assert all(1 <= mark < 2**31 for mark in drawn)
    assert drawn != sorted(drawn)
    assert len(set(nonces)) == len(nonces)
    assert all(len(nonce) <= 25 for nonce in nonces)
