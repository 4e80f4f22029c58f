"""Notices of people and time: acts, offers, digests, reminders that become urgent, quiet hours."""

from typing import Any

import discord
import pytest

from engine.circus_maximus.words.asks import Preparation
from records.acts import ActRecord
from records.notices import Notice
from records.values import Faction
from steward import Acted, Digest, DmRefused, Mention, Offer, Summons, Warned
from tests.cogs.arena import ANN, BLUE, BOB, EVE, RED, Arena
from tests.cogs.fakes import FakeMessage, http_error
from tests.cogs.test_messenger import RACE, a_notice
from tests.steward.circus import MOD

NIGHT = 1_900_015_200.0
"""22:00 of a day in March, UTC."""


async def delivered(arena: Arena, notice: Notice) -> str:
    return await arena.messenger.deliver(notice)


def dms(arena: Arena, player: Any) -> list[FakeMessage]:
    return arena.client.user_of(player).dms.messages


async def test_an_act_is_told_once_in_the_thread_and_calls_nobody(arena: Arena) -> None:
    await arena.open_race()
    act = ActRecord(kind="extend", by=ANN, reason="Rain", body='{"seconds": 3600}', at=1.0)

    assert await delivered(arena, a_notice(arena, "act", Acted(act))) == "told"

    last = arena.thread.messages[-1].said
    assert "gave everybody 1h more. Reason: Rain" in "".join(last.words())
    assert last.others["silent"]


async def test_what_the_steward_does_is_told_by_the_outbox(arena: Arena) -> None:
    race = await arena.open_race()

    await arena.steward.desk.extend(race, ANN, 7200, "Rain")
    await arena.deliver()

    assert any("2h more" in text for text in arena.thread.words())


async def test_a_place_is_offered_with_a_button_while_its_player_is_absent(arena: Arena) -> None:
    race = await arena.open_race()
    await arena.steward.desk.offer(race, MOD, Faction(2), "He is gone")
    await arena.deliver()

    offer = next(message for message in arena.thread.messages if "reins:1:2" in message.said.words())
    assert "A place is free" in "".join(offer.said.words())

    await arena.steward.desk.take_reins(race, BOB, Faction(2))
    assert await delivered(arena, a_notice(arena, "offer", Offer(Faction(2)))) == "taken already"


async def test_a_digest_lists_all_that_waits_in_one_message(arena: Arena) -> None:
    await arena.open_race()
    second = await arena.lobby(title="Second", thread=44)
    await arena.steward.lobbies.join(second, ANN, "Ann", colour="red")
    await arena.steward.lobbies.join(second, BOB, "Bob", colour="blue")
    await arena.steward.lobbies.start(second, ANN)
    before = len(dms(arena, ANN))

    assert await delivered(arena, a_notice(arena, "digest", Digest(), player=ANN)) == "digest sent"

    (digest,) = dms(arena, ANN)[before:]
    words = " ".join(digest.said.words())
    assert "2 questions wait for you" in words
    assert "Ludi" in words
    assert "Second" in words
    assert words.count("open:") == 2


async def test_a_digest_of_nothing_is_not_sent(arena: Arena) -> None:
    await arena.open_race()

    assert await delivered(arena, a_notice(arena, "digest", Digest(), player=EVE)) == "nothing waits any more"
    assert dms(arena, EVE) == []


async def test_who_wants_a_digest_is_not_asked_singly_if_it_comes_in_time(arena: Arena) -> None:
    await arena.open_race()
    opened = await arena.asked(BOB)
    before = len(dms(arena, BOB))
    notice = a_notice(arena, "summons", Summons((BLUE,), opened.asked), player=BOB)

    await arena.steward.people.set_player(BOB, digest=_in_an_hour(arena))
    assert await delivered(arena, notice) == "left to the daily digest"
    assert len(dms(arena, BOB)) == before
    reminder = a_notice(arena, "reminder", Summons((BLUE,), opened.asked, 2), player=BOB, number=71)
    assert await delivered(arena, reminder) == "asked"

    # A digest that comes after the deadline would be too late.
    assert opened.until is not None
    arena.circus.clock.now = opened.until - 1800
    await arena.steward.people.set_player(BOB, digest=_in_an_hour(arena))
    assert await delivered(arena, notice) == "asked"


