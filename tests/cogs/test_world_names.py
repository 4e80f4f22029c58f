"""People of the whole world race to the end in each game: lines keep their numbers in order, pictures their letters."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from bidi import get_display  # type: ignore[import-untyped]

from cogs.panels.league import LeagueButton
from cogs.panels.question import ask_message
from cogs.panels.starting import StartButton
from engine.rulesets import RULESETS
from records.text import ISOLATE, ISOLATE_END, isolated, turns
from records.values import PlayerId, RaceId
from renderers import canvas, lettering
from renderers.shaping import face_of
from steward import NewRace, Timing
from tests.cogs.arena import ANN, BOB, Arena
from tests.cogs.fakes import CHANNEL, GUILD, THREAD
from tests.cogs.forum import LEAGUE_THREAD, Forum
from tests.cogs.test_exports import files_for
from tests.steward.circus import MOD

NAMES = {
    "Hebrew": "שלום 18",
    "Arabic": "محمد",
    "Chinese": "王小明",
    "Japanese": "山田たろう",
    "Korean": "김철수",
    "Thai": "สมชาย",
    "Devanagari": "नमस्ते",
    "signs": "🏴‍☠️ Jolly (2)",
}
TITLE = "مضمار 7"
HOST = PlayerId(101)
MOST_ANSWERS = 400
FULLEST: Mapping[str, Mapping[str, Any]] = {"arena": {"sides": "melee", "mercy": "dice"}}
"""The options with which a game takes the most people, where its own take fewer, and no crowd has to be waited for."""


def beside(line: str) -> str:
    """Return what stands outside of isolates."""
    kept, depth = "", 0
    for character in line:
        depth += character == ISOLATE
        kept += "" if depth else character
        depth -= character == ISOLATE_END
    return kept


def check_line(line: str) -> None:
    """Hold a line to it: whatever its direction is thought to be, all but the names stands as it was written."""
    assert line.count(ISOLATE) == line.count(ISOLATE_END), ascii(line)
    assert not turns(beside(line)), line
    assert beside(get_display(line)) == beside(line), line


def check_text(text: str) -> None:
    for line in text.split("\n"):
        check_line(line)


def keep(name: str, data: bytes) -> None:
    """Keep a file for somebody to look at, in the folder that QUADRIGA_PICTURES names."""
    if folder := os.environ.get("QUADRIGA_PICTURES"):
        (Path(folder) / name).write_bytes(data)


class Race:
    """A race of all of them, or as many as its game takes."""

    def __init__(self, arena: Arena, game: str) -> None:
        self.arena, self.game, self.id = arena, game, RaceId(1)
        names = list(NAMES.values())
        colours = RULESETS[game].colours
        self.names = [names[-1], *names[:-1]][: len(colours)]
        self.people = [PlayerId(HOST + number) for number in range(len(self.names))]

    async def start(self) -> None:
        rules, lobbies = RULESETS[self.game], self.arena.steward.lobbies
        options = msgspec.structs.replace(rules.options(), **FULLEST.get(self.game, {}))
        shortest = msgspec.structs.replace(options, laps=1) if hasattr(options, "laps") else options
        timing = Timing({kind: each.seconds for kind, each in rules.decisions.items()})
        new = NewRace(GUILD, CHANNEL, HOST, self.game, shortest, timing, TITLE)
        self.id = await lobbies.open_race(new)
        await lobbies.set_thread(self.id, THREAD)
        for person, name, colour in zip(self.people, self.names, RULESETS[self.game].colours, strict=False):
            await lobbies.join(self.id, person, name, name=name, colour=colour)
        await lobbies.start(self.id, HOST)
        await self.arena.deliver()

    async def ask(self) -> None:
        """Show the host's question, as a panel and as an answer."""
        for opened in await self.arena.steward.open_asks(HOST):
            layout, files = await ask_message(self.arena.steward, opened)
            await self.arena.client.user_of(HOST).dms.send(view=layout, files=files)

    async def run(self) -> None:
        """Have house drivers drive for all but the host, who leaves all to the rules."""
        steward = self.arena.steward
        await self.ask()
        for faction in (await steward.race(self.id)).factions[1:]:
            await steward.desk.replace(self.id, MOD, faction.faction, None, f"for {faction.name}")
        for _ in range(MOST_ANSWERS):
            if (await steward.race(self.id)).record.state == "finished":
                await self.arena.deliver()
                return
            for each in (await steward.open_asks(HOST))[:1]:
                await steward.races.drive(each.race_id, each.entry, [each.ask.default], player=HOST, asked=each.asked)
        raise AssertionError("the race does not end")


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what will have been written into pictures; their files are large, as packing them takes long."""
    monkeypatch.setattr(canvas, "_LEVEL", 0)
    monkeypatch.setattr(canvas, "_HARDER", 0)
    found: list[str] = []
    letters = lettering._letters

    def noted(text: str, *others: Any) -> Any:
        found.append(text)
        return letters(text, *others)

    monkeypatch.setattr(lettering, "_letters", noted)
    return found


@pytest.mark.drawn
@pytest.mark.slow
@pytest.mark.parametrize("game", RULESETS)
async def test_a_race_of_the_whole_world(arena: Arena, written: list[str], game: str) -> None:
    race = Race(arena, game)
    await race.start()
    await race.run()

    steward, names = arena.steward, set(race.names)
    whole = await steward.race(race.id)
    assert {each.name for each in whole.entries} == names
    channels = [arena.thread, *(arena.client.user_of(person).dms for person in race.people)]
    lines = [line for channel in channels for text in channel.words() for line in text.split("\n")]
    for line in lines:
        check_line(line)
    assert any(isolated("שלום 18") in line for line in lines)

    cards = [await steward.gallery.card(race.id, each.entry) for each in whole.entries]
    chart = await steward.films.gaps(whole)
    film = await steward.films.of_race(whole)
    for picture in (*cards, chart, film):
        if picture is None:
            continue
        check_text(picture.alt)
        keep(f"{game}-{picture.name}", picture.png)
    for path, data in (await files_for(arena, HOST)).items():
        keep(f"{game}-{path.replace('/', '-')}", data)
        if path.endswith((".txt", ".html")):
            check_text(data.decode())

    for text in written:
        check_line(text)
        assert all(face_of(each) is not None for each in text if each not in (ISOLATE, ISOLATE_END)), text
    drawn = {text.strip(ISOLATE + ISOLATE_END) for text in written}
    assert names <= {name for name in names if any(name in text for text in drawn)}


@pytest.mark.slow
async def test_a_season_of_the_whole_world(arena: Arena) -> None:
    forum, steward = Forum(arena), arena.steward
    league = await forum.open()
    await steward.leagues.join(league, ANN, "שלום", name="מרכבה 3")
    await steward.leagues.join(league, BOB, "محمد", name="١٢ (2)")
    await forum.press(LeagueButton(league, "start"))
    await forum.press(StartButton(league, "few"))
    for _ in range(2_000):
        arena.circus.clock.pass_by(600.0)
        await steward.timekeeper.tick()
        await arena.deliver()
        if (await steward.race(league)).record.state == "finished":
            break
    shown = await forum.use("league", "standings")

    thread = arena.client.get_partial_messageable(LEAGUE_THREAD)
    channels = [thread, *(arena.client.user_of(person, "?").dms for person in (ANN, BOB))]
    told = [text for channel in channels for text in channel.words()]
    for text in (*told, *shown.last.words()):
        check_text(text)
    assert any(isolated("מרכבה 3") in text for text in told)
    assert (await steward.race(league)).record.state == "finished"
