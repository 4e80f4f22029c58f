"""Somebody who is away for a whole race gets few direct messages about it (H-7)."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from cogs.kit.conversations import Talks
from db.writing.outbox import Outbox
from records.notices import Notice
from records.races import Pace, StoryMode
from records.values import RaceId
from steward import NewRace, Timing
from steward.time.schedules import HOUR, Schedule
from tests.cogs.arena import ANN, BOB, GAME, Arena, sketch
from tests.cogs.fakes import CHANNEL, GUILD, THREAD, FakeMessage
from tests.undrawn import DRAWN

DAY_LONG, SHORT = 24 * HOUR, HOUR / 4
SOON = 40.0  # seconds, in which Discord still knows what was sent
TAKEN_OVER = "A house driver has the reins of"


@pytest.fixture
async def arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Arena]:
    for where, name in DRAWN:
        monkeypatch.setattr(where, name, sketch)
    arena = Arena(tmp_path / "races.sqlite3")
    await arena.circus.open()
    yield arena
    await arena.close()


async def begin(arena: Arena, span: float, grace: float) -> RaceId:
    """Start a race of eight turns or so, by orders; Ann is away, Bob orders each turn."""
    seconds = dict.fromkeys(GAME.decisions, int(span))
    timing: Any = Timing(seconds, Pace.TURNS, Schedule(grace=grace), StoryMode.TURN)
    race = await arena.steward.lobbies.open_race(
        NewRace(GUILD, CHANNEL, BOB, GAME.id, GAME.options(laps=1), timing, "Ludi")
    )
    await arena.steward.lobbies.set_thread(race, THREAD)
    await arena.steward.lobbies.join(race, ANN, "Ann", colour="red")
    await arena.steward.lobbies.join(race, BOB, "Bob", colour="blue")
    await arena.steward.lobbies.start(race, BOB)
    await arena.deliver()
    return race


async def to_the_end(arena: Arena, race: RaceId, span: float) -> None:
    """Let the time pass in small steps, while Bob answers what he is asked at once."""
    for _ in range(2_000):
        if (await arena.steward.race(race)).record.state != "running":
            return
        for each in await arena.steward.open_asks(BOB):
            if each.sealed is None:
                await arena.steward.races.drive(race, each.entry, [each.ask.default], player=BOB, asked=each.asked)
        arena.circus.clock.pass_by(span / 24)
        await arena.steward.timekeeper.tick()
        await arena.deliver()
    raise AssertionError("it never ends")


def text_of(message: FakeMessage) -> str:
    return "\n".join(message.said.words())


@pytest.fixture
def sent(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What Ann is sent directly, message by message, also what is taken away again."""
    dms, found = arena.client.user_of(ANN).dms, list[str]()
    sends = dms.send

    async def send(*args: Any, **others: Any) -> FakeMessage:
        message = await sends(*args, **others)
        found.append(text_of(message))
        return message

    monkeypatch.setattr(dms, "send", send)
    return found


@pytest.mark.parametrize(
    ("span", "grace", "most"),
    [(DAY_LONG, DAY_LONG, 8), (DAY_LONG, 0.0, 6), (SHORT, 0.0, 3)],
    ids=["a turn a day, with grace (11 before)", "without grace (9 before)", "too short for reminders (5 before)"],
)
async def test_who_is_away_for_a_whole_race_gets_few_messages(
    arena: Arena, sent: list[str], span: float, grace: float, most: int
) -> None:
    race = await begin(arena, span, grace)
    await to_the_end(arena, race, span)

    assert len(sent) == most
    assert sum("No word from you in time" in each for each in sent) == 1, "with the next question"
    assert "Ludi: 1st of 2" in sent[-1] or "Ludi: 2nd of 2" in sent[-1]
    stand = [text_of(each) for each in arena.client.user_of(ANN).dms.messages]
    assert len(stand) == 2, "how they come back, and the result"
    assert "A house driver has the reins of" in stand[0]
    assert "reins:" in stand[0], "one press takes them back"


async def until_replaced(arena: Arena) -> None:
    """Let the time pass until a house driver takes Ann's reins; before each step the program starts anew."""
    race = await begin(arena, SHORT, 0.0)
    while True:
        for each in await arena.steward.open_asks(BOB):
            await arena.steward.races.drive(race, each.entry, [each.ask.default], player=BOB, asked=each.asked)
        arena.circus.clock.pass_by(SHORT / 24)
        await arena.steward.timekeeper.tick()
        arena.client.talks = Talks()  # nothing is known of older messages
        if any(each.standin for each in (await arena.steward.race(race)).factions):
            return
        await arena.deliver()


