"""Cards in a channel: one each for a race, a cup and a league, true within seconds, whatever happens to the bot.

``QUADRIGA_KILLS=60`` has it killed in the same week, two or three times a span.
"""

import asyncio
import os
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from db.store import Store
from db.writing.cards import CardStore
from records.races import PublicRace, RaceRecord
from records.values import CupId, RaceId
from sandbox.client import Visitor, buttons_of, text_of
from sandbox.errors import Json
from steward.delivering.delivery import CARD_EVERY
from tests.e2e.arena import Arena, is_card, is_panel
from tests.e2e.player import Player, play_together
from tests.e2e.races import Opened, opened, require_clean, started

pytestmark = pytest.mark.slow

KILLS = int(os.environ.get("QUADRIGA_KILLS", "10"))
TRUE_WITHIN = 5.0  # seconds
SPAN = 130.0  # seconds: longer than any decision at the pace *now*
MOST_SPANS = 400
KILLS_A_TRY = 8
"""Kills for each of which the bot is tried once a span: a week has some twenty-five spans."""

RACES = ("Apollinares", "Circenses", "Saturnalia")
CUP, LEAGUE = "Ludi Romani", "Ludi Magni"


def channel_of(arena: Arena) -> str:
    return str(arena.ana.channel("races")["id"])


async def cards(arena: Arena) -> list[Json]:
    """Return the cards that stand in the channel, the oldest first."""
    return [each for each in await arena.posts(channel_of(arena)) if each.get("components")]


async def card_with(arena: Arena, *words: str, seen_by: Visitor | None = None) -> Json:
    """Wait until the newest card of a channel says something.

    :param seen_by: whose page must show it, if that person is to press on it; Ana's, if nobody is named.
    """

    def says(message: Json) -> bool:
        text = text_of(message)
        return is_card(message) and all(each in text for each in words)

    return await (seen_by or arena.ana).wait_for(says, channel=channel_of(arena))


# What must stand on a card, read off the record


async def wanted_of(store: Store, bearer: RaceRecord) -> list[str]:
    """Return words that the card which a race bears must have by now."""
    if bearer.cup is not None:
        return await _wanted_of_cup(store, bearer.cup)
    field = await store.index.field(bearer.id)
    assert field is not None
    return _wanted_of_league(PublicRace(*field)) if bearer.is_league else _wanted_of_race(PublicRace(*field))


def _wanted_of_race(race: PublicRace) -> list[str]:
    people = [f"<@{each.holder}>" for each in race.factions if each.holder is not None]
    match race.record.state:
        case "lobby":
            return [f"{len(race.factions)} of ", *people]
        case "finished":
            return ["the whole story"]
        case "cancelled":
            return ["Called off"]
        case _:
            return ["Under way", *people]


def _wanted_of_league(league: PublicRace) -> list[str]:
    words = {"lobby": "Open to join", "finished": "The season is over", "cancelled": "Called off"}
    return [words.get(league.record.state, "Event 1 of 1")]


async def _wanted_of_cup(store: Store, cup: CupId) -> list[str]:
    races = await store.cups.races(cup)
    over = [each for each in races if each.state == "finished"]
    words = [f"After {len(over)} of 2 races"] if over else []
    for each in races:
        if each.state != "finished":
            field = await store.index.field(each.id)
            assert field is not None
            words += [f"race {each.round} of 2", *_wanted_of_race(PublicRace(*field))]
    return words if len(over) < 2 else [*words, "The cup is over"]


async def bearers(store: Store, races: Sequence[int]) -> list[RaceRecord]:
    found = [await store.index.field(RaceId(each)) for each in races]
    return [each[0] for each in found if each is not None]


async def lies(arena: Arena, races: Sequence[int]) -> set[tuple[RaceId, str]]:
    """Return what stands on record and on no card, each with the race that bears the card."""
    store, told = await arena.store(), {each["id"]: text_of(each) for each in await cards(arena)}
    found = set()
    for bearer in await bearers(store, races):
        text = told.get(str(bearer.card), "")
        found |= {(bearer.id, word) for word in await wanted_of(store, bearer) if word not in text}
    return found


