"""Whoever runs the bot can watch it: it lives, it is ready, and figures that name nobody; and its log names nobody."""

import asyncio
import json
import logging
import re
import sys
from collections.abc import AsyncIterator
from operator import methodcaller
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast, get_args

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from sqlalchemy.exc import DBAPIError

from bot import Settings, set_up_logging
from cogs.kit.client import Quadriga
from cogs.kit.log_lines import Discreet, JsonLines
from cogs.kit.requests import Requests, route_of
from cogs.kit.watching import HERE, Watching
from records.figures import Failure, Failures, Spans
from records.notices import Notice
from steward import CannotPost, Steward
from tests.steward.circus import Circus

FAILED = "quadriga_failures_total"
LINE = re.compile(r'quadriga_[a-z_]+(?:\{[a-z]+="[a-zA-Z0-9+. /@-]+"\})? -?[0-9.e+-]+')


@pytest.fixture
async def circus(tmp_path: Path) -> AsyncIterator[Circus]:
    circus = await Circus(tmp_path / "races.sqlite3").open()
    yield circus
    await circus.close()


class Watched:
    """As much of the bot as is watched."""

    def __init__(self, steward: Steward) -> None:
        self.steward, self.first_answers, self.requests = steward, Spans(), Requests()
        self.ready, self.closed, self.gone = False, False, [0]
        self.shard_count: int | None = None

    def away(self) -> list[int]:
        return self.gone

    def is_ready(self) -> bool:
        return self.ready

    def is_closed(self) -> bool:
        return self.closed


async def told(watching: Watching, path: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://{HERE}:{watching.port}/{path}") as answer,
    ):
        return answer.status, await answer.text()


async def figures_of(watching: Watching) -> dict[str, float]:
    _, text = await told(watching, "metrics")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert all(LINE.fullmatch(line) for line in lines), lines
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


async def test_a_bot_lives_at_once_and_is_ready_once_discord_has_let_it_in(circus: Circus) -> None:
    bot = Watched(circus.steward)
    async with Watching(cast(Quadriga, bot), 0) as watching:
        assert await told(watching, "healthz") == (200, "I live.\n")
        assert await told(watching, "readyz") == (503, "Discord has not let me in yet.\n")
        bot.gone = []
        assert await told(watching, "readyz") == (503, "I am looking at my servers.\n")
        bot.ready = True
        assert await told(watching, "readyz") == (200, "I am ready.\n")
        bot.closed = True
        assert await told(watching, "readyz") == (503, "I am ending.\n")
        assert (await told(watching, "races"))[0] == 404


async def test_each_shard_that_is_away_is_named(circus: Circus) -> None:
    bot = Watched(circus.steward)
    bot.ready, bot.shard_count = True, 16
    async with Watching(cast(Quadriga, bot), 0) as watching:
        for gone, words in (([3], "shard 3"), ([2, 3], "shards 2, 3")):
            bot.gone = gone
            assert await told(watching, "readyz") == (503, f"Discord has not let {words} of 16 in yet.\n")
            found = await figures_of(watching)
            assert (found["quadriga_shards_away"], found["quadriga_ready"]) == (len(gone), 0)


async def test_figures_tell_what_is_and_what_waits_without_a_name(circus: Circus) -> None:
    await circus.race()
    for times in range(4):  # a race that another test has prepared brings few writes of its own
        await circus.steward.memory.set("times", str(times))
    bot = Watched(circus.steward)
    bot.first_answers.note(0.3)
    async with Watching(cast(Quadriga, bot), 0) as watching:
        for _ in range(200):
            found = await figures_of(watching)
            if "quadriga_ledger_sum" in found:
                break
            await asyncio.sleep(0.01)

        assert found['quadriga_races{state="running"}'] == 1
        assert found["quadriga_ledger_sum"] == 0
        assert found['quadriga_first_answer_seconds_bucket{le="0.25"}'] == 0
        assert (
            found['quadriga_first_answer_seconds_bucket{le="0.5"}'] == found["quadriga_first_answer_seconds_count"] == 1
        )
        assert found["quadriga_stored_seconds_count"] > 3
        assert sum(value for name, value in found.items() if name.startswith("quadriga_outbox{")) > 0
        assert "Ann" not in (await told(watching, "metrics"))[1]


async def test_a_database_that_answers_nothing_leaves_the_bot_alive() -> None:
    async def never() -> Any:
        raise OSError

    steward = SimpleNamespace(figures=SimpleNamespace(now=never), stored=lambda: (Spans(), 0), failures=Failures())
    async with Watching(cast(Quadriga, Watched(cast(Steward, steward))), 0) as watching:
        assert (await told(watching, "healthz"))[0] == 200
        found = await figures_of(watching)
        assert "quadriga_ledger_sum" not in found
        assert found["quadriga_ready"] == 0


