"""What a host has chosen is checked when his race is opened and when it starts; room for the chariots it has."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.reasons import CircusReason
from engine.refusals import GameReason
from engine.rulesets import RULESETS
from engine.series import NoOptions
from records.races import Place
from records.refusals import Reason, Refused
from records.values import RaceId
from steward import NewRace
from steward.hosting.cups import Agreed
from tests.steward.circus import ANN, BOB, Circus

SECONDS = {kind: each.seconds for kind, each in RULESETS["circus-maximus"].decisions.items()}


@pytest.fixture
async def circus(tmp_path: Path) -> AsyncIterator[Circus]:
    """A circus of the true games."""
    circus = Circus(tmp_path / "races.sqlite3", rulesets=RULESETS)
    await circus.open()
    yield circus
    await circus.close()


async def opened(circus: Circus, **chosen: Any) -> RaceId:
    race = await circus.steward.lobbies.open_race(
        NewRace(1, 2, ANN, "circus-maximus", Options(**chosen), SECONDS, "Ludi")
    )
    await circus.steward.lobbies.set_thread(race, 3)
    return race


async def refused(attempt: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        await attempt
    return caught.value


async def test_a_race_whose_options_make_no_sense_is_not_opened(circus: Circus) -> None:
    refusal = await refused(opened(circus, dust=True))

    assert (refusal.reason, refusal.values) == (CircusReason.NEEDS_ADVANCED, {"option": "dust"})
    assert await circus.steward.races_at(Place((1,))) == []


async def test_neither_is_a_cup(circus: Circus) -> None:
    options: Any = Options(teams=True, share_out=True)
    agreed = Agreed(1, 2, ANN, "circus-maximus", options, NoOptions(), SECONDS, "Ludi", 3)

    assert (await refused(circus.steward.cups.open(agreed))).reason is CircusReason.NOT_IN_TEAMS


async def test_teams_start_only_in_pairs(circus: Circus) -> None:
    race = await opened(circus, teams=True)
    await circus.steward.lobbies.join(race, ANN, "Ann")
    await circus.steward.lobbies.fill(race, ANN, None, 2)

    refusal = await refused(circus.steward.lobbies.start(race, ANN))
    assert (refusal.reason, refusal.values) == (CircusReason.ODD_TEAMS, {"have": 3})
    assert (await circus.steward.race(race)).record.state == "lobby"

    await circus.steward.lobbies.join(race, BOB, "Bob")
    await circus.steward.lobbies.start(race, ANN)
    assert (await circus.steward.race(race)).record.state == "running"


async def test_a_basic_race_has_room_for_eight(circus: Circus) -> None:
    race = await opened(circus)
    await circus.steward.lobbies.join(race, ANN, "Ann")

    pink = await refused(circus.steward.lobbies.join(race, BOB, "Bob", colour="pink"))
    assert pink.reason is Reason.NO_SUCH_COLOUR
    assert "pink" not in pink.values["free"]  # type: ignore[operator]
    assert await circus.steward.lobbies.fill(race, ANN) == 7
    full = await refused(circus.steward.lobbies.fill(race, ANN))
    assert (full.reason, full.values) == (GameReason.RACE_IS_FULL, {"at_most": 8, "what": "race", "until": None})


@pytest.mark.parametrize("field", [10, 16])
async def test_an_enlarged_field_has_as_many_places_as_the_host_has_chosen(circus: Circus, field: int) -> None:
    race = await opened(circus, edition="advanced", field=field)
    entry = await circus.steward.lobbies.join(race, ANN, "Ann", colour="brown")
    assert entry is not None
    assert entry.entry == 10

    assert await circus.steward.lobbies.fill(race, ANN) == field - 1
    lobby = await circus.steward.race(race)
    assert len({each.name for each in lobby.factions}) == field
    full = await refused(circus.steward.lobbies.fill(race, ANN))
    assert full.values == {"at_most": field, "what": "race", "until": None}

    await circus.steward.lobbies.start(race, ANN)
    (asked,) = await circus.steward.open_asks(ANN)
    assert len(asked.view.chariots) == field


async def test_all_places_of_an_enlarged_field_are_shared_out(circus: Circus) -> None:
    race = await opened(circus, edition="advanced", field=10, share_out=True)
    await circus.steward.lobbies.join(race, ANN, "Ann")
    await circus.steward.lobbies.fill(race, ANN, None, 1)

    await circus.steward.lobbies.start(race, ANN)

    lobby = await circus.steward.race(race)
    assert len(lobby.entries) == 10
    assert len(lobby.entries_of(ANN)) == 5


async def test_a_field_does_not_shrink_below_those_who_are_in_it(circus: Circus) -> None:
    race = await opened(circus, edition="advanced", field=10, share_out=True)
    await circus.steward.lobbies.join(race, ANN, "Ann")
    await circus.steward.lobbies.fill(race, ANN)

    smaller = Options(edition="advanced", share_out=True)
    assert (
        await refused(circus.steward.lobbies.set_options(race, ANN, lambda _: smaller))
    ).reason is Reason.PLACES_ARE_TAKEN

    larger = Options(edition="advanced", field=12, share_out=True)
    await circus.steward.lobbies.set_options(race, ANN, lambda _: larger)
    assert await circus.steward.lobbies.fill(race, ANN) == 2
