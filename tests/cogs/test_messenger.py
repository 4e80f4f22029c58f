"""Posting what the outbox holds: once, where it belongs, and what Discord's refusals lead to."""

from types import SimpleNamespace
from typing import Any

import discord
import msgspec
import pytest

from cogs.panels.verifying import show_verification
from cogs.posts import voiding
from cogs.posts.marks import Marks, MarksOf
from cogs.posts.sending import LATE_SPAN, NONCE_KNOWN, ChannelGone, Sender
from cogs.posts.voiding import mark_void
from engine.circus_maximus.words.asks import Preparation
from records.notices import Notice
from records.values import PlayerId, RaceId
from steward import CannotPost, DmRefused, Mention, NewRace, Panel, RightMissing, Story, Summons, Warned
from steward.telling.notices import Starting
from tests.cogs.arena import ANN, BLUE, BOB, EVE, GAME, RED, Arena
from tests.cogs.fakes import GUILD, THREAD, FakeChannel, FakeClient, FakeMessage, http_error
from tests.kept import once

RACE = RaceId(1)


def a_notice(
    arena: Arena, kind: Any, body: msgspec.Struct, *, player: PlayerId | None = None, number: int = 70
) -> Notice:
    """Return a notice at its first try."""
    stored = msgspec.json.encode(body).decode()
    now = arena.circus.clock.now
    given: dict[str, Any] = {"id": number, "place": number, "race": RACE, "kind": kind, "player": player}
    return Notice(**given, body=stored, due=now, attempts=1, tried=now)


def tried_again(notice: Notice) -> Notice:
    return msgspec.structs.replace(notice, attempts=notice.attempts + 1)


def forget_looks(arena: Arena) -> None:
    """Let a panel be drawn as if it showed something else now, or the bot had started anew."""
    arena.messenger._sender.looks.clear()


@once
async def begun(arena: Arena) -> None:
    await arena.open_race()
    await arena.give(ANN, Preparation(1, 1, 1, 1))
    await arena.give(BOB, Preparation(1, 1, 1, 1))
    await arena.deliver()


async def notices(arena: Arena) -> list[tuple[Notice, list[FakeMessage]]]:
    """Return a notice of each kind, with the messages of where it is posted."""
    await begun(arena)
    asked = (await arena.asked(BOB)).asked
    thread, dm = arena.thread.messages, arena.client.user_of(BOB).dms.messages
    return [
        (a_notice(arena, "story", Story(1, 1), number=71), thread),
        (a_notice(arena, "panel", Panel(is_new=True), number=72), thread),
        (a_notice(arena, "summons", Summons((BLUE,), asked), player=BOB, number=73), dm),
        (a_notice(arena, "mention", Mention(BOB, (BLUE,), asked), number=74), thread),
        (a_notice(arena, "warning", Warned("something odd"), number=75), thread),
        (a_notice(arena, "start", Starting(), number=76), thread),
    ]


async def posts_of(arena: Arena, notice: Notice, place: list[FakeMessage]) -> list[FakeMessage]:
    marks: Marks = await MarksOf().read(arena.steward)
    mine = {marks.mark(notice, part) for part in range(100)}
    return [message for message in place if message.components[0].id in mine]


@pytest.mark.parametrize("pause", [1.0, NONCE_KNOWN - 1, NONCE_KNOWN + 1, 86_400.0])
async def test_what_was_posted_is_not_posted_again_however_late_it_is_tried(arena: Arena, pause: float) -> None:
    for notice, place in await notices(arena):
        await arena.messenger.deliver(notice)
        posted = await posts_of(arena, notice, place)
        arena.circus.clock.pass_by(pause)
        if pause > NONCE_KNOWN:
            for channel in (arena.thread, arena.client.user_of(BOB).dms):
                channel.nonces.clear()  # Discord has forgotten them

        await arena.messenger.deliver(tried_again(notice))

        assert posted, notice.kind
        assert await posts_of(arena, notice, place) == posted, notice.kind


