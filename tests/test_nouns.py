"""A game that is no race has its own nouns wherever words and pictures are shared; a race has those of all races."""

import json
import re
from types import SimpleNamespace
from typing import Any

import pytest

from records.acts import ActRecord
from records.past import TurnStood
from records.races import StoryMode
from records.values import EntryId, PlayerId
from renderers.films import lead_of
from renderers.scene import Phrases, Standing
from renderers.turning import Moment, moment_told
from tests.cogs.samples import a_lobby
from words import WORDS
from words.shared.acts import act_text
from words.shared.glance import Lying, post_text
from words.shared.kinds import kind_words
from words.shared.nouns import Nouns
from words.shared.results import what_luck_is
from words.shared.share import driven_at, play, share_lines

ONE, TWO = EntryId(1), EntryId(2)
NAMES = {ONE: "Taurus", TWO: "Syrus"}
DUEL = Nouns(
    *("duel", "gladiator", "fighter", "leads", "lead", "fight", "command", "it", "every command", "in command"),
    *("Take command", "than the better man", "standing", "down", "fell", "fighting", "Fought", "Fight yourself"),
    *("step into the sand", "⚔️"),
)
OF_RACES = r"\b(race|chariot|driver|reins|drive|track|behind)s?\b"
BODY = {"seconds": 60, "until": 0.0, "again": [], "turns": 3, "what": "post", "player": None, "missed": 2, "left": 0.0}


def an_act(kind: Any) -> ActRecord:
    body = {**BODY, "left": ""} if kind == "absent" else BODY
    return ActRecord(kind=kind, by=PlayerId(7), entry=ONE, reason="", body=json.dumps(body), at=1.0)


@pytest.mark.parametrize(
    "kind",
    ["pause", "resume", "restart", "replace", "grace", "downtime", "unmixed", "deserted", "rest", "vacation", "leave"],
)
def test_no_act_speaks_of_races_in_a_duel(kind: str) -> None:
    told = act_text(a_lobby("Comet"), an_act(kind), DUEL).lower()

    assert not re.search(OF_RACES, told)


def test_the_post_of_a_turn_names_the_readers_own_man() -> None:
    turn: Any = SimpleNamespace(after=None, before=None, phases=[1], is_whole=True, seals=(), facts=(), options=None)
    words: Any = SimpleNamespace(
        turn=lambda _view: "Exchange 2",
        over=None,
        headline=lambda _turn, _names: ["Syrus bleeds."],
        lying=lambda _view, _entry: Lying(2, "4 wounds worse"),
        lines=lambda _turn, _names: ["**I** Ann waits."],
        nouns=DUEL,
    )

    told = post_text(words, StoryMode.BRIEF, turn, NAMES, ONE)

    assert told.split("\n")[1:] == [
        "Syrus bleeds. Your gladiator Taurus lies 2nd, 4 wounds worse than the better man.",
        "**I** Ann waits.",
    ]


def test_house_luck_and_share_have_the_nouns() -> None:
    lobby, stood = a_lobby("Comet"), [TurnStood(1, (TWO, ONE)), TurnStood(2, (TWO,))]
    words = kind_words(lobby, DUEL)
    shared = share_lines("Ludi", "Arena", "Taurus", None, stood, ONE, "exchange", nouns=DUEL)

    assert (words.house, words.keeper, words.takes) == ("house fighter", "a house fighter", "Take command")
    assert "the fighting" in what_luck_is(DUEL)
    assert shared.startswith("⚔️ Ludi")
    assert shared.endswith("💥 fell")
    assert "Exchange 2: down" in shared
    assert (driven_at("Roma", DUEL)[:6], play(DUEL)) == ("Fought", "Fight yourself: /play alone")


def test_pictures_have_the_phrases() -> None:
    said = Phrases(leads_by="{a} is {by} wounds better off", crash="{b} is down, {a} stands")
    standings = [Standing(ONE, "red", 1, 0), Standing(TWO, "blue", 2, 4)]

    assert lead_of(standings, NAMES, phrases=said) == "Taurus is 4 wounds better off"
    assert moment_told(Moment("crash", 3, 2, ONE, TWO), NAMES, "exchange", said) == (
        "Exchange 2: Syrus is down, Taurus stands"
    )


@pytest.mark.parametrize("game", ["circus-maximus", "ave-caesar", "chariot-race", "chariots-of-rome", "classic-league"])
def test_races_have_the_nouns_of_all_races(game: str) -> None:
    assert WORDS[game].nouns == Nouns()
