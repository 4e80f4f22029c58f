"""Whole races of the Table game as players meet them: every question shown, every answer read, every fact told."""

from typing import Any

import pytest

from engine.circus_maximus.orders.dry_run import dry_run
from engine.circus_maximus.orders.following import follow
from engine.circus_maximus.orders.orders import Orders
from engine.circus_maximus.orders.presets import PRESETS, preset
from engine.circus_maximus.ruleset import RULESET
from engine.circus_maximus.seen.views import view_for
from engine.circus_maximus.words.asks import NameWayOut, WriteSpeed
from engine.circus_maximus.words.facts import HinderedNextTurn, TeamLashedNextTurn
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.reasons import CircusReason
from engine.playing import play_through, race_of_drivers
from engine.questions import Answer, Ask, AskAll
from records.refusals import Refused
from records.values import EntryId
from words import WORDS
from words.circus_maximus.codes import pack, unpack
from words.circus_maximus.story import line

CIRCUS = WORDS["circus-maximus"]
DRIVERS = ("brute", "racer", "careful", "brute", "racer", "brute", "brute", "brute")
NAMES = {EntryId(number): f"Chariot {number}" for number in range(1, 9)}


def told(options: Options, number: int) -> tuple[list[Any], list[Ask]]:
    """Play a race, look at each question as its player does, and return all facts and questions."""
    race, table, drivers = race_of_drivers(RULESET, b"told %d" % number, DRIVERS, options)
    asked: list[Ask] = []

    def answer(open_: Ask | AskAll) -> Any:
        if isinstance(open_, AskAll):
            return {ask.entry: answer(ask) for ask in open_.asks}
        asked.append(open_)
        given: Answer = drivers[open_.entry](view_for(race, {}, ()), open_)
        view = view_for(race, {}, [open_.entry])
        look(view, open_, given)
        return given

    while not RULESET.is_over(race):
        play_through(RULESET.play_turn(race, table), answer)
    return list(table.told), asked


def look(view: Any, ask: Ask, given: Answer) -> None:
    """See that a question can be shown, its answer told and packed, and that orders answer it legally."""
    shown = CIRCUS.controls(view, ask, NAMES, "")
    assert shown.title
    assert len(shown.typed_label) <= 45
    for choice in (choice for row in shown.rows for choice in row):
        assert len(choice.label) <= 80
        assert len(choice.code) <= 60
    assert unpack(pack(given)) == (given,)
    assert CIRCUS.taken(view, (given,))
    for orders in (Orders(), Orders(defend="evade", take_gain="always", whip="always", cut_free=True)):
        followed = follow(view, ask, orders)
        if followed is not None:
            ask.question.verify(followed.answer)
    if isinstance(ask.question, WriteSpeed):
        for name in PRESETS:
            run = dry_run(view, ask.entry, preset(view, ask.entry, name))
            ask.question.verify(run.speed)


RACES = (
    Options(edition="table", laps=1, frontal_ram="even"),
    Options(edition="table", laps=1, dust=True, knife=True, spear=True),
    Options(edition="table", laps=2, weather=True, horse_carcasses=True, free_attempts="every phase"),
    Options(edition="table", laps=1, evade_cost="cap", ram_dice=3, horse_cut="all"),
)


@pytest.mark.slow
@pytest.mark.parametrize("options", RACES, ids=["even", "weapons", "weather", "other options"])
def test_every_question_is_put_and_every_fact_told(options: Options) -> None:
    facts: list[Any] = []
    asked: list[Ask] = []
    for number in range(2 // options.laps):  # two laps in all
        some, open_ = told(options, number)
        facts, asked = [*facts, *some], [*asked, *open_]

    lines = [line(fact, NAMES) for fact in facts]
    assert any(isinstance(ask.question, NameWayOut) for ask in asked)
    assert any("next turn" in each for each in lines)
    assert not any("next move" in each for each in lines if "lash" in each)
    assert CIRCUS.why(facts, NAMES, options)


def test_what_waits_is_told_as_waiting() -> None:
    assert line(HinderedNextTurn(EntryId(1), 3, "lash"), NAMES) == "Chariot 1 can go 3 less fast next turn (the lash)."
    assert line(TeamLashedNextTurn(EntryId(1), EntryId(2), 2, True), NAMES) == (
        "Chariot 1's team loses 2 endurance to the lash and must go 2 squares further next turn."
    )


@pytest.mark.parametrize(
    ("reason", "rule", "read"),
    [
        (CircusReason.NO_STEP_SINCE, "9.14", "(rule 9.14, T7)"),
        (CircusReason.ON_THE_GRID, "3.8", "(rule 3.8, T8)"),
        (CircusReason.NO_SIDESLIP, "6.71", "(rule 6.71, T6)"),
        (CircusReason.DEAD_HORSE_SIDE, "9.52", "(rule 9.52, T17 and T18)"),
    ],
)
def test_a_refusal_names_the_line_that_changes_the_rule(reason: CircusReason, rule: str, read: str) -> None:
    refused = Refused(reason, rule)
    refused.options = Options(edition="table")

    assert str(CIRCUS.refusal(refused, {})).endswith(read)


@pytest.mark.parametrize(
    ("reason", "value", "read"),
    [
        (CircusReason.NO_SIDESLIP, "only_blocked", "only while a chariot stands in the square ahead"),
        (CircusReason.ON_THE_GRID, "team_alone", "with your team"),
        (CircusReason.CANNOT_STRAIN, "once_free", "Type `cut whip` for both"),
    ],
)
def test_a_refusal_says_what_the_cards_say(reason: CircusReason, value: str, read: str) -> None:
    assert read in str(CIRCUS.refusal(Refused(reason, None, **{value: True}), {}))
    assert read not in str(CIRCUS.refusal(Refused(reason, None, **{value: False}), {}))


def test_a_league_by_it_is_refused_in_words() -> None:
    assert "A league races by the Advanced Game and Epic edition" in str(
        CIRCUS.refusal(Refused(CircusReason.LEAGUE_IS_ADVANCED), {})
    )