def _in_an_hour(arena: Arena) -> int:
    """Return the time of day, in minutes after midnight, UTC."""
    return int(arena.circus.clock.now % 86_400 // 60 + 60) % 1440


async def test_who_takes_no_messages_is_mentioned_even_if_he_wants_a_digest(arena: Arena) -> None:
    await arena.open_race()
    asked = (await arena.asked(BOB)).asked
    await arena.steward.people.set_player(BOB, digest=0, dms="refused")

    for notice in (
        a_notice(arena, "summons", Summons((BLUE,), asked), player=BOB),
        a_notice(arena, "digest", Digest(), player=BOB),
    ):
        with pytest.raises(DmRefused):
            await delivered(arena, notice)


async def test_a_refused_digest_becomes_a_mention_in_each_race_that_waits(arena: Arena) -> None:
    await arena.open_race()
    await arena.steward.people.set_player(BOB, digest=0)
    arena.client.user_of(BOB).dms.fails = http_error(discord.Forbidden, 403, 50007)
    arena.circus.clock.pass_by(86_400 * 0.4)
    await arena.circus.store.outbox.put(
        Notice(race=RACE, kind="digest", player=BOB, body="{}", due=arena.circus.clock.now)
    )

    await arena.deliver()

    mention = arena.thread.messages[-1].said
    assert f"<@{BOB}> A decision waits for you" in "".join(mention.words())
    assert "orders:1" in mention.words()


async def test_a_mention_names_race_turn_duty_and_deadline_and_no_other_player_s(arena: Arena) -> None:
    await arena.open_race()
    opened = await arena.give_defaults(lambda each: each.ask.question.kind == "speed")
    await delivered(arena, a_notice(arena, "mention", Mention(BOB, (BLUE,), opened.asked), number=73))

    text = "".join(arena.thread.messages[-1].said.words())
    until = f"<t:{int(opened.until or 0)}:R>"
    assert f"-# Ludi · Turn 1 · 🔵 **2 Blue**: a speed; the rules choose for you at the deadline, {until}" in text
    assert "Red" not in text


async def test_what_is_over_calls_nobody_into_the_thread(arena: Arena) -> None:
    await arena.open_race()
    asked = (await arena.asked(BOB)).asked
    await arena.give(BOB, Preparation(1, 1, 1, 1))
    posts = len(arena.thread.messages)

    done = a_notice(arena, "mention", Mention(BOB, (BLUE,), asked), number=73)
    assert await delivered(arena, done) == "answered already"

    assert len(arena.thread.messages) == posts


async def test_the_second_reminder_is_more_urgent(arena: Arena) -> None:
    await arena.open_race()
    opened = await arena.asked(ANN)

    said = []
    for number, reminders in ((71, 1), (72, 2)):
        body = Summons((RED,), opened.asked, reminders)
        await delivered(arena, a_notice(arena, "reminder", body, player=ANN, number=number))
        said.append("".join(dms(arena, ANN)[-1].said.words()))
    first, second = said

    assert "⏰ This still waits for you." in first
    assert f"🚨 **Last reminder:** the rules choose for you at the deadline, <t:{int(opened.until or 0)}:R>" in second
    mention = a_notice(arena, "mention", Mention(BOB, (BLUE,), opened.asked, True, 2), number=73)
    await delivered(arena, mention)
    assert "🚨 The rules choose for you soon" in "".join(arena.thread.messages[-1].said.words())


@pytest.mark.parametrize(("quiet", "is_silent"), [((1320, 420), True), ((60, 120), False), ((None, None), False)])
async def test_in_quiet_hours_nothing_makes_a_sound(
    arena: Arena, quiet: tuple[int | None, int | None], is_silent: bool
) -> None:
    await arena.open_race()
    asked = (await arena.asked(BOB)).asked
    await arena.steward.people.set_player(BOB, quiet_from=quiet[0], quiet_until=quiet[1])
    arena.circus.clock.now = NIGHT

    await delivered(arena, a_notice(arena, "summons", Summons((BLUE,), asked), player=BOB))
    await delivered(arena, a_notice(arena, "mention", Mention(BOB, (BLUE,), asked), number=71))

    assert dms(arena, BOB)[-1].said.others["silent"] is is_silent
    assert arena.thread.messages[-1].said.others["silent"] is is_silent


async def test_a_warning_says_what_the_steward_can_do(arena: Arena) -> None:
    await arena.open_race()

    await delivered(arena, a_notice(arena, "warning", Warned("the rules have changed"), player=ANN))

    text = "".join(arena.thread.messages[-1].said.words())
    assert all(
        command in text for command in ("/host race what:restart", "/host race what:rewind", "/host race what:close")
    )
