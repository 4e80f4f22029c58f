"""Who seals nothing in a phase of a season is named as silent, has no live sheet left, and reads what came of it."""

from cogs.panels.league_shown import LookButton
from engine.leagues.words.sheets import StableDay
from records.values import EntryId
from tests.cogs.arena import ANN, BOB
from tests.cogs.forum import LEAGUE_THREAD, Forum, buttons
from tests.cogs.test_epic_leagues import begun, follow, state, text_of
from tests.cogs.test_talks import CLOSED, RACE, Desk
from tests.leagues.test_epic_words import asked
from tests.leagues.test_epic_words import begun as engine_begun
from words.leagues import silence


async def until(forum: Forum, league: object, phase: str) -> None:
    """Let deadlines pass until the season has come to a phase."""
    for _ in range(300):
        if (await state(forum, league)).phase == phase:  # type: ignore[arg-type]
            return
        forum.arena.circus.clock.pass_by(600.0)
        await forum.arena.steward.timekeeper.tick()
        await forum.arena.deliver()
    raise AssertionError(phase)


async def test_a_silent_owner_is_named_as_silent_and_reads_what_it_brought(forum: Forum) -> None:
    league = await begun(forum)
    sheet = forum.dm(BOB)
    assert "Bid as suggested" in [each["label"] for each in buttons(sheet.components)]
    await follow(forum, ANN)

    await until(forum, league, "stable")

    thread = forum.arena.client.get_partial_messageable(LEAGUE_THREAD)
    told = "\n".join(thread.words())
    (sealed,) = [line for line in told.split("\n") if line.startswith("-# 🔒 Sealed: ")]
    assert "Ann" in sealed
    assert "Bob" not in sealed
    (silent,) = [line for line in told.split("\n") if "💤 No word from" in line]
    assert "Bob" in silent
    assert "Ann" not in silent

    dms = forum.arena.client.user_of(BOB, "?").dms.messages
    live = [each["label"] for message in dms for each in buttons(message.said.components)]
    assert "Bid as suggested" not in live
    assert "💤 You sealed nothing by the last deadline: you bid for nothing." in await text_of(forum, BOB)
    assert "💤" not in await text_of(forum, ANN)


async def test_a_sheet_that_nobody_pressed_is_closed_as_its_phase_ends_and_once() -> None:
    desk = Desk()
    await desk.asks(1)
    await desk.talks.close(RACE, 8, CLOSED)
    assert desk.done == []  # it is still asked
    for _ in range(2):
        await desk.talks.close(RACE, 9, CLOSED)
    assert desk.done == [(1, "edited")]
    await desk.asks(2, asked=9)
    assert desk.done == [(1, "edited"), (1, "deleted")]


def test_the_next_sheet_says_what_a_silence_brought_and_nothing_to_who_was_there() -> None:
    view, ask = asked(engine_begun(seed="silence"))

    assert silence.brought(view, ask, 0) == ""
    assert silence.brought(view, ask, 1).endswith("your manager decided for you.")
    stable = type(ask)(ask.entry, StableDay({}, {}, 2, ()), ask.default, secret=True)
    assert silence.brought(view, stable, 2).endswith("you bid for nothing.")
    assert ask.entry == EntryId(1)


async def test_the_post_of_an_auction_has_the_catalogue_that_it_speaks_of(forum: Forum) -> None:
    league = await begun(forum)

    thread = forum.arena.client.get_partial_messageable(LEAGUE_THREAD)
    (post,) = [each.said for each in thread.messages if "Day of the auction" in "\n".join(each.said.words())]
    ids = {each["label"]: each["custom_id"] for each in buttons(post.components)}
    assert ids["Catalogue"] == f"league:catalogue:{league}"
    assert "**Catalogue** shows them, here and on your sheet." in "\n".join(post.words())
    shown = await forum.press(LookButton(league, "catalogue"))
    assert "20 lots" in shown.told
