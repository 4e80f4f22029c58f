"""A race of eight at a turn a day runs to its finish though some are slow, vanish, come back or cannot be reached.

Then the same race, with a bot that is killed again and again while the database is busy and Discord fails: it comes
to the same. ``QUADRIGA_KILLS`` says how often it is killed, ``QUADRIGA_SEED`` chooses the moments; docs/architecture.md
tells more.
"""

import asyncio
import os
import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from records.acts import ActRecord
from records.notices import Notice
from records.values import EntryId
from sandbox.client import Visitor, text_of
from sandbox.limits.components import walk
from steward import Mention, read_body
from steward.running.absence import GRACE_STEP
from tests.databases import KINDS
from tests.e2e.arena import EPHEMERAL, LOADING, Arena, is_panel
from tests.e2e.daily import BACK_IN, CLOSED, HABITS, RETURNING, VISITORS, RaceByMail, begun
from tests.e2e.player import CONTROL
from tests.e2e.races import require_clean
from tests.e2e.stalled import summed_up
from tests.e2e.test_killed import Played, left_of

OVER = "## 🏆 The race is over"
SLOW, VANISHED = ("Dida", "Egnatia"), "Flavia"
SLACK = 120.0
"""Seconds by which a turn may end later on the clock of the test, which is set on a little too far each time."""

KILLS = int(os.environ.get("QUADRIGA_KILLS", "6"))
SEED = int(os.environ.get("QUADRIGA_SEED", "5"))
SPREAD = 1.0
"""The longest life of a bot, as a part of the race for each kill: lives are about half as long on average."""

LONG_SILENCE = 20.0
"""Seconds for which a bot may show nothing before it is killed, if the race has not got on since the last kill."""

AFTER_A_START = 60.0
"""Seconds that every deadline is given after a start."""

MESSAGES = "/channels/{channel_id}/messages"
ONE_MESSAGE = "/channels/{channel_id}/messages/{message_id}"
FAULTS: Sequence[dict[str, Any]] = (
    {"method": "POST", "route": MESSAGES, "status": 500, "times": 1},
    {"method": "POST", "route": MESSAGES, "status": 500, "times": 1, "done": True},
    {"method": "POST", "route": MESSAGES, "status": 429, "times": 2, "retry_after": 0.2},
    {"method": "POST", "route": MESSAGES, "drop": "after", "times": 1},
    {"method": "PATCH", "route": ONE_MESSAGE, "status": 429, "times": 2, "retry_after": 0.2},
)
TROUBLES: Sequence[str | dict[str, Any]] = (
    *("busy" for _ in range(5)),
    *("reconnect", "invalid_resumable", "close"),
    *FAULTS,
)


@dataclass(frozen=True)
class Left:
    """What is left of a race at a turn a day."""

    played: Played
    acts: list[ActRecord]
    notices: list[Notice]
    entries: dict[str, EntryId]  # by name

    def acts_of(self, kind: str) -> Counter[str]:
        """Return how often something was done, by the name of the chariot."""
        names = {entry: name for name, entry in self.entries.items()}
        return Counter(names[each.entry] for each in self.acts if each.kind == kind and each.entry is not None)


async def left(race: RaceByMail) -> Left:
    arena, store = race.arena, await race.arena.store()
    await settled(race)
    entries = {each.name: each.entry for each in (await arena.kept(race.id)).entries}
    notices = await store.outbox.of_race(race.id)
    return Left(await left_of(arena, race.race), await store.stories.acts(race.id), notices, entries)


async def settled(race: RaceByMail) -> None:
    """Wait until nothing is to be posted any more."""
    await race.arena.all_told(race.id)
    await race.arena.ana.wait_for(lambda each: is_panel(each) and "· over" in text_of(each), channel=race.race.thread)


def require_told_once(found: Left, more_than: int = BACK_IN) -> None:
    """Fail unless every turn is told once, in order, and the result once."""
    lines = found.played.lines
    turns = [int(line.removeprefix("### Turn ").split()[0]) for line in lines if line.startswith("### Turn ")]
    assert turns == list(range(1, len(turns) + 1))
    assert len(turns) > more_than
    assert lines.count(OVER) == 1


