"""Whole races of Circus Maximus through the steward: people, house drivers, restarts, pictures."""

import dataclasses
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.facts import Fact, Rewound
from engine.refusals import GameReason
from engine.rulesets import RULESETS
from records.refusals import Refused
from records.values import EntryId, PlayerId, RaceId
from renderers import SCENES
from steward import NewRace, Story, read_body
from tests.steward.circus import ANN, BOB, EVE, Circus

RULES = RULESETS["circus-maximus"]
SECONDS = {kind: decision.seconds for kind, decision in RULES.decisions.items()}
PLAYERS = (ANN, BOB, EVE)


def same_bytes(count: int) -> bytes:
    return bytes(count)


async def opened(path: Path, **options: Any) -> tuple[Circus, RaceId]:
    """Open a race of three people and five house drivers, one chariot each."""
    circus = await Circus(path, rulesets=RULESETS, painters=SCENES, entropy=same_bytes).open()  # type: ignore[arg-type]
    steward = circus.steward
    race = await steward.lobbies.open_race(NewRace(1, 2, ANN, RULES.id, RULES.options(**options), SECONDS, "Ludi"))
    for player in PLAYERS:
        await steward.lobbies.join(race, player, f"Player {player}", word=str(player))
    return circus, race


async def answer_once(circus: Circus, race: RaceId) -> bool:
    for player in PLAYERS:
        for asked in await circus.steward.open_asks(player):
            # Not the default but what a careful driver would do, so that the race is a race.
            answer = RULES.drivers["careful"](asked.view, asked.ask)
            await circus.steward.races.drive(race, asked.entry, [answer], player=player, asked=asked.asked)
            return True
    return False


async def played(path: Path, restart_every: int) -> list[Fact]:
    """Play a race to its end and return its facts.

    :param restart_every: after how many answers another process takes over; 0 for never.
    """
    circus, race = await opened(path, laps=1)
    await circus.steward.lobbies.fill(race, ANN)
    await circus.steward.lobbies.start(race, ANN)
    latest, answers = circus, 0
    while await answer_once(latest, race):
        answers += 1
        if restart_every and answers % restart_every == 0:
            latest = await circus.again()
            await latest.steward.resume()
    facts = await circus.steward.log.facts(race)
    assert (await circus.steward.race(race)).record.state == "finished"
    assert (await circus.steward.log.verify(race)).is_sound
    await circus.close()
    return facts


@pytest.mark.slow
async def test_a_race_of_eight_ends_the_same_however_often_the_program_is_restarted(tmp_path: Path) -> None:
    whole = await played(tmp_path / "whole.sqlite3", 0)
    restarted = await played(tmp_path / "restarted.sqlite3", 3)

    assert type(whole[-1]).__name__ == "RaceEnded"
    assert restarted == whole


async def test_all_that_is_told_of_a_race_is_in_its_scenes(tmp_path: Path) -> None:
    circus, race = await opened(tmp_path / "told.sqlite3", laps=1)
    await circus.steward.lobbies.fill(race, ANN)
    await circus.steward.lobbies.start(race, ANN)
    for _ in range(12):
        await answer_once(circus, race)

    stories = [read_body(each, Story) for each in await circus.steward.delivery.notices(race) if each.kind == "story"]
    scenes = [scene for story in stories for scene in await circus.steward.log.scenes(race, story.first, story.last)]

    assert [scene.n for scene in scenes] == list(range(1, len(scenes) + 1))
    log = await circus.steward.log.facts(race)
    assert [fact for scene in scenes for fact in scene.facts] == log[: scenes[-1].told]
    await circus.close()


async def test_shared_out_chariots_all_have_a_driver(tmp_path: Path) -> None:
    circus, race = await opened(tmp_path / "shared.sqlite3", share_out=True)

    await circus.steward.lobbies.start(race, ANN)

    lobby = await circus.steward.race(race)
    assert len(lobby.entries) == 8
    assert sorted(len(lobby.entries_of(player)) for player in PLAYERS) == [2, 3, 3]
    asked = [each.entry for player in PLAYERS for each in await circus.steward.open_asks(player)]
    assert sorted(asked) == list(range(1, 9))
    await circus.close()