async def watch(arena: Arena, races: Sequence[int], longest: list[float]) -> None:
    """Look at all cards again and again; note for how long each of them did not tell what it must."""
    since: dict[tuple[RaceId, str], float] = {}
    while True:
        now, wrong = time.monotonic(), await lies(arena, races)
        since = {each: since.get(each, now) for each in wrong}
        longest.append(max((now - begun for begun in since.values()), default=0.0))
        await asyncio.sleep(0.1)


# A week


async def open_all(arena: Arena) -> list[int]:
    """Open three races, a cup and a league in one channel, with Ana and Ben in each; return who bears their cards."""
    for visitor in (arena.ana, arena.ben):
        for title in RACES:
            if visitor is arena.ana:
                await opened(arena, title, story="turn", pace="now")
            thread = await visitor.wait_for_thread(title)
            assert "You are in" in (await visitor.run("race join", channel=thread)).text
    await arena.ana.run("cup new", game="circus-maximus", title=CUP, races=2, preset="first race", pace="now")
    cup = await arena.ana.wait_for_thread(f"{CUP} · race 1 of 2")
    await arena.ana.run("league new", title=LEAGUE, events=1, laps=1, pace="now")
    league = await arena.ana.wait_for_thread(LEAGUE)
    for visitor in (arena.ana, arena.ben):
        assert "You are in" in (await visitor.run("cup join", channel=cup)).text
        await visitor.run("league join", channel=league)
    await arena.ana.run("host league", what="house", channel=league)
    store = await arena.store()
    found = [await store.index.told_in(int(each["id"])) for each in await threads(arena)]
    return [race for told in found for race in told]


async def threads(arena: Arena) -> list[Json]:
    names = (*RACES, f"{CUP} · race 1 of 2", LEAGUE)
    return [await arena.ana.wait_for_thread(each) for each in names]


async def begin_all(arena: Arena) -> None:
    """Begin two of the races, the cup and the league, call the third race off, and leave all to house drivers."""
    first, second, third, cup, league = await threads(arena)
    for thread in (first, second, cup):
        assert "has begun" in (await arena.ana.run("host race", what="start", channel=thread)).text
    assert "is cancelled" in (await arena.ana.run("host race", what="cancel", channel=third)).text
    await arena.ana.run("host league", what="start", channel=league)
    for thread in (first, second, cup, league):
        for visitor in (arena.ana, arena.ben):
            await visitor.run("my vacation", until="8w", channel=thread)