async def require_notices(race: RaceByMail, found: Left) -> None:
    """Fail unless every notice has come to its end, each duty had one summons, and each was posted once."""
    assert {each.state for each in found.notices} <= {"sent", "answered", "cancelled", "refused"}
    duties = Counter(each.duty for each in found.notices if each.kind == "summons")
    assert set(duties.values()) == {1}
    assert [each for each in found.notices if each.duty is not None and each.state == "sent"] == [], "all are done"
    asked = Counter(each.duty for each in found.notices if each.kind in ("summons", "reminder"))
    told = Counter(
        each.duty for each in found.notices if each.kind in ("summons", "reminder") and each.outcome == "asked"
    )
    for name in HABITS:
        posted = posted_to(race, race.arena.people[name])
        for duty, count in posted.items():
            assert told[duty] <= count <= asked[duty], _all_of(race, name, duty, found.notices)
    posts = await race.arena.posts(race.race.thread)
    marks = Counter(post["components"][0]["id"] for post in posts if post["components"])
    assert set(marks.values()) == {1}
    assert len([each for each in posts if is_panel(each)]) == 1


def _all_of(race: RaceByMail, name: str, duty: str, notices: Sequence[Notice]) -> str:
    """Return all that is known of a duty: its notices, what its player has seen since the first, and the bot's log."""
    player, number = race.players[name], duty.rsplit(":", 1)[1]
    frames = player.visitor.frames
    seen = [at for at, each in enumerate(frames) if f":{number}" in str(each)]
    told = (
        [f"{at}: {summed_up(each)}" for at, each in enumerate(frames[seen[0] : seen[-1] + 1], seen[0])] if seen else []
    )
    known = [str(each) for each in notices if each.duty == duty]
    return "\n".join([f"{name} {duty}", *known, *told, race.arena.log[-20_000:]])


def posted_to(race: RaceByMail, visitor: Visitor) -> Counter[str]:
    """Return how often each duty was posted to a player, but for what he opened himself."""
    found: Counter[str] = Counter()
    for frame in visitor.frames:
        if frame["type"] == "message" and not frame["message"].get("flags", 0) & EPHEMERAL:
            ids = [each.get("custom_id") or "" for each in walk(frame["message"].get("components") or ())]
            asked = {(m["entry"], m["asked"]) for m in map(CONTROL.match, ids) if m and m["asked"]}
            found.update(f"{race.id}:{entry}:{number}" for entry, number in asked)
    return found


def require_no_turn_waited_too_long(race: RaceByMail, slack: float = SLACK) -> None:
    """Fail if a turn waited longer than its deadline and the grace that one question may use."""
    for asked, waited in race.waited.items():
        assert waited.ended is not None
        assert waited.ended <= waited.at + GRACE_STEP + waited.took + slack, (asked, waited)


async def require_run_to_its_finish(race: RaceByMail, found: Left) -> None:
    """Fail unless a race was run without its host's help, whatever its people did, and all of it is in order."""
    # It was run to its finish, every turn told once, and none waited longer than its deadline and grace
    require_told_once(found)
    require_no_turn_waited_too_long(race)
    waits = [each.ended - each.at for each in race.waited.values() if each.ended is not None]
    assert max(waits) > 0.0, "some turn was late"
    assert sum(wait < 0.0 for wait in waits) >= 3, "where all were in, nobody waited for the deadline"

    # and the slow ones used one part of their grace for each turn they were late in, openly, and kept their places
    late = sum(HABITS[SLOW[0]](turn) != "now" for turn in race.turns)
    assert late >= 3
    assert {name: found.acts_of("grace")[name] for name in SLOW} == dict.fromkeys(SLOW, late)
    # and a house driver took over where somebody was silent, until he came back
    assert found.acts_of("absent") == {VANISHED: 1, RETURNING: 1}
    assert found.acts_of("return") == {RETURNING: 1}
    assert {each.kind for each in found.acts} == {"grace", "absent", "return"}
    by = found.played.answers
    assert by[found.entries[VANISHED]][-1][1] == "house"
    assert by[found.entries[RETURNING]][-1][1] != "house"
    answered = 1 + sum(
        HABITS[SLOW[0]](turn) != "silent" for turn in race.turns
    )  # the preparation, and each turn but those
    assert {[given for _, given in by[found.entries[name]]].count("player") for name in SLOW} == {answered}
    assert answered < 1 + len(race.turns)

    # and who takes no direct messages was mentioned where he was not looking anyway, and missed no turn
    mentions = [each for each in found.notices if each.kind == "mention" and read_body(each, Mention).player]
    assert {str(read_body(each, Mention).player) for each in mentions} == {race.arena.people[CLOSED].id}
    assert any((each.outcome or "").startswith("called ") for each in mentions)
    assert [given for _, given in by[found.entries[CLOSED]]].count("player") >= len(race.turns)

    # and every notice has come to its end
    await require_notices(race, found)
    assert "✅ Everything fits" in (await race.arena.ana.run("watch", what="verify", channel=race.race.thread)).text
    await require_clean(race.arena)


