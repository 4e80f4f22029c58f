"""Two races that differ only in what Ana wrote in secret look the same to everybody else, until it is revealed."""

import asyncio
import hashlib
import re
from pathlib import Path
from typing import Any

import pytest

from sandbox.client import Outcome, Visitor, text_of, urls_of
from sandbox.errors import Json
from sandbox.limits.components import walk
from tests.e2e.arena import Arena, is_panel, masked
from tests.e2e.player import Player
from tests.e2e.races import Opened, started

_LOG_TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d|Session ID: \w+")
_VARYING_IN_FILE = re.compile(rb'"(?:seal|salt)": "[0-9a-f]+"|"(?:n|input)": \d+|"post": "[^"]+"')
SETTLED = 0.7  # seconds without news
BUILD, SPEED = "Build your chariot", "Turn 1: write your speed"


async def looks(visitor: Visitor, message: Json) -> dict[str, Any]:
    """Return all that a message shows, but what differs from run to run."""
    pictures = [hashlib.sha256(_like_any_other(await visitor.read(url))).hexdigest() for url in urls_of(message)]
    parts = [(part["type"], part.get("custom_id")) for part in walk(message.get("components") or ())]
    files = [(each["filename"], each["size"]) for each in message.get("attachments") or ()]
    return {
        "text": masked(text_of(message)),
        "parts": parts,
        "files": files,
        "pictures": pictures,
        "flags": message.get("flags"),
    }


def _like_any_other(file: bytes) -> bytes:
    """Return a file without what differs from run to run: in a proof seals, salts, the first post, who was in first."""
    return b"\n".join(sorted(_VARYING_IN_FILE.sub(b"", file).split(b"\n"))) if file.startswith(b"{") else file


async def seen_by(visitor: Visitor, race: Opened) -> list[Any]:
    """Return all that *visitor* sees of a race: messages, commands, what is offered as he types."""
    seen: list[Any] = []
    for command, options in COMMANDS:
        outcome: Outcome = await visitor.run(command, channel=race.thread, **options)
        assert outcome.message
        seen.append((command, await looks(visitor, outcome.message)))
    for path, option in OFFERS:
        for typed in ("", "1", "Lu"):
            found = await visitor.autocomplete(path, focused=option, channel=race.thread, **{option: typed})
            seen.append((path, typed, [(masked(each["name"]), each["value"]) for each in found]))
    panel = next(each for each in reversed(visitor.seen.values()) if is_panel(each))
    mine = await visitor.press(panel, "My orders")
    assert mine.message
    seen.append(("my orders", await looks(visitor, mine.message)))
    # Which of two posts is there first, a panel or a story, is a matter of milliseconds.
    messages = [await looks(visitor, each) for each in list(visitor.seen.values())]
    return seen + sorted(messages, key=str)


COMMANDS: list[tuple[str, dict[str, Any]]] = [
    ("watch", {"what": "status"}),
    ("watch", {"what": "log"}),
    ("watch", {"what": "log", "chariot": "1"}),
    ("watch", {}),
    ("watch", {"what": "film"}),
    ("watch", {"what": "verify"}),
    ("race do", {}),
    ("order", {}),
]
OFFERS = [("order", "chariot"), ("watch", "race"), ("host race", "race")]


async def world(folder: Path, question: str, typed: str, **options: Any) -> dict[str, Any]:
    """Return what everybody but Ana has seen when she has typed *typed* in secret in answer to *question*."""
    async with Arena(folder, dice="two worlds", is_forked=True, drawn=["circus-maximus"]) as arena:
        race = await started(arena, **options)
        players = [Player(arena.ana, "Ana"), Player(arena.ben, "Ben"), Player(arena.cato, "Cato")]
        if question != BUILD:
            for player in players:
                await player.play_one()
        for player in players:
            await player.until_asked(question)
        asked = await players[0].until_asked(question)
        form = await arena.ana.press(asked, "Type it")
        await arena.ana.submit(form.modal, {"text": typed})
        await arena.ana.wait_for(lambda each: "It is sealed" in text_of(each) and each["id"] == asked["id"])
        await arena.all_told(race.id)  # the card in the channel rests for two seconds between edits
        await arena.until_quiet(SETTLED)
        kept = await arena.kept(race.id)
        assert (kept.inputs[-1].entry, kept.inputs[-1].by) == (1, "player")
        log = log_of_any_run(arena.log)
        return {
            "Ben": await seen_by(arena.ben, race),
            "Cato": await seen_by(arena.cato, race),
            "Sulla": await seen_by(arena.sulla, race),
            "log": log.splitlines(),
            "answer": kept.inputs[-1].answer,
        }


def log_of_any_run(log: str) -> str:
    """Return a log without what differs from run to run.

    Times and session ids go first: a session id may hold so many digits in a row that it looks like an id with letters
    around it.
    """
    return masked(_LOG_TIME.sub("", log))


@pytest.mark.parametrize("session", ["0123456789abcdef0123456789abcdef", "a1234567890123456789bcdef0123456", "a" * 32])
def test_a_session_id_of_many_digits_is_no_difference(session: str) -> None:
    line = "2026-11-22 10:00:00 INFO discord.gateway Connected to Gateway (Session ID: {}). 12345678901234567"
    assert log_of_any_run(line.format(session)) == log_of_any_run(line.format("b" * 32))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        (
            BUILD,
            "horses 7-4-4-6, driver 1, hits 4, whip, wheels 4, endurance 40",
            "horses 5-4-4-4, driver 1, hits 6, wheels 4, endurance 30, dust, spear",
        ),
        (SPEED, "14", "14 S"),
    ],
    ids=["specification", "written straining"],
)
async def test_nothing_that_others_see_tells_a_secret(tmp_path: Path, question: str, one: str, other: str) -> None:
    preset = "bloody" if question == BUILD else "convention"
    worlds = await asyncio.gather(
        world(tmp_path / "a", question, one, preset=preset), world(tmp_path / "b", question, other, preset=preset)
    )

    require_alike(*worlds)


def require_alike(here: dict[str, Any], there: dict[str, Any]) -> None:
    """Fail if anybody but Ana, or the log, has seen a difference between two worlds; but she did answer differently."""
    assert here["answer"] != there["answer"]
    for who in ("Ben", "Cato", "Sulla"):
        assert len(here[who]) > 20
        for one, other in zip(here[who], there[who], strict=True):
            assert one == other
    assert here["log"] == there["log"]