async def test_failures_are_counted_by_what_failed_and_name_nobody(
    circus: Circus, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a race whose posts fail once each, some of them for good, and whose deadlines fail
    race = await circus.race()
    failed: set[int] = set()

    def fails(told: Notice) -> Exception | None:
        if told.id in failed:
            return None
        failed.add(told.id)
        return CannotPost("nowhere") if told.kind == "panel" else OSError()

    async def breaks(*_what: Any) -> None:
        raise OSError("Ann in race 1")

    circus.messenger.fails = fails
    monkeypatch.setattr(circus.steward.races, "default", breaks)
    async with Watching(cast(Quadriga, Watched(circus.steward)), 0) as watching:
        assert sum(value for name, value in (await figures_of(watching)).items() if FAILED in name) == 0

        # When they are tried, a deadline passes twice, and two writes fail: one by a fault, one because it may not be
        await circus.deliver()
        for _ in range(2):
            circus.clock.pass_by(30 * 86_400)
            await circus.steward.timekeeper.tick()
        for wrong in ("SELECT * FROM nowhere", f"INSERT INTO faction SELECT * FROM faction WHERE race = {race}"):
            with pytest.raises(DBAPIError):
                await circus.store._writer.run(methodcaller("exec_driver_sql", wrong))

        # Then each is counted where it belongs
        found = await figures_of(watching)
        _, text = await told(watching, "metrics")

    given_up = sum(each.state == "given up" for each in await circus.store.outbox.of_race(race))
    told_of = {what: found[f'{FAILED}{{what="{what}"}}'] for what in get_args(Failure)}
    assert told_of.pop("post") == len(failed) - given_up > 0
    assert told_of.pop("post given up") == given_up > 0
    assert told_of.pop("deadline") >= 2
    assert told_of.pop("write") == 1
    assert set(told_of.values()) == {0}
    assert "Ann" not in text


async def test_requests_are_counted_by_their_answers(circus: Circus) -> None:
    bot = Watched(circus.steward)
    async with Watching(cast(Quadriga, bot), 0) as watching:
        async with aiohttp.ClientSession(trace_configs=[bot.requests.trace]) as session:
            for path in ("healthz", "healthz", "nowhere"):
                async with session.get(f"http://{HERE}:{watching.port}/{path}"):
                    pass
            with pytest.raises(aiohttp.ClientError):
                await session.get(f"http://{HERE}:1/")

        found = await figures_of(watching)

    assert found['quadriga_requests_total{status="200"}'] == 2
    assert found['quadriga_requests_total{status="404"}'] == 1
    assert found['quadriga_requests_total{status="broken"}'] == 1


async def test_requests_are_counted_by_route_and_by_whose_limit_they_hit() -> None:
    person, token = "123456789012345678", "aW50ZXJhY3Rpb24tdG9rZW4"
    answers = iter([(200, ""), (429, "global"), (429, "user"), (429, ""), (204, "")])

    async def answer(_request: web.Request) -> web.Response:
        status, scope = next(answers)
        return web.Response(status=status, headers={"X-RateLimit-Scope": scope} if scope else {})

    told = web.Application()
    told.add_routes([web.route("*", "/{tail:.*}", answer)])
    bot = Watched(cast(Steward, SimpleNamespace(stored=lambda: (Spans(), 0))))
    async with (
        TestServer(told) as server,
        aiohttp.ClientSession(trace_configs=[bot.requests.trace]) as session,
    ):
        for _ in range(4):
            await session.post(server.make_url(f"/api/v10/channels/{person}/messages"))
        await session.patch(server.make_url(f"/api/v10/webhooks/{person}/{token}/messages/@original"))

    requests = bot.requests
    assert requests.by_route == {"POST channels/-/messages": 4, "PATCH webhooks/-/-/messages/@original": 1}
    assert (requests.counted, requests.too_fast) == (4, {"global": 1, "user": 1, "other": 1})
    lines = "\n".join(Watching._of_requests(requests))
    assert 'quadriga_requests_by_route_total{route="POST channels/-/messages"} 4' in lines
    assert 'quadriga_too_fast_total{scope="global"} 1' in lines
    assert person not in lines
    assert token not in lines


def test_no_more_routes_are_counted_than_there_are() -> None:
    assert route_of("/healthz") is None
    assert route_of(f"/api/v10/interactions/{PERSON}/{'a' * 80}/callback") == "interactions/-/-/callback"


SECRET = "aW50ZXJhY3Rpb24-told-to-nobody"
PERSON = "123456789012345678"


def a_record() -> logging.LogRecord:
    try:
        raise ValueError(f"webhooks/{PERSON}/{SECRET} of race 12")
    except ValueError:
        error = sys.exc_info()
    return logging.LogRecord("cogs", logging.ERROR, "here", 1, "%s pressed in race %d", (PERSON, 12), error)


def test_a_line_of_json_has_all_of_a_record_and_nobody_s_number() -> None:
    line = Discreet(JsonLines()).format(a_record())

    told = json.loads(line)
    assert "\n" not in line
    assert (told["level"], told["logger"]) == ("ERROR", "cogs")
    assert re.fullmatch("#[0-9a-f]{8} pressed in race 12", told["message"])
    assert "ValueError: webhooks/#" in told["error"]
    assert SECRET not in line
    assert PERSON not in line


def test_a_person_has_the_same_sign_all_through_a_run() -> None:
    lines = [Discreet(logging.Formatter()).format(a_record()) for _ in range(2)]

    assert lines[0] == lines[1]
    assert PERSON not in lines[0]
    assert SECRET not in lines[0]


@pytest.mark.parametrize("is_json", [False, True])
def test_logs_are_set_up_as_the_setting_says(
    is_json: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    root = logging.Logger("root")
    monkeypatch.setattr(logging, "getLogger", lambda name=None: root if name is None else logging.Logger(name))
    set_up_logging(logging.INFO, is_json=is_json)

    root.info("%s has come", PERSON)

    line = capsys.readouterr().err.strip()
    assert PERSON not in line
    assert line.startswith("{") is is_json


def test_another_format_of_logs_is_refused() -> None:
    with pytest.raises(ValueError, match="log_format"):
        Settings(log_format=cast(Any, "xml"))
