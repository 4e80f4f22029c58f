"""Chariots of Rome in teams at a turn a day: bets, rewinding, a substitute, a pile shuffled in mid-race."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.chariots_of_rome.words.facts import PileRenewed, RaceEnded
from engine.facts import Rewound
from engine.rulesets import RULESETS
from records.races import Pace
from records.values import EntryId, Faction, PlayerId, RaceId
from steward import NewRace
from steward.time.schedules import Timing
from tests.steward.betting import DAN, FAY, PURSE, bet, purses, state_of
from tests.steward.circus import ANN, BOB, EVE, MOD, Circus

RULES = RULESETS["chariots-of-rome"]
SECONDS = {kind: decision.seconds for kind, decision in RULES.decisions.items()}
STAKE = 200
BACKED_BY_FAY = (1, 3)
"""Factions; Dan backs the others."""


@pytest.fixture
async def circus(tmp_path: Path) -> AsyncIterator[Circus]:
    circus = await Circus(tmp_path / "rome.sqlite3", rulesets=RULESETS).open()
    yield circus
    assert (await circus.steward.purses.audit()).is_sound
    await circus.close()


async def answer_once(circus: Circus, race: RaceId, players: tuple[PlayerId, ...]) -> bool:
    """Have one who is asked answer as the rules would; tell whether anybody was."""
    for player in players:
        for asked in await circus.steward.open_asks(player):
            given = [asked.ask.default]
            await circus.steward.races.drive(race, asked.entry, given, player=player, asked=asked.asked)
            return True
    return False


@pytest.mark.slow
async def test_a_race_in_teams_with_bets_a_substitute_and_a_step_back_is_proved_to_its_end(circus: Circus) -> None:
    # Given a race of four teams of two, two of them of the house, that Fay and Dan bet on
    options, timing = RULES.options(track="talladegas", teams=True, laps=2), Timing(SECONDS, pace=Pace.TURNS)
    race = await circus.steward.lobbies.open_race(NewRace(1, 2, ANN, RULES.id, options, timing, "Ludi"))
    await circus.steward.lobbies.join(race, ANN, "Ann", colour="red")
    await circus.steward.lobbies.join(race, BOB, "Bob", colour="blue")
    await circus.steward.lobbies.fill(race, ANN, "novice", 2)
    backed: dict[EntryId, PlayerId] = {}
    for entered in (await circus.steward.race(race)).entries:
        backed[entered.entry] = FAY if entered.faction in BACKED_BY_FAY else DAN
        await bet(circus, race, backed[entered.entry], entered.entry, STAKE, "win")
    await circus.steward.lobbies.start(race, ANN)
    teams = [
        [each.entry for each in (await circus.steward.race(race)).entries if each.faction == n] for n in (1, 2, 3, 4)
    ]
    assert [len(team) for team in teams] == [2, 2, 2, 2]

    # When the host goes back, and Eve takes Bob's reins
    for _ in range(12):
        assert await answer_once(circus, race, (ANN, BOB))
    await circus.steward.desk.rewind(race, ANN, 30, "a slip of the finger")
    await circus.steward.desk.replace(race, MOD, Faction(2), None, "Bob has left us")
    await circus.steward.desk.take_reins(race, EVE, Faction(2))
    assert await circus.steward.open_asks(BOB) == []
    while await answer_once(circus, race, (ANN, EVE)):
        pass

    # Then the race ends, its piles were renewed in mid-race, and all of it can be verified
    assert (await circus.steward.race(race)).record.state == "finished"
    log = await circus.steward.log.facts(race)
    assert any(isinstance(fact, PileRenewed) for fact in log)
    assert [fact.to for fact in log if isinstance(fact, Rewound)] == [30]
    assert (await circus.steward.log.verify(race)).is_sound

    # and whoever backed the winner has what the other staked; of chariots that came in only at the start nobody has any
    winner = next(fact.winner for fact in log if isinstance(fact, RaceEnded))
    gain = {FAY: 2 * STAKE, DAN: -2 * STAKE, None: 0}[backed.get(winner)]
    assert (await state_of(circus, race, "win")).state == ("settled" if winner in backed else "void")
    assert await purses(circus, FAY, DAN) == [PURSE + gain, PURSE - gain]
