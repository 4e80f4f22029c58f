"""Words that all games share, as a duel says them: refusals, ways out, bets. Those of a race stay as they are."""

import re
from enum import StrEnum

import pytest

from cogs.kit.messages import words_for
from cogs.panels.leaving import DRIVES, PRICES, told_of
from engine.betting.reasons import BetReason
from engine.refusals import GameReason
from engine.rulesets import RULESETS
from records.refusals import Reason, Refused
from records.values import EntryId
from steward import NewRace, Timing
from steward.running.bookmaker import opening
from tests.cogs.arena import ANN, BOB, EVE, Arena
from tests.cogs.bettors import labels, tap
from tests.cogs.fakes import CHANNEL, GUILD, THREAD
from tests.cogs.test_people import RACES, ran
from tests.cogs.test_refusals import VALUES
from words import WORDS
from words.betting.table import ABOUT, HOST_RULE, IN_SHORT, STEER_RULE
from words.shared.nouns import RACE

OF_RACES = re.compile(r"\b(races?|raced|chariots?|drivers?|reins|drives?|drove|driven|driving)\b", re.IGNORECASE)
COMMANDS = re.compile(r"`[^`]*`")
DUEL = WORDS["arena"].nouns
OF_LEAGUES = {BetReason.OF_THE_LEAGUE}
"""Reasons that no duel has, as they are of leagues."""


@pytest.mark.parametrize("reason", [*Reason, *GameReason, *(each for each in BetReason if each not in OF_LEAGUES)])
def test_no_refusal_of_a_duel_speaks_of_races(reason: StrEnum) -> None:
    refused = Refused(reason, **VALUES.get(reason, {}))
    refused.names = {EntryId(1): "Ben"}
    said = words_for(refused, DUEL)

    assert not OF_RACES.search(COMMANDS.sub("", said)), said
    assert words_for(refused, RACE) == words_for(refused), "a race's sentence stays as it is"


def test_titles_names_and_commands_stay_as_they_are() -> None:
    refused = Refused(Reason.STAYS_IN_RACE, title="The Race of Drivers")

    said = words_for(refused, DUEL)

    assert said.startswith("The Race of Drivers is under way, so your gladiator stays in it.")
    assert "`/host race what:replace`" in said


@pytest.mark.parametrize(
    "text", [*PRICES.values(), *DRIVES.values(), *ABOUT.values(), *IN_SHORT.values(), HOST_RULE, STEER_RULE]
)
def test_ways_out_and_bets_of_a_duel_speak_of_no_race(text: str) -> None:
    said = told_of(DUEL, text) if text.startswith("**") else DUEL.said(text)

    assert not OF_RACES.search(COMMANDS.sub("", said)), said
    assert RACE.said(text) == text


async def test_what_a_press_is_answered_with_calls_things_as_its_game_does(arena: Arena) -> None:
    rules = RULESETS["arena"]
    timing = Timing({kind: each.seconds for kind, each in rules.decisions.items()})
    record = await arena.steward.lobbies.new_race(
        NewRace(GUILD, CHANNEL, ANN, rules.id, rules.options(), timing, "Ludi")
    )
    race = await arena.circus.store.races.add(record, opening(rules, record.opened), is_limited=True)
    await arena.steward.lobbies.set_thread(race, THREAD)
    await arena.steward.lobbies.join(race, BOB, "Bob", colour="red")
    await arena.steward.lobbies.fill(race, ANN, None, 1)

    table = await tap(arena, EVE, f"bets:open:{race}")
    refused = await tap(arena, EVE, f"lobby:leave:{race}")
    await arena.steward.lobbies.start(race, ANN)
    await arena.deliver()
    leaving = await ran(arena, BOB, RACES, "leave", "")

    assert "You have no gladiator in **Ludi**" in refused.told
    assert "**Leave the duel**: a house fighter leads on for good" in leaving.told
    assert "Leave the duel" in labels(leaving.last)
    for each in (table, refused, leaving):
        said = COMMANDS.sub("", "\n".join(each.last.contents()))
        assert not OF_RACES.search(said), said
