"""Refusals in words: each reason has a sentence with its values, what to do instead, and the rule."""

import re
from enum import StrEnum
from typing import Any

import msgspec
import pytest

from cogs.kit.messages import words_for
from engine.betting.reasons import BetReason
from engine.circus_maximus.orders.orders import Orders
from engine.circus_maximus.seen.views import RaceView, view_for
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.reasons import CircusReason
from engine.leagues.words.reasons import LeagueReason
from engine.refusals import GameReason, not_a_plan
from records.races import EntryRecord
from records.refusals import Reason, Refused
from records.values import EntryId
from tests.circus_maximus.builders import BLUE, RED, a_chariot, a_race
from words.circus_maximus.notation import read
from words.circus_maximus.refusals import refusal
from words.shared.names import read_named

VALUES: dict[StrEnum, dict[str, Any]] = {
    CircusReason.NOT_WITH_A_LEAGUE: {"option": "teams"},
    Reason.UPDATED_SINCE: {"to": 17},
    GameReason.RACE_IS_FULL: {"at_most": 8},
    Reason.NOT_IN_LOBBY: {"title": "Ludi", "state": "cancelled"},
    GameReason.COLOUR_TAKEN: {"colour": "red", "free": ["blue", "green"]},
    Reason.NO_SUCH_COLOUR: {"free": ["blue", "green"]},
    Reason.BAD_NAME: {"at_most": 32},
    Reason.TOO_FEW_ENTRIES: {"need": 2, "have": 1},
    GameReason.NO_SUCH_OPTION: {"option": "The temperament mild", "possible": ["careful", "brute"]},
    Reason.TOO_MANY_RACES: {"what": "league", "at_most": 10, "own": 1, "hosts": ((300, 2), (200, 1))},
    Reason.TOO_MANY_FIXTURES: {"at_most": 3},
    Reason.NO_SUCH_YEAR: {"year": 2031},
    Reason.FOLLOWS_ENOUGH: {"at_most": 20},
    LeagueReason.SAID_ENOUGH: {"at_most": 6},
    Reason.DAY_NOT_BEGUN: {"number": 412},
    Reason.DAY_CLOSED: {"number": 412},
    Reason.DAY_STOPPED: {"number": 12},
    Reason.DAY_RACED_OTHERWISE: {"number": 12, "place": 2},
    Reason.HOSTS_ENOUGH: {"what": "cup", "at_most": 2, "own": 2, "hosts": ()},
    Reason.TOO_OFTEN: {"what": "vote", "at_most": 3, "hours": 24, "again": 1_900_000_000},
    Reason.RACE_UNDER_WAY: {"race": "Ludi"},
    Reason.NOT_AT_THIS_PACE: {"pace": "daily", "game": "Ave Caesar"},
    GameReason.NOTHING_TO_CORRECT: {"possible": ["lane", "endurance"]},
    Reason.NO_SUCH_ZONE: {"zone": "Atlantis"},
    Reason.TOO_LATE: {"at": 1_766_707_200},
    Reason.BAD_TIME: {"text": "noon"},
    Reason.TOO_LONG_A_PAUSE: {"at_most": 1_209_600},
    Reason.SHARED_ALREADY: {"what": "trailer"},
    Reason.SHARED_ENOUGH: {"at_most": 3},
    Reason.TOO_MANY_EXPORTS: {"at_most": 6, "again": 1_900_000_000},
    Reason.TOO_NEW_FOR_A_SAY: {"need": 3, "have": 0},
    Reason.RATED_ALREADY: {"now": "counts"},
    Reason.RESTED_ENOUGH: {"at_most": 28, "left": 5},
    Reason.NEEDS_ANOTHER: {"what": "league"},
    Reason.FOUNDER_ENDS: {"founder": 100},
    Reason.TURNED_BACK_ENOUGH: {"at_most": 3, "what": "race"},
    Reason.TIME_IS_THEIRS: {"at": 1_900_000_000, "what": "race"},
    Reason.STRANGER_HOSTS: {"what": "race"},
    Reason.NO_WRITER: {"what": "cup"},
    Reason.BAD_LETTER: {
        "words": 101,
        "at_most": 100,
        "length": 300,
        "most_length": 800,
        "lines": 2,
        "most_lines": 12,
    },
    Reason.DRIVES_FOR_ANOTHER: {"title": "Ludi", "owner": 200, "what": "race"},
    Reason.STAYS_IN_RACE: {"title": "Ludi"},
    Reason.LEFT_RACE: {"title": "Ludi"},
    Reason.OUT_OF_RACE: {"title": "Ludi"},
    Reason.HOST_IS_HERE: {"host": 100},
    Reason.HOST_MAY_RETURN: {"at": 1_900_000_000},
    Reason.NOT_NEXT_AS_HOST: {"player": 200},
    Reason.HOSTS_ALREADY: {"player": 200},
    Reason.NOT_IN_IT: {"player": 200},
    Reason.HOLDS_REINS: {"player": 200},
    Reason.PLACES_WAIT: {"names": ("Bob", "Eve")},
    Reason.HAS_A_PLACE: {"player": 200},
    Reason.REMINDED_JUST_NOW: {"minutes": 10, "at": 1_900_000_000},
    Reason.NAME_OF_ANOTHER: {"name": "Red"},
    Reason.NAME_TAKEN: {"name": "Comet"},
    GameReason.NOT_A_PLAN: {"at": "sideways", "place": 3, "expected": ("in", "out")},
    BetReason.MARKET_CLOSED: {"market": "win", "window": 0, "moment": "order 3", "closed": 1_900_000_000.0},
    BetReason.NO_SUCH_MARKET: {"possible": [1, 2]},
    BetReason.NO_SUCH_CHOICE: {"choice": "9", "possible": ["1", "2"]},
    BetReason.NOT_IN_STEPS: {"have": 250, "step": 100},
    BetReason.TOO_LITTLE: {"have": 0, "need": 1},
    BetReason.PURSE_TOO_LIGHT: {"have": 50, "need": 600},
    BetReason.OVER_CAP: {"have": 300, "need": 400, "at_most": 500},
    BetReason.TICKETS_ENOUGH: {"at_most": 50},
    BetReason.TOO_NEW: {"have": 3, "need": 14},
    BetReason.NOT_YOUR_ENTRY: {"possible": [4, 5]},
    BetReason.NOT_FOR_DRIVERS: {"market": "first wreck"},
    BetReason.MORE_THAN_OWN: {"own": 300, "have": 100, "need": 400, "at_most": 200},
    BetReason.NOT_BACKED_BEFORE: {"choice": "3"},
    BetReason.NO_ODDS: {"choice": "3"},
    BetReason.OVER_HOUSE: {"per": "race", "have": 400, "need": 200, "at_most": 500},
    BetReason.HOUSE_IS_FULL: {"choice": "3"},
    BetReason.OVER_WINDOW: {"have": 100, "need": 400, "at_most": 300},
    BetReason.NO_SUCH_TICKET: {"ticket": 7},
    BetReason.TICKET_IS_OVER: {"state": "won"},
    BetReason.BETS_PLACED: {"have": 4},
    BetReason.NO_SUCH_SIDE_BET: {"side": 2},
    BetReason.SIDE_BET_IS_OVER: {"state": "declined"},
    BetReason.TAKEN_ENOUGH: {"taker": "other", "left": 200, "need": 400, "at_most": 500},
    BetReason.GIVEN_ENOUGH: {"have": 300, "need": 400, "at_most": 500},
    BetReason.STEERED: {"act": "went back to turn 3"},
    BetReason.BEYOND_FAIR: {"giver": "you", "have": 200, "need": 400, "at_most": 500, "fair": 100},
    BetReason.OFFER_OPEN: {"side": 2, "race": 7},
    BetReason.OFFERED_ENOUGH: {"to": "one", "have": 3, "at_most": 3, "at": 1_900_000_000},
    CircusReason.CAN_SLIP: {"sides": ("inside", "outside")},
    CircusReason.CAN_BRAKE: {"factors": 4},
    CircusReason.POINTS_DO_NOT_ADD_UP: {"total": 5, "must_be": 4},
    CircusReason.POINTS_OUT_OF_RANGE: {"category": "team", "given": 3, "at_most": 2},
    CircusReason.TOO_FAST: {"wanted": 25, "at_most": 19},
    CircusReason.TOO_MUCH_GAIN: {"wanted": 2, "at_most": 1},
    CircusReason.TOO_FAST_FOR_CORNER: {"wanted": 25, "at_most": 9},
    CircusReason.TOO_FEW_FACTORS: {"need": 6, "have": 5},
    CircusReason.TOO_LITTLE_ENDURANCE: {"need": 6, "have": 5},
    CircusReason.SQUARE_TAKEN: {"by": EntryId(3), "part": "car", "square": "A31.4"},
    CircusReason.WALL: {"side": "outside"},
    CircusReason.NOT_IN_REACH: {"target": "driver"},
    CircusReason.BEYOND_THE_FINISH: {"at_most": 7},
    CircusReason.NO_WEAPON: {"weapon": "spear"},
    CircusReason.OUT_OF_RANGE: {"away": 7, "at_most": 3},
    CircusReason.NEEDS_ADVANCED: {"option": "dust"},
    CircusReason.NOT_IN_TEAMS: {"option": "teams"},
    CircusReason.ODD_TEAMS: {"have": 7},
    CircusReason.FIELD_TOO_LARGE: {"have": 12, "at_most": 8},
    CircusReason.NOT_ON_THE_CHART: {"item": "hits", "value": 7, "possible": [2, 4, 6]},
    CircusReason.TOO_DEAR: {"cost": 40, "at_most": 32},
    CircusReason.HORSES_OUT_OF_ORDER: {"horses": (4,), "ordered": (5,)},
    CircusReason.WEAPON_NOT_ALLOWED: {"weapon": "dust", "possible": ["knife", "spear"]},
    CircusReason.WEAPON_TWICE: {"weapon": "knife"},
    CircusReason.NO_WEAPON: {"weapon": "spear"},
    CircusReason.OUT_OF_RANGE: {"away": 5, "at_most": 3},
}
"""What the sentences of the reasons that come with values must tell."""

