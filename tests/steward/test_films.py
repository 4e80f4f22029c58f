"""Films are made of the scenes and facts that hold, as the public saw them."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.facts import Fact
from records.races import PublicRace
from records.values import RaceId
from renderers import Shot
from steward.delivering.films import Films
from steward.telling.shown import Picture
from tests.steward.circus import ANN, BLUE, RED, Circus
from tests.steward.test_circus_maximus import answer_once, opened
from tests.steward.test_rewinding import race_with_a_stumble
from tests.toy_ruleset import TOY, Stand, Stumbled


class Projector:
    """Shows nothing, and keeps what it was handed."""

    def __init__(self) -> None:
        self.handed: Sequence[Shot] = ()

    async def turn_film(self, lobby: PublicRace, told: int, shots: Callable[[], Sequence[Shot]]) -> Picture:
        self.handed = shots()
        return Picture(b"", "", f"turn {told}")

    race_film = turn_film

    async def turns_of(self, lobby: PublicRace, shots: Callable[[], Sequence[Shot]]) -> list[int]:
        return [shot.view.turn for shot in shots()]

    @property
    def facts(self) -> list[Fact]:
        return [fact for shot in self.handed for fact in shot.facts]


@pytest.fixture
def projector() -> Projector:
    return Projector()


def films_of(circus: Circus, projector: Any) -> Films:
    return Films(circus.store, {"toy": TOY}, projector)


async def finished(circus: Circus) -> RaceId:
    race = await circus.race(turns=2)
    await circus.to_the_end(race)
    return race


async def test_the_film_of_a_race_has_all_that_was_told(circus: Circus, projector: Projector) -> None:
    race = await finished(circus)

    await films_of(circus, projector).of_race(await circus.steward.race(race))

    assert projector.facts == await circus.steward.log.facts(race)


async def test_the_film_of_a_turn_has_the_scene_before_and_its_own(circus: Circus, projector: Projector) -> None:
    race = await finished(circus)
    lobby, films = await circus.steward.race(race), films_of(circus, projector)
    await films.of_race(lobby)
    whole = projector.handed

    await films.of_turn(lobby, 2)
    by_turn = projector.handed
    first = next(number for number, shot in enumerate(whole, start=1) if shot.view.turn == 2)
    await films.of_scenes(lobby, first, len(whole))

    assert [shot.view for shot in by_turn] == [shot.view for shot in whole[first - 2 :]]
    assert [shot.facts for shot in by_turn[1:-1]] == [shot.facts for shot in whole[first - 1 : -1]]
    assert projector.handed == by_turn


async def test_what_is_void_is_in_no_film(circus: Circus, projector: Projector) -> None:
    race = await race_with_a_stumble(circus)
    await circus.steward.desk.rewind(race, ANN, 3, "a slip of the finger")
    await circus.give(race, BLUE, Stand(True))
    await circus.to_the_end(race)

    await films_of(circus, projector).of_race(await circus.steward.race(race))

    assert len([fact for fact in projector.facts if isinstance(fact, Stumbled) and fact.entry == RED]) == 1


async def test_before_the_first_phase_and_for_a_turn_to_come_there_is_no_film(
    circus: Circus, projector: Projector
) -> None:
    race = await circus.lobby()
    lobby, films = await circus.steward.race(race), films_of(circus, projector)

    assert [await films.of_race(lobby), await films.of_turn(lobby, 1), await films.of_scenes(lobby, 1, 9)] == [None] * 3


@pytest.mark.slow
async def test_films_of_a_race_under_way_are_drawn_once(tmp_path: Path) -> None:
    circus, race = await opened(tmp_path / "films.sqlite3", laps=1)
    await circus.steward.lobbies.fill(race, ANN)
    await circus.steward.lobbies.start(race, ANN)
    films, lobby = circus.steward.films, await circus.steward.race(race)
    while (turn := await films.of_turn(lobby, 1)) is None:
        assert await answer_once(circus, race)
    whole = await films.of_race(lobby)

    assert whole is not None
    assert turn.png.startswith(b"GIF89a")
    assert whole.png.startswith(b"GIF89a")
    assert (await films.of_race(lobby)) == whole
    assert await circus.steward.studio.enlarged(whole) == whole
    assert await films.of_turn(lobby, 77) is None
    await circus.close()