@pytest.mark.slow
async def test_pictures_of_a_race_under_way(tmp_path: Path) -> None:
    circus, race = await opened(tmp_path / "pictures.sqlite3", laps=1)
    await circus.steward.lobbies.fill(race, ANN)
    await circus.steward.lobbies.start(race, ANN)
    while not (scenes := await circus.steward.log.scenes(race, 2, 2)):
        await answer_once(circus, race)

    lobby = await circus.steward.race(race)
    pictures = [
        await circus.steward.gallery.board(race),
        await circus.steward.gallery.scene(lobby, scenes[0]),
        await circus.steward.gallery.card(race, EntryId(1)),
    ]

    for picture in pictures:
        assert picture is not None
        assert picture.png.startswith(b"\x89PNG")
        assert 0 < len(picture.alt) <= 1024
    await circus.close()


async def test_a_refusal_of_the_rules_says_why(tmp_path: Path) -> None:
    circus, race = await opened(tmp_path / "refused.sqlite3")
    await circus.steward.lobbies.fill(race, ANN)
    await circus.steward.lobbies.start(race, ANN)
    (asked,) = await circus.steward.open_asks(ANN)
    preparation: Any = type(asked.ask.default)

    with pytest.raises(Refused) as refused:
        await circus.steward.races.drive(
            race,
            asked.entry,
            [preparation(2, 2, 2, 2)],
            player=ANN,
            asked=asked.asked,
        )

    assert refused.value.reason is not GameReason.NOT_A_CHOICE
    assert refused.value.rule == "3.6"
    assert all(each.player != ANN for each in await circus.store.stories.inputs(race))
    await circus.close()


async def test_nobody_else_can_tell_how_points_were_spent(tmp_path: Path) -> None:
    seen: list[list[Any]] = []
    for number, points in enumerate(((2, 2, 0, 0), (0, 0, 2, 2))):
        circus, race = await opened(tmp_path / f"{number}.sqlite3")
        await circus.steward.lobbies.fill(race, ANN)
        await circus.steward.lobbies.start(race, ANN)
        (asked,) = await circus.steward.open_asks(ANN)
        answer: Any = type(asked.ask.default)
        await circus.steward.races.drive(race, asked.entry, [answer(*points)], player=ANN, asked=asked.asked)
        seen.append(
            [
                (await circus.steward.log.status(race, viewer)).view
                if viewer
                else (await circus.steward.log.status(race)).view
                for viewer in (None, BOB, PlayerId(9))
            ]
            + [(await circus.steward.log.status(race)).waiting, await circus.steward.open_asks(BOB)]
        )
        assert (await circus.steward.log.status(race, ANN)).view.own_points
        await circus.close()

    for ours, theirs in zip(*seen, strict=True):
        if isinstance(ours, list):
            assert [each.view for each in ours] == [each.view for each in theirs]
        else:
            assert ours == theirs


async def test_chariots_that_were_shared_out_stay_where_they_fell_though_the_race_begins_anew(tmp_path: Path) -> None:
    circus, race = await opened(tmp_path / "race.sqlite3", share_out=True)
    await circus.steward.lobbies.start(race, ANN)
    before = {each.entry: each.faction for each in (await circus.steward.race(race)).entries}
    assert None not in before.values()
    assert await answer_once(circus, race)

    def reads_nothing(_stored: bytes) -> Any:
        raise msgspec.ValidationError

    rules = dataclasses.replace(RULES, version=RULES.version + 1, past_states={RULES.version: reads_nothing})
    after = await circus.again(rulesets={**RULESETS, RULES.id: rules})
    await after.steward.resume()

    assert any(isinstance(each, Rewound) for each in await after.steward.log.facts(race))
    assert {each.entry: each.faction for each in (await after.steward.race(race)).entries} == before
    async with after.steward.races.viewing(race) as live:
        assert live.rules.factions(live.session.state) == before
    assert await answer_once(after, race)
    await circus.close()