EVERY = [*Reason, *GameReason, *CircusReason, *BetReason]
UNTOLD: dict[StrEnum, dict[str, Any]] = {
    Reason.NOT_AT_THIS_PACE: {"pace": "by mail, a turn a day", "game": "Ave Caesar"},
    GameReason.NOT_A_PLAN: {"at": "sideways"},
    BetReason.MARKET_CLOSED: {"turn": "turn 3"},
    BetReason.TAKEN_ENOUGH: {"left": 200, "need": 400, "at_most": 500, "whom": "the other player"},
    BetReason.OFFERED_ENOUGH: {"whom": "this player", "have": 3, "at_most": 3, "at": 1_900_000_000},
    BetReason.NO_SUCH_MARKET: {},
    Reason.TOO_LONG_A_PAUSE: {"days": "14 days"},
    Reason.BAD_LETTER: {"words": 101, "at_most": 100},
    Reason.TOO_MANY_RACES: {"what": "leagues", "at_most": 10, "own": 1, "hosts": "<@300> 2, <@200> 1"},
}
"""Of these what is told is not the values themselves."""

A_WAY_ON = re.compile(
    r"`/|Choose|Take|Write|Spend|Go |Drive on|Drive |Move|Try|Type|Brake|Leave|Cut |Change lanes|Wait|Go on"
    r"|Stake |Ask |can still|can do that|its host"
)
"""What can be done instead."""


