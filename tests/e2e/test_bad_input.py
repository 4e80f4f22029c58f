"""What cannot be done has a clear answer, for the one who tried alone, and changes nothing."""

import asyncio
import itertools
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any

import pytest
import pytest_asyncio

from cogs.kit.ways import PLACES
from sandbox.client import Outcome, Refused, Visitor, buttons_of, text_of
from sandbox.errors import Json
from tests.e2e.arena import PATIENCE, Arena, is_panel, private_answer
from tests.e2e.player import Player
from tests.e2e.races import Opened, at_once, entered, listed, opened, require_clean, started, write_speed

pytestmark = pytest.mark.asyncio(loop_scope="module")

_numbers = itertools.count(1)
_begun: list[Opened] = []


@pytest_asyncio.fixture(autouse=True, loop_scope="module")
async def called_off(shared_arena: Arena) -> AsyncIterator[None]:
    """Call the races of each test off after it: Ana hosts no more than a person may."""
    yield
    while _begun:
        outcome = await shared_arena.ana.run("host race", what="cancel", channel=_begun.pop().thread)
        if outcome.modal is not None:
            await shared_arena.ana.submit(outcome.modal, {"reason": "the test is over"})


def a_title() -> str:
    return f"Games {next(_numbers)}."


async def refused(arena: Arena, race: Opened, visitor: Visitor, deed: Awaitable[Outcome]) -> str:
    """Return what *visitor* is told of a *deed* that cannot be done; fail if it did anything, or others see it."""
    before = await arena.kept(race.id)
    outcome = await deed
    text = await private_answer(visitor, outcome)
    assert await arena.kept(race.id) == before
    others = [each for each in arena.people.values() if each is not visitor]
    assert not any(
        (message.get("interaction_metadata") or {}).get("id") == outcome.interaction_id
        for other in others
        for message in other.seen.values()
    )
    return text


async def a_lobby(arena: Arena, *people: Visitor) -> tuple[Opened, Json]:
    """Return a race of Ana's that has not begun, with *people* in it, and its panel."""
    race = await opened(arena, a_title())
    _begun.append(race)
    await entered(race, people)
    return race, await arena.ana.wait_for(is_panel, channel=race.thread)


async def asked(arena: Arena, words: str) -> tuple[Opened, Player, Json]:
    """Return a race of Ana against the house in which she is asked something, she, and the question."""
    race = await started(arena, a_title(), people=[arena.ana], rivals=3)
    _begun.append(race)
    player = Player(arena.ana, "Ana", race=race.id)
    return race, player, await player.until_asked(words)


async def typed(visitor: Visitor, question: Json, text: str) -> Outcome:
    """Type an answer into the form of a question."""
    form = await visitor.press(question, "Type it")
    return await visitor.submit(form.modal, {"text": text})


async def orders_pressed(visitor: Visitor, race: Opened) -> Outcome:
    """Press the panel's button; if a new panel takes its place just then, that one's."""
    while True:
        panel = await visitor.wait_for(
            lambda each: is_panel(each) and "orders:" in str(each["components"]), channel=race.thread
        )
        with suppress(Refused):
            return await visitor.press(panel, "My orders")
        await asyncio.sleep(0.05)


# Before the start


async def test_only_the_host_begins_fills_or_cancels_a_race(shared_arena: Arena, subtests: pytest.Subtests) -> None:
    arena, ben = shared_arena, shared_arena.ben
    race, panel = await a_lobby(arena, ben, arena.cato)

    for act in ("start", "fill", "cancel"):
        with subtests.test(act):
            by_command = await refused(arena, race, ben, ben.run("host race", what=act, channel=race.thread))
            by_button = await refused(arena, race, ben, ben.press(panel, custom_id=f"lobby:{act}:{race.id}"))

            for text in (by_command, by_button):
                assert "Only the host" in text


async def test_whoever_may_manage_threads_may_stand_in_for_the_host(shared_arena: Arena) -> None:
    arena = shared_arena
    outcome = await arena.ben.run("play race", game="circus-maximus", title=(title := a_title()))
    thread = await arena.ben.wait_for_thread(title)

    cancelled = await arena.ana.run("host race", what="cancel", channel=thread)  # the owner of the server

    assert "is open" in outcome.text
    assert "is cancelled" in cancelled.text


