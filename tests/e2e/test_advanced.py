"""A race of the Advanced Game as people see it: its options, being out of the race and having much to do, and why."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field

import pytest
import pytest_asyncio

from sandbox.client import Visitor, buttons_of, text_of
from sandbox.errors import Json
from tests.e2e.arena import Arena, Kept, is_panel, private_answer
from tests.e2e.player import Deed, Player, is_planned, times_asked
from tests.e2e.races import Opened, entered, opened, require_clean, stories, story_text

pytestmark = pytest.mark.asyncio(loop_scope="module")

EPHEMERAL = 1 << 6
LONGEST = 120.0  # seconds until somebody has been asked everything
AFTERWARDS = {
    "RunawayTeam": "the runaway team of",
    "DraggedDriver": "your driver is dragged",
    "DriverOnFoot": "your driver is on foot",
}
"""What a player is asked who is out of the race, and the words he is asked in."""


class Reckless(Player):
    """Drives into the inner wall as fast as can be, which a second page offers; what is left goes on by the buttons."""

    def _deeds(self, message: Json) -> Iterator[Deed]:
        place = message["id"], message["channel_id"]
        for label in ("Inside", "Try to get free", "More…"):
            if not any(each["custom_id"].startswith("drive:") and is_planned(each) for each in buttons_of(message)):
                yield from (
                    Deed(*place, each["custom_id"])
                    for each in buttons_of(message)
                    if each["label"].startswith(label) and each["custom_id"].startswith(("plan:", "answer:"))
                )
        yield from super()._deeds(message)

    def questions(self) -> list[str]:
        """Return the titles of all he has been asked."""
        titles = re.compile(r"^### (.*)", re.MULTILINE)
        asked = [each for each in self.visitor.frames if each["type"] == "message" and "typing:" in str(each)]
        return [title for each in asked for title in titles.findall(text_of(each["message"]))]


@dataclass
class Bloody:
    """A race of the preset *bloody* that three reckless players have driven until they had seen it all."""

    arena: Arena
    race: Opened
    players: list[Reckless]
    panels: list[str]  # what the panel of options said, each time it was shown
    kept: Kept
    posts: list[Json] = field(default_factory=list)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bloody(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Bloody]:
    async with Arena(tmp_path_factory.mktemp("bloody"), dice="iota", is_forked=True) as arena:
        race, panels = await with_options(arena)
        await entered(race, (arena.ana, arena.ben, arena.cato))
        assert "has begun" in (await arena.ana.run("host race", what="start", channel=race.thread)).text
        players = [Reckless(arena.people[name], name) for name in ("Ana", "Ben", "Cato")]
        await driven(arena, players)
        yield Bloody(arena, race, players, panels, await arena.kept(race.id), await stories(arena, race))


async def with_options(arena: Arena) -> tuple[Opened, list[str]]:
    """Let Ana open a race with a preset and change its options, before and after the bot was killed."""
    outcome = await arena.ana.run(
        "play race", game="circus-maximus", title="Ludi", preset="bloody", pace="moves", story="full", join=False
    )
    thread = await arena.ana.wait_for_thread("Ludi")
    lobby = await arena.ana.wait_for(is_panel, channel=thread)
    found = re.search(r"options:(\d+)", str(lobby["components"]))
    assert found
    assert outcome.message
    panel, race = outcome.message, Opened(int(found[1]), "Ludi", thread)

    said = [outcome.text]
    said.append(await chosen(arena, panel, "5", f"option:{race.id}:laps"))
    await arena.restart_bot()
    said.append((await arena.ana.press(lobby, "Options")).text)
    said.append(await chosen(arena, panel, "every phase", f"option:{race.id}:free_attempts"))
    return race, said


async def chosen(arena: Arena, panel: Json, value: str, custom_id: str) -> str:
    """Choose a value in the panel of options, and return what the panel says then."""
    before = text_of(arena.ana.seen[panel["id"]])
    await arena.ana.choose(panel, [value], custom_id=custom_id)
    return text_of(await arena.ana.wait_for(lambda each: each["id"] == panel["id"] and text_of(each) != before))


async def driven(arena: Arena, players: list[Reckless]) -> None:
    """Let them drive until somebody has been asked each thing; kill the bot while a runaway team is driven."""
    plays = [asyncio.create_task(player.play(LONGEST)) for player in players]
    is_killed = False
    async with asyncio.timeout(LONGEST):
        while not_yet_asked(players) and not all(play.done() for play in plays):
            await asyncio.sleep(0.05)
            if not is_killed and AFTERWARDS["RunawayTeam"] in asked(players):
                await arena.restart_bot()
                is_killed = True
    await asyncio.sleep(1)  # whoever has just been asked answers
    for play in plays:
        play.cancel()
    await asyncio.gather(*plays, return_exceptions=True)
    assert is_killed


def asked(players: list[Reckless]) -> str:
    return "\n".join(title for player in players for title in player.questions())


def not_yet_asked(players: list[Reckless]) -> list[str]:
    return [words for words in AFTERWARDS.values() if words not in asked(players)]


@pytest.mark.slow
async def test_options_chosen_in_the_panel_survive_a_kill_of_the_bot(bloody: Bloody) -> None:
    first, changed, after, last = bloody.panels

    assert "Advanced Game · 3 laps" in first
    assert "chariots built from 32 points, dust, knives, spears" in first
    for said in (changed, after, last):
        assert "Advanced Game · 5 laps" in said
    assert "dragged drivers try to get free in every phase" not in after
    assert "dragged drivers try to get free in every phase" in last
    panel = await bloody.arena.sulla.wait_for(is_panel, channel=bloody.race.thread)
    assert last.split("options of Ludi\n")[1].splitlines()[0] in text_of(panel)


async def test_who_is_out_of_the_race_has_something_to_do(bloody: Bloody) -> None:
    facts = [json.loads(each.fact) for each in bloody.kept.facts]
    flipped = {each["entry"] for each in facts if each["type"] == "Flipped"}
    first = min(each.seq for each, fact in zip(bloody.kept.facts, facts, strict=True) if fact["type"] == "Flipped")

    assert not_yet_asked(bloody.players) == []
    assert {"DriverDragged", "RanAway", "WreckCameDown"} <= {each["type"] for each in facts}
    answers = [each for each in bloody.kept.inputs if each.seq > first and each.entry in flipped]
    assert {each.by for each in answers} == {"player"}
    kinds = {json.loads(each.answer)["type"] for each in answers}
    assert {"GetFree", "Run"} <= kinds


async def test_nobody_is_asked_twice_and_each_choice_says_what_it_does(bloody: Bloody) -> None:
    for player in bloody.players:
        assert set(times_asked(player.visitor).values()) == {1}

    seen = [each for player in bloody.players for each in questions_of(player.visitor)]
    dragged = next(each for each in seen if AFTERWARDS["DraggedDriver"] in text_of(each))
    assert re.search(r"two dice less the driver modifier .* must not be more: \*\*\d+ %\*\*", text_of(dragged))
    assert [each["label"] for each in buttons_of(dragged)] == ["Try to get free", "Hold on to the reins", "Type it"]
    runaway = next(each for each in seen if AFTERWARDS["RunawayTeam"] in text_of(each))
    assert "takes corners at any speed" in text_of(runaway)
    on_foot = next(each for each in seen if AFTERWARDS["DriverOnFoot"] in text_of(each))
    for button in buttons_of(on_foot)[:-1]:
        assert f"**{button['label']}**: " in text_of(on_foot)


def questions_of(visitor: Visitor) -> list[Json]:
    """Return the questions a visitor was asked, as they first stood there."""
    return [
        each["message"] for each in visitor.frames if each["type"] == "message" and "typing:" in str(each["message"])
    ]


async def test_all_can_read_in_the_thread_what_happened(bloody: Bloody) -> None:
    lines = story_text(bloody.posts)

    assert any(line.startswith("☠️") and "the team runs on and drags the driver along" in line for line in lines)
    assert any("comes to rest, a wreck, on" in line for line in lines)
    turns = [int(line.removeprefix("### Turn ").split()[0]) for line in lines if line.startswith("### Turn ")]
    assert turns == list(range(1, len(turns) + 1))
    alts = [str(each["description"]) for post in bloody.posts for each in post["attachments"]]
    assert any("runaway" in alt for alt in alts)
    assert all(1 <= len(alt) <= 1024 for alt in alts)


async def test_why_explains_a_phase_to_whoever_asks_and_to_him_alone(bloody: Bloody) -> None:
    arena = bloody.arena
    post = next(each for each in bloody.posts if "getting free" in "\n".join(story_text([each])))

    told = [await why(each, post) for each in (arena.ana, arena.ben, arena.sulla)]
    await arena.restart_bot()
    told.append(await why(arena.sulla, post))

    assert len(set(told)) == 1, "all are told the same, and after a restart as well"
    assert "**16.2 " in told[0]
    assert re.search(r"current driver modifier \(CDM\) [+−]\d", told[0])
    for block in told[0].split("\n\n"):
        rule = re.search(r"\*\*\d+\.\d+\S* .*\*\* · ", block)
        dice = re.search(r"🎲 \d", block)
        assert (rule and dice) or "🎲" not in block, block
    assert "📖" in told[0]


async def why(visitor: Visitor, post: Json) -> str:
    """Press every Why? under a post; return what *visitor* is told, which nobody else sees."""
    told = []
    for button in buttons_of(post):
        outcome = await visitor.press(post, custom_id=button["custom_id"])
        assert outcome.message
        assert outcome.message["flags"] & EPHEMERAL
        told += outcome.text.strip().split("\n\n")[0:]
    return "\n\n".join(told)


async def test_the_bot_asked_for_nothing_wrong(bloody: Bloody) -> None:
    await require_clean(bloody.arena, "no_answer")


# What does not go together


async def test_what_does_not_go_together_is_refused_in_the_panel(bloody: Bloody) -> None:
    arena = bloody.arena
    race = await opened(arena, "Panel", preset="bloody")
    lobby = await arena.ana.wait_for(is_panel, channel=race.thread)
    panel = (await arena.ana.press(lobby, "Options")).message
    assert panel

    async def says(words: str) -> Json:
        """Return the panel once it says *words*: a refusal stands above the options, in the same message."""
        return await arena.ana.wait_for(lambda each: each["id"] == panel["id"] and words in text_of(each))

    await arena.ana.choose(panel, ["basic"], custom_id=f"option:{race.id}:edition")
    await says("for the Advanced Game and Table game only. Choose the edition advanced or table, or leave it out")
    by_another = await arena.ben.press(lobby, "Options")
    await arena.ana.choose(panel, ["teams", "share_out"], custom_id=f"option:{race.id}:-switches")

    shown = await says("teams of two do not go together")
    assert "Advanced Game · 3 laps" in text_of(shown)
    assert "host" in await private_answer(arena.ben, by_another)