@pytest.mark.parametrize("reason", EVERY)
def test_every_reason_has_a_sentence_with_its_values_and_the_rule(reason: StrEnum) -> None:
    values = VALUES.get(reason, {})
    text = words_for(Refused(reason, "6.22", **values))

    assert text.endswith(". (rule 6.22)")
    assert text[0].isupper() or text[0] in "“" or text[0].isdigit()
    for value in _flat(UNTOLD.get(reason, values)):
        assert str(value).lower() in text.lower(), value
    assert A_WAY_ON.search(text), f"what can be done instead? {text}"
    assert not re.search(r"None|\[|\{|\('", text), text
    assert len(text) <= 300


OF_LEAGUES = (
    *(Reason.NOT_THE_HOST, Reason.NOT_IN_LOBBY, Reason.NO_SUCH_RACE, GameReason.RACE_IS_FULL),
    *(Reason.TOO_MANY_RACES, Reason.HOSTS_ENOUGH),
)


@pytest.mark.parametrize("reason", OF_LEAGUES)
def test_a_league_is_never_called_a_race(reason: Reason | GameReason) -> None:
    values: dict[str, Any] = {"what": "league", "title": "Ludi", "state": "running", "own": 1, "hosts": ((300, 2),)}
    text = words_for(Refused(reason, at_most=14, **values))

    assert "league" in text
    assert "race" not in text