async def test_nobody_enters_twice(shared_arena: Arena) -> None:
    arena, ben = shared_arena, shared_arena.ben
    race, panel = await a_lobby(arena)
    form = await ben.press(panel, "Join")
    await entered(race, [ben])

    by_command = await refused(arena, race, ben, ben.run("race join", channel=race.thread, colour="white"))
    by_button = await refused(arena, race, ben, ben.press(panel, "Join"))
    by_form = await refused(arena, race, ben, ben.submit(form.modal, {}))

    for text in (by_command, by_button, by_form):
        assert "You are in this race already" in text
        assert "/race do what:leave" in text


async def test_a_race_that_is_full_is_not_filled_again_and_a_house_driver_gives_way(shared_arena: Arena) -> None:
    arena, cato = shared_arena, shared_arena.cato
    race, panel = await a_lobby(arena, arena.ana)
    await arena.ana.run("host race", what="fill", channel=race.thread)

    filled_again = await refused(arena, race, arena.ana, arena.ana.run("host race", what="fill", channel=race.thread))
    form = await cato.press(panel, "Join")
    entered = await cato.submit(form.modal, {})

    assert "All 8 chariots of this race are taken" in filled_again
    assert "/play race" in filled_again
    assert "You are in" in entered.text


async def test_a_colour_is_taken_once(shared_arena: Arena) -> None:
    arena, cato = shared_arena, shared_arena.cato
    race, _ = await a_lobby(arena, arena.ana, arena.ben)

    text = await refused(arena, race, cato, cato.run("race join", channel=race.thread, colour="blue"))

    assert text.strip().startswith("Blue is taken.")
    assert "free: yellow, green, purple, black, white, orange." in text


NO_NAMES = ("x" * 5_000, "x" * 33, "\u200b\u200b", " ", "\u202e", "🏇" * 33)


async def test_a_name_is_short_and_can_be_seen(shared_arena: Arena, subtests: pytest.Subtests) -> None:
    arena, cato = shared_arena, shared_arena.cato
    race, _ = await a_lobby(arena)

    for name in NO_NAMES:
        with subtests.test(f"{len(name)} of it"):
            text = await refused(arena, race, cato, cato.run("race join", channel=race.thread, name=name))

            assert "1 to 32 visible characters" in text


HARMLESS = (
    ("**bold** _it_ `x` ||y||", r"\*\*bold\*\* \_it\_ \`x\` \|\|y\|\|"),
    ("@everyone @here", "@\u200beveryone @\u200bhere"),
    ("<@1> <#2> </race:3>", r"‹@\u200b1\> ‹\#2\> ‹/race\:3\>"),
    ("🏇🔥 Équus ‍👩‍🚀", "🏇🔥 Équus"),
    ("[x](https://a.b)", r"\[x\]\(https\://a\.b\)"),
    ("# Big\n> small", r"\# Big \> small"),
)


async def test_a_name_with_markdown_mentions_or_emoji_is_shown_harmlessly(
    shared_arena: Arena, subtests: pytest.Subtests
) -> None:
    arena, cato = shared_arena, shared_arena.cato
    race, _ = await a_lobby(arena)

    for name, shown in HARMLESS:
        with subtests.test(name):
            outcome = await cato.run("race join", channel=race.thread, name=name, colour="red")
            assert "You drive" in outcome.text
            panel = await arena.ben.wait_for(shows(shown.replace(r"\u200b", "\u200b")), channel=race.thread)

            assert panel["mentions"] == []
            assert not panel["mention_everyone"]
            await cato.run("race do", what="leave", channel=race.thread)


def shows(words: str) -> Callable[[Json], bool]:
    """Return what finds a panel with these words."""
    return lambda each: is_panel(each) and words in text_of(each)


@pytest.mark.parametrize(
    ("wishes", "says_so"),
    [
        ("speed soon", "“soon” is no deadline I can keep: it takes 30 seconds to 14 days"),
        ("speed", "is no deadline I can keep"),
        ("speed 2s", "30 seconds to 14 days"),
        ("speed 15d", "30 seconds to 14 days"),
        ("speed -2h", "is no deadline I can keep"),
        ("lunch 2h", "There's no deadline called “lunch”. There are:"),
        ("@everyone 2h", "There's no deadline called “@\u200beveryone”"),
        ("💥,,,💥", "There's no deadline called"),
    ],
)
async def test_deadlines_are_lengths_of_time(shared_arena: Arena, wishes: str, says_so: str) -> None:
    ana, before = shared_arena.ana, len(shared_arena.ana.state["channels"])

    outcome = await ana.run("play race", game="circus-maximus", title=a_title(), deadlines=wishes)

    assert says_so in await private_answer(ana, outcome)
    assert len(ana.state["channels"]) == before, "no thread"


