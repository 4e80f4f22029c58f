"""The world over a restart, and the sandbox as a process of its own."""

import asyncio
import json
import signal
import sys
from pathlib import Path

import aiohttp
import pytest

from sandbox.client import Control
from sandbox.server import Sandbox
from tests.sandbox.conftest import Api
from tests.sandbox.small_bot import PNG

ROOT = Path(__file__).parents[2]


async def test_the_world_outlives_a_restart(tmp_path: Path) -> None:
    state = tmp_path / "world.json"
    first = Sandbox(players=("Ana", "Dora"), state_file=state)
    await first.start()
    port = int(first.origin.rsplit(":", 1)[1])
    async with aiohttp.ClientSession() as session:
        api = Api(session, first)
        message = await api.sent({"content": "kept", "nonce": "n", "enforce_nonce": True}, {"a.png": PNG})
        await api.ask("POST", f"/channels/{api.races}/threads", {"name": "A race", "type": 11})
        await api.ask("PUT", f"/applications/{api.app}/commands", [{"name": "go", "description": "d"}])
        gone = await api.sent({"content": "gone"}, {"b.png": PNG})
        await api.ask("DELETE", f"/channels/{api.races}/messages/{gone['id']}")
        addresses = first.addresses()
        await first.stop()

        second = Sandbox(state_file=state)
        await second.start(port)
        try:
            assert second.addresses() == addresses
            async with Control(second.control_url) as control, await control.visitor("Dora") as dora:
                assert [each.get("name") for each in dora.state["channels"]] == [
                    "races",
                    "tavern",
                    "acta",
                    "Forum",
                    "A race",
                ]
                assert [each["name"] for each in dora.state["commands"]] == ["go"]
                kept = next(each for each in await dora.messages("races") if each["content"] == "kept")
                assert await dora.read(kept["attachments"][0]["url"]) == PNG
            again = await Api(session, second).sent({"content": "x", "nonce": "n", "enforce_nonce": True})
            assert again["id"] == message["id"]
        finally:
            await second.stop()
    assert len(list((tmp_path / "world.json.files").iterdir())) == 1
    assert state.stat().st_mode & 0o077 == 0, "the tokens in it are for the owner alone"


async def test_what_changes_is_saved_while_it_runs(tmp_path: Path) -> None:
    state = tmp_path / "world.json"
    sandbox = Sandbox(state_file=state)
    await sandbox.start()
    try:
        async with Control(sandbox.control_url) as control, await control.visitor("Ana") as ana:
            await ana.say("saved soon")
            async with asyncio.timeout(5):
                while not state.exists() or b"saved soon" not in state.read_bytes():  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
    finally:
        await sandbox.stop()


async def test_a_port_that_is_taken(sandbox: Sandbox) -> None:
    other = Sandbox()
    with pytest.raises(OSError, match="address already in use"):
        await other.start(int(sandbox.origin.rsplit(":", 1)[1]))


def test_without_a_player_there_is_no_world() -> None:
    with pytest.raises(ValueError, match="needs a player"):
        Sandbox(players=())


@pytest.mark.slow
async def test_the_sandbox_runs_as_a_process_of_its_own(tmp_path: Path) -> None:
    state = tmp_path / "world.json"
    command = ("-m", "sandbox", "--print-json", "--state", str(state), "--player", "Zoe")
    process = await asyncio.create_subprocess_exec(sys.executable, *command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    addresses = json.loads(await asyncio.wait_for(process.stdout.readline(), 20))
    async with Control(addresses["control_url"]) as control, await control.visitor("Zoe") as zoe:
        assert await control.addresses() == addresses
        await zoe.say("hello")
    process.send_signal(signal.SIGTERM)

    assert await asyncio.wait_for(process.wait(), 10) == 0
    assert "hello" in state.read_text(encoding="utf-8")
