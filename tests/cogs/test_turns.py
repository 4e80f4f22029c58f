"""A turn as one post, the result of a race, and what stands behind their buttons."""

import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import discord
import msgspec
import pytest
import pytest_asyncio

from cogs.kit.limits import message_length
from cogs.panels import turn
from cogs.panels.film import FilmButton
from cogs.panels.result import AgainButton
from cogs.panels.turn import HappenedButton, LuckButton, ProofButton
from cogs.panels.verifying import VerifyButton
from cogs.posts.sending import LATE_SPAN, NONCE_KNOWN, OLD
from engine.circus_maximus.words.asks import Preparation
from records.races import PublicRace, StoryMode
from records.values import PlayerId, RaceId
from steward import NewRace, OpenAsk
from tests.cogs.arena import ANN, BOB, EVE, GAME, Arena, outcome, sketch
from tests.cogs.fakes import CHANNEL, FakeInteraction, FakeMessage, Numbers, Threadless
from tests.kept import once
from tests.undrawn import DRAWN
from words.shared.nouns import Nouns
from words.shared.results import what_luck_is

RACE = RaceId(1)
of_one_race = pytest.mark.asyncio(loop_scope="module")
EPOCH = 1_420_070_400_000
"""Of Discord's ids, in milliseconds since 1970."""


@pytest.fixture
async def arena(tmp_path: Path) -> AsyncIterator[Arena]:
    arena = Arena(tmp_path / "races.sqlite3")
    await arena.circus.open()
    # Messages are as old as their ids say, and one that is young may be edited often.
    arena.thread._numbers = Numbers((int(arena.circus.clock.now * 1000) - EPOCH) << 22)
    yield arena
    await arena.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def over(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Arena]:
    """Give a race that is over, to tests that only look at it."""
    arena = Arena(tmp_path_factory.mktemp("over") / "races.sqlite3")
    await arena.circus.open()
    with pytest.MonkeyPatch.context() as patched:
        for where, name in DRAWN:
            patched.setattr(where, name, sketch)
        await prepared(arena)
        await to_the_end(arena)
    yield arena
    await arena.close()


@once
async def prepared(arena: Arena, story: StoryMode = StoryMode.TURN) -> None:
    await arena.open_race(rivals=0, story=story)
    for player in (ANN, BOB):
        await arena.give(player, Preparation(1, 1, 1, 1))
    await arena.deliver()


async def driven(arena: Arena, until: Callable[[OpenAsk], bool]) -> None:
    """Have all answer by default, and all of it be posted, until somebody is asked something."""
    await arena.give_defaults(until)
    await arena.deliver()


def is_speed(turn: int) -> Callable[[OpenAsk], bool]:
    return lambda opened: opened.ask.question.kind == "speed" and opened.view.turn == turn


async def to_the_end(arena: Arena) -> None:
    while (await arena.steward.race(RACE)).record.state == "running":
        for player in (ANN, BOB):
            for each in (await arena.steward.open_asks(player))[:1]:
                await arena.give(player, each.ask.default)
        await arena.deliver()
    await arena.deliver()


def text_of(message: FakeMessage) -> str:
    return "\n".join(message.said.contents())


def posts(arena: Arena, word: str) -> list[FakeMessage]:
    return [each for each in arena.thread.messages if word in text_of(each)]


async def pressed(arena: Arena, button: Any, player: PlayerId = EVE) -> FakeInteraction:
    interaction: Any = arena.act(player, kind=discord.InteractionType.component)
    return await outcome(interaction, button.callback(interaction))


# A post a turn


async def test_a_turn_is_one_post_that_grows_and_ends_with_its_headline(arena: Arena) -> None:
    await prepared(arena)
    await driven(arena, lambda opened: opened.ask.question.kind != "speed")
    (post,) = posts(arena, "### Turn 1")
    begun = text_of(post)
    assert "📜 🔴 **1 Red**" in begun
    assert begun.endswith("-# 🔒 2 answers sealed")

    await driven(arena, is_speed(2))

    (same,) = posts(arena, "### Turn 1")
    assert same is post
    assert "📜" not in text_of(post), "the headline stands for the lines"
    assert "ahead of" in text_of(post) or "clear of" in text_of(post) or "front" in text_of(post)
    assert text_of(post).endswith(begun[begun.index("-# 🔒") :])
    assert [file.filename[-4:] for file in post.said.files] == [".gif"]
    assert post.said.files[0].description


async def test_the_post_of_the_start_takes_up_the_grid(arena: Arena) -> None:
    await prepared(arena)
    (start,) = posts(arena, "begins!")
    assert start.id == (await arena.steward.race(RACE)).record.start.post
    assert "The chariots stand on the grid." in text_of(start)
    assert "2 answers sealed" in text_of(start)
    assert len(arena.thread.messages) == 2, "this and the panel"