async def test_a_title_that_shows_nothing_opens_no_race(shared_arena: Arena) -> None:
    ana, before = shared_arena.ana, len(shared_arena.ana.state["channels"])

    for title in ("\u200b\u2800", "\u202e", " "):
        outcome = await ana.run("play race", game="circus-maximus", title=title)
        assert "1 to 60 visible characters" in await private_answer(ana, outcome)

    assert len(ana.state["channels"]) == before, "no thread"


@pytest.mark.parametrize("race", ["99", "-1", "#", "'; drop table race; --", "💥" * 40, "9" * 40, "x" * 5_000])
@pytest.mark.parametrize("act", ["race join", "race status", "race cancel"])
async def test_there_is_no_such_race(shared_arena: Arena, act: str, race: str) -> None:
    ben = shared_arena.ben
    command, what = PLACES[act]
    meant: dict[str, Any] = {"what": what} if what else {}

    outcome = await ben.run(command, race=race, **meant)

    assert "There is no such race here. `/race do` shows those of this server" in await private_answer(ben, outcome)


async def test_a_race_needs_chariots(shared_arena: Arena) -> None:
    arena, ana = shared_arena, shared_arena.ana
    race, panel = await a_lobby(arena)

    by_command = await refused(arena, race, ana, ana.run("host race", what="start", channel=race.thread))
    by_button = await refused(arena, race, ana, ana.press(panel, "Start"))

    for text in (by_command, by_button):
        assert "at least 2 chariots and has 0" in text
        assert "*Fill*" in text


async def test_who_is_not_in_cannot_leave(shared_arena: Arena) -> None:
    arena, cato = shared_arena, shared_arena.cato
    race, panel = await a_lobby(arena, arena.ana)

    text = await refused(arena, race, cato, cato.press(panel, "Leave"))

    assert "You have no chariot in" in text


async def test_what_belongs_before_the_start_is_refused_after_it(shared_arena: Arena) -> None:
    arena, ana, cato = shared_arena, shared_arena.ana, shared_arena.cato
    race, panel = await a_lobby(arena, ana)
    late_form = await cato.press(panel, "Join")
    await ana.run("host race", what="fill", channel=race.thread)
    await ana.run("host race", what="start", channel=race.thread)

    texts = [
        await refused(arena, race, cato, cato.submit(late_form.modal, {})),
        await refused(arena, race, cato, cato.run("race join", channel=race.thread)),
        await refused(arena, race, ana, ana.run("host race", what="fill", channel=race.thread)),
        await refused(arena, race, ana, ana.run("host race", what="start", channel=race.thread)),
    ]
    leaving = await refused(arena, race, ana, ana.run("race do", what="leave", channel=race.thread))
    assert "Nothing has changed yet" in leaving, "the ways out are offered, and none is taken"

    for text in texts:
        assert "has already started" in text
    form = await ana.run("host race", what="cancel", channel=race.thread)
    assert "The race is closed" in (await ana.submit(form.modal, {"reason": "So"})).text
    again = await refused(arena, race, ana, ana.run("host race", what="cancel", channel=race.thread))
    assert "That race is over" in again


async def test_there_is_nothing_to_look_at_before_the_start(shared_arena: Arena) -> None:
    arena, ben = shared_arena, shared_arena.ben
    race, _ = await a_lobby(arena, arena.ana)

    for what in ("board", "log"):
        text = await refused(arena, race, ben, ben.run("watch", what=what, channel=race.thread))
        assert "has not started yet" in text
        assert "Its host begins it with **Start**" in text


# In the race


async def test_only_who_is_asked_can_answer(shared_arena: Arena) -> None:
    # Given a race that waits for Ana
    arena = shared_arena
    race, _, question = await asked(arena, "Prepare your chariot")

    # When others open the orders of the race, they are told that they are not in it, and see nothing of hers
    for other in (arena.sulla, arena.ben):
        by_button = await refused(arena, race, other, orders_pressed(other, race))
        assert "You have no chariot in" in by_button
        by_command = await refused(arena, race, other, other.run("order", chariot=f"{race.id}:1", answer="1/1/1/1"))
        assert "Nothing to do now" in by_command

    # and they cannot press what she alone sees
    mine = await orders_pressed(arena.ana, race)
    assert mine.message
    for message in (question, mine.message):
        assert message["id"] not in arena.ben.seen
        with pytest.raises(Refused, match=r"40[34]"):
            await arena.ben.press(message, custom_id=f"choose:{race.id}:1:0")


