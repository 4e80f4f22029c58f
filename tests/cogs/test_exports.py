"""Archives: what is in them, for whom, that they play again, and that a page of one asks for nothing."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from cogs.commands.race import RaceCommands
from conformance.__main__ import DIFFERS, NOT_UNDERSTOOD, PASSED, main
from engine.circus_maximus.words.asks import Preparation, Speed
from engine.rulesets import RULESETS
from records.values import PlayerId, RaceId
from steward import NewRace, pack
from tests.cogs.archives import Files, given, unpacked
from tests.cogs.arena import ANN, BOB, EVE, Arena, outcome
from tests.cogs.fakes import CHANNEL, GUILD, THREAD
from tests.cogs.forum import Forum
from tests.cogs.test_league_secrets import eve as on_the_eve
from tests.cogs.test_league_secrets import settled, to
from tests.kept import once

RACE, LEAGUE = RaceId(1), RaceId(1)


def zipped(files: Mapping[str, bytes], path: Path) -> str:
    path.write_bytes(pack("again", files, 10**8).archives[0][1])
    return str(path)


async def export(arena: Arena, player: PlayerId) -> Any:
    """Return what a player is answered to ``/watch what:export``."""
    interaction: Any = arena.act(player)
    race: Any = RaceCommands()
    return await outcome(interaction, race.export.callback(race, interaction, ""))


async def files_for(arena: Arena, player: PlayerId) -> Files:
    return given(await export(arena, player))


class Links(HTMLParser):
    """Notes all that a page leads to or loads, and tags that could do more than show."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.led_to: list[str] = []
        self.tags: set[str] = set()
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.led_to += [value or "" for name, value in attrs if name in ("src", "href", "srcset", "data", "action")]
        assert not [name for name, _ in attrs if name.startswith("on") or name == "style"]


def check_pages(files: Files) -> None:
    """Hold every page to it: no script, no frame, and nothing that is not in the archive."""
    pages = [path for path in files if path.endswith(".html")]
    assert "index.html" in pages
    for path in pages:
        page = Links(files[path])
        assert not page.tags & {"script", "iframe", "object", "embed", "form", "base", "style"}
        for target in page.led_to:
            where = Path("/", path).parent.joinpath(target).resolve()
            assert str(where)[1:] in files, (path, target)
    assert b"url(" not in files["style.css"]
    assert b"@import" not in files["style.css"]


@once
async def speeds_of_bob(arena: Arena, *speeds: int) -> None:
    """Open a race in which Bob seals a speed, and others in its place."""
    await arena.open_race()
    for player in (ANN, BOB):
        await arena.give(player, Preparation(1, 1, 1, 1))
    for speed in speeds:
        (opened,) = await arena.steward.asks_of(BOB)
        await arena.steward.races.drive(RACE, opened.entry, [Speed(speed)], player=BOB, asked=opened.asked)