def _flat(values: dict[str, Any]) -> list[Any]:
    found: list[Any] = []
    for value in values.values():
        found += value if isinstance(value, list | tuple) else [value]
    return found


@pytest.mark.parametrize("reason", EVERY)
def test_no_rule_number_is_made_up_where_none_is_known(reason: StrEnum) -> None:
    assert "(rul" not in words_for(Refused(reason, **VALUES.get(reason, {})))


def test_refusals_name_only_what_the_race_has() -> None:
    seen = view_for(a_race(a_chariot("A20.4")), {}, [RED])
    everything = Options(edition="advanced", dust=True, knife=True, spear=True)
    basic, advanced = seen, msgspec.structs.replace(seen, options=everything)

    def offered(view: RaceView) -> set[str]:
        with pytest.raises(Refused) as refused:
            read(view, RED, Orders(), "sing")
        expected: Any = refused.value.values["expected"]
        return set(expected)

    assert offered(advanced) - offered(basic) == {"wreck", "free", "dust", "knife", "small knife", "spear"}
    assert {"ram", "lash", "line", "strain"} <= offered(basic)
    in_basic, in_advanced = (
        words_for(Refused(CircusReason.FIELD_TOO_LARGE, have=13, at_most=field)) for field in (8, 12)
    )
    assert ("Advanced" in in_basic, "Advanced" in in_advanced) == (True, False)
    assert "an S" not in words_for(Refused(CircusReason.CANNOT_STRAIN))
    assert "an S" in words_for(Refused(CircusReason.CANNOT_STRAIN, written=True))
    assert "ally" not in words_for(Refused(CircusReason.OWN_CHARIOT))
    assert "ally" in words_for(Refused(CircusReason.OWN_CHARIOT, ally=True))


def test_a_step_of_a_plan_says_which_one_it_is() -> None:
    refused = Refused(CircusReason.TOO_FEW_FACTORS, "6.22", need=1, have=0, step=3)

    assert words_for(refused).startswith("Step 3 of your way: That costs 1 square and you have 0 left.")


def test_who_is_in_the_way_goes_by_name_where_names_are_known() -> None:
    refused = Refused(CircusReason.SQUARE_TAKEN, "6.23", by=EntryId(3), part="team", square="A31.4")

    assert "the team of Incitatus" in (refusal(refused, {EntryId(3): "Incitatus"}) or "")
    assert "the team of chariot 3" in words_for(refused)


def test_the_finish_line_that_is_crossed_by_then_is_not_ahead() -> None:
    assert "is 1 square ahead" in words_for(Refused(CircusReason.BEYOND_THE_FINISH, "10.2", at_most=1))
    crossed = words_for(Refused(CircusReason.BEYOND_THE_FINISH, "10.2", at_most=0, step=2))
    assert "crossed by then" in crossed
    assert " 0 " not in crossed


@pytest.mark.parametrize(
    ("state", "said"),
    [("running", "has already started"), ("cancelled", "was cancelled"), ("finished", "is over")],
)
def test_a_race_that_takes_no_entries_is_named_and_says_why(state: str, said: str) -> None:
    text = words_for(Refused(Reason.NOT_IN_LOBBY, title="Ludi", state=state, what="race"))

    assert text == f"Ludi {said}. `/play race` opens another."


@pytest.mark.parametrize("rule", ["R-G39", "B-1", "CM-32", "H.6", "L-43", "S-12"])
def test_a_refusal_shows_no_number_of_our_own_rulings(rule: str) -> None:
    assert rule not in words_for(Refused(GameReason.NOT_ASKED, rule))


@pytest.mark.parametrize("rule", ["6.22", "26.1", "II.10.5", "3"])
def test_a_refusal_shows_the_number_of_the_rulebooks_rule(rule: str) -> None:
    assert words_for(Refused(GameReason.NOT_ASKED, rule)).endswith(f" (rule {rule})")


def test_what_cannot_be_read_is_cut_between_words() -> None:
    with_many = words_for(not_a_plan("roll all the dice and then move as far as they go", 1, ["roll"]))

    assert with_many == "I can't read “roll all the dice and then move as far…”. Try roll."


