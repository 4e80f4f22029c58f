"""Sentences that people read are short: 25 words at most, in stories, commands and refusals alike."""

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any

import pytest

from cogs import parts
from cogs.kit.client import Quadriga
from cogs.kit.messages import words_for
from engine.betting.reasons import BetReason
from engine.chariot_race.orders import Orders as RaceOrders
from engine.chariot_race.state import Options as RaceOptions
from engine.circus_maximus.house.simulation import play_race
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.reasons import CircusReason
from engine.facts import Fact
from engine.leagues.ruleset import RULESET as CAMPAIGN
from engine.refusals import GameReason
from engine.rulesets import RULESETS
from records.refusals import Reason, Refused
from records.values import EntryId
from tests.cogs.fakes import a_steward
from tests.cogs.test_refusals import VALUES
from tests.leagues.seasons import RandomSeason
from tests.renderers.chariot_samples import race
from words import WORDS
from words.chariot_race.refusals import SENTENCES as CHARIOT_RACE
from words.leagues.refusals import SENTENCES as LEAGUE

MOST_WORDS = 25
_END = re.compile(r"(?<=[.!?…])[)\"”*_`]*\s+(?=[^a-z(])|\n| · |\| ")
_WORD = re.compile(r"[^\W_]+(?:[’'.,:/×+-][^\W_]+)*")
NAMES = {EntryId(number): f"🔴 **{number} Celer**" for number in range(17)}


def sentences(text: str) -> list[str]:
    """Return the sentences of a text: they end with a full stop, a line, or a dot between two pieces."""
    return [each.strip() for each in _END.split(text) if each.strip()]


def too_long(texts: Sequence[str]) -> list[str]:
    found = {one for text in texts for one in sentences(text) if len(_WORD.findall(one)) > MOST_WORDS}
    return sorted(found)


def test_a_sentence_is_counted_by_its_words() -> None:
    assert sentences("You lead. **Blue** is 3 behind!\nTurn 4 · lap 2") == [
        "You lead.",
        "**Blue** is 3 behind!",
        "Turn 4",
        "lap 2",
    ]
    assert too_long(["word " * 25 + "."]) == []
    assert len(too_long(["word " * 26 + "."])) == 1


def _race_of(edition: Any, **options: Any) -> Sequence[Fact]:
    rules: Any = RULESETS["circus-maximus"]
    tempers = rules.mixed
    field = [tempers[place % len(tempers)] for place in range(8)]
    return play_race(rules, b"sentences", field, Options(edition=edition, laps=1, **options)).facts


@pytest.mark.parametrize("edition", ["basic", "advanced"])
def test_a_race_is_told_in_short_sentences(edition: Any) -> None:
    facts, words = _race_of(edition), WORDS["circus-maximus"]

    assert too_long([*words.tell(facts, NAMES), *words.why(facts, NAMES, Options(edition=edition))]) == []


@pytest.mark.slow
def test_a_chariot_race_is_asked_and_told_in_short_sentences() -> None:
    words, (moments, last) = WORDS["chariot-race"], race(RaceOptions(by_orders=True), count=4)
    told = [*words.tell(moments[-1].told, NAMES), *words.why(moments[-1].told, NAMES, RaceOptions())]
    asked = [words.controls(each.view, each.ask, NAMES, "").text for each in moments[:120]]
    assert words.orders is not None
    view = next(each.view for each in moments if each.view.round)
    sheets = [words.orders.sheet(view, EntryId(1), None, RaceOrders(preset=name), NAMES) for name in ("fast", "own")]
    shown = [line for each in sheets for line in (each.text, each.summary, each.details)]

    assert too_long([*told, *asked, *shown, words.standings(last, NAMES)]) == []


def test_a_season_is_asked_and_told_in_short_sentences() -> None:
    words, season, asked = WORDS["classic-league"], RandomSeason(3), list[str]()
    while not season.session.is_over:
        for entry, ask in list(season.session.open.items())[:2]:
            if entry in season.league.stables:
                view = CAMPAIGN.view_for(season.league, {}, [entry])
                asked.append(words.controls(view, ask, NAMES, "").text)
        season.step()

    assert asked
    assert too_long([*words.tell(season.session.table.told, NAMES), *asked]) == []


class Anything(dict[str, Any]):
    """Values of a refusal, whatever it asks for."""

    def __missing__(self, name: str) -> Any:
        return {"phase": "eve", "rival": EntryId(2), "holder": EntryId(2), "giver": EntryId(3), "type": "heavy"}.get(
            name, 3
        )


LISTS = Anything(dict.fromkeys(("possible", "free", "healthy", "in_range", "waiting"), (1, 2, 3)))


@pytest.mark.parametrize("sentences_of", [LEAGUE, CHARIOT_RACE], ids=["league", "chariot race"])
def test_refusals_of_other_games_are_short_sentences(sentences_of: Any) -> None:
    assert too_long([make(LISTS, NAMES) for make in sentences_of.values()]) == []


async def test_commands_describe_themselves_in_short_sentences() -> None:
    bot = Quadriga(a_steward())
    parts.add_to(bot)

    assert (
        too_long([text for command in bot.tree.get_commands() for text in _described(command.to_dict(bot.tree))]) == []
    )


def _described(part: dict[str, Any]) -> Iterator[str]:
    yield part.get("description", "")
    for option in part.get("options", []):
        yield from _described(option)


@pytest.mark.parametrize("game", WORDS)
def test_rules_and_lessons_are_told_in_short_sentences(game: str) -> None:
    words = WORDS[game]
    taught = [text for lesson in words.lessons for text in (lesson.about, lesson.farewell)]

    assert too_long([*words.topics.values(), *taught]) == []


@pytest.mark.parametrize("reason", [*Reason, *GameReason, *CircusReason, *BetReason], ids=str)
def test_refusals_are_short_sentences(reason: StrEnum) -> None:
    refused = Refused(reason, rule="6.1", **{"names": NAMES, **VALUES.get(reason, {})})

    assert too_long([words_for(refused)]) == []