async def let_pass(arena: Arena, races: Sequence[int], kills: int) -> int:
    """Let the week pass, with the cup's second race begun in time; kill the bot now and then, return how often."""
    chance, done, store = random.Random(8), 0, await arena.store()
    cup = (await bearers(store, races))[3].cup
    assert cup is not None
    for _ in range(MOST_SPANS):
        await arena.pass_by(SPAN)
        for _ in range(max(1, kills // KILLS_A_TRY)):
            await asyncio.sleep(chance.uniform(0, 0.2))
            if done < kills and chance.random() < 0.4:
                await arena.restart_bot()
                done += 1
        ran = await store.cups.races(cup)
        if ran[-1].state == "paused":  # nobody came for seven turns
            thread = await arena.ana.wait_for_thread(f"{CUP} · race {ran[-1].round} of 2")
            form = await arena.ana.run("host race", what="resume", channel=thread)
            await arena.ana.submit(form.modal, {"reason": "A week is long"})
        if [each.state for each in ran] == ["finished"]:
            thread = (await threads(arena))[3]
            assert "is open" in (await arena.ana.run("host cup", what="next", channel=thread)).text
            second = await arena.ana.wait_for_thread(f"{CUP} · race 2 of 2")
            assert "has begun" in (await arena.ana.run("host race", what="start", channel=second)).text
        is_over = {each.state for each in (*await bearers(store, races), *ran)} <= {"finished", "cancelled"}
        if is_over and len(ran) == 2:
            return done
    states = [(each.title, each.state) for each in (*await bearers(store, races), *ran)]
    raise AssertionError(f"the week does not end: {states}\n{arena.log[-2000:]}")


@pytest.mark.parametrize("kills", [0, KILLS], ids=["quiet", "killed"])
async def test_a_week_in_one_channel_has_a_card_each(tmp_path: Path, kills: int) -> None:
    async with Arena(tmp_path, dice="fifty", has_clock=True, is_forked=True, has_threads=bool(kills)) as arena:
        # Given three races, a cup and a league in one channel
        races, longest = await open_all(arena), [0.0]
        watching = asyncio.create_task(watch(arena, races, longest))

        # When a week passes
        await begin_all(arena)
        done = await let_pass(arena, races, kills)
        for race in races:
            await arena.all_told(race)
        await asyncio.sleep(0.3)
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)

        # Then each has one card, which was never wrong for long, and tells its end
        assert done >= kills // 2, f"killed {done} times alone"
        assert len(await cards(arena)) == len(races) == 5
        assert await lies(arena, races) == set()
        assert len(longest) > 20
        if not kills:  # while the bot starts again it tells nothing
            assert max(longest) < TRUE_WITHIN
        await require_clean(arena, "no_answer", "late_answer")
        print(f"killed {done} times; the longest untruth took {max(longest):.1f} s")  # noqa: T201


# What people press, and what goes wrong


async def test_a_card_has_the_way_in_and_tells_the_race_to_its_end(arena: Arena) -> None:
    # Given a race that Ana has opened
    race = await opened(arena, story="turn", pace="now")
    card = await card_with(arena, "Open to enter", "Nobody is in yet", "Now: each move as it comes", "Bet")
    assert [each["label"] for each in buttons_of(card)] == ["Join", "Watch", "Bet"]

    # When Ben enters by the card, and looks at it
    form = await arena.ben.press(card, "Join")
    await arena.ben.submit(form.modal, {})
    await card_with(arena, f"<@{arena.ben.id}>", "1 of 8 places")
    assert "opened by" in (await arena.cato.press(card, "Watch")).text
    assert "Betting table" in (await arena.cato.press(card, "Bet")).text
    await arena.ana.run("race join", channel=race.thread)
    await arena.ana.run("host race", what="fill", channel=race.thread, drivers=1)
    await arena.ana.run("host race", what="start", channel=race.thread)
    under_way = await card_with(arena, "Under way", "1 house driver")
    assert under_way["id"] == card["id"]

    # And the race is run, with the bot killed before its end
    players = [Player(arena.ana, "Ana"), Player(arena.ben, "Ben")]
    async with asyncio.TaskGroup() as group:
        group.create_task(play_together(*players))
        await arena.ana.until(lambda: sum(player.taken for player in players) >= 2 or None, 30.0, "two answers")
        await arena.restart_bot()
    over = await card_with(arena, "wins", "the whole story", seen_by=arena.ben)

    # Then the same card bears the result, and a press on it opens the next race, with a card of its own
    assert over["id"] == card["id"]
    assert "is open in" in (await arena.ben.press(over, "Again")).text
    await card_with(arena, "Open to enter", f"<@{arena.ben.id}>")
    assert len(await cards(arena)) == 2
    await require_clean(arena, "no_answer")


async def run_it(arena: Arena, race: Opened) -> None:
    """Run a race that goes on in its thread, whatever becomes of its card."""
    await play_together(*(Player(visitor, name) for name, visitor in (("Ana", arena.ana), ("Ben", arena.ben))))
    await arena.ana.until(_says_over(arena, race), 30.0, "the result")


def _says_over(arena: Arena, race: Opened) -> Callable[[], bool | None]:
    def look() -> bool | None:
        here = [each for each in arena.ana.seen.values() if each["channel_id"] == race.thread["id"]]
        return any("'again:" in str(each.get("components")) for each in here) or None

    return look


async def entered(arena: Arena) -> Opened:
    return await started(arena, people=(arena.ana, arena.ben), rivals=1, story="turn", pace="now")


async def test_a_card_that_is_deleted_is_posted_anew_once(arena: Arena) -> None:
    race = await opened(arena, story="turn", pace="now")
    first = await card_with(arena, "Nobody is in yet")
    await arena.control.delete_message(first)

    await arena.ana.run("race join", channel=race.thread)
    second = await card_with(arena, f"<@{arena.ana.id}>")
    assert second["id"] != first["id"]
    await arena.control.delete_message(second)
    await arena.ben.run("race join", channel=race.thread)
    await arena.ana.run("host race", what="start", channel=race.thread)
    await run_it(arena, race)
    await arena.all_told(race.id)  # a card rests for a while after each edit, which a quick race does not outlast

    assert await cards(arena) == []
    record = (await bearers(await arena.store(), [race.id]))[0]
    assert (record.state, record.card, record.cards) == ("finished", None, 2)


async def test_a_channel_that_takes_no_posts_any_more_stops_nothing(arena: Arena) -> None:
    # Given a race whose channel loses the right to write in it; its thread keeps that right
    race = await entered(arena)
    card = await card_with(arena, "Under way")
    await arena.control.deny(channel_of(arena), "send_messages")
    await arena.control.delete_message(card)

    await run_it(arena, race)

    record = (await bearers(await arena.store(), [race.id]))[0]
    assert record.state == "finished"
    assert await cards(arena) == []

    # And when the right comes back, so does the card, with the result
    await arena.control.deny(channel_of(arena))
    await card_with(arena, "the whole story")
    assert "no longer be told" not in str(await arena.posts(race.thread))


async def test_a_channel_that_is_gone_stops_nothing_elsewhere(arena: Arena) -> None:
    # Given a race whose channel is deleted with all its threads
    race = await opened(arena, story="turn", pace="now")
    await card_with(arena, "Nobody is in yet")
    await arena.control.delete_channel(channel_of(arena))
    store = await arena.store()

    # When something changes in it
    await store.races.set(RaceId(race.id), title="Ludi Magni")
    await arena.restart_bot()
    await arena.all_told(race.id)

    # Then its card is given up
    record = (await bearers(store, [race.id]))[0]
    assert (record.state, record.card) == ("lobby", None)
    assert "Traceback" not in arena.log


class DiesFirst(CardStore):
    """Notes the message of a card; the first time, it ends the program instead."""

    async def posted(self, race: RaceId, message: int) -> None:
        if is_first("died"):
            os._exit(1)
        await super().posted(race, message)


def is_first(file: str) -> bool:
    """Tell whether this is asked for the first time in the bot's folder: a file there says so from then on."""
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


@pytest.mark.parametrize(("late", "said"), [(0.0, 0), (200.0, 0), (200.0, 60)], ids=["at once", "late", "and hidden"])
async def test_a_card_whose_message_was_not_noted_is_found_again(tmp_path: Path, late: float, said: int) -> None:
    # Given a bot that is killed when its card stands there, before it has noted that
    patched = [("db.store.CardStore", DiesFirst)]
    async with Arena(tmp_path, has_clock=True, is_forked=True, patched=patched) as arena:
        await arena.ana.run("play race", title="Ludi", game="circus-maximus", join=False, may_fail=True)
        first = await card_with(arena, "Nobody is in yet")
        await arena.control.wait_until_online(online=False)
        for number in range(said):
            await arena.ben.say(f"chatter {number}")

        # When it starts again, perhaps when Discord has forgotten the nonce, and others have posted since
        await arena.pass_by(late)
        await arena.start_bot()
        thread = await arena.ana.wait_for_thread("Ludi")
        await arena.ben.run("race join", channel=thread)

        # Then it is the same card
        same = await card_with(arena, f"<@{arena.ben.id}>")
        assert same["id"] == first["id"]
        assert len(await cards(arena)) == 1


async def test_edits_are_few_however_much_happens(arena: Arena) -> None:
    race = await opened(arena, story="turn", pace="now")
    await card_with(arena, "Nobody is in yet")
    await arena.until_quiet(0.5)
    await arena.control.forget_requests()
    begun = time.monotonic()
    for _ in range(6):
        await arena.ana.run("race join", channel=race.thread)
        await arena.ana.run("race do", what="leave", channel=race.thread)
    await arena.ana.run("race join", channel=race.thread)
    await card_with(arena, f"<@{arena.ana.id}>")
    took = time.monotonic() - begun

    edits = [
        each
        for each in await arena.control.requests()
        if each["method"] == "PATCH" and f"/channels/{channel_of(arena)}/messages/" in each["path"]
    ]
    assert 1 <= len(edits) <= took / CARD_EVERY + 2


async def test_a_practice_has_no_card(arena: Arena) -> None:
    await arena.ana.run("play alone")
    await arena.until_quiet(1.0)

    assert await cards(arena) == []


def test_a_panel_is_no_card() -> None:
    assert not is_panel({"components": [{"custom_id": "watch:race:1"}, {"custom_id": "lobby:join:1"}]})