async def test_the_panel_stands_below_the_newest_post(arena: Arena) -> None:
    await prepared(arena)
    await driven(arena, is_speed(2))
    assert "⏳" in text_of(arena.thread.messages[-1])
    assert "**1 Red** · lap" not in text_of(arena.thread.messages[-1]), "how it stands is in the picture"


@pytest.mark.slow
@pytest.mark.parametrize("what", ["deleted", "edited too often"])
async def test_a_post_that_cannot_be_edited_is_posted_anew_and_stands_there_once(arena: Arena, what: str) -> None:
    await prepared(arena)
    await driven(arena, lambda opened: opened.ask.question.kind != "speed")
    (post,) = posts(arena, "### Turn 1")
    if what == "deleted":
        arena.thread.messages.remove(post)
    else:
        arena.circus.clock.pass_by(OLD + 600)
        arena.messenger._sender._late_edits[post.id] = [arena.circus.clock.now - LATE_SPAN / 2] * 2

    await driven(arena, is_speed(2))

    (fresh,) = posts(arena, "### Turn 1")
    assert fresh is not post


async def test_a_turn_that_was_posted_and_not_noted_is_not_posted_again(arena: Arena) -> None:
    await prepared(arena)
    await arena.give_defaults(lambda opened: opened.ask.question.kind != "speed")
    sealed = next(
        each for each in await arena.steward.delivery.notices(RACE) if each.kind == "story" and each.state == "new"
    )
    first = msgspec.structs.replace(sealed, attempts=1, tried=arena.circus.clock.now, place=9)
    await arena.messenger.deliver(first)
    arena.thread.nonces.clear()  # Discord has forgotten them
    arena.circus.clock.pass_by(NONCE_KNOWN + 60)

    await arena.messenger.deliver(msgspec.structs.replace(first, attempts=2))

    assert len(posts(arena, "🔒 2 answers sealed")) == 2, "the start's, and this one"


@pytest.mark.slow
async def test_brief_shows_nothing_but_the_seals_before_a_turn_is_over(arena: Arena) -> None:
    await prepared(arena, StoryMode.BRIEF)
    await driven(arena, lambda opened: opened.ask.question.kind != "speed")
    assert not posts(arena, "### Turn 1")
    (sealed,) = [each for each in posts(arena, "answers sealed") if not each.said.files]

    await driven(arena, is_speed(2))

    (post,) = posts(arena, "### Turn 1")
    assert post is sealed
    assert [file.filename[-4:] for file in post.said.files] == [".png"], "a still board"


async def test_what_waits_together_is_told_by_one_edit(arena: Arena) -> None:
    await prepared(arena)
    await driven(arena, lambda opened: opened.ask.question.kind != "speed")
    before = arena.thread.edits

    await driven(arena, is_speed(2))

    assert arena.thread.edits == before + 2, "the turn's post, and the panel"


# Behind the buttons


async def test_what_happened_and_the_proof_are_shown_in_private(arena: Arena) -> None:
    await prepared(arena)
    await driven(arena, is_speed(2))
    last = (await arena.steward.race(RACE)).record.facts

    told = await pressed(arena, HappenedButton(RACE, 1, last))
    assert told.last.is_private
    assert "📜 Speeds:" in told.told
    assert "🔒 Sealed" not in told.told

    proof = await pressed(arena, ProofButton(RACE, 1, last))
    digests = [each.sealing.digest for each in await arena.steward.log.reveals(RACE)]
    assert proof.last.is_private
    assert digests[0] in proof.told
    nowhere = await pressed(arena, HappenedButton(RACE, last + 1, last + 9))
    assert nowhere.told == "Nothing has happened here yet."


async def test_what_is_long_is_shown_in_pages(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn, "PAGE", 400)
    await prepared(arena)
    last = (await arena.steward.race(RACE)).record.facts

    first = await pressed(arena, HappenedButton(RACE, 1, last))
    second = await pressed(arena, HappenedButton(RACE, 1, last, 2, label="After ▶"))

    assert "After ▶" in first.told
    assert "◀ Before" in second.told
    assert first.last.contents() != second.last.contents()


# The end


@pytest.mark.slow
@of_one_race
async def test_the_panel_is_gone_at_the_end(over: Arena) -> None:
    assert not posts(over, "⏳")
    assert "🥇" in text_of(over.thread.messages[-1])


@pytest.mark.slow
@of_one_race
async def test_luck_is_told_roll_by_roll(over: Arena) -> None:
    arena = over
    last = (await arena.steward.race(RACE)).record.facts
    shown = await pressed(arena, LuckButton(RACE, 1, last))
    assert re.search(r"\d+ rolls?, better than \d+ in 100 on average", shown.told)
    assert what_luck_is(Nouns()) in shown.told
    assert re.search(r"over the safe speed: .*; \d in \d+ rolls go as well or better", shown.told)