async def test_after_a_restart_too_that_stands_in_the_place_of_the_question(arena: Arena, sent: list[str]) -> None:
    await until_replaced(arena)
    dms = arena.client.user_of(ANN).dms
    asked, before = dms.messages[-1], list(dms.messages)
    await arena.deliver()

    assert (dms.messages, TAKEN_OVER in text_of(asked)) == (before, True), "it rings nobody, and no old question stands"
    assert asked.said.files == []
    assert not any(TAKEN_OVER in each for each in sent)


async def test_a_program_that_ends_as_it_tells_that_tells_it_once(
    arena: Arena, sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message is changed already, and the program ends before that is noted; soon after it is back."""
    await until_replaced(arena)
    settle = Outbox.settle

    async def cut_off(outbox: Outbox, notice: Notice, *args: Any, **others: Any) -> None:
        if notice.kind == "offer" and notice.player == ANN:
            raise OSError("the end")
        await settle(outbox, notice, *args, **others)

    with monkeypatch.context() as ended:
        ended.setattr(Outbox, "settle", cut_off)
        with pytest.raises(OSError, match="the end"):
            await arena.deliver()
    arena.client.talks = Talks()
    arena.steward.delivery._held.clear()  # a new program waits for nobody
    arena.circus.clock.pass_by(SOON)
    await arena.deliver()

    stand = [text_of(each) for each in arena.client.user_of(ANN).dms.messages]
    assert sum(TAKEN_OVER in each for each in stand) == 1
    assert not any(TAKEN_OVER in each for each in sent)


async def test_where_the_question_is_gone_that_comes_as_a_message(arena: Arena, sent: list[str]) -> None:
    await until_replaced(arena)
    arena.client.user_of(ANN).dms.messages.clear()
    await arena.deliver()

    assert sum(TAKEN_OVER in each for each in sent) == 1


async def test_who_wants_one_message_a_day_reads_of_a_missed_turn_by_itself(arena: Arena, sent: list[str]) -> None:
    """A digest lists what waits, and says nothing of what was missed."""
    await arena.steward.people.set_player(ANN, name="Ann", digest=18 * 60)
    race = await begin(arena, 2 * DAY_LONG, 0.0)
    await to_the_end(arena, race, 2 * DAY_LONG)

    assert sum("No word from you in time" in each for each in sent) == 1


async def grace_runs(arena: Arena) -> tuple[str, int]:
    """Let grace begin for Ann; return when it ends, as it is written, and how many messages she had before."""
    race, dms = await begin(arena, DAY_LONG, DAY_LONG), arena.client.user_of(ANN).dms
    for each in await arena.steward.open_asks(BOB):
        await arena.steward.races.drive(race, each.entry, [each.ask.default], player=BOB, asked=each.asked)
    opened = await arena.asked(ANN)
    assert opened.until is not None
    arena.circus.clock.pass_by(opened.until - arena.circus.clock.now - 60)
    await arena.steward.timekeeper.tick()
    await arena.deliver()
    before = len(dms.messages)
    arena.circus.clock.pass_by(120)
    await arena.steward.timekeeper.tick()
    return f"<t:{int((await arena.asked(ANN)).until or 0)}:R>", before


async def test_the_sheet_of_who_is_late_tells_the_end_that_grace_gives(arena: Arena) -> None:
    until, before = await grace_runs(arena)
    await arena.deliver()

    messages = arena.client.user_of(ANN).dms.messages
    assert len(messages) == before, "its own message tells it"
    assert "your grace runs: you can answer until" in text_of(messages[-1])
    assert f"at the deadline, {until}" in text_of(messages[-1])
    bob = "\n".join(map(text_of, arena.client.user_of(BOB).dms.messages))
    assert "grace runs" not in bob


async def test_after_a_restart_a_message_beside_the_sheet_tells_it_once(arena: Arena) -> None:
    until, before = await grace_runs(arena)
    arena.client.talks = Talks()  # nothing is known of older messages
    await arena.deliver()
    await arena.deliver()

    (told,) = arena.client.user_of(ANN).dms.messages[before:]
    assert until in text_of(told)
    assert "**My orders** shows it as it stands now" in text_of(told)
    assert "orders:" in text_of(told)