async def disturb(race: RaceByMail, chance: random.Random) -> None:
    """Let the database be busy, Discord fail, the gateway drop: one after the other, in an order drawn anew each time.

    From the beginning one more closes his direct messages.
    """
    arena = race.arena
    await arena.control.close_dms(arena.people["Ben"].id)
    while True:
        troubles = (*TROUBLES, "cut", "cut") if arena.is_on_server else TROUBLES
        for trouble in chance.sample(troubles, len(troubles)):
            await asyncio.sleep(chance.uniform(0.5, 2.5))  # each 500 in a row the library waits longer for
            if trouble == "busy":
                await asyncio.to_thread(_keep_busy, arena, chance.uniform(0.05, 1.0))
            elif trouble == "cut":
                if await arena.control.is_online(within=1.0):  # who is cut off while it starts says so, and ends
                    await asyncio.to_thread(_cut_off, arena)
            elif isinstance(trouble, str):
                await arena.control.gateway(trouble)
            elif not await arena.control.faults():  # more at once would add up to a Discord that never answers
                await arena.control.fault(**trouble)


def _keep_busy(arena: Arena, seconds: float) -> None:
    """Let nobody write."""
    with arena.around_the_program() as connection:
        for statement in ("BEGIN", "LOCK TABLE race IN EXCLUSIVE MODE") if arena.is_on_server else ("BEGIN IMMEDIATE",):
            connection.execute(statement)
        time.sleep(seconds)
        connection.execute("ROLLBACK")


def _cut_off(arena: Arena) -> None:
    """End all connections that the bot has to its database."""
    with arena.around_the_program() as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND application_name = 'quadriga'"
        )


class Seen:
    """Counts what players are shown: all but the panel and signs of thinking; what all see, once."""

    def __init__(self, race: RaceByMail) -> None:
        self._thread = race.race.thread["id"]
        self._frames = [player.visitor.frames for player in race.players.values()]
        self._read = [0] * len(self._frames)
        self._count = 0

    def count(self) -> int:
        """Return how many messages and edits there were so far."""
        for place, frames in enumerate(self._frames):
            self._count += sum(self._counts(each, is_first=place == 0) for each in frames[self._read[place] :])
            self._read[place] = len(frames)
        return self._count

    def _counts(self, frame: Mapping[str, Any], *, is_first: bool) -> bool:
        if frame["type"] not in ("message", "message_edit"):
            return False
        message = frame["message"]
        is_private = message["channel_id"] != self._thread or message.get("flags", 0) & EPHEMERAL
        is_loading = message.get("flags", 0) & LOADING
        return bool(is_private or is_first) and not is_loading and not is_panel(message)


async def kill_again_and_again(race: RaceByMail, chance: random.Random, kills: int, shown: int) -> int:
    """Kill the bot at so many moments, every fourth while it is starting; return how often it was.

    :param shown: what players are shown in the whole race; the kills that are left are spread over what is left of it.
    """
    arena, seen, done = race.arena, Seen(race), 0
    was_fruitful = True
    while done < kills and not _is_over(race):
        before, longest = race.changes, SPREAD * max(0, shown - seen.count()) / (kills - done)
        await _live(race, seen, chance.uniform(0.0, longest), chance.uniform(1.0, 4.0), must_do=not was_fruitful)
        was_fruitful = race.changes > before
        await asyncio.sleep(chance.uniform(0.0, 0.1))
        await _kill(arena)
        done += 1
        if done % 4 == 3 and done < kills:
            arena.launch_bot()
            await asyncio.sleep(chance.uniform(0.02, 0.6))
            await _kill(arena)
            done += 1
        await arena.start_bot()
    return done