CHARIOTS = [EntryRecord(entry=EntryId(n), colour=c, name=c.title(), faction=None) for n, c in ((1, "red"), (2, "blue"))]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("ram blue car if beside", "Blue is your own chariot. Try one of these: "),
        ("ram pink car", "Pink is not in this race. Try one of these: "),
    ],
)
def test_a_colour_that_is_no_rival_is_named_as_what_it_is(typed: str, said: str) -> None:
    view = view_for(a_race(a_chariot("A20.4"), a_chariot("A20.3")), {}, [BLUE])
    coloured = [msgspec.structs.replace(c, colour=n) for c, n in zip(view.chariots, ("red", "blue"), strict=True)]
    view = msgspec.structs.replace(view, chariots=coloured)

    with pytest.raises(Refused) as refused:
        read_named(lambda text: read(view, BLUE, Orders(), text), typed, CHARIOTS, BLUE)

    assert words_for(refused.value).startswith(said)


def test_what_cannot_be_read_is_shown_harmlessly_and_short() -> None:
    text = words_for(Refused(GameReason.NOT_A_PLAN, at="*@everyone* " * 400, place=1, expected="a number"))

    assert "\\*@\u200beveryone\\*" in text
    assert len(text) < 200


def test_the_end_of_a_text_has_nothing_to_show() -> None:
    missing = words_for(Refused(GameReason.NOT_A_PLAN, at="", place=2, expected=("in", "out")))
    too_long = words_for(Refused(GameReason.NOT_A_PLAN, at="in", place=21, expected=()))

    assert missing == "Something is missing at the end. Try one of these: in, out."
    assert too_long == "I can't read “in”. Nothing can follow there: leave it out."


@pytest.mark.parametrize(
    ("expected", "offered"),
    [
        (["best", "1", "2", "3", "4", "last"], "best, 1 to 4, last"),
        (["0", "1", "2", "in"], "0 to 2, in"),
        (["in", "0", "1", "2"], "in, 0 to 2"),
        (["red", "1", "3", "4"], "red, 1, 3, 4"),
        (["8", "9", "10", "12"], "8 to 10, 12"),
    ],
)
def test_numbers_in_a_row_are_offered_by_the_first_and_the_last(expected: list[str], offered: str) -> None:
    text = words_for(Refused(GameReason.NOT_A_PLAN, at="x", place=1, expected=expected))

    assert text.endswith(f"Try one of these: {offered}.")


MANY = ["a speed from 0 to 99", "safe", "fast", "attack", "speed", "line", "strain", "whip", "no attacks"]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("wip always", "whip, a speed from 0 to 99, safe, fast, attack"),
        ("atack red", "attack, no attacks, a speed from 0 to 99, safe, fast"),
        ("lnie 2", "line, a speed from 0 to 99, safe, fast, attack"),
        ("140", "a speed from 0 to 99, safe, fast, attack, speed"),
    ],
)
def test_of_many_words_the_nearest_are_offered_and_the_rest_can_be_looked_up(typed: str, offered: str) -> None:
    text = words_for(Refused(GameReason.NOT_A_PLAN, at=typed, place=1, expected=MANY, topic="Circus Maximus: orders"))

    assert text.endswith(f"Try one of these: {offered}. The rest: `/rules topic:Circus Maximus: orders`.")


def test_a_few_words_are_offered_as_they_stand_and_nothing_is_left_to_look_up() -> None:
    few = MANY[:6]

    text = words_for(Refused(GameReason.NOT_A_PLAN, at="lin", place=1, expected=few, topic="Circus Maximus: orders"))

    assert text.endswith(f"Try one of these: {', '.join(few)}.")


def test_what_was_typed_for_an_option_is_harmless_too() -> None:
    text = words_for(
        Refused(GameReason.NO_SUCH_OPTION, option="The temperament <@5>" + "x" * 500, possible=["careful"])
    )

    assert "<@5>" not in text
    assert len(text) < 200


def test_a_refusal_of_no_known_kind_still_says_where_to_look() -> None:
    class Strange(StrEnum):
        ODD = "odd"

    assert "/order" in words_for(Refused(Strange.ODD))


def test_whoever_has_too_few_chariots_reads_of_the_button_beside_them() -> None:
    for reason in (Reason.TOO_FEW_ENTRIES, CircusReason.ODD_TEAMS):
        text = words_for(Refused(reason, **VALUES[reason]))
        assert "*Fill*" in text
        assert "what:fill" not in text