NO_POINTS: tuple[tuple[str, list[str]], ...] = (
    ("2/2/2/2", ["add up to 8", "exactly 4", "(rule 3.6)"]),
    ("0/0/0/0", ["add up to 0", "exactly 4"]),
    ("3/1/0/0", ["You gave driver 3 points. Each category takes 0 to 2."]),
    ("2/2/1/-1", ["You gave endurance -1 points. Each category takes 0 to 2."]),
    ("1/1/1", ["“1/1/1”", "Try 1/0/2/1, or a name such as Fast team."]),
    ("1/1/1/1/1", ["Try 1/0/2/1, or a name such as Fast team."]),
    (
        "@everyone `x` **y**",
        [
            r"@\u200beveryone \`x\` \*\*y\*\*".replace(r"\u200b", "\u200b"),
            "Try 1/0/2/1, or a name such as Fast team.",
        ],
    ),
    ("💥" * 66, ["Try 1/0/2/1, or a name such as Fast team."]),
)


async def require_refused(
    arena: Arena, words: str, told: Iterable[tuple[str, list[str]]], subtests: pytest.Subtests
) -> None:
    """Fail unless each text is refused as an answer to Ana's question with *words*, typed in both ways, as told."""
    race, _, question = await asked(arena, words)
    ana = arena.ana

    for text, says_so in told:
        with subtests.test(text):
            by_form = await refused(arena, race, ana, typed(ana, question, text))
            by_command = await refused(arena, race, ana, ana.run("order", channel=race.thread, answer=text))

            for answer in (by_form, by_command):
                assert [each for each in says_so if each not in answer] == []
                assert "<@1>" not in answer


async def test_points_are_four_in_all(shared_arena: Arena, subtests: pytest.Subtests) -> None:
    await require_refused(shared_arena, "Prepare your chariot", NO_POINTS, subtests)


NO_SPEEDS: tuple[tuple[str, list[str]], ...] = (
    ("99", ["You wrote 99", "your team can go", "or less", "(rule 6.1"]),
    ("-3", [r"“\-3”", "Try a speed from 0 to "]),
    ("1.5", ["Try a speed from 0 to "]),
    ("as fast as I can", ["“as fast as i can”", "Try a speed from 0 to "]),
    ("9" * 200, ["Try a speed from 0 to "]),
    ("<@1> 14", ["Try a speed from 0 to "]),
)


async def test_a_speed_is_a_number_that_the_team_can_go(shared_arena: Arena, subtests: pytest.Subtests) -> None:
    await require_refused(shared_arena, "write your speed", NO_SPEEDS, subtests)


NO_PLANS: tuple[tuple[str, list[str]], ...] = (
    ("99", ["That costs 99 squares and you have", "Choose something cheaper", "rule 6.2"]),
    ("fly", ["I can't read “fly”"]),
    ("1/2/💥", ["I can't read"]),
    ("1/Ram white wings", ["White is not in this race"]),
    ("Ram blue car", ["Nobody attacks from the grey squares", "(rule 3.8)"]),
    ("1/Ram red car", ["Red is your own chariot", "blue, yellow, green"]),
    ("Brake 99", ["That costs 99 squares and you have", "Choose something cheaper"]),
    ("///", ["missing at the end"]),
)


async def test_a_plan_can_be_driven(shared_arena: Arena, subtests: pytest.Subtests) -> None:
    await require_refused(shared_arena, "Turn 1: drive", NO_PLANS, subtests)


async def test_pressed_twice_at_the_same_time_counts_once(shared_arena: Arena) -> None:
    # Given Ana's question, in her direct messages and twice more in private answers in the thread
    arena, ana = shared_arena, shared_arena.ana
    race, _, question = await asked(arena, "write your speed")
    copies = [question] + [(await ana.run("order", channel=race.thread)).message or {} for _ in range(2)]
    menus = [await listed(ana, each) for each in copies]
    before = await arena.kept(race.id)

    # When she presses them all at once, some of them twice
    before_that = len(ana.frames)
    presses = [ana.choose(each, ["v9"], custom_id=menu) for each, menu in menus for _ in range(2)]
    await at_once(presses)

    # Then one answer is taken and told once, and each copy is closed
    said = await ana.until(lambda: _settled(ana, copies), PATIENCE, "what became of each copy")
    assert sum("Taken for" in each for each in said) == 1
    after = await arena.kept(race.id)
    mine = [each for each in after.inputs[len(before.inputs) :] if each.entry == 1 and each.by == "player"]
    assert [each.answer for each in mine] == ['{"type":"Speed","factors":9,"strain":false}']
    told = [text_of(frame["message"]) for frame in ana.frames[before_that:] if frame["type"].startswith("message_e")]
    assert len([each for each in told if "Taken for" in each]) == 1