async def test_the_id_of_the_post_that_starts_a_race_is_mixed_into_its_dice_and_linked_to(arena: Arena) -> None:
    race = await arena.open_race(title="Ludi")

    lobby = await arena.steward.race(race)

    (start,) = [each for each in arena.thread.messages if "**Ludi begins!**" in " ".join(each.said.words())]
    assert lobby.record.start.post == start.id
    assert lobby.start_link == f"https://discord.com/channels/{GUILD}/{THREAD}/{start.id}"
    shown: Any = arena.act(ANN)
    await shown.response.defer(ephemeral=True, thinking=True)
    await show_verification(shown, lobby)
    assert f"[{start.id}]({lobby.start_link})" in shown.told


async def test_what_never_arrived_is_posted_though_it_was_tried(arena: Arena) -> None:
    for notice, place in await notices(arena):
        arena.circus.clock.pass_by(NONCE_KNOWN + 1)

        await arena.messenger.deliver(tried_again(notice))

        assert len(await posts_of(arena, notice, place)) == 1, notice.kind


async def test_posts_of_other_numbers_are_not_taken_for_this_one(arena: Arena) -> None:
    await arena.open_race()
    first = a_notice(arena, "mention", Mention(BOB, (BLUE,), 0), number=500)
    second = a_notice(arena, "mention", Mention(BOB, (BLUE,), 0), number=5000)
    await arena.messenger.deliver(second)
    posted = len(arena.thread.messages)
    arena.circus.clock.pass_by(NONCE_KNOWN + 1)

    await arena.messenger.deliver(tried_again(first))

    assert len(arena.thread.messages) == posted + 1


async def test_a_panel_is_edited_where_it_stands_and_posted_anew_where_it_cannot_be(arena: Arena) -> None:
    await arena.open_race()
    panel = (await arena.steward.race(RACE)).record.panel
    old = arena.thread.get_partial_message(panel or 0)

    forget_looks(arena)
    assert await arena.messenger.deliver(a_notice(arena, "panel", Panel(), number=71)) == "edited"
    assert arena.thread.edits

    forget_looks(arena)
    old.edit = _refusing(http_error(discord.HTTPException, 400, 30046))  # too old to be edited so often
    assert await arena.messenger.deliver(a_notice(arena, "panel", Panel(), number=72)) == "posted"
    assert old not in arena.thread.messages
    assert (await arena.steward.race(RACE)).record.panel not in (None, panel)


async def test_a_panel_is_not_edited_into_what_it_shows(arena: Arena) -> None:
    await arena.open_race()
    notice = a_notice(arena, "panel", Panel(), number=71)
    edits = arena.thread.edits
    assert await arena.messenger.deliver(notice) == "as it was"
    assert arena.thread.edits == edits

    await arena.circus.store.races.set(RACE, title="Another title")
    arena.steward.races.forget(RACE)
    assert await arena.messenger.deliver(notice) == "edited"
    assert "Another title" in " ".join(arena.thread.words())
    assert await arena.messenger.deliver(notice) == "as it was"


async def test_an_old_panel_is_edited_seldom_and_posted_anew_rather_than_hold_up_the_thread(arena: Arena) -> None:
    # Given a panel that is older than an hour: by its number it is of 2015
    await arena.open_race()
    arena.circus.clock.pass_by(LATE_SPAN)
    first = (await arena.steward.race(RACE)).record.panel

    async def shown(number: int) -> str:
        forget_looks(arena)
        return await arena.messenger.deliver(a_notice(arena, "panel", Panel(), number=number))

    # When it is drawn anew oftener than Discord lets it be
    assert [await shown(number) for number in (71, 72, 73)] == ["edited", "edited", "posted"]

    # Then there is one, a new one; and who edits slowly may go on
    panel = (await arena.steward.race(RACE)).record.panel
    assert first not in (None, panel)
    assert first not in [each.id for each in arena.thread.messages]
    for number in range(80, 90):
        arena.circus.clock.pass_by(LATE_SPAN / 2)
        assert await shown(number) == "edited"