@pytest.mark.slow
@of_one_race
async def test_the_result_names_every_place_and_each_player_hears_theirs(over: Arena) -> None:
    arena = over
    (result,) = posts(arena, "🥇")
    lines = text_of(result).splitlines()
    assert re.fullmatch(r"## 🏆 .* wins!", lines[1])
    assert "1 lap, " in lines[2]
    assert {line[0] for line in lines[3:5]} == {"🥇", "🥈"}
    assert "for good in turn" in text_of(result) or "was in front after every turn" in text_of(result)
    assert [file.filename.partition("-")[0] for file in result.said.files] == ["result", "gaps"]
    labels = [word for word in result.said.words() if word in ("Again", "Film", "Proof", "What happened", "Luck")]
    assert labels == ["Again", "Film", "What happened", "Proof", "Luck"]
    heard = [text_of(arena.client.user_of(player).dms.messages[-1]) for player in (ANN, BOB)]
    assert sorted(re.search(r"(1st|2nd) of 2", each)[1] for each in heard) == ["1st", "2nd"]  # type: ignore[index]
    for button in (VerifyButton(RACE), FilmButton(RACE)):
        assert (await pressed(arena, button)).last.is_private


class Channel(discord.TextChannel):
    """A channel of a server in which threads may be opened."""

    def __init__(self) -> None:
        self.id, self._type = CHANNEL, discord.ChannelType.text.value
        self.guild: Any = Threadless()
        self.opened = 0

    def permissions_for(self, _who: Any, /) -> discord.Permissions:
        return discord.Permissions.all()

    async def create_thread(self, **_how: Any) -> Any:
        self.opened += 1
        return type("Thread", (), {"id": 500 + self.opened})()


def chariots_of(race: PublicRace) -> set[tuple[PlayerId | None, str, str | None]]:
    """Return each chariot with its player, colour and name."""
    return {(race.player_of(each.entry), each.colour, each.name) for each in race.entries}


@pytest.mark.slow
async def test_again_opens_the_same_race_once_with_the_same_people(arena: Arena) -> None:
    await prepared(arena)
    assert "not over yet" in (await pressed(arena, AgainButton(RACE), ANN)).told
    await to_the_end(arena)
    arena.client.cached[CHANNEL] = channel = Channel()

    stranger = await pressed(arena, AgainButton(RACE), EVE)
    first = await pressed(arena, AgainButton(RACE), BOB)
    second = await pressed(arena, AgainButton(RACE), ANN)
    await arena.circus.store.races.set(RaceId(2), state="finished", ended=1.0)
    third = await pressed(arena, AgainButton(RACE), ANN)
    await arena.circus.store.races.set(RaceId(2), state="lobby", ended=None)

    assert "Only people of this race can open it again" in stranger.told
    assert channel.opened == 1
    assert r"**Ludi \(2\)** is open in <#501>" in first.told
    assert r"**Ludi \(2\)** is open in <#501>" in second.told
    assert "You are in. I keep places for Ann: one press, **I'm in**, enters them. **Start** begins it." in first.told
    assert "It was opened before. A place is kept for you? Press **I'm in** there, else **Join**." in second.told
    assert r"opened again before, as **Ludi \(2\)** in <#501>" in third.told
    before, fresh = await arena.steward.race(RACE), await arena.steward.race(RaceId(2))
    assert (fresh.record.host, fresh.record.state, fresh.record.story) == (BOB, "lobby", StoryMode.TURN)
    assert [each.player for each in fresh.factions] == [BOB], "nobody is entered unasked (S-72)"
    assert [each.player for each in fresh.record.reservations] == [ANN]
    await arena.steward.guests.accept(RaceId(2), ANN, "Ann")
    entered = await arena.steward.race(RaceId(2))
    assert chariots_of(entered) == chariots_of(before), "and all have their old chariots"
    assert fresh.record.options == before.record.options
    assert (fresh.record.seconds, fresh.record.pace) == (before.record.seconds, before.record.pace)


@pytest.mark.slow
async def test_again_takes_no_title_that_another_race_of_the_host_has(arena: Arena) -> None:
    await prepared(arena)
    await to_the_end(arena)
    race = (await arena.steward.race(RACE)).record
    await arena.steward.lobbies.open_race(
        NewRace(race.guild, CHANNEL, ANN, race.ruleset, GAME.options(), {}, "Ludi (2)")
    )
    arena.client.cached[CHANNEL] = Channel()

    assert r"**Ludi \(3\)** is open" in (await pressed(arena, AgainButton(RACE), BOB)).told


async def test_a_summons_to_a_turn_begins_with_what_happened(arena: Arena) -> None:
    await prepared(arena)
    await driven(arena, is_speed(2))
    asked = arena.client.user_of(ANN).dms.messages[-1]
    before, _, question = text_of(asked).partition("-# Ludi")
    assert 1 <= len(before.strip().splitlines()) <= 2
    assert "write your speed" in question
    assert asked.said.files[0].filename.startswith("turn-")


@pytest.mark.slow
@of_one_race
async def test_nothing_that_is_posted_is_longer_than_a_screen(over: Arena) -> None:
    for message in over.thread.messages:
        assert message_length(text_of(message)) <= 1_500
