"""The dice wait for the post that starts a race: its id is mixed in, whatever is cut off in between (S-20, S-21)."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from engine.dice import RaceDice, hash_of
from engine.facts import Rolled
from engine.proving import seed_of
from records.notices import Notice
from records.races import SALT_OF_WORD, Start
from records.refusals import Reason, Refused
from records.values import RaceId
from steward import CannotPost
from steward.running import beacon
from steward.running.beacon import CHAIN, Drand, Silent, round_after
from steward.timekeeper import START_WITHIN
from tests.kept import once
from tests.steward.circus import ANN, BLUE, BOB, RED, START_POST, Circus
from tests.steward.test_crashes import PowerCut
from tests.steward.test_proofs import checked
from tests.toy_ruleset import Push, Stand

TOLD = "ab" * 32


def failing(error: Exception) -> Any:
    """Return how a messenger fails that cannot post starts."""
    return lambda notice: error if notice.kind == "start" else None


@once
async def open_race(circus: Circus) -> RaceId:
    race = await circus.lobby()
    await circus.steward.lobbies.join(race, ANN, "Ann", colour="red", word="equus")
    await circus.steward.lobbies.join(race, BOB, "Bob", colour="blue")
    return race


async def start_of(circus: Circus, race: RaceId) -> Start | None:
    record = (await circus.steward.race(race)).record
    return record.start if record.mixed is not None else None


async def acts(circus: Circus, race: RaceId) -> list[tuple[str, str]]:
    return [(each.kind, json.loads(each.body)["what"]) for each in await circus.store.stories.acts(race)]


async def first_roll(circus: Circus, race: RaceId) -> Rolled:
    """Have red push blue, and return the roll that decides it."""
    await circus.pace(race)
    await circus.give(race, RED, Push(BLUE))
    driven = await circus.give(race, BLUE, Stand(True))
    return next(fact for fact in driven.facts if isinstance(fact, Rolled))


async def test_the_id_of_the_post_decides_the_dice(circus: Circus) -> None:
    race = await open_race(circus)
    await circus.steward.lobbies.start(race, ANN)

    (post,) = [each for each in await circus.store.outbox.of_race(race) if each.kind == "start"]
    found = await first_roll(circus, race)

    kept = await circus.store.load(race)
    assert kept is not None
    assert await start_of(circus, race) == Start(START_POST + post.id)
    salt = kept.factions[0].word_salt
    assert len(salt) == 2 * SALT_OF_WORD
    with_it, without = (
        RaceDice(seed_of(kept.race.secret, [hash_of(each) for each in (f"{salt}equus", "", *more)], 0)).roll(2, 6)
        for more in ([f"post {START_POST + post.id}"], [])
    )
    assert found.dice == with_it
    assert with_it != without


async def test_nothing_is_rolled_or_asked_before_the_post_stands(circus: Circus) -> None:
    race = await open_race(circus)
    circus.messenger.fails = failing(OSError())

    await circus.steward.lobbies.start(race, ANN)

    assert await circus.told(race) == []
    assert await circus.steward.open_asks(ANN) == []
    assert (await circus.steward.log.status(race)).view is None
    with pytest.raises(Refused) as refused:
        await circus.steward.open_ask(race, RED, ANN)
    assert refused.value.reason is Reason.NOT_BEGUN

    circus.messenger.fails = lambda _notice: None
    circus.clock.pass_by(10)
    await circus.deliver()
    assert [each.entry for each in await circus.steward.open_asks(ANN)] == [RED]
    assert await acts(circus, race) == []


async def test_the_first_turn_is_told_right_after_the_post(circus: Circus) -> None:
    race = await open_race(circus)
    await circus.steward.lobbies.fill(race, ANN, "pushy", 2)
    await circus.deliver()

    await circus.steward.lobbies.start(race, ANN)

    assert (await circus.steward.open_asks(ANN))[0].race_id == race
    kinds = circus.messenger.kinds()
    assert kinds[-1] == "start"


@pytest.mark.parametrize("is_posted", [False, True])
async def test_a_power_cut_before_or_after_the_post_is_known_changes_nothing(circus: Circus, is_posted: bool) -> None:
    # Given a program that ends as it posts the start
    race = await open_race(circus)
    deliver, posts = circus.messenger.deliver, list[Notice]()

    async def cut(notice: Notice) -> str:
        if notice.kind == "start":
            posts.extend([notice] if is_posted else [])
            raise PowerCut
        return await deliver(notice)

    circus.messenger.deliver = cut  # type: ignore[method-assign]
    await circus.steward.lobbies.start(race, ANN)
    assert await start_of(circus, race) is None

    # When another takes over
    after = await circus.again()
    await after.steward.resume()
    await after.deliver()

    # Then it is the same notice that is posted, and the race begins with its id
    (again,) = [each for each in after.messenger.delivered if each.kind == "start"]
    assert [each.id for each in posts] in ([], [again.id])
    assert await start_of(after, race) == Start(START_POST + again.id)
    assert (await after.asked(race, RED)).asked == 0


async def test_a_power_cut_between_start_and_outbox_is_made_good(circus: Circus) -> None:
    race = await open_race(circus)
    await circus.store.races.set(race, state="running")

    after = await circus.again()
    for _ in range(2):
        await after.steward.resume()
    await after.deliver()

    assert [each.kind for each in await after.store.outbox.of_race(race)].count("start") == 1
    assert (await after.asked(race, RED)).asked == 0


async def test_where_nothing_can_ever_be_posted_the_race_begins_at_once_and_says_so(circus: Circus) -> None:
    race = await open_race(circus)
    circus.messenger.fails = failing(CannotPost("no thread"))

    await circus.steward.lobbies.start(race, ANN)

    assert await start_of(circus, race) == Start()
    assert await acts(circus, race) == [("unmixed", "post")]
    assert (await circus.asked(race, RED)).asked == 0


async def test_a_race_does_not_wait_for_its_post_for_ever(circus: Circus) -> None:
    race = await open_race(circus)
    circus.messenger.fails = failing(OSError())
    await circus.steward.lobbies.start(race, ANN)

    circus.clock.pass_by(START_WITHIN - 1)
    await circus.steward.timekeeper.tick()
    assert await start_of(circus, race) is None
    circus.clock.pass_by(1)
    for _ in range(2):
        await circus.steward.timekeeper.tick()

    assert await start_of(circus, race) == Start()
    assert await acts(circus, race) == [("unmixed", "post")]
    # What comes late changes nothing.
    circus.messenger.fails = lambda _notice: None
    circus.clock.pass_by(600)
    await circus.deliver()
    assert await start_of(circus, race) == Start()
    assert [each.state for each in await circus.store.outbox.of_race(race) if each.kind == "start"] == ["sent"]


async def test_a_race_that_was_cancelled_meanwhile_does_not_begin(circus: Circus) -> None:
    race = await open_race(circus)
    circus.messenger.fails = failing(OSError())
    await circus.steward.lobbies.start(race, ANN)
    await circus.steward.lobbies.cancel(race, ANN)

    circus.messenger.fails = lambda _notice: None
    circus.clock.pass_by(10)
    await circus.deliver()

    assert await circus.told(race) == []
    assert (await circus.steward.race(race)).record.state == "cancelled"


# The public beacon


async def told(_number: int) -> str:
    return TOLD


async def silent(_number: int) -> str:
    raise Silent


@pytest.mark.slow
async def test_the_round_after_the_post_is_mixed_in_and_checked(circus: Circus, tmp_path: Path) -> None:
    circus.steward.races._beacon = told
    race = await circus.race()

    start = await start_of(circus, race)

    assert start is not None
    assert (start.round, start.beacon) == (round_after(start.post), TOLD)
    await first_roll(circus, race)
    await circus.to_the_end(race)
    assert (await circus.steward.log.verify(race)).is_sound
    proof = json.loads(await circus.steward.log.proof(race))
    assert proof["mixed"] == [f"post {start.post}", f"beacon {start.round} {TOLD}"]
    assert checked(tmp_path / "race.json", proof) == (0, "Everything fits.")
    later = {**proof, "mixed": [proof["mixed"][0], f"beacon {start.round + 1} {TOLD}"]}
    assert "the beacon's round is not" in checked(tmp_path / "race.json", later)[1]
    other = {**proof, "post": f"{proof['post']}0"}
    assert "is not the one that is linked to" in checked(tmp_path / "race.json", other)[1]
    assert "the dice are not those of the seed" in checked(tmp_path / "race.json", {**proof, "mixed": []})[1]


async def test_a_beacon_that_is_silent_holds_nobody_up(circus: Circus) -> None:
    circus.steward.races._beacon = silent
    race = await circus.race()

    start = await start_of(circus, race)

    assert start is not None
    assert (start.round, start.beacon) == (0, "")
    assert start.post
    assert await acts(circus, race) == [("unmixed", "beacon")]


@pytest.fixture
async def relay() -> AsyncIterator[tuple[str, list[web.Response]]]:
    """Give the address of a relay on this machine, and the answers that it is to give, one after the other."""
    answers: list[web.Response] = []

    async def answer(_request: web.Request) -> web.Response:
        return answers.pop(0)

    app = web.Application()
    app.router.add_get(f"/{CHAIN}/public/7", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/", answers
    await runner.cleanup()


async def test_a_round_that_is_to_come_is_waited_for(
    relay: tuple[str, list[web.Response]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beacon, "TRIED_AGAIN", 0.01)
    address, answers = relay
    answers += [web.Response(status=425), web.json_response({"round": 7, "randomness": TOLD.upper()})]

    assert await Drand(address)(7) == TOLD


@pytest.mark.parametrize(
    "body",
    ["no JSON", "[]", '{"round": 8, "randomness": "' + TOLD + '"}', '{"round": 7, "randomness": "ab"}', '{"round": 7}'],
)
async def test_what_is_no_answer_of_a_beacon_counts_as_none(relay: tuple[str, list[web.Response]], body: str) -> None:
    address, answers = relay
    answers.append(web.Response(text=body))

    with pytest.raises(Silent):
        await Drand(address)(7)


async def test_a_relay_that_is_not_there_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beacon, "PATIENCE", 0.5)
    with pytest.raises(Silent):
        await Drand("http://127.0.0.1:9")(7)


def test_the_round_after_a_post_is_told_after_it() -> None:
    for post in (START_POST, START_POST + (2_999 << 22), START_POST + (3_000 << 22)):
        posted = (post >> 22) + beacon.DISCORD_EPOCH
        comes = (beacon.GENESIS + (round_after(post) - 1) * beacon.PERIOD) * 1000
        assert posted < comes <= posted + 3_000