async def test_a_panel_posted_anew_before_a_crash_is_the_only_one_afterwards(arena: Arena) -> None:
    # Given an old panel, and a new one in its place of which nothing is on record
    await arena.open_race()
    first = (await arena.steward.race(RACE)).record.panel
    notice = a_notice(arena, "panel", Panel(), number=73)
    await arena.messenger.deliver(msgspec.structs.replace(notice, body='{"is_new":true}'))
    new = arena.thread.messages[-1]
    old = await arena.thread.send("the old one")
    await arena.steward.lobbies.set_panel(RACE, old.id)

    # When it is tried again
    assert await arena.messenger.deliver(tried_again(notice)) == "posted"

    # Then only the new one stands
    assert first != new.id == (await arena.steward.race(RACE)).record.panel
    assert old not in arena.thread.messages


def _refusing(error: Exception) -> Any:
    async def refuse(**_: Any) -> None:
        raise error

    return refuse


async def test_a_panel_that_somebody_deleted_is_posted_anew(arena: Arena) -> None:
    await arena.open_race()
    arena.thread.messages.clear()
    forget_looks(arena)

    assert await arena.messenger.deliver(a_notice(arena, "panel", Panel(), number=71)) == "posted"
    assert len(arena.thread.messages) == 1


async def test_a_panel_posted_before_a_crash_is_known_afterwards(arena: Arena) -> None:
    await arena.open_race()
    notice = a_notice(arena, "panel", Panel(is_new=True), number=71)
    await arena.messenger.deliver(notice)
    posted = (await arena.steward.race(RACE)).record.panel
    await arena.steward.lobbies.set_panel(RACE, 1)  # as if that had not been written any more
    arena.circus.clock.pass_by(NONCE_KNOWN + 1)
    arena.thread.nonces.clear()

    await arena.messenger.deliver(tried_again(notice))

    assert (await arena.steward.race(RACE)).record.panel == posted


@pytest.mark.parametrize(
    ("code", "error"),
    [
        (10003, CannotPost),
        (50001, RightMissing),
        (50013, RightMissing),
        (50083, RightMissing),
        (160005, RightMissing),
    ],
)
async def test_what_can_never_be_posted_is_given_up_and_what_wants_a_right_is_kept(
    arena: Arena, code: int, error: type[Exception]
) -> None:
    given = await notices(arena)
    arena.thread.fails = http_error(discord.HTTPException, 403, code)

    for notice, place in given:
        if place is arena.thread.messages:
            with pytest.raises(error):
                await arena.messenger.deliver(notice)


@pytest.mark.parametrize(("opens", "outcome"), [(True, "edited"), (False, "posted")])
async def test_a_panel_in_an_archived_thread_is_edited_once_that_is_open_or_posted_anew(
    arena: Arena, opens: bool, outcome: str
) -> None:
    """A new post opens a thread by itself."""
    await arena.open_race()
    panel = (await arena.steward.race(RACE)).record.panel
    arena.thread.shut(opens=opens)
    forget_looks(arena)

    assert await arena.messenger.deliver(a_notice(arena, "panel", Panel(), number=71)) == outcome

    now = (await arena.steward.race(RACE)).record.panel
    assert (now == panel) is opens
    assert [each.id for each in arena.thread.messages if each.id in (panel, now)] == [now], "the old one is taken away"