@pytest.mark.slow
async def test_a_race_that_went_back_plays_again_and_one_changed_byte_is_found(
    arena: Arena, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await speeds_of_bob(arena, 3)
    await arena.give(ANN, Speed(4))
    decisions = await arena.steward.desk.decisions(RACE)
    await arena.steward.desk.rewind(RACE, ANN, decisions[-1].to, "A slip")
    await arena.circus.to_the_end_of_turn(RACE)
    await arena.steward.desk.restart_turn(RACE, ANN, "Another slip")
    await arena.circus.to_the_end(RACE)
    files = await files_for(arena, EVE)

    assert main(["export", zipped(files, tmp_path / "sound.zip")]) == PASSED
    assert "all the same" in capsys.readouterr().out
    race = json.loads(files["facts.json"])
    assert len(race["beginnings"]) == 2
    assert not [path for path in files if path.startswith("own/")]
    check_pages(files)
    assert all(f"{path}.txt" in files for path in files if path.endswith((".png", ".gif")))

    answered = next(each for each in race["answers"] if '"Speed"' in each["answer"])
    answered["answer"] = answered["answer"].replace('"factors":', '"factors":1')
    forged = {**files, "facts.json": json.dumps(race).encode()}
    assert main(["export", zipped(forged, tmp_path / "forged.zip")]) == DIFFERS
    proof = {**files, "proof.json": files["proof.json"].replace(b'"total": 1', b'"total": 2')}
    assert proof["proof.json"] != files["proof.json"]
    assert main(["export", zipped(proof, tmp_path / "proof.zip")]) == DIFFERS
    assert main(["export", str(tmp_path / "nothing.zip")]) == NOT_UNDERSTOOD
    assert main(["export", zipped({"facts.json": b"{}", "proof.json": b"{}"}, tmp_path / "x.zip")]) == NOT_UNDERSTOOD


async def test_what_was_sealed_and_never_opened_is_in_no_archive(arena: Arena, tmp_path: Path) -> None:
    await speeds_of_bob(arena, 13, 3)
    await arena.circus.to_the_end(RACE)

    files = await files_for(arena, EVE)
    answers = json.loads(files["facts.json"])["answers"]
    shut = [each["seq"] for each in answers if "answer" not in each]
    assert len(shut) == 1
    assert answers[shut[0]]["answer"] == '{"type":"Speed","factors":3,"strain":false}'
    assert main(["export", zipped(files, tmp_path / "race.zip")]) == PASSED


async def test_own_secrets_lie_apart_and_all_else_is_what_everybody_gets(arena: Arena, tmp_path: Path) -> None:
    await arena.open_race()
    await arena.give(BOB, Preparation(2, 2, 0, 0))

    bobs, spectators = await files_for(arena, BOB), await files_for(arena, EVE)
    own = {path for path in bobs if path.startswith("own/")}
    assert own == {"own/view.json"}
    assert {path for path in bobs if bobs[path] != spectators.get(path)} == own | {"README.txt"}
    assert main(["export", zipped(bobs, tmp_path / "race.zip")]) == PASSED


@pytest.mark.parametrize("viewer", [ANN, EVE])
async def test_archives_of_two_worlds_are_the_same_byte_for_byte(
    worlds: tuple[Arena, Arena], viewer: PlayerId, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.session.seal_of_text", lambda _text, _salt: "0" * 64)  # seals differ, and tell nothing
    archives = []
    for world, secret in zip(worlds, (Preparation(1, 1, 1, 1), Preparation(2, 2, 0, 0)), strict=True):
        await world.open_race()
        await world.give(BOB, secret)
        archives.append((await export(world, viewer)).last.pictures())

    assert archives[0] == archives[1]
    assert archives[0]


@pytest.mark.slow
async def test_archives_of_a_season_tell_no_sealed_sheet(worlds: tuple[Arena, Arena]) -> None:
    steps: tuple[Callable[[Forum], Awaitable[Any]], ...] = (
        on_the_eve(),
        on_the_eve(plans=[("slow", 1_500)], guards=(0, 300, 0)),
    )
    archives = []
    for world, seal in zip(worlds, steps, strict=True):
        forum = Forum(world)
        await to(forum, "eve")
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr("engine.session.seal_of_text", lambda _text, _salt: "0" * 64)
            await seal(forum)
            await forum.answer(BOB, "Seal · Ready")
            await settled(forum)
        archives.append([(await forum.use("league", "export", player)).last.pictures() for player in (BOB, EVE)])
        mine = unpacked((await forum.use("league", "export", ANN)).last.pictures()[0])
        assert "own/view.json" in mine

    assert archives[0] == archives[1]
    files = unpacked(archives[0][1][0])
    check_pages(files)
    moved = [line.split(",") for line in files["ledger.csv"].decode().splitlines()[1:]]
    assert moved
    assert sum(int(each[-1]) for each in moved) == 0
    assert {"standings.csv", "race-1/facts.json", "race-1/index.html"} <= files.keys()


async def test_so_many_archives_and_no_more(arena: Arena) -> None:
    await arena.lobby()
    exports = arena.steward.exports
    async with exports.one_of(BOB):
        assert "I'm still making your last archive" in (await export(arena, BOB)).told
        async with exports.one_of(EVE):
            waiting = asyncio.create_task(export(arena, ANN))
            await asyncio.sleep(0.01)
            assert not waiting.done(), "others' archives are no refusal"
    assert (await waiting).last.pictures()
    for _ in range(5):
        assert (await export(arena, ANN)).last.pictures()
    assert "You had 6 archives within the hour" in (await export(arena, ANN)).told
    arena.circus.clock.pass_by(3_601.0)
    assert (await export(arena, ANN)).last.pictures()


async def test_an_archive_counts_for_its_player_though_another_was_made_meanwhile(arena: Arena) -> None:
    await arena.lobby()
    exports = arena.steward.exports
    for _ in range(6):
        async with exports.one_of(ANN), exports.one_of(BOB):
            pass
    assert "You had 6 archives within the hour" in (await export(arena, ANN)).told


def test_films_come_apart_where_one_archive_would_be_too_large() -> None:
    files = {"README.txt": b"read", "film.gif": b"G" * 900, "board.png": b"P" * 500, "huge.gif": b"H" * 5_000}

    archives, left_out = pack("race-1", files, 1_500)

    assert [(name, sorted(unpacked(data))) for name, data in archives] == [
        ("race-1.zip", ["README.txt", "board.png"]),
        ("race-1-2.zip", ["film.gif"]),
    ]
    assert all(len(data) <= 1_500 for _, data in archives)
    assert left_out == ["huge.gif"]
    assert pack("race-1", dict(reversed(files.items())), 1_500) == (archives, left_out)


@pytest.mark.slow
async def test_a_race_of_chariots_of_rome_plays_again_past_cards_that_were_looked_at(
    arena: Arena, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = RULESETS["chariots-of-rome"]
    seconds = {kind: each.seconds for kind, each in rules.decisions.items()}
    options = rules.options(laps=1, charioteers=("C01", "C25", "C03"))
    race = await arena.steward.lobbies.open_race(NewRace(GUILD, CHANNEL, ANN, rules.id, options, seconds, "Ludi"))
    await arena.steward.lobbies.set_thread(race, THREAD)
    for player in (ANN, BOB):
        await arena.steward.lobbies.join(race, player, "Ann" if player == ANN else "Bob")
    await arena.steward.lobbies.fill(race, ANN, "novice", 1)
    await arena.steward.lobbies.start(race, ANN)
    await arena.circus.to_the_end(race)

    files = await files_for(arena, EVE)

    assert b'"type":"CardsShown"' in files["facts.json"].replace(b": ", b":")
    assert main(["export", zipped(files, tmp_path / "rome.zip")]) == PASSED
    assert "all the same" in capsys.readouterr().out