async def _live(race: RaceByMail, seen: Seen, life: float, silence: float, *, must_do: bool) -> None:
    """Wait until so much was seen, or nothing for so many seconds.

    :param must_do: whether the race must have got on besides; of two lives one does so, on however slow a machine.
    """
    count, before = seen.count(), race.changes
    doomed, silence = count + life, LONG_SILENCE if must_do else silence
    latest = time.monotonic() + silence
    while (count < doomed or (must_do and race.changes == before)) and time.monotonic() < latest:
        await asyncio.sleep(0.005)
        if count != (count := seen.count()):
            latest = time.monotonic() + silence


async def _kill(arena: Arena) -> None:
    arena.kill_bot()
    await arena.control.wait_until_online(30, online=False)


def _is_over(race: RaceByMail) -> bool:
    return any(is_panel(each) and "· over" in text_of(each) for each in race.arena.ana.seen.values())


LAPS = 2 if KILLS <= 50 else 3 if KILLS <= 150 else 5  # long enough for so many lives
HOW: Mapping[str, Any] = {"dice": "killed", "people": VISITORS, "has_clock": True, "is_forked": True}
DATABASES = KINDS if "QUADRIGA_KILLS" in os.environ else ("sqlite",)
"""On a server it is done by hand: there tests/steward/test_killed_fleet.py kills two programs each time."""


async def undisturbed(folder: Path) -> tuple[Left, int]:
    """Play the race with nobody to disturb it; return what is left of it, and how much players are shown."""
    async with Arena(folder, **HOW) as arena:
        race = await begun(arena, laps=LAPS)
        await race.play()
        quiet, shown = await left(race), Seen(race).count()
        await require_run_to_its_finish(race, quiet)
    return quiet, shown


@pytest.mark.slow
@pytest.mark.parametrize("database", DATABASES)
async def test_a_daily_race_runs_to_its_finish_however_often_the_bot_is_killed(tmp_path: Path, database: str) -> None:
    # Given a race of eight people at a turn a day, each with his habits: they press what they are sent, and time passes
    quiet, shown = await undisturbed(tmp_path / "quiet")

    # When it is run with a bot that is killed, a busy database, a Discord that fails
    on_server = f"killed_{os.getpid()}" if database == "postgresql" else ""
    async with Arena(tmp_path / "killed", **HOW, has_threads=True, server_name=on_server) as arena:
        race = await begun(arena, laps=LAPS)
        async with asyncio.TaskGroup() as group:
            disturbing = group.create_task(disturb(race, random.Random(SEED)))
            killing = group.create_task(kill_again_and_again(race, random.Random(SEED + 1), KILLS, shown))
            await race.play()
            assert await killing == KILLS, "the race was over too soon"
            disturbing.cancel()
        await arena.control.clear_faults()
        await arena.control.wait_until_online(60)
        killed = await left(race)

        # Then it is the same race: no answer is lost or doubled, each phase is told once, in order
        assert killed.played.answers == quiet.played.answers
        assert killed.played.facts == quiet.played.facts
        assert killed.played.lines == quiet.played.lines
        assert killed.played.pictures == quiet.played.pictures
        require_told_once(killed, BACK_IN)

        # and absence was dealt with alike; only the time that the bot was away was given back besides
        for kind in ("grace", "absent", "return"):
            assert killed.acts_of(kind) == quiet.acts_of(kind)
        assert {each.kind for each in killed.acts} <= {"grace", "absent", "return", "downtime"}
        require_no_turn_waited_too_long(race, SLACK + KILLS * AFTER_A_START + _given_back(killed))

        # and the notices are right
        await require_notices(race, killed)
        assert "✅ Everything fits" in (await arena.ana.run("watch", what="verify", channel=race.race.thread)).text


def _given_back(found: Left) -> float:
    bodies = [msgspec.json.decode(each.body) for each in found.acts if each.kind == "downtime"]
    return float(sum(body["seconds"] for body in bodies))