SETTLED = (
    "Taken for",
    "You have answered this",
    "has been answered",
    "Nothing is asked of that chariot",
    "question is over",
)


def _settled(visitor: Visitor, copies: list[Json]) -> list[str] | None:
    """Return what stands in each copy of a question, once one says what was taken and the others are closed.

    The one that was answered may say for a moment that it is over: it was pressed twice.
    """
    said = [text_of(visitor.seen[each["id"]]) for each in copies]
    is_told = any("Taken for" in each for each in said)
    return said if is_told and all(any(words in each for words in SETTLED) for each in said) else None


async def test_an_answer_pressed_late_is_refused(shared_arena: Arena) -> None:
    # Given a copy of a question, and a form to type an answer to it, both left open
    arena, ana = shared_arena, shared_arena.ana
    race, player, question = await asked(arena, "write your speed")
    copy = (await ana.run("order", channel=race.thread)).message
    form = await ana.press(question, "Type it")
    assert copy

    # When the question is answered, and the race is a turn further
    await write_speed(ana, question, "v9")
    await player.until_asked("Turn 2: write your speed")

    # Then the copy has closed itself, and the form comes too late
    await ana.wait_for(is_closed(copy))
    text = await refused(arena, race, ana, ana.submit(form.modal, {"text": "9"}))
    assert "That question has been answered and the race has gone on. `/order` shows what is open." in text


async def test_a_cockpit_is_stale_once_its_question_is_answered(shared_arena: Arena) -> None:
    # Given two open cockpits of one phase, one with a plan in it
    arena, ana = shared_arena, shared_arena.ana
    race, _, _ = await asked(arena, "Turn 1: drive")
    copy, planned = [(await ana.run("order", channel=race.thread)).message or {} for _ in range(2)]
    await ana.press(planned, "More…")
    planned = await ana.wait_for(lambda each: each["id"] == planned["id"] and "Ahead 1" in str(each["components"]))
    await ana.press(planned, "Ahead 1")
    planned = await ana.wait_for(lambda each: each["id"] == planned["id"] and "Undo" in str(each["components"]))

    # When she drives by command
    await ana.run("order", channel=race.thread, answer=_far(copy))

    # Then the newest has closed itself, and the other does when it is pressed
    await ana.wait_for(is_closed(planned))
    before = await arena.kept(race.id)
    await ana.press(copy, "More…")
    told = await ana.wait_for(is_closed(copy))
    assert "has been answered and the race has gone on" in text_of(told)
    assert await arena.kept(race.id) == before


def is_closed(message: Json) -> Callable[[Json], bool]:
    """Return what finds a panel when it has closed itself: at most the way to what is asked next is left."""
    ways = ("orders:",)
    return lambda each: (
        each["id"] == message["id"] and all(button["custom_id"].startswith(ways) for button in buttons_of(each))
    )


def _far(cockpit: Json) -> str:
    found = re.search(r"\*\*(\d+) squares?\*\* to drive", text_of(cockpit))
    assert found
    return found[1]


async def test_with_several_questions_open_a_typed_answer_says_for_which_it_is(shared_arena: Arena) -> None:
    arena, ana = shared_arena, shared_arena.ana
    one, _, _ = await asked(arena, "Prepare your chariot")
    two, _, _ = await asked(arena, "Prepare your chariot")

    text = await refused(arena, one, ana, ana.run("order", channel="races", answer="1/1/1/1"))
    several = await ana.run("order", channel="races")
    choices = [
        choice
        for race in (one, two)
        for choice in await ana.autocomplete("order", focused="chariot", chariot=f"#{race.id} ")
    ]
    taken = await ana.run("order", channel="races", chariot=f"{two.id}:1", answer="1/1/1/1")

    assert "choose with the option `chariot`" in text
    assert "questions wait for you" in several.text
    assert [each["value"] for each in choices] == [f"{one.id}:1", f"{two.id}:1"]
    assert "Taken" in taken.text


@pytest.mark.slow
async def test_no_answer_was_wrong_for_discord(shared_arena: Arena) -> None:
    """Last, so that it looks at all that the tests of this file have had the bot say."""
    await require_clean(shared_arena)