async def test_what_is_void_is_marked_in_a_thread_that_was_archived_meanwhile(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def mark(channel: FakeChannel, message: int, _scenes: set[int]) -> None:
        channel.need_open()
        marked.append(message)

    async def void_stories(_race: RaceId) -> list[Any]:
        return [(SimpleNamespace(outcome="told 7 8"), {1})]

    async def note_void(_story: Any) -> None:
        marked.append(0)

    marked: list[int] = []
    monkeypatch.setattr(voiding, "_mark", mark)
    steward = SimpleNamespace(delivery=SimpleNamespace(void_stories=void_stories, note_void=note_void))
    sender: Any = Sender(lambda: 0.0)
    sender.bot = FakeClient(steward)
    thread = sender.client.get_partial_messageable(THREAD)
    thread.shut()

    await mark_void(sender, thread, RACE)

    assert marked == [7, 8, 0]


@pytest.mark.parametrize("code", [50001, 50013])
async def test_a_right_that_is_missing_in_direct_messages_counts_as_refused(arena: Arena, code: int) -> None:
    (summons,) = [notice for notice, _ in await notices(arena) if notice.kind == "summons"]
    arena.client.user_of(BOB).dms.fails = http_error(discord.Forbidden, 403, code)

    with pytest.raises(DmRefused):
        await arena.messenger.deliver(summons)


async def test_a_race_whose_thread_never_was_cannot_be_told(arena: Arena) -> None:
    seconds = {"preparation": 60, "speed": 60, "start": 60, "action": 60, "response": 60}
    await arena.steward.lobbies.open_race(NewRace(1, 2, ANN, GAME.id, GAME.options(), seconds, "Ludi"))

    with pytest.raises(CannotPost):
        await arena.messenger.deliver(a_notice(arena, "panel", Panel()))


@pytest.mark.parametrize("code", [500, 0, 40062])
async def test_what_may_go_better_later_is_left_to_be_tried_again(arena: Arena, code: int) -> None:
    notice = (await notices(arena))[0][0]
    arena.thread.fails = http_error(discord.HTTPException, 500, code)

    with pytest.raises(discord.HTTPException):
        await arena.messenger.deliver(notice)


@pytest.mark.parametrize("code", [50007, 50278])
async def test_closed_direct_messages_are_said_to_be_closed(arena: Arena, code: int) -> None:
    notice = (await notices(arena))[2][0]
    arena.client.user_of(BOB).dms.fails = http_error(discord.Forbidden, 403, code)

    with pytest.raises(DmRefused):
        await arena.messenger.deliver(notice)


async def test_a_message_that_was_delivered_shows_that_its_player_can_be_reached(arena: Arena) -> None:
    await arena.open_race()
    await arena.steward.people.set_player(BOB, dms="unknown")  # as one is who has just entered
    await arena.give(ANN, Preparation(1, 1, 1, 1))
    await arena.give(BOB, Preparation(1, 1, 1, 1))

    await arena.deliver()

    assert (await arena.steward.people.player(BOB)).dms == "open"


async def test_that_a_player_can_be_reached_is_written_once(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Any] = []
    people, keep = arena.circus.store.people, arena.circus.store.people.set_player

    async def noted(player: PlayerId, **values: Any) -> Any:
        if "dms" in values:
            written.append((player, values["dms"]))
        return await keep(player, **values)

    monkeypatch.setattr(people, "set_player", noted)
    await arena.open_race()
    await arena.deliver()
    await arena.give(ANN, Preparation(1, 1, 1, 1))
    await arena.give(BOB, Preparation(1, 1, 1, 1))
    await arena.deliver()

    assert "speed" in " ".join(arena.client.user_of(BOB).dms.words())
    assert [player for player, dms in sorted(written) if dms == "open"] == [ANN, BOB]


async def test_direct_messages_are_opened_once_and_then_known_after_a_restart_too(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[int] = []
    create = arena.client.create_dm

    async def noted(user: Any) -> Any:
        opened.append(user.id)
        return await create(user)

    monkeypatch.setattr(arena.client, "create_dm", noted)
    await begun(arena)
    asked = (await arena.asked(BOB)).asked
    for number in (81, 82):
        summons = a_notice(arena, "reminder", Summons((BLUE,), asked), player=BOB, number=number)
        assert await arena.messenger.deliver(summons) == "asked"

    assert opened.count(BOB) <= 1  # none, where another test has prepared the race
    assert (await arena.steward.people.player(BOB)).dm_channel == arena.client.user_of(BOB).dms.id


async def test_a_channel_of_direct_messages_that_is_no_more_is_opened_anew(arena: Arena) -> None:
    await begun(arena)
    dms, gone = arena.client.user_of(BOB).dms, arena.client.get_partial_messageable(77)
    gone.fails = http_error(discord.NotFound, 404, 10003)
    await arena.steward.people.note_dm_channel(BOB, gone.id)
    notice = a_notice(arena, "reminder", Summons((BLUE,), (await arena.asked(BOB)).asked), player=BOB, number=83)
    before = dms.messages[-1].id

    with pytest.raises(ChannelGone):
        await arena.messenger.deliver(notice)
    assert await arena.messenger.deliver(tried_again(notice)) == "asked"

    assert dms.messages[-1].id > before
    assert (await arena.steward.people.player(BOB)).dm_channel == dms.id


async def test_who_is_not_known_is_not_noted_as_reached(arena: Arena) -> None:
    await arena.steward.people.reached(EVE)

    assert await arena.circus.store.people.player(EVE) is None


async def test_who_takes_no_direct_messages_is_asked_in_the_thread_in_private(arena: Arena) -> None:
    arena.client.user_of(BOB).dms.fails = http_error(discord.Forbidden, 403, 50007)

    await arena.open_race()
    await arena.deliver()

    mention = next(message for message in arena.thread.messages if "A decision waits" in message.said.words()[0])
    assert f"<@{BOB}>" in mention.said.words()[0]
    assert "orders:1" in mention.said.words()
    assert "Prepare your chariot" not in " ".join(mention.said.words())
    named: discord.AllowedMentions = mention.said.others["allowed_mentions"]
    assert [user.id for user in named.users] == [BOB]  # type: ignore[union-attr]


async def test_a_question_that_is_answered_meanwhile_is_not_asked(arena: Arena) -> None:
    await arena.open_race()
    asked = (await arena.asked(BOB)).asked
    await arena.give(BOB, Preparation(1, 1, 1, 1))
    before = len(arena.client.user_of(BOB).dms.messages)

    notice = a_notice(arena, "summons", Summons((BLUE,), asked), player=BOB)
    assert await arena.messenger.deliver(notice) == "answered already"
    assert len(arena.client.user_of(BOB).dms.messages) == before


async def test_a_reminder_says_that_it_is_one(arena: Arena) -> None:
    await arena.open_race()
    asked = (await arena.asked(ANN)).asked

    await arena.messenger.deliver(a_notice(arena, "reminder", Summons((RED,), asked), player=ANN))

    assert "This still waits for you" in " ".join(arena.client.user_of(ANN).dms.messages[-1].said.words())


async def test_nothing_mentions_anybody_by_what_a_player_typed(arena: Arena) -> None:
    race = await arena.lobby(title="@everyone <@5> [x](https://example.org)")
    await arena.steward.lobbies.join(race, ANN, "Ann", name="@here *x* `y`", word="<@&9>")
    await arena.steward.lobbies.join(race, BOB, "@everyone", name="<@7> https://example.org")
    await arena.deliver()
    await arena.steward.lobbies.start(race, ANN)
    await arena.deliver()

    channels = (arena.thread, arena.client.user_of(ANN).dms)
    contents = [text for channel in channels for message in channel.messages for text in message.said.contents()]
    assert any("example" in text for text in contents)
    assert any("here" in text for text in contents)
    for text in contents:
        assert not any(live in text for live in ("@everyone", "@here", "<@5>", "<@7>", "<@&9>", "](h", "s://", " *x*"))


async def test_posts_after_a_copy_was_taken_up_are_not_taken_for_those_that_stand_there(arena: Arena) -> None:
    # Given a race with posts, and a database of which copies are taken up twice
    race = await arena.open_race()
    outbox = arena.circus.store.outbox
    (held, *_), before = await outbox.of_race(race), await MarksOf().read(arena.steward)
    keys = [before]
    for _ in range(2):
        await arena.steward.restored()
        keys.append(await MarksOf().read(arena.steward))

    # Then a post that the copies held is found again, and one to come never bears what it may have borne before
    comes = msgspec.structs.replace((await outbox.of_race(race))[-1], place=9)
    for drawn in (Marks.mark, Marks.nonce):
        assert len({drawn(each, held) for each in keys}) == 1
        assert len({drawn(each, comes) for each in keys}) == 3
