"""Races of two editions through the steward: bets, another process, going back, the proof at the end."""

from pathlib import Path
from typing import Any

import pytest

from engine.facts import Fact
from records.values import RaceId
from tests.steward.betting import DAN, FAY, PURSE, bet, purses
from tests.steward.circus import ANN, Circus
from tests.steward.test_circus_maximus import PLAYERS, RULES, opened

ANSWERS = 25
"""That are given before the host goes back by the last of them."""


async def answered(circus: Circus, race: RaceId) -> bool:
    """Answer the first question that anybody has, as a brute would: they throw what they carry."""
    for player in PLAYERS:
        for asked in await circus.steward.open_asks(player):
            answer = RULES.drivers["brute"](asked.view, asked.ask)
            await circus.steward.races.drive(race, asked.entry, [answer], player=player, asked=asked.asked)
            return True
    return False


async def played(path: Path, *, is_killed: bool, **options: Any) -> tuple[list[Fact], list[int]]:
    """Play a race on which two have bet, and go back in its midst; return its facts, and what is in their purses.

    :param is_killed: another process takes over before the host goes back, and once more after it.
    """
    circus, race = await opened(path, laps=1, **options)
    await circus.steward.lobbies.fill(race, ANN, "brute", 1)
    await bet(circus, race, DAN, 1, 100)
    await bet(circus, race, FAY, 2, 200)
    await circus.steward.lobbies.start(race, ANN)
    latest = circus
    for _ in range(ANSWERS):
        assert await answered(latest, race)
    for deed in ("go back", "go on"):
        if is_killed:
            latest = await circus.again()
            await latest.steward.resume()
        if deed == "go back":
            seq = (await latest.steward.race(race)).record.seq
            await latest.steward.desk.rewind(race, ANN, seq - 1, "a slip of the finger")
    while await answered(latest, race):
        pass
    facts, money = await latest.steward.log.facts(race), await purses(latest, DAN, FAY)
    assert (await latest.steward.race(race)).record.state == "finished"
    assert (await latest.steward.log.verify(race)).is_sound
    assert (await latest.steward.purses.audit()).is_sound
    await circus.close()
    return facts, money


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        {"edition": "epic", "weather": True, "horse_carcasses": True, "field": 16},
        {"edition": "table", "frontal_ram": "even", "dust": True},
    ],
    ids=["epic", "table"],
)
async def test_a_race_with_bets_is_the_same_whatever_happens_to_the_program(
    tmp_path: Path, options: dict[str, Any]
) -> None:
    quiet, paid = await played(tmp_path / "quiet.sqlite3", is_killed=False, **options)
    killed, paid_too = await played(tmp_path / "killed.sqlite3", is_killed=True, **options)

    assert killed == quiet
    assert paid_too == paid
    assert sum(paid) <= 2 * PURSE
    told = {type(fact).__name__ for fact in quiet}
    assert {"Rewound", "Attacked", "RaceEnded"} <= told
