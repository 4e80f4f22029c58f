"""Decks of Ave Caesar are dealt unseen, and proved when the race is over."""

from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from engine.ave_caesar.ruleset import RULESET
from engine.rulesets import RULESETS
from records.values import RaceId
from renderers import SCENES
from steward import NewRace
from tests.steward.circus import ANN, Circus

SECONDS = {kind: decision.seconds for kind, decision in RULESET.decisions.items()}


async def played(path: Path) -> tuple[Circus, RaceId]:
    """Play a race of house drivers alone to its end."""
    circus = await Circus(path, rulesets=RULESETS, painters=SCENES).open()
    race = await circus.steward.lobbies.open_race(NewRace(1, 2, ANN, RULESET.id, RULESET.options(), SECONDS, "Ludi"))
    await circus.steward.lobbies.set_thread(race, 3)
    await circus.steward.lobbies.fill(race, ANN, at_most=3)
    await circus.steward.lobbies.start(race, ANN)
    await circus.play_on(race)
    return circus, race


async def test_the_decks_are_those_that_the_seed_gives(tmp_path: Path) -> None:
    circus, race = await played(tmp_path / "race.sqlite3")

    found = await circus.steward.log.verify(race)

    assert found.secret is not None
    assert (found.first_wrong, found.unproven, found.is_sound) == (None, (), True)
    await circus.close()


@pytest.mark.slow
async def test_a_deck_that_was_changed_is_found(tmp_path: Path) -> None:
    path = tmp_path / "race.sqlite3"
    circus, race = await played(path)
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        like = {"kind": '%"DecksRevealed"%'}
        found = connection.execute(text("SELECT n, fact FROM fact WHERE fact LIKE :kind"), like).one()
        head, _, rest = found.fact.partition('"1":[')
        first, _, others = rest.partition(",")
        changed = {"n": found.n, "fact": f'{head}"1":[{7 - int(first)},{others}'}
        connection.execute(text("UPDATE fact SET fact = :fact WHERE n = :n"), changed)
    engine.dispose()

    verified = await circus.steward.log.verify(race)

    assert verified.unproven == (1,)
    assert not verified.is_sound
    await circus.close()
